"""The frame of the focus ring, drawn outside or inside of the focused widget."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractScrollArea,
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

from alicia_desktop.ui.theme import EDGE_TO_EDGE, OWN_RADIUS, Theme


class FocusFrame(QFocusFrame):
    """A frame of 2 px around one widget, or within it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        border = theme.tokens.border
        self._around = _Margins(border["focus"] + border["focus-gap"])
        self._within = _Margins(-border["focus-gap"])
        self.setStyle(self._around)

    def surround(self, widget: QWidget | None) -> None:
        """Put the frame around `widget`, or inside where it fills a panel from edge to edge; None hides the frame."""
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
    return scrolls or isinstance(widget, QTabBar) or bool(widget.property(EDGE_TO_EDGE))
