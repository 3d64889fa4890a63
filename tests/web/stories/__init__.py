"""Golden files with the page texts of whole evenings."""

from pathlib import Path

FILES = sorted(Path(__file__).parent.glob("*.txt"))
