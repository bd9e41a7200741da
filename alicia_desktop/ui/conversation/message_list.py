"""The messages: a virtual viewport that lays out only what is visible, so that 100,000 messages cost as much as ten.

Widgets are pooled, documents cached, heights estimated until a row is first seen. While an answer grows the view
follows only when it was at the end; otherwise "Newest" appears. Space held while the list has the focus talks.
"""

from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.rows import Rows, RowsChange
from alicia_desktop.ui.conversation.documents import Documents
from alicia_desktop.ui.conversation.heights import Heights
from alicia_desktop.ui.conversation.pool import MessageWidget, Pool
from alicia_desktop.ui.conversation.requests import MessageRequests
from alicia_desktop.ui.conversation.viewport import Placement, Standing
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.view.rows import MessageRow, SpokenPosition

PADDING: Final = 24
LESS_BELOW: Final = 16
"""The last message's own distance to the next is cut by this much: the dock has air of its own."""
BELOW_A_QUESTION: Final = 8
"""A question keeps less distance to its answer than to the dock."""
COUNT_MS: Final = 100
NEAR_ROWS: Final = 20
"""Messages from an end of what is at hand at which more is asked for."""
CHARACTERS_A_LINE: Final = 60
UNDER_AN_ANSWER: Final = 88
UNDER_A_QUESTION: Final = 52


class MessageList(QAbstractScrollArea):
    """Shows `Rows[MessageRow]`; what a message asks for comes out of `requests`."""

    hold_changed = Signal(bool)
    older_requested = Signal()
    """Somebody comes near to the first message at hand; `newer_requested`: to the last, where more is behind it."""
    newer_requested = Signal()
    newest_requested = Signal()
    """The end of the conversation is wanted, and not at hand; `oldest_requested`: its begin."""
    oldest_requested = Signal()

    def __init__(self, *, theme: Theme, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._clock = clock
        self.requests = MessageRequests(self)
        self._rows: Rows[MessageRow] = Rows(lambda row: row.id)
        self._disconnect = self._rows.changed.connect(self._on_rows_changed)
        self._heights = Heights()
        self._standing = Standing(self._heights, above=PADDING, below=-LESS_BELOW)
        # A viewport of our own making: PySide can lose track of one that Qt made when its address was used before.
        self._canvas = QWidget()
        self.setViewport(self._canvas)
        documents = Documents(theme=theme)
        self._pool = Pool(theme=theme, documents=documents, requests=self.requests, parent=self._canvas)
        self._spoken: SpokenPosition | None = None
        self._found = ""
        self._placing = False
        self._more_below = False
        self._announced: tuple[str, int] = ("", 0)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.place)
        self._counter = QTimer(self, interval=COUNT_MS)
        self._counter.timeout.connect(self._on_count)
        self._newest = Button(self.tr("Newest"), theme=theme, icon="arrow-line-down", small=True, parent=self)
        self._newest.hide()
        self._newest.clicked.connect(self.scroll_to_end)
        self._set_up()
        theme.changed.connect(self._on_theme_changed)
        self.requests.laid_out_anew.connect(self._on_laid_out_anew)

    @property
    def rows(self) -> Rows[MessageRow]:
        """What is shown."""
        return self._rows

    @property
    def at_end(self) -> bool:
        """Whether the newest message is followed."""
        return self._standing.at_end

    def set_rows(self, rows: Rows[MessageRow]) -> None:
        """Show another conversation from its end."""
        self._disconnect()
        self._rows = rows
        self._disconnect = rows.changed.connect(self._on_rows_changed)
        self._pool.clear()
        self._heights.replace(0, len(self._heights), [self._estimate(row) for row in rows])
        self._standing.at_end = True
        self._spoken = None
        self._announced = _said(rows)
        self._soon.start()

    def set_spoken(self, position: SpokenPosition | None) -> None:
        """Mark the sentence that is being spoken, or none."""
        if position != self._spoken:
            self._spoken = position
            for message_id, widget in self._pool.shown().items():
                widget.mark_spoken(self._span(message_id))

    def set_found(self, words: str) -> None:
        """Mark every place of `words` in the messages, or none."""
        self._found = words.strip()
        for widget in self._pool.shown().values():
            widget.mark_found(self._found)

    def scroll_to_message(self, message_id: str) -> bool:
        """Bring a message to the upper third; false when it is not in this conversation."""
        row = self._rows.position(message_id)
        if row is None:
            return False
        self._standing.jump(row, min(PADDING, self.viewport().height() // 3))
        self.place()
        return True

    def set_more_below(self, more: bool) -> None:
        """Take whether the conversation goes on behind the last message at hand, which is then no end to follow."""
        self._more_below = more
        self._soon.start()

    def scroll_to_end(self) -> None:
        """Show the newest message and follow it."""
        if self._more_below:
            self.newest_requested.emit()
            return
        self._standing.at_end = True
        self.place()

    def visible_ids(self) -> list[str]:
        """Return the ids of the messages on screen."""
        return list(self._pool.shown())

    def widget_of(self, message_id: str) -> MessageWidget | None:
        """Return the widget that shows a message now, when one does."""
        return self._pool.shown().get(message_id)

    def meant(self) -> str | None:
        """Return the id of the message in which the focus is, else of the last one; None where there is none."""
        focused = QApplication.focusWidget()
        held = (name for name, one in self._pool.shown().items() if focused is not None and one.isAncestorOf(focused))
        return next(held, self._rows[-1].id if len(self._rows) else None)

    def column(self) -> tuple[int, int]:
        """Return left edge and width of the one reading column."""
        room = self.width()
        width = max(120, min(self._theme.width("conversation-column"), room - 2 * PADDING))
        return (room - width) // 2, width

    def place(self) -> None:
        """Lay out what is visible now."""
        if self._placing or not self._canvas.isVisible():
            return
        self._placing = True
        left, width = self.column()
        placement = self._standing.place(self.viewport().height(), lambda row: self._measure(row, width))
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setRange(0, placement.largest)
        bar.setValue(placement.scroll)
        shown = {self._rows[row].id for row, _ in placement.rows}
        self._pool.keep_only(shown)
        for row, top in placement.rows:
            self._pool.put(self._rows[row].id, left, top, width)
        if self._more_below and self._standing.at_end and placement.rows:
            self._standing.jump(*placement.rows[-1])  # what comes behind it is not followed
        beneath = not self._standing.at_end and placement.scroll < placement.largest
        self._newest.setVisible(beneath or self._more_below)
        self._placing = False
        self._count_while_running()
        self._ask_for_more(placement)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width; what was read stays where it was."""
        super().resizeEvent(event)
        self._newest.adjustSize()
        self._newest.move((self.width() - self._newest.width()) // 2, self.height() - self._newest.height() - 8)
        self.place()

    def showEvent(self, event: QShowEvent) -> None:
        """Lay out what came while nobody saw it: heights are those of visible widgets."""
        super().showEvent(event)
        self.place()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Follow the person's hand; nothing is copied, the widgets move."""
        if not self._placing:
            self._standing.scroll(self.verticalScrollBar().value(), self.viewport().height())
            self.place()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Talk while Space is held; Home and End go to the ends."""
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            if not event.isAutoRepeat():
                self.hold_changed.emit(True)
        elif event.key() == Qt.Key.Key_Home:
            self.verticalScrollBar().setValue(0)
            self.oldest_requested.emit()
        elif event.key() == Qt.Key.Key_End:
            self.scroll_to_end()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End what was said with Space held."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.hold_changed.emit(False)
        else:
            super().keyReleaseEvent(event)

    def sizeHint(self) -> QSize:
        """Return a size that asks for the room there is."""
        return QSize(self._theme.width("conversation-column"), 400)

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Messages"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setProperty("ground", "surface")
        self.verticalScrollBar().setSingleStep(self._theme.line("body") * 2)

    def _ask_for_more(self, placement: Placement) -> None:
        if placement.rows and placement.rows[0][0] < NEAR_ROWS:
            self.older_requested.emit()
        if self._more_below and placement.rows and placement.rows[-1][0] >= len(self._rows) - NEAR_ROWS:
            self.newer_requested.emit()

    def _measure(self, row: int, width: int) -> int:
        message = self._rows[row]
        close = message.role == "user" and row + 1 < len(self._rows) and self._rows[row + 1].role == "user"
        widget, height = self._pool.show(message, width, close=close)
        widget.mark_spoken(self._span(message.id))
        widget.mark_found(self._found)
        last = row + 1 == len(self._rows)
        return height + (BELOW_A_QUESTION if last and message.role == "user" else 0)

    def _span(self, message_id: str) -> tuple[int, int] | None:
        position = self._spoken
        row = self._rows.get(message_id)
        if position is None or position.message_id != message_id or row is None:
            return None
        return next(((span.start, span.end) for span in row.sentences if span.sequence == position.sequence), None)

    def _estimate(self, row: MessageRow) -> int:
        lines = len(row.text) // CHARACTERS_A_LINE + row.text.count("\n") + 1
        return lines * self._theme.line("body") + (UNDER_A_QUESTION if row.role == "user" else UNDER_AN_ANSWER)

    def _on_rows_changed(self, change: RowsChange[MessageRow]) -> None:
        before, after = len(change.before), len(change.after)
        if before != after:
            self._heights.replace(change.first, before, [self._estimate(row) for row in change.after])
            self._standing.replaced(change.first, before, after)
        self._announce()
        self._soon.start()

    def _announce(self) -> None:
        """Tell a screen reader each new sentence of the last answer, politely."""
        message_id, said = _said(self._rows)
        if message_id == self._announced[0] and said > self._announced[1] and QAccessible.isActive():
            text = self._rows[-1].text[self._announced[1] : said].strip()
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
        self._announced = (message_id, said if message_id == self._announced[0] else 0)

    def _on_laid_out_anew(self, message_id: str) -> None:
        self._pool.forget(message_id)
        row = self._rows.position(message_id)
        widget = self._pool.shown().get(message_id)
        if row is not None and widget is not None:
            self._standing.jump(row, widget.y())
        self.place()

    def _on_theme_changed(self) -> None:
        self._pool.forget_all()
        self.place()

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
    return last.id, max((span.end for span in last.sentences), default=0 if last.streaming else len(last.text))
