"""The theme: design tokens as a palette, a style sheet, named colours, fonts, sizes and times.

One `Theme` is made by the root and handed to every widget. Painters ask it by name (`theme.colour("speaking-fill")`),
so no colour is written anywhere else. It follows the system's scheme and contrast while the window is open: palette,
sheet and icons change in one step, then `changed` is emitted for those who cache something.
"""

import re
import sys
from functools import cache
from typing import Final, Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from alicia_desktop.ui.icons import IconCache
from alicia_desktop.ui.tokens import RESOURCES, SchemeName, Tokens, load_tokens

OWN_RING: Final = "ring"
"""A widget with this dynamic property names the ancestor (its object name) that wears the ring in its place."""

SPELLED: Final = "spelled"
"""The spelling of what is written in a field with this dynamic property is checked."""

EDGE_TO_EDGE: Final = "edge"
"""A widget with this dynamic property fills its panel and has the ring inside; lists and tables need not say so."""

OWN_RADIUS: Final = "radius"
"""The corner of a widget that is not a control's, in pixels."""


SHEET_FILE: Final = RESOURCES / "styles" / "window.qss"
NAME: Final = re.compile(r"@([a-z][a-z0-9-]*)")


ThemeChoice = Literal["system", "light", "dark", "contrast"]
FontName = Literal["display", "title", "body", "ui", "ui-strong", "small", "label", "code", "data"]
MONO: Final = frozenset({"code", "data"})
USUAL_SYSTEM_POINTS: Final = {"win32": 9.0, "darwin": 13.0}
"""The size of the system's own font where nobody changed it; elsewhere GNOME's 11."""


def style_sheet(theme: "Theme") -> str:
    """Return the style sheet with the values of the current scheme.

    Raises:
        KeyError: the template names a token that does not exist.
    """

    def value(match: re.Match[str]) -> str:
        name = match[1]
        if name.startswith("radius-"):
            return f"{theme.radius(name.removeprefix('radius-'))}px"
        if name == "icon-size":
            return f"{theme.icon_size()}px"
        return theme.tokens.colours[theme.scheme][name]

    return NAME.sub(value, _template())


@cache
def _template() -> str:
    return SHEET_FILE.read_text(encoding="utf-8")


class Theme(QObject):
    """Colours, fonts and sizes by their token names, in the scheme that is in force."""

    changed = Signal()

    def __init__(
        self,
        *,
        tokens: Tokens | None = None,
        choice: ThemeChoice = "system",
        reduced_motion: bool = False,
        text_size: int = 100,
    ) -> None:
        """`text_size` is in percent of the system's."""
        super().__init__()
        self.tokens = tokens if tokens is not None else load_tokens()
        self._choice: ThemeChoice = choice
        self._reduced_motion = reduced_motion
        self._icons = IconCache()
        self._fonts: dict[tuple[FontName, int | None, bool], QFont] = {}
        """Made once: under an answer that grows, chips and labels ask for them at every word."""
        self._scheme: SchemeName = self._resolve_scheme()
        self._text_size = text_size
        self._scale = _text_scale(text_size)

    @property
    def scheme(self) -> SchemeName:
        """Which of the four tables is in force."""
        return self._scheme

    @property
    def choice(self) -> ThemeChoice:
        """What the user chose in the settings."""
        return self._choice

    @property
    def outlined(self) -> bool:
        """Whether soft grounds need a border of their own colour (high contrast)."""
        return self.tokens.outline[self._scheme]

    @property
    def scale(self) -> float:
        """How much larger than usual text is: by the system, never under 1, and by the user's own choice."""
        return self._scale

    def scaled(self, pixels: float) -> int:
        """Return how many pixels are `pixels` of the usual size beside text of this size."""
        return round(pixels * self._scale)

    @property
    def text_size(self) -> int:
        """The user's own choice, in percent."""
        return self._text_size

    def set_text_size(self, percent: int) -> None:
        """Make all text larger or smaller at once; everything on screen goes with it."""
        app = QApplication.instance()
        if percent == self._text_size or not isinstance(app, QApplication):
            self._text_size = percent
            return
        from alicia_desktop.ui.text_size import resize_all  # noqa: PLC0415 - for who changes it

        before, self._text_size, self._scale = self._scale, percent, _text_scale(percent)
        self._fonts.clear()
        app.setFont(self.font("ui"))
        resize_all(app, before, self._scale)
        self.changed.emit()

    def install(self, app: QApplication) -> None:
        """Apply this theme to `app`, which has the style Fusion, and follow the system from now on."""
        self._set_system_scheme()
        self._apply(app)
        hints = app.styleHints()
        hints.colorSchemeChanged.connect(self._on_scheme_changed)
        hints.accessibility().contrastPreferenceChanged.connect(self._on_scheme_changed)

    def choose(self, choice: ThemeChoice) -> None:
        """Take the user's choice at once."""
        self._choice = choice
        self._set_system_scheme()
        self._on_scheme_changed()

    def reduce_motion(self, *, reduced: bool) -> None:
        """Turn animations off or on."""
        if reduced != self._reduced_motion:
            self._reduced_motion = reduced
            self.changed.emit()

    def colour(self, name: str) -> QColor:
        """Return the colour of a token name; an unknown name is a `KeyError`."""
        return _colour(self.tokens.colours[self._scheme][name])

    def font(self, name: FontName, *, weight: int | None = None, italic: bool = False) -> QFont:
        """Return a step of the type scale: figures of one width, no ligatures in code."""
        key = (name, weight, italic)
        if key not in self._fonts:
            self._fonts[key] = self._create_font(name, weight, italic=italic)
        return QFont(self._fonts[key])  # theirs to change

    def _create_font(self, name: FontName, weight: int | None, *, italic: bool) -> QFont:
        style = self.tokens.type[name]
        font = QFont()
        font.setFamilies(self._families(mono=name in MONO))
        font.setPixelSize(round(style.size * self._scale))
        font.setWeight(QFont.Weight(weight or style.weight))
        font.setItalic(italic)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        font.setFeature(QFont.Tag("tnum"), 1)
        if name in MONO:
            font.setFeature(QFont.Tag("calt"), 0)
            font.setFeature(QFont.Tag("liga"), 0)
        return font

    def line(self, name: FontName) -> int:
        """Return the line height of a step of the type scale, in pixels."""
        return round(self.tokens.type[name].line * self._scale)

    def space(self, step: int) -> int:
        """Return `step` times the base of 4 pixels, for the steps that exist."""
        return self.tokens.space[str(step)]

    def radius(self, name: str) -> int:
        """Return a corner radius in pixels."""
        return self.tokens.radius[name]

    def height(self, name: str) -> int:
        """Return a height in pixels, grown with the system's text."""
        return round(self.tokens.height[name] * self._scale)

    def width(self, name: str) -> int:
        """Return a width in pixels; text measures grow with the system's text, panels do not."""
        grows = name in {"measure", "bubble-max", "conversation-column"}
        return round(self.tokens.width[name] * (self._scale if grows else 1))

    def icon_size(self, name: Literal["small", "normal", "large", "hero"] = "normal") -> int:
        """Return the side of an icon in pixels."""
        return round(self.tokens.icon[name] * self._scale)

    def motion(self, name: Literal["fast", "normal", "slow", "toast", "meter", "pulse"]) -> int:
        """Return a time in ms: 0 for movement under reduced motion, while meters and toasts are data and stay."""
        return 0 if self._reduced_motion and name not in {"meter", "toast"} else self.tokens.motion[name]

    def icon(self, name: str, colour: str = "text-muted") -> QIcon:
        """Return a Phosphor icon in a token's colour, such as `icon("copy")`; greyed when its button is disabled."""
        return self._icons.icon(name, self.colour(colour), self.colour("text-disabled"))

    def pixmap(self, name: str, colour: str, size: int, ratio: float = 1.0) -> QPixmap:
        """Return an icon for painters, `size` logical pixels wide on a screen of `ratio`."""
        return self._icons.pixmap(name, self.colour(colour), size, ratio)

    def palette(self) -> QPalette:
        """Return the palette of the scheme, as the design's README maps it."""
        palette = QPalette()
        for role, name in ROLES.items():
            palette.setColor(role, self.colour(name))
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.colour("text-disabled"))
        return palette

    def _families(self, *, mono: bool) -> list[str]:
        system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
        names = self.tokens.mono_fonts if mono else self.tokens.ui_fonts
        return [system if name == "system-ui" else name for name in names]

    def _set_system_scheme(self) -> None:
        """Set the scheme of window frames and system dialogs to the chosen one."""
        hints = QGuiApplication.styleHints()
        if self._choice in {"light", "dark"}:
            hints.setColorScheme(Qt.ColorScheme.Dark if self._choice == "dark" else Qt.ColorScheme.Light)
        else:
            hints.unsetColorScheme()

    def scheme_of(self, choice: ThemeChoice) -> SchemeName:
        """Return which of the four tables `choice` would bring into force now."""
        before, self._choice = self._choice, choice
        try:
            return self._resolve_scheme()
        finally:
            self._choice = before

    def _resolve_scheme(self) -> SchemeName:
        hints = QGuiApplication.styleHints()
        dark = hints.colorScheme() is Qt.ColorScheme.Dark
        wants_contrast = hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast
        if self._choice == "contrast" or (self._choice == "system" and wants_contrast):
            return "contrast-dark" if dark else "contrast-light"
        if self._choice == "system":
            return "dark" if dark else "light"
        return self._choice

    def _on_scheme_changed(self) -> None:
        scheme = self._resolve_scheme()
        app = QApplication.instance()
        if scheme == self._scheme or not isinstance(app, QApplication):
            return
        self._scheme = scheme
        self._apply(app)
        self.changed.emit()

    def _apply(self, app: QApplication) -> None:
        app.setPalette(self.palette())
        app.setFont(self.font("ui"))
        sheet = style_sheet(self)
        if sheet != app.styleSheet():  # Qt would style all widgets anew
            app.setStyleSheet(sheet)


ROLES: Final = {
    QPalette.ColorRole.Window: "surface-sunken",
    QPalette.ColorRole.Base: "surface-raised",
    QPalette.ColorRole.AlternateBase: "surface-raised",
    QPalette.ColorRole.Button: "surface-raised",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "accent-text",
    QPalette.ColorRole.PlaceholderText: "text-muted",
    QPalette.ColorRole.Highlight: "selection",
    QPalette.ColorRole.HighlightedText: "text",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.Link: "link",
    QPalette.ColorRole.LinkVisited: "link",
    QPalette.ColorRole.ToolTipBase: "surface-raised",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Light: "surface-raised",
    QPalette.ColorRole.Midlight: "surface-hover",
    QPalette.ColorRole.Mid: "border-control",
    QPalette.ColorRole.Dark: "border-strong",
    QPalette.ColorRole.Shadow: "border-strong",
}


def _colour(value: str) -> QColor:
    """`#RRGGBB` or `#RRGGBBAA`: Qt would read the alpha first."""
    colour = QColor(value[:7])
    if len(value) == 9:
        colour.setAlpha(int(value[7:], 16))
    return colour


def _text_scale(percent: int) -> float:
    points = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()
    return max(1.0, points / USUAL_SYSTEM_POINTS.get(sys.platform, 11.0)) * percent / 100
