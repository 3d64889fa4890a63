"""The fonts a browser of the tests has: a narrow or a wide one, whatever the machine has installed.

Works on Linux, where browsers ask fontconfig for their fonts; elsewhere they take their own.
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
    """Return the environment of a browser that has this face alone; ``folder`` is for settings."""
    config = folder / f"{face}.conf"
    config.write_text(CONFIG.format(fonts=FOLDER / face, cache=folder / "cache"), "utf-8")
    return {**os.environ, "FONTCONFIG_FILE": str(config)}
