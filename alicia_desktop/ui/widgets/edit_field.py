"""A field for a text of several lines. One that is too long to be laid out while somebody types is not edited here.

Its beginning is shown then, nothing of it can be changed, and a line below says so; a text that is too long is not
pasted either. So what is saved is always what was meant: never the beginning of something longer.
"""

from typing import Final

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.ui.untrusted.layout_cost import layout_cost
from alicia_desktop.ui.untrusted.plain_text import MAX_LABEL_COST, clip
from alicia_desktop.ui.widgets.labels import Label

MAX_EDIT_CHARACTERS: Final = 20_000
MAX_EDIT_LINE_COST: Final = 40_000
"""Of a paragraph, which is laid out as one with every key."""


class EditField(QPlainTextEdit):
    """`note` is to stand below it: it says why something cannot be edited, or was not pasted."""

    text_changed = Signal()
    """What it holds is another text now."""

    def __init__(self, *, theme: Theme, font: FontName = "body", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole: str | None = None
        self.note = Label("", theme=theme, font="small", tone="warn", wrap=True)
        self.note.hide()
        self.setProperty("field", True)
        self.setFont(theme.font(font))
        self.setTabChangesFocus(True)
        self.textChanged.connect(self.text_changed)

    @property
    def text(self) -> str:
        """All of the text."""
        return self.toPlainText() if self._whole is None else self._whole

    @property
    def too_long(self) -> bool:
        """Whether it is only shown, and only its beginning."""
        return self._whole is not None

    def set_text(self, text: str) -> None:
        """Take another text."""
        long = not can_be_edited(text)
        self._whole = text if long else None
        self.setReadOnly(long)
        self.setPlainText(clip(text, MAX_LABEL_COST) if long else text)
        self._tell(self.tr("This text is too long to be edited here.") if long else "")

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste plain text that is not too long."""
        text = source.text()
        if len(text) <= MAX_EDIT_CHARACTERS and can_be_edited(self.toPlainText() + text):
            self.insertPlainText(text)
            self._tell("")
        else:
            most = self.tr("Nothing was pasted: the text would be longer than {count} characters.")
            self._tell(most.format(count=f"{MAX_EDIT_CHARACTERS:,}"))

    def _tell(self, note: str) -> None:
        self.note.setText(note)
        self.note.setVisible(bool(note))


def can_be_edited(text: str, *, most: int = MAX_EDIT_CHARACTERS) -> bool:
    """Whether a text can be laid out anew with every key."""
    if len(text) > most:
        return False
    return max(layout_cost(line, plain=True) for line in text.split("\n")) <= MAX_EDIT_LINE_COST
