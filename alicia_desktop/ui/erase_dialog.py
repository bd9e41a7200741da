"""What is asked before everything on this computer is deleted: it says what goes, and a word has to be written."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLineEdit, QWidget

from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label


class EraseDialog(QuestionDialog):
    """Enter and Escape mean no."""

    def __init__(self, undelivered: int, *, theme: Theme, parent: QWidget | None) -> None:
        """Take how much waits to be delivered."""
        heading = QCoreApplication.translate("EraseDialog", "Delete everything on this computer?")
        super().__init__(heading, "", theme=theme, parent=parent)
        waiting = self.tr("Nothing waits to be delivered.")
        if undelivered:
            waiting = self.tr("Not delivered yet, and lost then: {count}.").format(count=f"{undelivered:,}")
        for text in (
            self.tr(
                "This goes for good: all conversations, the copies of memories, recordings, the record of stanzas, "
                "what waits to be delivered, backups, kept copies of damaged databases, logs, the settings, and the "
                "tokens in the system’s keyring."
            ),
            waiting,
            self.tr("The Alicia on this computer loses its database too: all that was said to her, and her memories."),
            self.tr(
                "What is on a server elsewhere stays there, and so do files that you exported. Alicia then closes, "
                "and her next start is like the first."
            ),
        ):
            self.column.addWidget(Label(text, theme=theme, wrap=True))
        self._word = self.tr("delete")
        name = self.tr("Write “{word}” to go on").format(word=self._word)
        self.field = QLineEdit()
        self.field.setFont(theme.font("ui"))
        self.field.setFixedHeight(theme.height("control"))
        self.field.setAccessibleName(name)
        self.column.addSpacing(8)
        self.column.addWidget(Label(name, theme=theme, weight=500))
        self.column.addWidget(self.field)
        self.column.addSpacing(8)
        self.erase = self.add_buttons(self.tr("Delete everything"), kind="danger", reject=self.tr("Cancel"))
        self.cancel = next(button for button in self.findChildren(Button) if button is not self.erase)
        self.cancel.setDefault(True)
        self.field.textChanged.connect(self._on_text_changed)
        self._on_text_changed("")
        self.field.setFocus()

    def _on_text_changed(self, text: str) -> None:
        self.erase.setEnabled(text.strip().lower() == self._word.lower())
