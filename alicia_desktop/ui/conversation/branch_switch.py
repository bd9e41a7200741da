"""`< 2/3 >` leads from one alternative of a message to the next, where it was edited or asked again."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.rows import BranchRow

NOWHERE: Final = BranchRow(number=0, count=0, before="", after="")


class BranchSwitch(QWidget):
    """Two buttons around the number, 24 high; hidden where there is nothing to choose."""

    chosen = Signal(str)
    """The id of the alternative to show."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = NOWHERE
        self.before = IconButton("caret-left", self.tr("Version before"), theme=theme, small=True)
        self.after = IconButton("caret-right", self.tr("Version after"), theme=theme, small=True)
        self._number = Label("", theme=theme, font="small", tone="muted")
        self._number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for widget in (self.before, self._number, self.after):
            layout.addWidget(widget)
        self.before.clicked.connect(lambda: self._choose(self._row.before))
        self.after.clicked.connect(lambda: self._choose(self._row.after))

    def set_row(self, row: BranchRow | None) -> None:
        """Show a place among alternatives, or nothing."""
        self._row = row or NOWHERE
        self.setVisible(row is not None)
        if row is None:
            return
        self._number.setText(f"{row.number}/{row.count}")
        self._number.setAccessibleName(
            self.tr("Version {number} of {count}").format(number=row.number, count=row.count)
        )
        self.before.setEnabled(bool(row.before))
        self.after.setEnabled(bool(row.after))

    def _choose(self, message_id: str) -> None:
        if message_id:
            self.chosen.emit(message_id)
