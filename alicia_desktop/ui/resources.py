"""Where the files that come with the program lie: inside the package, so that they travel in its wheel."""

from pathlib import Path
from typing import Final

RESOURCES: Final = Path(__file__).resolve().parents[1] / "resources"
"""The folder `alicia_desktop/resources`."""
