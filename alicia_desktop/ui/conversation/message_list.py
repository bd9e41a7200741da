"""The message list of the open conversation: follows its end, marks matches and the spoken sentence, announces answers.

While an answer grows, the view follows it only if it was at the end; otherwise the button "Newest" appears. While the
list has the focus, holding Space is hold-to-talk. A line of the program's own (`SystemMessage`) has neither bubble nor
footer.
"""

from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Rows, RowsChange
from alicia_desktop.ui.accessible_roles import MAX_ANNOUNCED, announce
from alicia_desktop.ui.conversation.answer import AnswerWidget
from alicia_desktop.ui.conversation.documents import DocumentCache
from alicia_desktop.ui.conversation.message_controls import MessageRequests, MessageWidget
from alicia_desktop.ui.conversation.message_navigation import NavigableMessages
from alicia_desktop.ui.conversation.message_parts import MessageFolds, MessagePart
from alicia_desktop.ui.conversation.part_layout import VisibleParts
from alicia_desktop.ui.conversation.user_message import UserMessageWidget
from alicia_desktop.ui.conversation.widget_pool import WidgetTypes
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.rows import MessageRow, SpokenPosition

ELAPSED_INTERVAL_MS: Final = 100
WRITTEN_AMONG: Final = 40
"""How many of the last messages are searched for the answer that is being written."""
COMMAND_KEYS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)
AROUND_NEWEST: Final = 4
"""Pixels over and under the button to the newest message."""
NEAR_ROWS: Final = 20
"""Number of messages from either end of the loaded rows at which more are requested."""


class SystemMessage(MessageWidget):
    """Show one line of the program; pooled, so `show_part` may switch to another line."""

    def __init__(self, *, theme: Theme, documents: DocumentCache, requests: MessageRequests, parent: QWidget) -> None:
        super().__init__(theme=theme, documents=documents, requests=requests, parent=parent)
        self._text = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 16)
        layout.addWidget(self._text)

    def show_part(self, part: MessagePart, column: int, *, close: bool, folds: MessageFolds) -> int:
        """Show `part` in a column `column` pixels wide and return its height."""
        self._text.setText(part.text)
        set_accessible_name(self, part.text)
        return self._text.heightForWidth(column) + 20


WIDGETS: Final[WidgetTypes] = {"user": UserMessageWidget, "assistant": AnswerWidget, "system": SystemMessage}


class MessageList(NavigableMessages):
    """Show the messages of a conversation; adds paging, the spoken sentence and screen reader announcements."""

    hold_changed = Signal(bool)
    typed = Signal(str)
    """A character was typed that is no key of the list: the user begins to write a message."""
    older_requested = Signal()
    """Older rows are requested near the first loaded message; `newer_requested`: newer ones near the last."""
    newer_requested = Signal()
    newest_requested = Signal()
    """Load the end of the conversation, which is not in the loaded rows; `oldest_requested`: its beginning."""
    oldest_requested = Signal()

    def __init__(self, *, theme: Theme, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(WIDGETS, theme=theme, parent=parent)
        self._clock = clock
        self._spoken: SpokenPosition | None = None
        self._spoken_span: tuple[int, int] | None = None
        """Where that sentence is in its message."""
        self._more_below = False
        self._announced: tuple[str, int] = ("", 0)
        """The answer that is announced to screen readers, and how many of its characters were."""
        self._follows_answer = False
        """Whether that answer was being written."""
        self._elapsed_timer = QTimer(self, interval=ELAPSED_INTERVAL_MS)
        self._elapsed_timer.timeout.connect(self._on_elapsed_timer)
        self._newest = Button(self.tr("Newest"), theme=theme, icon="arrow-line-down", small=True, parent=self)
        self._newest.hide()
        self._newest.clicked.connect(self.scroll_to_end)
        self.setAccessibleName(self.tr("Messages"))
        self.viewport().setAccessibleName(self.tr("Messages"))

    def set_rows(self, rows: Rows[MessageRow]) -> None:
        """Show another conversation from its end."""
        super().set_rows(rows)
        self._spoken = self._spoken_span = None
        self._follows_answer = False
        row = self._announced_row()
        self._announced = ("", 0) if row is None else (row.id, _completed_characters(row))
        self._follows_answer = row is not None and row.streaming

    @property
    def spoken(self) -> SpokenPosition | None:
        """The sentence that is marked as being spoken; None for none."""
        return self._spoken

    def set_spoken(self, position: SpokenPosition | None) -> None:
        """Mark the sentence that is being spoken, or none."""
        if position != self._spoken:
            self._spoken = position
            self._mark_spoken()

    def scroll_to_message(self, message_id: str) -> bool:
        """Scroll to a message, to the first match in it if there is one; return False if the message is not loaded."""
        row = self._rows.get(message_id)
        if row is None:
            return False
        at = row.text.lower().find(self._found.lower()) if self._found else -1
        self._found_at = (message_id, at) if at >= 0 else ("", 0)
        self._mark_found()
        self.go_to(message_id, max(0, at))
        return True

    def scroll_to_sentence(self, message_id: str, sequence: int) -> None:
        """Scroll to a sentence of a loaded answer."""
        row = self._rows.get(message_id)
        spans = row.sentences if row is not None else ()
        self.go_to(message_id, next((span.start for span in spans if span.sequence == sequence), 0))

    def set_more_below(self, more: bool) -> None:
        """Set whether newer messages exist that are not loaded; the end is then not followed."""
        self._more_below = more
        self._place_timer.start()

    def scroll_to_end(self) -> None:
        """Show the newest message and follow it."""
        if self._more_below:
            self.newest_requested.emit()
            return
        super().scroll_to_end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hold to talk with Space; Home also requests the first message of the conversation."""
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            if not event.isAutoRepeat():
                self.hold_changed.emit(True)
            return
        if event.text().isprintable() and event.text() and not event.modifiers() & COMMAND_KEYS:
            self.typed.emit(event.text())
            return
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Home:
            self.oldest_requested.emit()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End hold to talk when Space is released."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.hold_changed.emit(False)
        else:
            super().keyReleaseEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the "Newest" button centred above the lower edge."""
        super().resizeEvent(event)
        self._newest.adjustSize()
        strip = self._newest.height() + 2 * AROUND_NEWEST
        top = self.height() - strip + AROUND_NEWEST
        self._newest.move((self.width() - self._newest.width()) // 2, top)

    def _on_laid_out(self, widget: MessageWidget, part: MessagePart) -> None:
        super()._on_laid_out(widget, part)
        widget.mark_spoken(self._spoken_span_in(part.row.id))

    def _on_placed(self, placed: VisibleParts) -> None:
        if self._more_below and self._position.at_end and placed.end is not None:
            self._position.jump(*placed.end)  # not to the end, which is not loaded
        scrolled_up = not self._position.at_end and placed.scroll < placed.max_scroll
        self._show_newest(shown=scrolled_up or self._more_below)
        self._update_elapsed()
        if placed.last >= 0 and placed.first < NEAR_ROWS:
            self.older_requested.emit()
        if self._more_below and placed.last >= max(0, len(self._rows) - NEAR_ROWS):
            self.newer_requested.emit()

    def _show_newest(self, *, shown: bool) -> None:
        """Show the button in a strip of its own under the messages, so that it never lies over words."""
        if shown == self._newest.isHidden():
            self._newest.setVisible(shown)
            strip = self._newest.height() + 2 * AROUND_NEWEST
            self.setViewportMargins(0, 0, 0, strip if shown else 0)

    def _on_rows_changed(self, change: RowsChange[MessageRow]) -> None:
        super()._on_rows_changed(change)
        if self._spoken is not None:
            self._mark_spoken()
        self._announce(change)

    def _mark_spoken(self) -> None:
        """Pass the spoken range to every visible part; each marks what lies in it."""
        self._spoken_span = self._find_spoken()
        for (message_id, _), widget in self._pool.shown().items():
            widget.mark_spoken(self._spoken_span_in(message_id))

    def _find_spoken(self) -> tuple[int, int] | None:
        row = self._rows.get(self._spoken.message_id) if self._spoken is not None else None
        if self._spoken is None or row is None:
            return None
        sequence = self._spoken.sequence
        return next(((span.start, span.end) for span in reversed(row.sentences) if span.sequence == sequence), None)

    def _spoken_span_in(self, message_id: str) -> tuple[int, int] | None:
        return self._spoken_span if self._spoken is not None and self._spoken.message_id == message_id else None

    def _announce(self, change: RowsChange[MessageRow]) -> None:
        """Announce each new sentence of the answer that is written to a screen reader, politely.

        A short answer comes with all its words: as one row below those that were there.
        """
        row = self._announced_row()
        message_id, end = ("", 0) if row is None else (row.id, _completed_characters(row))
        is_same = message_id == self._announced[0]
        is_new = change.first > 0 and not change.before and [one.id for one in change.after] == [message_id]
        start = self._announced[1] if is_same else 0
        if row is not None and (is_same or is_new) and end > start:
            announce(self, row.text[start:end][:MAX_ANNOUNCED].strip())
        self._announced = (message_id, end if is_same or is_new else 0)
        self._follows_answer = row is not None and (row.streaming or (is_same and self._follows_answer))

    def _announced_row(self) -> MessageRow | None:
        """Return the answer that is written, or has just been; questions may wait below it."""
        written = written_answer(self._rows)
        if written is None and self._follows_answer:
            written = self._rows.get(self._announced[0])
        last = self._rows[-1] if len(self._rows) else None
        return written or (last if last is not None and last.role == "assistant" else None)

    def _update_elapsed(self) -> None:
        running = any(self._pool.update_elapsed(self._clock.now().timestamp()))
        if running != self._elapsed_timer.isActive():
            (self._elapsed_timer.start if running else self._elapsed_timer.stop)()

    def _on_elapsed_timer(self) -> None:
        self._update_elapsed()


def written_answer(rows: Rows[MessageRow]) -> MessageRow | None:
    """Return the answer that is being written, if there is one; questions may be queued below it."""
    return next((row for row in reversed(rows[-WRITTEN_AMONG:]) if row.streaming), None)


def _completed_characters(row: MessageRow) -> int:
    """Return how many characters of an answer are complete sentences."""
    whole = 0 if row.streaming else len(row.text)
    return row.sentences[-1].end if row.sentences else whole
