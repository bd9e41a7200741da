"""How the window is to look, read from the settings file before the settings themselves are loaded.

Checking every key takes as long as painting the frame, so this takes only what the frame shows; what makes no sense is
the default here, and is told when the settings are read whole.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alicia_desktop.base.decoding import decode_toml
from alicia_desktop.ui.theme import ThemeChoice

_CHOICES: Final[dict[object, ThemeChoice]] = {"light": "light", "dark": "dark", "contrast": "contrast"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """The table `[look]`."""

    theme: ThemeChoice = "system"
    reduced_motion: bool = False


def read_look(path: Path) -> Look:
    """Return the look that the settings file asks for; the usual one where it cannot be read."""
    try:
        look = decode_toml(path.read_text(encoding="utf-8")).get("look")
    except (OSError, ValueError):
        return Look()
    if not isinstance(look, dict):
        return Look()
    theme = look.get("theme")
    return Look(
        theme=_CHOICES.get(theme, "system") if isinstance(theme, str) else "system",
        reduced_motion=look.get("reduced_motion") is True,
    )
