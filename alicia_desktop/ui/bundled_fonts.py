"""Fonts that come with the program: for packages that cannot ask the desktop to install them, such as the AppImage.

They lie in `resources/fonts`, a folder that only such a package has. Everywhere else the design's fonts are those of
the system, and without them its own take their place.
"""

from pathlib import Path
from typing import Final

from PySide6.QtGui import QFontDatabase

from alicia_desktop.base.logs import get_logger
from alicia_desktop.ui.tokens import RESOURCES

FOLDER: Final = RESOURCES / "fonts"
log = get_logger(__name__)


def load_bundled_fonts(folder: Path = FOLDER) -> None:
    """Make the fonts of a folder known to this program; one that cannot be read is left out."""
    for path in sorted(folder.glob("*.[ot]tf")):
        if QFontDatabase.addApplicationFont(str(path)) == -1:
            log.warning("a font cannot be read", file=path.name)
