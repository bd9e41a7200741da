"""A virtual viewport on messages: only what is visible is laid out, so that 100,000 messages cost as much as ten.

A long message is shown in parts, so that one of megabytes costs no more. A very long one is folded; once all of it is
requested, it is split a few parts at a time. Widgets are pooled, documents cached, and the height of a part is
estimated until it is first seen.
"""

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

from alicia_desktop.base.observable import Rows, RowsChange
from alicia_desktop.ui.conversation.blocks import code_from
from alicia_desktop.ui.conversation.documents import DocumentCache
from alicia_desktop.ui.conversation.message_controls import MessageRequests, MessageWidget
from alicia_desktop.ui.conversation.message_parts import MessagePart
from alicia_desktop.ui.conversation.message_tree import MessageCanvas
from alicia_desktop.ui.conversation.part_layout import PartLayout, VisibleParts
from alicia_desktop.ui.conversation.widget_pool import WidgetPool, WidgetTypes
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description
from alicia_desktop.view.rows import MessageRow

PADDING: Final = 24
BAR_DISTANCE: Final = 12
"""Pixels from the mark of the message that the inspector shows to its text."""
BAR_WIDTH: Final = 3
BAR_END: Final = 16
"""Pixels above the next message at which it ends."""
LESS_BELOW: Final = 16
"""Pixels less below the last message than below others, because the dock has a margin of its own."""
BELOW_A_QUESTION: Final = 8
"""Pixels more below a question that is the last message than below one that its answer follows."""
UNDER_AN_ANSWER: Final = 88
UNDER_A_QUESTION: Final = 52


class MessageViewport(QAbstractScrollArea):
    """Show `Rows[MessageRow]`, laying out visible rows only; `requests` emits what the messages request."""

    def __init__(self, types: WidgetTypes, *, theme: Theme, parent: QWidget | None = None) -> None:
        """`types` has a class for the role of every row that may come."""
        super().__init__(parent)
        self._theme = theme
        self.requests = MessageRequests(self)
        self._rows: Rows[MessageRow] = Rows(lambda row: row.id)
        self._disconnect = self._rows.changed.connect(self._on_rows_changed)
        self._layout = PartLayout(
            above=PADDING, below=-LESS_BELOW, line=theme.line("body"), footer_height=_footer_height
        )
        self._position = self._layout.position
        # Made here: PySide can lose track of a viewport that Qt makes, if something else had its address before.
        self._canvas = MessageCanvas()
        self.setViewport(self._canvas)
        documents = DocumentCache(theme=theme)
        self._pool = WidgetPool(types, theme=theme, documents=documents, requests=self.requests, parent=self._canvas)
        self._canvas.show_messages(self._rows, self._pool.shown)
        self._placing = False
        self._found = ""
        self._found_at: tuple[str, int] = ("", 0)
        """The message that find is at, and where in it the match begins."""
        self._hovered = ""
        """The message under the pointer."""
        self._marked = ""
        self._bar: tuple[int, int] | None = None
        """Upper and lower edge of the marked message, in pixels, where it is seen."""
        self._target: tuple[str, int] | None = None
        """The message and character offset to scroll to, once the message is split up to there."""
        self._place_timer = QTimer(self, singleShot=True, interval=0)
        self._split_timer = QTimer(self, interval=0)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setProperty("ground", "surface")
        self.verticalScrollBar().setSingleStep(theme.line("body") * 2)
        self._connect()

    def _connect(self) -> None:
        self._place_timer.timeout.connect(self.place)
        self._split_timer.timeout.connect(self._on_split_timer)
        self._theme.changed.connect(self._on_theme_changed)
        self.requests.layout_changed.connect(self._on_layout_changed)
        self.requests.hovered.connect(self._on_hovered)
        self.requests.show_all_requested.connect(self._on_show_all_requested)
        self.requests.code_requested.connect(self._on_code_requested)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)

    @property
    def rows(self) -> Rows[MessageRow]:
        """The messages."""
        return self._rows

    @property
    def at_end(self) -> bool:
        """Whether the view follows the newest message."""
        return self._position.at_end

    @property
    def settled(self) -> bool:
        """Whether all visible parts are laid out and all unfolded messages are split to their end."""
        return not (self._place_timer.isActive() or self._split_timer.isActive())

    def set_rows(self, rows: Rows[MessageRow]) -> None:
        """Show another conversation from its end."""
        self._disconnect()
        self._rows = rows
        self._marked = ""
        self._disconnect = rows.changed.connect(self._on_rows_changed)
        self._pool.clear()
        self._canvas.show_messages(rows, self._pool.shown)
        self._layout.reset(rows)
        self._position.at_end = True
        self._target = None
        self._place_timer.start()

    def set_found(self, words: str) -> None:
        """Highlight all matches of `words` in the messages; none if empty."""
        self._found = words.strip()
        self._found_at = ("", 0)
        self._mark_found()

    def _mark_found(self) -> None:
        for (message_id, _), widget in self._pool.shown().items():
            widget.mark_found(self._found, self._current_in(message_id))

    def _current_in(self, message_id: str) -> int | None:
        return self._found_at[1] if message_id == self._found_at[0] else None

    def go_to(self, message_id: str, offset: int = 0) -> None:
        """Scroll to a character of a message; if it is folded, the message is unfolded first."""
        row = self._rows.position(message_id)
        if row is not None:
            self._target = message_id, offset
            if self._layout.number_at(row, offset) is None:
                self._show_whole(row, whole=True)
                self.place()
            self._go_to_target()

    def scroll_to_end(self) -> None:
        """Show the newest message and follow it."""
        self._position.at_end = True
        self.place()

    def visible_ids(self) -> list[str]:
        """Return the ids of the visible messages."""
        return list(dict.fromkeys(message_id for message_id, _ in self._pool.shown()))

    def widget_of(self, message_id: str) -> MessageWidget | None:
        """Return the first visible widget of a message, or None."""
        return self._pool.widget_of(message_id)

    def target_message_id(self) -> str | None:
        """Return the id of the focused message, else of the last one; None if there is no message."""
        return self.focused_message_id() or (self._rows[-1].id if len(self._rows) else None)

    def focused_message_id(self) -> str:
        """Return the id of the message that has the keyboard; empty for none."""
        focused = QApplication.focusWidget()
        shown = self._pool.shown().items()
        held = (name for (name, _), one in shown if focused and (one is focused or one.isAncestorOf(focused)))
        return next(held, "")

    def column(self) -> tuple[int, int]:
        """Return left edge and width of the reading column, in pixels."""
        room = self.width()
        width = max(120, min(self._theme.width("conversation-column"), room - 2 * PADDING))
        return (room - width) // 2, width

    def mark(self, message_id: str) -> None:
        """Mark the message that the inspector shows, and bring it into view where it is loaded; none if empty."""
        self._marked = message_id
        self._show_mark()
        if self._rows.get(message_id) is not None and message_id not in self.visible_ids():
            self.go_to(message_id)

    @property
    def marked(self) -> str:
        """The id of the marked message; empty for none."""
        return self._marked

    def _show_mark(self) -> None:
        """Place the bar beside the parts of the marked message that are seen."""
        parts = [one.geometry() for (name, _), one in self._pool.shown().items() if name == self._marked]
        for (name, _), widget in self._pool.shown().items():
            set_accessible_description(widget, self.tr("Shown in the inspector") if name == self._marked else "")
        bar = (min(one.top() for one in parts), max(one.bottom() for one in parts)) if parts else None
        if bar != self._bar:
            self._bar = bar
            self._canvas.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar beside the marked message, at the leading side."""
        super().paintEvent(event)
        if self._bar is None:
            return
        left = max(2, self.column()[0] - BAR_DISTANCE)
        if self.isRightToLeft():
            left = self._canvas.width() - left - BAR_WIDTH
        top, bottom = self._bar
        painter = QPainter(self._canvas)
        painter.fillRect(QRect(left, top, BAR_WIDTH, bottom - top - BAR_END), self._theme.colour("accent"))
        painter.end()

    def place(self) -> None:
        """Lay out and place the visible parts; what exceeds one turn of the event loop follows in the next."""
        if self._placing or not self._canvas.isVisible():
            return
        self._placing = True
        left, width = self.column()
        placed = self._layout.place(self.viewport().height(), self)
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setRange(0, placed.max_scroll)
        bar.setValue(placed.scroll)
        self._pool.retain_only(part for part, _ in placed.parts)
        for part, top in placed.parts:
            self._pool.set_geometry(part, left, top, width)
        self._pool.sort(part for part, _ in placed.parts)
        if not placed.complete:
            self._place_timer.start()
        self._placing = False
        self._show_mark()
        self._on_placed(placed)

    def height_of(self, row: int, part: MessagePart) -> int | None:
        """Return the height of a part that is laid out already, else None."""
        height = self._pool.height_of(part, self.column()[1], close=self._is_close(row))
        return None if height is None else self._with_bottom_gap(row, part, height)

    def lay_out(self, row: int, part: MessagePart) -> int:
        """Lay out a part of the message at `row` and return its height in pixels."""
        widget, height = self._pool.show(part, self.column()[1], close=self._is_close(row))
        self._on_laid_out(widget, part)
        return self._with_bottom_gap(row, part, height)

    def _on_laid_out(self, widget: MessageWidget, part: MessagePart) -> None:
        """Highlight the searched words in a part that was just laid out, and show its buttons if they are wanted."""
        widget.mark_found(self._found, self._current_in(part.row.id))
        widget.show_actions(shown=part.row.id in {self._hovered, self.focused_message_id()})

    def _on_placed(self, placed: VisibleParts) -> None:
        """Handle a finished placement; overridden by subclasses."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width; the anchored row keeps its position."""
        super().resizeEvent(event)
        self.place()

    def showEvent(self, event: QShowEvent) -> None:
        """Lay out rows that arrived while hidden: only visible widgets have heights."""
        super().showEvent(event)
        self.place()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Follow the scroll bar by placing the widgets; no pixels are copied."""
        if not self._placing:
            self._position.scroll(self.verticalScrollBar().value(), self.viewport().height())
            self.place()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll to the ends with Home and End."""
        if event.key() == Qt.Key.Key_Home:
            self.verticalScrollBar().setValue(0)
        elif event.key() == Qt.Key.Key_End:
            self.scroll_to_end()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return a size that fills the available space."""
        return QSize(self._theme.width("conversation-column"), 400)

    def _is_close(self, row: int) -> bool:
        """Return whether a user message is followed by another one."""
        return self._rows[row].role == "user" and row + 1 < len(self._rows) and self._rows[row + 1].role == "user"

    def _with_bottom_gap(self, row: int, part: MessagePart, height: int) -> int:
        last = part.last and row + 1 == len(self._rows)
        return height + (BELOW_A_QUESTION if last and part.row.role == "user" else 0)

    def _on_rows_changed(self, change: RowsChange[MessageRow]) -> None:
        self._layout.apply_change(change)
        self._split_while_unfinished()
        self._place_timer.start()

    def _on_hovered(self, message_id: str, on: bool) -> None:
        if on or message_id == self._hovered:
            self._hovered = message_id if on else ""
            self._show_actions()

    def _on_focus_changed(self, _before: QWidget | None, _now: QWidget | None) -> None:
        self._show_actions()

    def _show_actions(self) -> None:
        """Show the buttons of the message under the pointer, and of the one that has the keyboard."""
        wanted = {self._hovered, self.focused_message_id()} - {""}
        for (message_id, _), widget in self._pool.shown().items():
            widget.show_actions(shown=message_id in wanted)

    def _on_layout_changed(self, message_id: str) -> None:
        self._pool.invalidate(message_id)
        self._keep_in_place(message_id)
        self.place()

    def _keep_in_place(self, message_id: str) -> None:
        """Anchor the focused part of a message, else its last visible part, at its position."""
        shown = {number: one for (name, number), one in self._pool.shown().items() if name == message_id}
        row, focused = self._rows.position(message_id), QApplication.focusWidget()
        if row is not None and shown:
            held = (number for number, one in shown.items() if focused is not None and one.isAncestorOf(focused))
            number = next(held, max(shown))
            self._layout.jump(row, shown[number].y(), number)

    def _on_show_all_requested(self, message_id: str, whole: bool) -> None:
        row = self._rows.position(message_id)
        if row is None:
            return
        self._keep_in_place(message_id)
        self._show_whole(row, whole=whole)
        if not whole:
            self._show_fold(row)
        self.place()

    def _show_fold(self, row: int) -> None:
        """Scroll to the end of a message that was folded again, and move the focus out of it."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if row + 1 < len(self._rows):
            self._layout.jump(row + 1, self.viewport().height() * 2 // 3)
        else:
            self._position.at_end = True

    def _show_whole(self, row: int, *, whole: bool) -> None:
        self._layout.show_whole(row, whole=whole)
        self._split_while_unfinished()

    def _split_while_unfinished(self) -> None:
        if bool(self._layout.unfinished) != self._split_timer.isActive():
            (self._split_timer.start if self._layout.unfinished else self._split_timer.stop)()

    def _on_split_timer(self) -> None:
        for message_id in self._layout.unfinished[:1]:
            row = self._rows.position(message_id)
            if row is not None:
                self._layout.split_more(row)
        self._split_while_unfinished()
        self.place()
        self._go_to_target()

    def _go_to_target(self) -> None:
        """Scroll to the target of `go_to`, once its message is split that far."""
        message_id, offset = self._target or ("", 0)
        row, room = self._rows.position(message_id), self.viewport().height()
        number = self._layout.number_at(row, offset) if row is not None else None
        if row is None or number is None:
            return
        self._target = None
        self._layout.jump(row, min(PADDING, room // 3), number)
        self.place()
        top = self._pool.top_of(message_id, number, offset)
        if top > room * 2 // 3:
            self._layout.jump(row, room // 3 - top, number)
            self.place()

    def _on_code_requested(self, message_id: str, start: int) -> None:
        row = self._rows.get(message_id)
        if row is not None:
            QGuiApplication.clipboard().setText(code_from(row.text, start))

    def _on_theme_changed(self) -> None:
        self._pool.invalidate_all()
        self.place()


def _footer_height(row: MessageRow) -> int:
    """Return the estimated height of a message's footer, in pixels."""
    return UNDER_A_QUESTION if row.role == "user" else UNDER_AN_ANSWER
