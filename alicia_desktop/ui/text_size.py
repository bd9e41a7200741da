"""Another text size while windows are open: fonts, heights and icons of all widgets grow with the theme's.

Widgets take their sizes from the theme when they are made. Here the sizes that they took are multiplied; what depends
on the width of words is laid out by the widgets themselves, which hear `Theme.changed` afterwards.
"""

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QProgressBar,
    QTableView,
    QTextEdit,
    QWidget,
)

FIXED_SIZE: Final = "fixed-size"
"""A widget with this dynamic property does not grow with the text: a mark, a meter, a small picture."""
TEXT_SIZES: Final = (80, 90, 100, 110, 125, 150, 175, 200)
"""In percent of the usual size."""
USUAL: Final = 100
UNLIMITED: Final = (1 << 24) - 1
"""What Qt has as the largest size of a widget that has no limit."""
HAIRLINE: Final = 2
MARGIN: Final = 32
"""Pixels that a window leaves free on the screen, for its frame."""


def next_text_size(size: int, step: int) -> int:
    """Return the next larger size, the next smaller one, or with a `step` of 0 the usual one."""
    if not step:
        return USUAL
    beyond = [one for one in TEXT_SIZES if (one - size) * step > 0]
    return (min(beyond) if step > 0 else max(beyond)) if beyond else size


def resize_all(app: QApplication, before: float, now: float) -> None:
    """Give every widget of `app` the size that it would have if it were made at the scale `now`."""
    fonts = [(widget, widget.font()) for widget in app.allWidgets()]  # a combo box hands its new one on to its list
    for widget, font in fonts:
        resize_widget(widget, font, before, now)
    for window in app.topLevelWidgets():
        _inherit_font(window, app.font())


def _inherit_font(widget: QWidget, above: QFont) -> None:
    """Give `widget` and all in it the font above, where they have none of their own; with a style sheet Qt does not."""
    if not widget.testAttribute(Qt.WidgetAttribute.WA_SetFont) and widget.font().pixelSize() != above.pixelSize():
        widget.setFont(above)
    for child in widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if not child.isWindow():
            _inherit_font(child, widget.font())


def resize_widget(widget: QWidget, font: QFont, before: float, now: float) -> None:
    """Multiply what `widget` took from the theme at the scale `before`, where its font was `font`."""
    sizes = _Sizes(widget, before, now)
    if widget.testAttribute(Qt.WidgetAttribute.WA_SetFont) and font.pixelSize() > 0:
        font.setPixelSize(sizes.of("font", font.pixelSize()))
        widget.setFont(font)
    if isinstance(widget, (QAbstractButton, QComboBox)):
        icon = widget.iconSize()
        widget.setIconSize(QSize(sizes.of("icon-width", icon.width()), sizes.of("icon-height", icon.height())))
    if isinstance(widget, QTableView):
        rows = widget.verticalHeader()
        rows.setDefaultSectionSize(sizes.of("rows", rows.defaultSectionSize()))
    if isinstance(widget, QAbstractItemView):
        widget.scheduleDelayedItemsLayout()
    if not (widget.isWindow() or widget.property(FIXED_SIZE) or isinstance(widget, (QTextEdit, QProgressBar))):
        _resize_bounds(widget, sizes)
    widget.updateGeometry()  # what it would like to have follows the theme as well


def _resize_bounds(widget: QWidget, sizes: "_Sizes") -> None:
    least, most = widget.minimumSize(), widget.maximumSize()
    is_square = least == most and least.width() == least.height()
    if isinstance(widget, QAbstractButton) and least.width() and least.width() < most.width():
        widget.setMinimumWidth(sizes.of("width", least.width()))
    if least.height() == most.height() and least.height() > HAIRLINE:
        widget.setFixedHeight(sizes.of("height", least.height()))
        if is_square:
            widget.setFixedWidth(sizes.of("height", least.width()))
    elif isinstance(widget, (QCheckBox, QLabel, QLineEdit)) and least.height():
        widget.setMinimumHeight(sizes.of("height", least.height()))
        if most.height() < UNLIMITED:
            widget.setMaximumHeight(sizes.of("most", most.height()))


class _Sizes:
    """Sizes of one widget at another scale, by what they are at 100 %, so that nothing drifts with many changes."""

    def __init__(self, widget: QWidget, before: float, now: float) -> None:
        self._widget = widget
        self._before = before
        self._now = now

    def of(self, name: str, value: int) -> int:
        """Return the size that is `value` now; the widget remembers what it is at 100 %."""
        usual = self._widget.property(f"usual-{name}")
        if usual is None or round(usual * self._before) != value:
            usual = value / self._before
            usual = round(usual) if self._before >= 1 else usual
            self._widget.setProperty(f"usual-{name}", float(usual))
        return round(float(usual) * self._now)


def fit_on_screen(window: QWidget, least: QSize, usual: QSize, scale: float) -> None:
    """Make `window` as large as its text needs, but never larger than its screen."""
    room = window.screen().availableSize() - QSize(MARGIN, MARGIN)
    window.setMinimumSize(least.boundedTo(room))
    window.resize((usual * max(1.0, scale)).boundedTo(room))
