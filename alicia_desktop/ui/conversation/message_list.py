"""The message list: follows the end, marks the spoken sentence, announces answers to screen readers.

While an answer grows the view follows only when it was at the end; otherwise "Newest" appears. Space held while the
list has the focus talks.
"""

from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Rows, RowsChange
from alicia_desktop.ui.conversation.message_parts import MessagePart
from alicia_desktop.ui.conversation.message_viewport import MessageViewport
from alicia_desktop.ui.conversation.part_layout import VisibleParts
from alicia_desktop.ui.conversation.pool import MessageWidget
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.view.rows import MessageRow, SpokenPosition

COUNT_MS: Final = 100
MAX_ANNOUNCED: Final = 4_000
"""Characters that a screen reader is given at once."""
NEAR_ROWS: Final = 20
"""Messages from an end of what is at hand at which more is asked for."""


class MessageList(MessageViewport):
    """Show the messages of the active conversation."""

    hold_changed = Signal(bool)
    older_requested = Signal()
    """Somebody comes near to the first message at hand; `newer_requested`: to the last, where more is behind it."""
    newer_requested = Signal()
    newest_requested = Signal()
    """The end of the conversation is wanted, and not at hand; `oldest_requested`: its begin."""
    oldest_requested = Signal()

    def __init__(self, *, theme: Theme, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(theme=theme, parent=parent)
        self._clock = clock
        self._spoken: SpokenPosition | None = None
        self._spoken_span: tuple[int, int] | None = None
        """Where that sentence is in its message."""
        self._more_below = False
        self._announced: tuple[str, int] = ("", 0)
        self._counter = QTimer(self, interval=COUNT_MS)
        self._counter.timeout.connect(self._on_count)
        self._newest = Button(self.tr("Newest"), theme=theme, icon="arrow-line-down", small=True, parent=self)
        self._newest.hide()
        self._newest.clicked.connect(self.scroll_to_end)
        self.setAccessibleName(self.tr("Messages"))

    def set_rows(self, rows: Rows[MessageRow]) -> None:
        """Show another conversation from its end."""
        super().set_rows(rows)
        self._spoken = self._spoken_span = None
        self._announced = _said(rows)

    def set_spoken(self, position: SpokenPosition | None) -> None:
        """Mark the sentence that is being spoken, or none."""
        if position != self._spoken:
            self._spoken = position
            self._mark_spoken()

    def scroll_to_message(self, message_id: str) -> bool:
        """Bring a message to the upper third, what is looked for in it; false when it is not in this conversation."""
        row = self._rows.get(message_id)
        if row is None:
            return False
        self.go_to(message_id, max(0, row.text.lower().find(self._found.lower())) if self._found else 0)
        return True

    def set_more_below(self, more: bool) -> None:
        """Take whether the conversation goes on behind the last message at hand, which is then no end to follow."""
        self._more_below = more
        self._place_timer.start()

    def scroll_to_end(self) -> None:
        """Show the newest message and follow it."""
        if self._more_below:
            self.newest_requested.emit()
            return
        super().scroll_to_end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Talk while Space is held; at the first message at hand Home asks for the first of all."""
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            if not event.isAutoRepeat():
                self.hold_changed.emit(True)
            return
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Home:
            self.oldest_requested.emit()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End what was said with Space held."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.hold_changed.emit(False)
        else:
            super().keyReleaseEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the way to the newest message in its place."""
        super().resizeEvent(event)
        self._newest.adjustSize()
        self._newest.move((self.width() - self._newest.width()) // 2, self.height() - self._newest.height() - 8)

    def _on_laid_out(self, widget: MessageWidget, part: MessagePart) -> None:
        super()._on_laid_out(widget, part)
        widget.mark_spoken(self._span(part.row.id))

    def _on_placed(self, placed: VisibleParts) -> None:
        if self._more_below and self._standing.at_end and placed.end is not None:
            self._standing.jump(*placed.end)  # what comes behind it is not followed
        beneath = not self._standing.at_end and placed.scroll < placed.largest
        self._newest.setVisible(beneath or self._more_below)
        self._count_while_running()
        if placed.last >= 0 and placed.first < NEAR_ROWS:
            self.older_requested.emit()
        if self._more_below and placed.last >= max(0, len(self._rows) - NEAR_ROWS):
            self.newer_requested.emit()

    def _on_rows_changed(self, change: RowsChange[MessageRow]) -> None:
        super()._on_rows_changed(change)
        if self._spoken is not None:
            self._mark_spoken()
        self._announce()

    def _mark_spoken(self) -> None:
        """Mark the sentence in every part that is shown; which part it is in, each sees for itself."""
        self._spoken_span = self._find_spoken()
        for (message_id, _), widget in self._pool.shown().items():
            widget.mark_spoken(self._span(message_id))

    def _find_spoken(self) -> tuple[int, int] | None:
        row = self._rows.get(self._spoken.message_id) if self._spoken is not None else None
        if self._spoken is None or row is None:
            return None
        wanted = self._spoken.sequence
        return next(((span.start, span.end) for span in reversed(row.sentences) if span.sequence == wanted), None)

    def _span(self, message_id: str) -> tuple[int, int] | None:
        return self._spoken_span if self._spoken is not None and self._spoken.message_id == message_id else None

    def _announce(self) -> None:
        """Tell a screen reader each new sentence of the last answer, politely."""
        message_id, said = _said(self._rows)
        if message_id == self._announced[0] and said > self._announced[1] and QAccessible.isActive():
            text = self._rows[-1].text[self._announced[1] : said][:MAX_ANNOUNCED].strip()
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
        self._announced = (message_id, said if message_id == self._announced[0] else 0)

    def _count_while_running(self) -> None:
        running = any(self._pool.count(self._clock.now().timestamp()))
        if running != self._counter.isActive():
            (self._counter.start if running else self._counter.stop)()

    def _on_count(self) -> None:
        self._count_while_running()


def _said(rows: Rows[MessageRow]) -> tuple[str, int]:
    """Return the id of the last answer and how many characters of it are whole sentences."""
    if not len(rows) or rows[-1].role != "assistant":
        return "", 0
    last = rows[-1]
    whole = 0 if last.streaming else len(last.text)
    return last.id, last.sentences[-1].end if last.sentences else whole
