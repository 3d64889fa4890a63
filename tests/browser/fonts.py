"""Restricts a browser to one narrow or wide font, whatever fonts are installed.

Works on Linux, where browsers use fontconfig.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "vendor" / "fonts"
FACES = ("narrow", "wide")
CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""


def only(face: str, folder: Path) -> dict[str, str]:
    """Return the environment for a browser with only this font; ``folder`` is for its settings."""
    config = folder / f"{face}.conf"
    config.write_text(CONFIG.format(fonts=FOLDER / face, cache=folder / "cache"), "utf-8")
    return {**os.environ, "FONTCONFIG_FILE": str(config)}
