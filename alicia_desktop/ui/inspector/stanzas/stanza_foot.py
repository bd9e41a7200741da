"""The line below the list of stanzas: how many are listed, in which order, and the ways back to the newest."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from alicia_desktop.base.translation import format_number
from alicia_desktop.ui.inspector.stanzas.stanza_columns import column_title
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import ElidedLabel
from alicia_desktop.view.stanza_order import StanzaOrder

PADDING: Final = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class StanzaCounts:
    """What the foot counts."""

    shown: int
    total: int
    dropped: int
    """Rows that fell out at the beginning."""
    marked: int
    order: StanzaOrder | None
    fresh: int
    """Stanzas that came since the list was sorted."""


class StanzaFoot(QWidget):
    """Counts, and buttons that are there while they do something."""

    jump_requested = Signal()
    sort_again_requested = Signal()
    compose_requested = Signal()
    options_requested = Signal(QPoint)
    """Where on the screen the menu of the list belongs."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._hint = ElidedLabel("", theme=theme, font="small", tone="text")
        self._again = Button(self.tr("Sort again"), theme=theme, small=True)
        self._jump = Button("", theme=theme, icon="arrow-line-down", small=True)
        self._compose = IconButton("paper-plane-tilt", self.tr("Send by hand…"), theme=theme, small=True)
        self._options = IconButton("sliders-horizontal", self.tr("List options"), theme=theme, small=True)
        self.setFixedHeight(theme.height("control"))
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 0, PADDING, 0)
        line.addWidget(self._counts, 1)
        line.addWidget(self._hint, 1)
        self._hint.setVisible(False)
        for button in (self._again, self._jump, self._compose, self._options):
            line.addWidget(button)
        self._again.setVisible(False)
        self.set_unseen(0)
        self._jump.clicked.connect(self.jump_requested)
        self._compose.clicked.connect(self.compose_requested)
        self._again.clicked.connect(self.sort_again_requested)
        self._options.clicked.connect(
            lambda: self.options_requested.emit(self._options.mapToGlobal(self._options.rect().bottomLeft()))
        )

    def hide_compose(self) -> None:
        """Leave out what sends, where there is nobody to send to."""
        self._compose.hide()

    def set_counts(self, counts: StanzaCounts) -> None:
        """Say how many there are, and in which order; in that of arrival nothing is said."""
        shown = self.tr("{shown} of {total} shown")
        parts = [shown.format(shown=format_number(counts.shown), total=format_number(counts.total))]
        if counts.order is not None:
            parts.append(self._order_text(counts.order))
        elif counts.dropped:
            parts.append(self.tr("{count} older not shown").format(count=format_number(counts.dropped)))
        if counts.marked:
            parts.append(self.tr("{count} marked").format(count=format_number(counts.marked)))
        self._counts.set_text(" · ".join(parts))
        self._again.setText(self.tr("Sort again ({count} new)").format(count=format_number(counts.fresh)))
        self._again.setVisible(counts.order is not None and counts.fresh > 0)

    def set_hint(self, hint: str) -> None:
        """Say what a key does now; empty for nothing."""
        self._hint.set_text(hint)
        self._hint.setVisible(bool(hint))

    def set_unseen(self, unseen: int) -> None:
        """Offer to go to the end, where so many rows came."""
        self._jump.setText(self.tr("Jump to end ({count} new)").format(count=format_number(unseen)))
        self._jump.setVisible(unseen > 0)

    def _order_text(self, order: StanzaOrder) -> str:
        words = self.tr("sorted by {name}, largest first") if order.descending else self.tr("sorted by {name}")
        return words.format(name=column_title(order.cell).lower())
