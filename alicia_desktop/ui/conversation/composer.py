"""The field in which a message is written, with its buttons: Enter sends, Shift+Enter begins a new line.

It grows from one line to seven. It can be used at any time, also while an answer is written or the connection is down.
Text that is too long to edit, such as the contents of a pasted file, stands above the field as one line, which can be
read and removed; it is sent together with what is in the field.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QFontMetricsF, QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from alicia_desktop.base.message_draft import utf16_length
from alicia_desktop.ui.conversation.unsent_draft import AttachmentBar, LongText, PendingFile, UnsentDraft
from alicia_desktop.ui.focus import TabPlace, set_place
from alicia_desktop.ui.theme import OWN_RING, SPELLED, Theme
from alicia_desktop.ui.untrusted.layout_cost import layout_cost
from alicia_desktop.ui.untrusted.plain_text import set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import Label

MAX_TYPED_CHARACTERS: Final = 10_000
MAX_TYPED_COST: Final = 40_000
"""Maximum layout cost of the text in the field: each key press may lay out all of it again."""


SendState = Literal["idle", "speaking", "answering", "offline"]
"""`speaking`: the answer is complete and still being spoken; it can be stopped, and messages are sent at once."""
EDGE: Final = 8
STOP_AIR: Final = 56
"""Pixels in the Stop button beside its icon, its words and the name of its key: padding and gaps."""
TEXT_MARGIN: Final = 6


def local_files(given: QMimeData) -> list[Path]:
    """Return the paths of the files of this computer among what was dropped or pasted."""
    return [Path(url.toLocalFile()) for url in given.urls() if url.isLocalFile() and url.toLocalFile()]


def holds_files(given: QMimeData) -> bool:
    """Return whether it holds files or an image; text that comes with a picture of itself counts as text."""
    return bool(local_files(given)) or (given.hasImage() and not given.text().strip())


def can_be_typed(text: str) -> bool:
    """Return whether a text is short enough to be edited in the field."""
    return len(text) <= MAX_TYPED_CHARACTERS and layout_cost(text, plain=True) <= MAX_TYPED_COST


class Composer(QWidget):
    """Edit and send a message; while an answer is written or the connection is down, the message is queued."""

    send_requested = Signal(str)
    draft_changed = Signal()
    """`draft` may have changed."""
    edit_sent = Signal(str, str)
    """The id of the edited message, and its new text."""
    edit_last_requested = Signal()
    """↑ was pressed in the empty field: edit the last question."""
    editing_changed = Signal(bool)
    stop_requested = Signal()
    attach_requested = Signal()
    """The attach button was pressed: ask which files."""
    files_given = Signal(list)
    """Paths of files that were dropped or pasted."""
    image_given = Signal(object)
    """A `QImage` that was dropped or pasted."""
    web_address_given = Signal()
    """A web address was dropped; it is never fetched."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state: SendState = "idle"
        self._editing = ""
        self._set_aside = UnsentDraft()
        """The draft from before an earlier message was edited, without its files: those stay in `attachments`."""
        self.aside = LongText(theme=theme)
        self.aside.changed.connect(self._on_text_changed)
        self.attachments = AttachmentBar(theme=theme)
        self.attachments.changed.connect(self._on_text_changed)
        self.field = ComposerField(theme=theme)
        self.field.long_text_pasted.connect(self.aside.add)
        self.field.files_pasted.connect(self.take)
        self.field.textChanged.connect(self._on_text_changed)
        self.field.submitted.connect(self._on_send)
        self.field.up_pressed.connect(self.edit_last_requested)
        self._stop = Button(self.tr("Stop"), theme=theme, icon="stop-fill")
        self._stop.clicked.connect(self.stop_requested)
        self.attach = IconButton("paperclip", self.tr("Attach files (Ctrl+O)"), theme=theme)
        self.attach.clicked.connect(self.attach_requested)
        self._send = Button(self.tr("Send"), theme=theme, icon="paper-plane-right")
        self._send.clicked.connect(self._on_send)
        self._build()
        self.set_state("idle")
        self._on_text_changed()

    @property
    def text(self) -> str:
        """The unsent text, followed by the long text."""
        return "\n\n".join(part for part in (self.field.toPlainText(), self.aside.text) if part)

    def set_text(self, text: str) -> None:
        """Set the draft; a long one is shown as long text above the field."""
        self._fill(UnsentDraft(text=text, cursor=utf16_length(text)))

    @property
    def draft(self) -> UnsentDraft:
        """The unsent message; while an earlier message is edited, the draft from before that."""
        files = self.attachments.files
        if self._editing:
            return replace(self._set_aside, files=files)
        cursor = self.field.textCursor().position()
        return UnsentDraft(text=self.field.toPlainText(), long_text=self.aside.text, cursor=cursor, files=files)

    def set_draft(self, draft: UnsentDraft) -> None:
        """Show another draft; while an earlier message is edited, it appears once that has ended."""
        if self._editing:
            self._set_aside = draft
        elif draft != self.draft:
            self._fill(draft)
        self.attachments.set_files(draft.files)

    def put_back(self, text: str, files: Sequence[PendingFile]) -> None:
        """Put a message that could not be sent back into the field, in front of what was written since."""
        question = UnsentDraft(text=text, cursor=utf16_length(text), files=tuple(files))
        self.set_draft(question.then(self.draft))

    def _fill(self, draft: UnsentDraft) -> None:
        typed = can_be_typed(draft.text)
        long_parts = (draft.long_text,) if typed else (draft.text, draft.long_text)
        self.aside.clear()
        self.field.setPlainText(draft.text if typed else "")
        for part in long_parts:
            if part:
                self.aside.add(part)
        cursor = self.field.textCursor()
        cursor.setPosition(max(0, min(draft.cursor, self.field.document().characterCount() - 1)))
        self.field.setTextCursor(cursor)

    def take(self, given: QMimeData) -> bool:
        """Handle dropped or pasted files, an image or a web address; return False for anything else."""
        files = local_files(given)
        if files:
            self.files_given.emit(files)
        elif given.hasImage():
            self.image_given.emit(given.imageData())
        elif given.hasUrls():
            self.web_address_given.emit()
        else:
            return False
        return True

    @property
    def editing(self) -> bool:
        """Whether an earlier message is being edited."""
        return bool(self._editing)

    def start_editing(self, message_id: str, text: str) -> None:
        """Edit an earlier message; the current draft is restored afterwards."""
        if not self._editing:
            self._set_aside = self.draft
        self._editing = message_id
        self.set_text(text)
        self.editing_changed.emit(True)

    def end_editing(self) -> None:
        """Stop editing and restore the draft."""
        if self._editing:
            self._editing = ""
            self._fill(self._set_aside)
            self.editing_changed.emit(False)

    def set_state(self, state: SendState, *, unsent: bool = False) -> None:
        """Show Stop while an answer is written or spoken, and label the send button Send or Queue.

        Args:
            unsent: Whether a question waits to be sent; the Stop button then takes that question back.
        """
        self._state = state
        stops = state in {"answering", "speaking"}
        if self._stop.hasFocus() and not (stops or unsent):
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)  # else Qt moves the focus to whatever is next
        self._stop.setAccessibleName(self.tr("Stop") if stops or not unsent else self.tr("Don’t send"))
        self._stop.setAccessibleDescription(
            self.tr("Stops the answer; so does Escape")
            if stops or not unsent
            else self.tr("Takes the message back that waits to be sent; so does Escape")
        )
        self._stop.setVisible(stops or unsent)
        sends = state in {"idle", "speaking"}
        self._send.setAccessibleName(self.tr("Send") if sends else self.tr("Queue"))
        self._send.set_icon("paper-plane-right" if sends else "clock")
        self._fit_buttons()
        self._update_send()

    def _build(self) -> None:
        hint = Label(self.tr("Esc"), theme=self._theme, font="small", parent=self._stop)
        hint.setProperty("key", True)
        inner = QHBoxLayout(self._stop)
        inner.setContentsMargins(12, 0, 12, 0)
        inner.addStretch()
        inner.addWidget(hint, 0, Qt.AlignmentFlag.AlignVCenter)
        self._hint = hint
        self._theme.changed.connect(self._fit_buttons)
        self._theme.changed.connect(self._fit_height)
        self._stop.setProperty("hinted", True)
        for button in (self._stop, self._send):
            set_place(button, TabPlace.SEND)
        for part in (self.attach, self.aside, self.attachments):
            set_place(part, TabPlace.COMPOSER)
        line = QHBoxLayout()
        line.setSpacing(EDGE)
        line.addWidget(self.attach, 0, Qt.AlignmentFlag.AlignBottom)
        line.addWidget(self.field, 1)
        line.addWidget(self._stop, 0, Qt.AlignmentFlag.AlignBottom)
        line.addWidget(self._send, 0, Qt.AlignmentFlag.AlignBottom)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(EDGE, self._edge, EDGE, self._edge)
        layout.setSpacing(0)
        layout.addWidget(self.attachments)
        layout.addWidget(self.aside)
        layout.addLayout(line, 1)

    def _fit_buttons(self) -> None:
        """Show words and key on the buttons; where the field had no room left the key goes, then the words."""
        needed = self.field.fontMetrics().horizontalAdvance(self.field.placeholderText()) + 2 * TEXT_MARGIN
        for words, key in ((True, True), (True, False), (False, False)):
            for button in (self._stop, self._send):
                button.setText(button.accessibleName() if words else "")
                set_tool_tip(button, "" if words else button.accessibleName())
            self._hint.setVisible(key)
            self._stop.setMinimumWidth(self._stop_width() if key else 0)
            shown = [self.attach, *([self._stop] if self._stop.isVisibleTo(self) else []), self._send]
            taken = sum(max(one.minimumWidth(), one.sizeHint().width()) + EDGE for one in shown)
            if self.width() - 2 * EDGE - taken >= needed:
                return

    def _stop_width(self) -> int:
        """Return the width of the button that stops, with its words and its key."""
        words, key = self._stop.fontMetrics(), self._hint.fontMetrics()
        texts = words.horizontalAdvance(self._stop.text()) + key.horizontalAdvance(self._hint.text())
        return texts + self._stop.iconSize().width() + self._theme.scaled(STOP_AIR)

    def _update_send(self) -> None:
        files = self.attachments.files if not self._editing else ()  # an edited message keeps those that it had
        written = bool(self.aside.text or self.field.toPlainText().strip() or files)
        self._send.setEnabled(written)
        self._send.set_kind("primary" if written and self._state == "idle" else "normal")

    def _on_text_changed(self) -> None:
        self._update_send()
        self._fit_height()
        self.draft_changed.emit()

    @property
    def _edge(self) -> int:
        """Pixels above and below the field; scaled with the text as the buttons are, so that all stand on one line."""
        return self._theme.scaled(EDGE)

    def _fit_height(self) -> None:
        edge, layout = self._edge, self.layout()
        assert layout is not None
        layout.setContentsMargins(EDGE, edge, EDGE, edge)
        minimum, maximum = self._theme.height("composer-min"), self._theme.height("composer-max")
        above = 0 if self.aside.isHidden() else self.aside.sizeHint().height()
        above += self.attachments.height_in(self.width() - 2 * EDGE)
        self.setFixedHeight(max(minimum, min(maximum, self.field.content_height() + 2 * edge)) + above)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the attachments as many lines, and the buttons as many words, as there is room for in the new width."""
        super().resizeEvent(event)
        self._fit_buttons()
        if event.oldSize().width() != self.width() and not self.attachments.isHidden():
            self._on_text_changed()

    def _on_send(self) -> None:
        text = self.text.strip()
        edited = self._editing
        if text and edited:
            self.end_editing()
            self.edit_sent.emit(edited, text)
        elif text or (self.attachments.files and not edited):
            self.field.clear()
            self.aside.clear()
            self.send_requested.emit(text)


class ComposerField(QTextEdit):
    """The text field of the composer, which grows with its content."""

    submitted = Signal()
    up_pressed = Signal()
    """↑ was pressed in the empty field."""
    long_text_pasted = Signal(str)
    """Text was pasted that is too long for the field."""
    files_pasted = Signal(object)
    """Data with files or an image, no text, was pasted."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("composer-field")
        self.setProperty("bare", True)
        self.setProperty(OWN_RING, "dock")
        self.setProperty(SPELLED, True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setFont(theme.font("body"))
        self.setPlaceholderText(self.tr("Message Alicia"))
        self.setAccessibleName(self.tr("Message Alicia"))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def content_height(self) -> int:
        """Return the height of the text in pixels."""
        return max(self._theme.height("control"), round(self.document().size().height()))

    def sizeHint(self) -> QSize:
        """Return the size of one line."""
        return QSize(200, self._theme.height("control"))

    def minimumSizeHint(self) -> QSize:
        """Return the size of one short line."""
        return QSize(80, self._theme.height("control"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send with Enter, break the line with Shift+Enter, leave Escape to the window."""
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enter and not event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier):
            self.submitted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        elif event.key() == Qt.Key.Key_Up and not event.modifiers() and not self.toPlainText():
            self.up_pressed.emit()
        else:
            super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Return whether it is text, files or an image."""
        return holds_files(source) or super().canInsertFromMimeData(source)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Leave files to the panel, which shows that they can be dropped anywhere on it."""
        if holds_files(event.mimeData()):
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste plain text; emit `long_text_pasted` if it is too long, `files_pasted` for files and images."""
        if holds_files(source):
            self.files_pasted.emit(source)
            return
        text = source.text()
        if len(text) <= MAX_TYPED_CHARACTERS and can_be_typed(self.toPlainText() + text):
            super().insertFromMimeData(source)
        elif text:
            self.long_text_pasted.emit(text)

    def _apply_theme(self) -> None:
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.PlaceholderText, self._theme.colour("text-muted"))
        palette.setColor(QPalette.ColorRole.Text, self._theme.colour("text"))
        self.setPalette(palette)
        line = math.ceil(QFontMetricsF(self._theme.font("body")).height())  # as the field itself sets it
        around = self._theme.height("composer-min") - 2 * self._theme.scaled(EDGE) - line
        self.document().setDocumentMargin(max(TEXT_MARGIN, around // 2))  # one line stands in the middle
