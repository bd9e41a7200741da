"""What stands in the place of the list of stanzas while it is empty: why, and the way back."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from alicia_desktop.ui.inspector.page_parts import EmptyState
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button


class EmptyStanzas(QWidget):
    """None yet, none that fit the filter, or a list that was cleared."""

    all_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._empty = EmptyState("rows", "", "", theme=theme)
        self._show_all = Button(self.tr("Show all"), theme=theme, small=True)
        self._show_all.clicked.connect(self.all_requested)
        layout = QVBoxLayout(self)
        layout.addWidget(self._empty)
        layout.addWidget(self._show_all, alignment=Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch()

    def set_state(self, *, total: int, is_filtered: bool, is_emptied: bool) -> None:
        """Say why it is empty; `total` are the stanzas that are stored."""
        self._show_all.setVisible(is_filtered or is_emptied)
        self._show_all.setText(self.tr("Clear filter") if is_filtered else self.tr("Show all"))
        if is_filtered:
            title = self.tr("0 of {total} match").format(total=f"{total:,}")
            self._empty.set_text(title, self.tr("No stanzas match this filter."))
        elif is_emptied:
            kept = self.tr("New stanzas appear here. All {total} are still stored.").format(total=f"{total:,}")
            self._empty.set_text(self.tr("List cleared"), kept)
        else:
            text = self.tr(
                "Say or write something: everything that is sent and received is listed here, for as long as "
                "Settings keep it."
            )
            self._empty.set_text(self.tr("No stanzas yet"), text)
