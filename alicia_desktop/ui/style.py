"""The window's style sheet: `resources/styles/window.qss` with the names of tokens replaced by their values."""

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from alicia_desktop.ui.resources import RESOURCES

if TYPE_CHECKING:
    from alicia_desktop.ui.theme import Theme

SHEET_FILE: Final = RESOURCES / "styles" / "window.qss"
NAME: Final = re.compile(r"@([a-z][a-z0-9-]*)")


def style_sheet(theme: "Theme") -> str:
    """Return the sheet in the scheme in force; a name that is no token is a `KeyError`."""

    def value(match: re.Match[str]) -> str:
        name = match[1]
        if name.startswith("radius-"):
            return f"{theme.radius(name.removeprefix('radius-'))}px"
        return theme.tokens.colours[theme.scheme][name]

    return NAME.sub(value, _template())


@cache
def _template() -> str:
    return SHEET_FILE.read_text(encoding="utf-8")
