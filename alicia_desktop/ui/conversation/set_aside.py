"""Text that is too long to be laid out while somebody types: it stands as one line over the field, and is sent with it.

It can be read in a window of its own, and be taken out again.
"""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from alicia_desktop.ui.folded_text import ShowAllButton
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.layout_cost import layout_cost
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon
from alicia_desktop.view import text as wording

MAX_TYPED_CHARACTERS: Final = 10_000
MAX_TYPED_COST: Final = 40_000
"""Maximum layout cost of all that is in the field: each key may lay all of it out anew."""


class SetAside(QWidget):
    """Show that a long text is set aside, with buttons to read and to remove it; hidden while there is none."""

    changed = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._words = ElidedLabel("", theme=theme, font="small")
        self._show = ShowAllButton(title=self.tr("Long text"), theme=theme)
        self.remove = IconButton("x", self.tr("Remove the long text"), theme=theme, small=True)
        self.remove.clicked.connect(self.clear)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        line.addWidget(Icon("note", theme=theme, size=14))
        line.addWidget(self._words)
        line.addWidget(self._show)
        line.addWidget(self.remove)
        line.addStretch()
        self.hide()

    @property
    def text(self) -> str:
        """All that is set aside."""
        return self._text

    def add(self, text: str) -> None:
        """Set more aside, behind what is there."""
        self._set("\n\n".join(part for part in (self._text, text) if part))

    def clear(self) -> None:
        """Remove what is set aside."""
        self._set("")

    def _set(self, text: str) -> None:
        self._text = text
        size = wording.data_size(len(text.encode("utf-8", "surrogatepass")))
        self._words.set_text(self.tr("Long text · {size}").format(size=size))
        self._show.set_whole(text, cost=0)
        self._show.setText(self.tr("Show"))
        self.setVisible(bool(text))
        self.changed.emit()


def can_be_typed(text: str) -> bool:
    """Return whether a text is short enough to be edited in the field."""
    return len(text) <= MAX_TYPED_CHARACTERS and layout_cost(text, plain=True) <= MAX_TYPED_COST
