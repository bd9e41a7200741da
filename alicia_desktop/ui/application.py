"""Create the Qt application and the empty frame of the main window, before anything else of the program is loaded.

Nothing that is imported here says anything as it is imported: the language is installed by `create_application`.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QApplication

from alicia_desktop import __version__
from alicia_desktop.base.decoding import decode_toml
from alicia_desktop.paths import Paths
from alicia_desktop.ui import accessible_roles
from alicia_desktop.ui.bundled_fonts import load_bundled_fonts
from alicia_desktop.ui.focus import FocusRing
from alicia_desktop.ui.language import SOURCE_LANGUAGE, SYSTEM, install_language
from alicia_desktop.ui.theme import Theme, ThemeChoice

if TYPE_CHECKING:
    from alicia_desktop.ui.main_window import MainWindow

_CHOICES: Final[dict[object, ThemeChoice]] = {"light": "light", "dark": "dark", "contrast": "contrast"}


@dataclass(frozen=True, kw_only=True, slots=True)
class StartedWindow:
    """The window, with its theme and the paths of the data folder."""

    paths: Paths
    window: "MainWindow"
    theme: Theme


def create_application(language: str = SOURCE_LANGUAGE) -> QApplication:
    """Create the application, with its names, its language and the style that `Theme` builds on."""
    app = QApplication(["alicia-desktop", "-style", "Fusion"])  # `setStyle` would load all styles first
    app.setApplicationName("alicia-desktop")
    app.setApplicationDisplayName("Alicia")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("alicia-desktop")
    app.setQuitOnLastWindowClosed(False)
    install_language(app, language)
    accessible_roles.install()
    load_bundled_fonts()
    return app


def create_window(app: QApplication, paths: Paths) -> StartedWindow:
    """Create the empty frame of the window, which is not shown yet; every title says the profile."""
    from alicia_desktop.ui.main_window import MainWindow  # noqa: PLC0415 - after the language is chosen

    look = read_early_look(paths.settings)
    theme = Theme(choice=look.theme, reduced_motion=look.reduced_motion, text_size=look.text_size)
    theme.install(app)
    ring = FocusRing(theme=theme, app=app)
    window = MainWindow(theme=theme, layout_file=paths.geometry, ring=ring, with_parts=False, profile=paths.profile)
    if paths.profile:
        app.setApplicationDisplayName(window.program)  # which Qt adds to each title that does not end with it
    return StartedWindow(paths=paths, window=window, theme=theme)


@dataclass(frozen=True, kw_only=True, slots=True)
class EarlyLook:
    """The table `[look]`."""

    language: str = SYSTEM
    theme: ThemeChoice = "system"
    reduced_motion: bool = False
    text_size: int = 100


def read_early_look(path: Path) -> EarlyLook:
    """Read language, theme and motion from the settings file before the settings themselves are loaded.

    Checking every key takes as long as painting the frame. What cannot be read is the default here; the error is
    reported when the settings are loaded.
    """
    try:
        look = decode_toml(path.read_text(encoding="utf-8")).get("look")
    except (OSError, ValueError):
        return EarlyLook()
    if not isinstance(look, dict):
        return EarlyLook()
    language, theme, size = look.get("language"), look.get("theme"), look.get("text_size")
    return EarlyLook(
        language=language if isinstance(language, str) else SYSTEM,
        theme=_CHOICES.get(theme, "system") if isinstance(theme, str) else "system",
        reduced_motion=look.get("reduced_motion") is True,
        text_size=size if type(size) is int and 80 <= size <= 200 else 100,
    )
