"""Arrange what there is of a turn below its header.

In a page that is high enough waterfall and chain share its height, and each scrolls by itself. In a lower one (a small
window, large text) they would have two or three rows each: there both have their whole height, and the page scrolls,
with the line about the chosen bar below it.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from alicia_desktop.ui.inspector.turn.chain import ChainList
from alicia_desktop.ui.inspector.turn.waterfall import Waterfall
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.labels import rule

SHARED_HEIGHT: Final = 600
"""From here on waterfall and chain share the height."""
ABOVE: Final = 8
"""Pixels that stay around what is scrolled to."""


class TurnPage(QWidget):
    """Header, waterfall and chain, with what stands above each."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._scroll = QScrollArea(self)
        self._body = QWidget(self._scroll)
        self.waterfall_area = QScrollArea(self._body)
        self._outer = QVBoxLayout(self)
        self._inner = QVBoxLayout(self._body)

    def arrange(
        self,
        *,
        header: QWidget,
        above: Sequence[QWidget],
        waterfall: Waterfall,
        details: QWidget,
        between: Sequence[QWidget],
        chain: ChainList,
    ) -> None:
        """Lay out what is this page's; `details` is told of the chosen bar. Tab goes in the order of their making."""
        self._waterfall, self._details, self._chain = waterfall, details, chain
        for layout in (self._outer, self._inner):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        for area in (self._scroll, self.waterfall_area):
            area.setWidgetResizable(True)
            area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.waterfall_area.setProperty("ground", "raised")
        waterfall.setProperty("ground", "raised")
        self._outer.addWidget(header)
        self._outer.addWidget(self._scroll, 1)
        self._scroll.setWidget(self._body)
        for part in above:
            self._inner.addWidget(part)
        self._inner.addWidget(rule())
        self._inner.addWidget(self.waterfall_area, 3)
        self.waterfall_area.setWidget(waterfall)
        self._inner.addWidget(details)
        self._inner.addWidget(rule())
        for part in between:
            self._inner.addWidget(part)
        self._inner.addWidget(rule())
        self._inner.addWidget(chain, 2)
        waterfall.height_changed.connect(self.fit)
        chain.width_changed.connect(self.fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the whole page scroll where it is too low for two lists."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Give waterfall and chain their whole height, or what they share."""
        whole = self.height() < self._theme.scaled(SHARED_HEIGHT)
        rows = self._waterfall.height() + 2
        self.waterfall_area.setMaximumHeight(rows)
        self.waterfall_area.setMinimumHeight(rows if whole else 0)
        self._chain.setMinimumHeight(self._chain.contents_height() if whole else 0)
        font = self._details.font()
        if whole and self._outer.indexOf(self._details) < 0:
            self._outer.addWidget(self._details)
        elif not whole and self._inner.indexOf(self._details) < 0:
            self._inner.insertWidget(self._inner.indexOf(self.waterfall_area) + 1, self._details)
        self._details.setFont(font)  # with another parent Qt gives it the one that it had when it was first shown

    def reveal_bar(self) -> None:
        """Scroll to the chosen bar; the page only while somebody walks the bars."""
        rect = self._waterfall.chosen_rect
        if rect is not None:
            self.waterfall_area.ensureVisible(0, rect.center().y(), 0, rect.height())
            if self._waterfall.hasFocus():
                self._reveal(self._waterfall, rect)

    def reveal_step(self) -> None:
        """Scroll to the chosen step of the chain."""
        self._reveal(self._chain.viewport(), self._chain.visualRect(self._chain.currentIndex()))

    def _reveal(self, part: QWidget, rect: QRect) -> None:
        place = part.mapTo(self._body, rect.center())
        self._scroll.ensureVisible(0, place.y(), 0, rect.height() // 2 + ABOVE)
