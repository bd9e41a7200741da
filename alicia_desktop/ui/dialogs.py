"""Dialogs: confirm, rename, note, facts, error, files, delete everything.

They answer later, because `exec()` in a coroutine would stop all other tasks. From a coroutine:
`if await answer(confirm(…))`. From a slot: connect to `finished`, then `open()`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QSize, QStandardPaths, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name, set_window_title
from alicia_desktop.ui.widgets.buttons import Button, ButtonKind
from alicia_desktop.ui.widgets.fields import EditField
from alicia_desktop.ui.widgets.labels import Icon, Label
from alicia_desktop.view.status import FactRow

KINDS: Final = {
    "md": "Markdown (*.md)",
    "json": "JSON (*.json)",
    "zip": translate("Backup (*.zip)"),
    "alicia-capture": translate("Capture (*.alicia-capture)"),
    "jsonl": translate("JSON Lines (*.jsonl)"),
    "wav": translate("Sound (*.wav)"),
}
WIDTH: Final = 440
MARGINS: Final = (24, 20)
"""At the sides and above, in pixels."""
FRAME: Final = 40
"""Of a window around a dialog, in height."""


class _Contents(QWidget):
    """What scrolls in a dialog."""

    layout_changed = Signal()
    """Another size may be needed."""

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self.layout_changed.emit()
        return done


class QuestionDialog(QDialog):
    """A title, a few words, perhaps a field, and two buttons at the end. Escape means no.

    What stands above the buttons scrolls where the screen is too low for it, as with large text.
    """

    def __init__(self, title: str, text: str, *, theme: Theme, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._theme = theme
        set_window_title(self, title)
        self.setMinimumWidth(WIDTH)
        self._scroll = QScrollArea(self)
        self._body = _Contents(self._scroll)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._outer.setSpacing(0)
        self._outer.addWidget(self._scroll, 1)
        self.column = QVBoxLayout(self._body)
        self.column.setContentsMargins(*MARGINS, MARGINS[0], 0)
        self.column.setSpacing(8)
        self.head = QHBoxLayout()
        self.head.setSpacing(12)
        self.head.addWidget(Label(title, theme=theme, font="title", wrap=True), 1)
        self.column.addLayout(self.head)
        if text:
            self.column.addWidget(Label(text, theme=theme, wrap=True))
        self.column.addSpacing(8)
        self._set_up_scrolling()

    def _set_up_scrolling(self) -> None:
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidgetResizable(True)
        self._scroll.setAccessibleName(self.tr("Contents"))
        self._scroll.setWidget(self._body)
        for part in (self._scroll.viewport(), self._body):
            part.setAutoFillBackground(False)  # the dialog's own ground
        self._body.layout_changed.connect(self._fit)

    def reveal(self, part: QWidget) -> None:
        """Scroll to a part that is shown from now on."""
        QTimer.singleShot(0, part, lambda: self._scroll.ensureWidgetVisible(part))

    def event(self, event: QEvent) -> bool:
        """Grow with what is shown later, as far as the screen allows."""
        done = super().event(event)
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Show}:
            self._fit()
        return done

    def sizeHint(self) -> QSize:
        """Return the room for everything."""
        width = max(self.minimumWidth(), self._body.sizeHint().width(), self._outer.totalMinimumSize().width())
        return QSize(width, min(self._needed(width), self._most()))

    def _fit(self) -> None:
        self._scroll.setMinimumWidth(self._body.minimumSizeHint().width())
        if not self.isVisible():
            return
        width = max(self.width(), self._outer.totalMinimumSize().width())
        needed = min(self._needed(width), self._most())
        if (width, needed) != (self.width(), min(self.height(), needed)) or self.height() > self._most():
            self.resize(width, needed)
        room = self.screen().availableGeometry()
        if self.isWindow() and self.frameGeometry().bottom() > room.bottom():
            self.move(self.x(), max(room.top(), room.bottom() - self.frameGeometry().height()))

    def _needed(self, width: int) -> int:
        """Return the height of everything; Qt reckons with one line of a text that takes several."""
        column = self.column
        contents = column.totalHeightForWidth(width) if column.hasHeightForWidth() else column.totalSizeHint().height()
        below = self._outer.totalSizeHint().height() - self._scroll.sizeHint().height()
        return max(contents, column.totalMinimumSize().height()) + below

    def _most(self) -> int:
        """Return the height that the screen leaves, with the frame of a window."""
        return self.screen().availableGeometry().height() - FRAME

    def add_buttons(self, accept: str, *, kind: ButtonKind = "primary", reject: str = "") -> Button:
        """Add the buttons at the end; return the one that accepts."""
        line = self.add_button_line()
        line.addStretch()
        if reject:
            no = Button(reject, theme=self._theme)
            no.clicked.connect(self.reject)
            line.addWidget(no)
        yes = Button(accept, theme=self._theme, kind=kind)
        yes.setDefault(True)
        yes.clicked.connect(self.accept)
        line.addWidget(yes)
        return yes

    def add_button_line(self) -> QHBoxLayout:
        """Add and return the line for buttons at the end, which never scrolls."""
        line = QHBoxLayout()
        line.setContentsMargins(MARGINS[0], 8, MARGINS[0], 16)
        line.setSpacing(8)
        self._outer.addLayout(line)
        return line


class RenameDialog(QuestionDialog):
    """Ask for the title of a conversation."""

    def __init__(self, title: str, *, theme: Theme, parent: QWidget | None) -> None:
        heading = translate("Rename conversation")
        super().__init__(heading, "", theme=theme, parent=parent)
        self.field = QLineEdit()
        self.field.setMaxLength(200)
        self.field.setText(title)
        self.field.setFont(theme.font("ui"))
        self.field.setFixedHeight(theme.height("control"))
        self.field.setAccessibleName(self.tr("Title"))
        self.field.selectAll()
        self.column.addWidget(self.field)
        self.column.addSpacing(8)
        self._save = self.add_buttons(self.tr("Rename"), reject=self.tr("Cancel"))
        self.field.textChanged.connect(self._on_text_changed)
        self._on_text_changed(title)

    @property
    def title(self) -> str:
        """The text of the field, without spaces around it."""
        return self.field.text().strip()

    def _on_text_changed(self, text: str) -> None:
        self._save.setEnabled(bool(text.strip()))


class FactsDialog(QuestionDialog):
    """Show named facts, whose values can be selected."""

    def __init__(self, title: str, facts: Sequence[FactRow], *, theme: Theme, parent: QWidget | None) -> None:
        nothing = translate("No server information yet")
        super().__init__(title, "" if facts else nothing, theme=theme, parent=parent)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(6)
        for fact in facts:
            value = Label(fact.value, theme=theme, wrap=True)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            set_accessible_name(value, f"{fact.name}: {fact.value}")
            form.addRow(Label(fact.name, theme=theme, tone="muted"), value)
        self.column.addLayout(form)
        self.column.addSpacing(8)
        self.add_buttons(self.tr("Close"), kind="normal")


class NoteDialog(QuestionDialog):
    """Ask for the text of a note; Ctrl+Enter saves it."""

    def __init__(self, heading: str, words: str, *, theme: Theme, parent: QWidget | None) -> None:
        super().__init__(heading, "", theme=theme, parent=parent)
        self.field = EditField(theme=theme, font="ui")
        self.field.set_text(words)
        self.field.setFixedHeight(6 * theme.line("ui") + 12)
        self.field.setAccessibleName(self.tr("Note"))
        self.column.addWidget(self.field)
        self.column.addWidget(self.field.note)
        self.column.addSpacing(8)
        self._save = self.add_buttons(self.tr("Save"), reject=self.tr("Cancel"))
        self._save.setShortcut("Ctrl+Return")
        self.field.text_changed.connect(self._on_text_changed)
        self._on_text_changed()

    @property
    def words(self) -> str:
        """The text of the field, without spaces around it."""
        return self.field.text.strip()

    def _on_text_changed(self) -> None:
        self._save.setEnabled(bool(self.words) and not self.field.too_long)


def confirm(
    title: str, text: str, *, action: str, theme: Theme, parent: QWidget | None, danger: bool = False
) -> QuestionDialog:
    """Return a dialog that asks before something that cannot be undone."""
    dialog = QuestionDialog(title, text, theme=theme, parent=parent)
    dialog.add_buttons(action, kind="danger" if danger else "primary", reject=dialog.tr("Cancel"))
    return dialog


def error(title: str, text: str, *, theme: Theme, parent: QWidget | None) -> QuestionDialog:
    """Return a dialog that says what went wrong and what to do."""
    dialog = QuestionDialog(title, text, theme=theme, parent=parent)
    dialog.head.insertWidget(0, Icon("warning-circle-fill", theme=theme, colour="error", size=20))
    dialog.add_buttons(dialog.tr("Close"), kind="normal")
    return dialog


async def answer(dialog: QDialog, *, modal: bool = True) -> bool:
    """Open `dialog` and wait for the user, while everything else goes on; true when they accepted.

    One that is not `modal` leaves the window in use behind it.
    """
    import asyncio  # noqa: PLC0415 - the window is painted before there is a loop

    future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def on_finished(result: int) -> None:
        if not future.done():
            future.set_result(result == QDialog.DialogCode.Accepted.value)

    dialog.finished.connect(on_finished)
    if modal:
        dialog.open()
    else:
        dialog.show()
    try:
        return await future
    finally:
        if isValid(dialog):  # the window may have been closed meanwhile, and the dialog with it
            dialog.finished.disconnect(on_finished)
            dialog.close()


def documents_folder() -> Path:
    """Return the user's documents folder, where file dialogs begin; the program may run anywhere."""
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    return folder if folder.is_dir() else Path.home()


def create_file_dialog(title: str, place: Path, kinds: str = "", *, parent: QWidget) -> QFileDialog:
    """Return a dialog that asks for a file or folder, with a title like that of every window."""
    dialog = QFileDialog(parent, "", str(place), kinds)
    set_window_title(dialog, title)
    return dialog


def create_save_dialog(name: str, suffix: str, *, parent: QWidget, title: str = "") -> QFileDialog:
    """Return a dialog that asks where to save a file, by default an exported conversation; `name` is suggested."""
    title = title or translate("Export conversation")
    dialog = create_file_dialog(title, documents_folder() / name, KINDS[suffix], parent=parent)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    return dialog


def create_open_dialog(suffix: str, *, parent: QWidget, title: str = "") -> QFileDialog:
    """Return a dialog that asks which file to open, by default a conversation to import."""
    title = title or translate("Import conversation")
    dialog = create_file_dialog(title, documents_folder(), KINDS[suffix], parent=parent)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return dialog


async def choose_file(dialog: QFileDialog) -> Path | None:
    """Wait for the user; None when they thought better of it."""
    try:
        agreed = await answer(dialog)
        return Path(dialog.selectedFiles()[0]) if agreed else None
    finally:
        if isValid(dialog):
            dialog.deleteLater()


class EraseDialog(QuestionDialog):
    """Ask for a typed word before all data is deleted; Enter and Escape cancel."""

    def __init__(self, undelivered: int, *, theme: Theme, parent: QWidget | None) -> None:
        """`undelivered` is the number of messages that were not delivered yet."""
        heading = translate("Delete all data on this computer?")
        super().__init__(heading, "", theme=theme, parent=parent)
        waiting = self.tr("Nothing is waiting to be sent.")
        if undelivered:
            waiting = self.tr("Unsent items that will be lost: {count}").format(count=format_number(undelivered))
        for text in (
            self.tr(
                "This permanently deletes all conversations, copies of memories, recordings, the stanza log, unsent "
                "messages, backups, saved copies of damaged databases, logs, settings, and the tokens in the system "
                "keyring."
            ),
            waiting,
            self.tr("The local Alicia server’s database is deleted too, with its conversations and memories."),
            self.tr(
                "Data on other servers, other profiles, and files that you exported are not deleted. Alicia then "
                "closes, and will start as if new."
            ),
        ):
            self.column.addWidget(Label(text, theme=theme, wrap=True))
        self._word = self.tr("delete")
        name = self.tr("Type “{word}” to confirm").format(word=self._word)
        self.field = QLineEdit()
        self.field.setFont(theme.font("ui"))
        self.field.setFixedHeight(theme.height("control"))
        self.field.setAccessibleName(name)
        self.column.addSpacing(8)
        self.column.addWidget(Label(name, theme=theme, weight=500))
        self.column.addWidget(self.field)
        self.column.addSpacing(8)
        self.erase = self.add_buttons(self.tr("Delete all data"), kind="danger", reject=self.tr("Cancel"))
        self.cancel = next(button for button in self.findChildren(Button) if button is not self.erase)
        self.cancel.setDefault(True)
        self.field.textChanged.connect(self._on_text_changed)
        self._on_text_changed("")
        self.field.setFocus()

    def _on_text_changed(self, text: str) -> None:
        self.erase.setEnabled(text.strip().lower() == self._word.lower())
