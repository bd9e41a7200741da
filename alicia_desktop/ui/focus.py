"""The keyboard's ring: one frame that follows the focus while the keyboard moves it, and stays away from the mouse.

A style sheet's `outline` cannot draw a ring outside the control with a gap, so this is a `QFocusFrame` with margins of
its own. Which of the two moved the focus is known by what was pressed last in the window: a button that disappears when
it is clicked hands the focus on after the mouse was let go. Shortcuts say so themselves (`by_keyboard`), because they
take their key before the window sees it. The filter lies on windows, which get little; one over the whole application
would cost each event.
"""

from typing import Final

import shiboken6
from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QFocusFrame,
    QPlainTextEdit,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QTabBar,
    QTextEdit,
    QWidget,
)

from alicia_desktop.ui.theme import Theme

OWN_RING: Final = "ring"
"""A widget with this dynamic property names the ancestor (its object name) that wears the ring in its place."""

OWN_RADIUS: Final = "radius"
"""The corner of a widget that is not a control's, in pixels."""


class FocusRing(QObject):
    """2 px in the colour `focus`, with a gap of 2 px, around whatever the keyboard moved to."""

    def __init__(self, *, theme: Theme, app: QApplication) -> None:
        super().__init__(app)
        self._theme = theme
        self._keyboard = False
        self._frame: _Frame | None = None
        app.focusChanged.connect(self._on_focus_changed)

    @property
    def widget(self) -> QWidget | None:
        """What wears the ring now."""
        frame = self._frame
        return frame.widget() if frame is not None and shiboken6.isValid(frame) else None

    def by_keyboard(self) -> None:
        """Say that the next change of focus comes from a key."""
        self._keyboard = True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note what was pressed last in a window; nothing is kept from it."""
        kind = event.type()
        if kind is QEvent.Type.MouseButtonPress:
            self._keyboard = False
        elif kind is QEvent.Type.KeyPress:
            self._keyboard = True
        return False

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None:
            new.window().windowHandle().installEventFilter(self)  # once, however often it is said
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._keyboard = False
        wearer = _wearer(new) if new is not None and self._keyboard else None
        if wearer is None and self.widget is None:
            return
        self._living_frame().wear(wearer)

    def _living_frame(self) -> "_Frame":
        """The frame lives inside the parent of what it surrounds and may have died with it."""
        if self._frame is None or not shiboken6.isValid(self._frame):
            self._frame = _Frame(self._theme)
        return self._frame


class _Frame(QFocusFrame):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        border = theme.tokens.border
        self._around = _Margins(border["focus"] + border["focus-gap"])
        self._within = _Margins(-border["focus-gap"])
        self.setStyle(self._around)

    def wear(self, widget: QWidget | None) -> None:
        """Go around `widget`, inside of it where it fills a panel from edge to edge; None takes the frame away."""
        self.setStyle(self._within if widget is not None and _fills_its_panel(widget) else self._around)
        self.setWidget(widget)  # type: ignore[arg-type] # None is how Qt takes the frame away

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ring."""
        border = self._theme.tokens.border
        inset = border["focus"] / 2
        widget = self.widget()
        own: int | None = widget.property(OWN_RADIUS)
        radius = (own or self._theme.radius("control")) + border["focus-gap"] + inset
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("focus"), border["focus"]))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), radius, radius)
        painter.end()


class _Margins(QProxyStyle):
    def __init__(self, margin: int) -> None:
        super().__init__("Fusion")
        self._margin = margin

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        """Return the distance of the frame; everything else is Fusion's."""
        if metric in {QStyle.PixelMetric.PM_FocusFrameHMargin, QStyle.PixelMetric.PM_FocusFrameVMargin}:
            return self._margin
        return super().pixelMetric(metric, option, widget)

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returned: QStyleHintReturn | None = None,
    ) -> int:
        """Lay the frame over the widget, whole: Fusion lays it below and cuts its round corners off."""
        if hint is QStyle.StyleHint.SH_FocusFrame_AboveWidget:
            return 1
        if hint is QStyle.StyleHint.SH_FocusFrame_Mask:
            return 0
        return super().styleHint(hint, option, widget, returned)


def _fills_its_panel(widget: QWidget) -> bool:
    """Whether there is no room around it for a ring: lists, tables and tabs reach to the edges."""
    scrolls = isinstance(widget, QAbstractScrollArea) and not isinstance(widget, (QTextEdit, QPlainTextEdit))
    return scrolls or isinstance(widget, QTabBar)


def _wearer(widget: QWidget) -> QWidget:
    name = widget.property(OWN_RING)
    ancestor = widget.parentWidget()
    while name and ancestor is not None:
        if ancestor.objectName() == name:
            return ancestor
        ancestor = ancestor.parentWidget()
    return widget
