"""A user message: a bubble at the end of the line and, below it, time and delivery state."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from alicia_desktop.ui.conversation.annotations import Notes
from alicia_desktop.ui.conversation.answer_footer import EndNotice, LaterTurns
from alicia_desktop.ui.conversation.attachments import AttachedFiles
from alicia_desktop.ui.conversation.contents import DESCENT, ContentWidths, MessageContents
from alicia_desktop.ui.conversation.documents import DocumentCache
from alicia_desktop.ui.conversation.message_controls import BranchSwitch, MessageRequests, MessageWidget, layout_height
from alicia_desktop.ui.conversation.message_parts import CARDS_AT_ONCE, NOTES_AT_ONCE, MessageFolds, MessagePart
from alicia_desktop.ui.conversation.text_view import CARET_ROOM
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import Icon, Label
from alicia_desktop.ui.widgets.tool_card import ToolCard
from alicia_desktop.view.references import Reference
from alicia_desktop.view.rows import DeliveryState, MessageRow

META_GAP: Final = 6
INSET: Final = 16
BUBBLE_PADDING: Final = 8
"""Padding in pixels over the first line in a bubble, and under the last."""
STATE_ICON: Final[dict[DeliveryState, str]] = {
    "queued": "clock",
    "sending": "arrow-up",
    "stored": "check",
    "failed": "warning-circle-fill",
    "conflict": "arrows-left-right",
    "received": "",
    "hearing": "microphone",
}
STATE_COLOUR: Final[dict[DeliveryState, str]] = {"failed": "error", "conflict": "conflict"}


class UserMessageWidget(MessageWidget):
    """Show one part of a user message; pooled, so `show_part` may switch to another message."""

    def __init__(self, *, theme: Theme, documents: DocumentCache, requests: MessageRequests, parent: QWidget) -> None:
        super().__init__(theme=theme, documents=documents, requests=requests, parent=parent)
        self._id = ""
        self._text = ""
        self._folds = MessageFolds()
        self._bubble = _Bubble(theme=theme, documents=documents)
        self._files = AttachedFiles(theme=theme, requests=requests)
        self._spoken = Icon("microphone", theme=theme, size=14)
        self._time = Label("", theme=theme, font="small", tone="muted")
        self._icon = Icon("", theme=theme, size=14)
        self._state = Label("", theme=theme, font="small", tone="muted")
        self._retry = Button(self.tr("Retry"), theme=theme, kind="link", small=True)
        self._rewrite = Button(self.tr("Edit"), theme=theme, kind="link", small=True)
        self._discard = Button(self.tr("Discard"), theme=theme, kind="link", small=True)
        self._compare = Button(self.tr("Compare"), theme=theme, kind="link", small=True)
        self._branch = BranchSwitch(theme=theme)
        self._edit = IconButton("pencil-simple", self.tr("Edit question"), theme=theme, small=True)
        self._copy = IconButton("copy", self.tr("Copy message"), theme=theme, small=True)
        self._note = IconButton("note-pencil", self.tr("Add note to message"), theme=theme, small=True)
        self._replay = IconButton("play-circle", self.tr("Replay recording"), theme=theme, small=True)
        self._show_turn = IconButton("activity", self.tr("Show turn in inspector"), theme=theme, small=True)
        self._errors = EndNotice(theme=theme)
        self._later = LaterTurns(theme=theme)
        self._notes = Notes(theme=theme)
        self._cards: list[ToolCard] = []
        """Tool cards of this computer, shown here until there is an answer to show them under."""
        self._connect()
        self._retry.clicked.connect(lambda: self._requests.retry_requested.emit(self._id))
        self._rewrite.clicked.connect(lambda: self._requests.edit_requested.emit(self._id))
        self._discard.clicked.connect(lambda: self._requests.discard_requested.emit(self._id))
        self._compare.clicked.connect(self._requests.compare_requested)
        self._layout = QVBoxLayout(self)
        self._layout.setSpacing(4)
        self._layout.addWidget(self._files, 0, Qt.AlignmentFlag.AlignTrailing)
        self._layout.addWidget(self._bubble, 0, Qt.AlignmentFlag.AlignTrailing)
        self._layout.addLayout(self._create_meta_line())
        self._layout.addWidget(self._errors, 0, Qt.AlignmentFlag.AlignTrailing)
        self._layout.addWidget(self._notes, 0, Qt.AlignmentFlag.AlignTrailing)
        self._layout.addWidget(self._later, 0, Qt.AlignmentFlag.AlignTrailing)

    def show_part(self, part: MessagePart, column: int, *, close: bool, folds: MessageFolds) -> int:
        """Show `part` in `column` pixels and return its height; `close` if another user message follows."""
        self._folds = folds
        row = part.row
        width = min(self._theme.width("bubble-max"), column)
        self._files.show_files(row.id, row.files if part.first else (), width)
        self._bubble.show_part(part, width)
        self._bubble.setVisible(bool(row.text or not row.files))
        self._id, self._text = row.id, row.text
        self.message_id = "" if row.interim else row.id
        self._branch.set_row(row.branch)
        for action in (self._edit, self._copy, self._note, self._show_turn):
            action.setVisible(part.last and not row.interim)
        self._replay.setVisible(row.replayable)
        self._errors.set_notice("warning-circle-fill", "\n".join(row.errors), tone="error", width=width)
        self._notes.show_rows(row.notes, width, limit=folds.notes, fit=True)
        self._later.show_row(row.branch if part.last else None, width)
        self._show_cards(row, width)
        self._show_state(part)
        self._compare.setVisible(part.last and row.state == "conflict")
        self._fit_actions(column)
        description = " ".join(
            (*(file.name for file in row.files), part.text, row.state_text, row.state_reason, *row.errors)
        )
        set_accessible_name(self, f"{row.name}, {row.time}: {description}".strip())
        self._layout.setContentsMargins(0, 0, 0, 0 if not part.last else 8 if close else INSET)
        return layout_height(self)

    def _show_state(self, part: MessagePart) -> None:
        row = part.row
        self._spoken.setVisible(row.spoken and not row.interim)
        self._time.setText(self._time_text(row))
        self._time.setVisible(part.last and bool(self._time.text()))
        icon, colour = STATE_ICON[row.state], STATE_COLOUR.get(row.state, "text-muted")
        self._icon.set_icon(icon, colour)
        self._icon.setVisible(part.last and bool(icon))
        self._state.set_tone(STATE_COLOUR.get(row.state, "muted"))
        self._state.setText(row.state_text)
        self._state.setVisible(part.last)
        set_tool_tip(self._state, row.state_reason)
        self._retry.setVisible(part.last and (row.state == "failed" or row.incomplete))
        for button in (self._rewrite, self._discard):
            button.setVisible(part.last and row.state == "failed")

    def _fit_actions(self, column: int) -> None:
        """Hide the least used actions where time and state would be cut, as with large text."""
        actions = (self._branch, self._edit, self._copy, self._note, self._replay, self._show_turn)
        links = (self._retry, self._rewrite, self._discard, self._compare)
        line = (*actions, self._spoken, self._time, self._icon, self._state, *links)
        for action in (None, self._show_turn, self._note, self._replay, self._copy, self._edit):
            if action is not None:
                action.hide()
            shown = [widget for widget in line if not widget.isHidden()]
            if sum(max(one.sizeHint().width(), one.minimumWidth()) + META_GAP for one in shown) <= column:
                return

    def _show_cards(self, row: MessageRow, width: int) -> None:
        tools = row.tools[:CARDS_AT_ONCE]
        for tool in tools[len(self._cards) :]:
            card = ToolCard(tool, theme=self._theme)
            card.inspect_requested.connect(self._requests.tool_requested)
            card.menu_requested.connect(lambda place, card=card: self._on_card_menu(card.row.id, place))
            self._cards.append(card)
            self._layout.insertWidget(self._layout.count() - 2, card, 0, Qt.AlignmentFlag.AlignTrailing)
        for number, card in enumerate(self._cards):
            card.setVisible(number < len(tools))
            if number < len(tools):
                card.set_row(replace(tools[number], result=""))
                card.set_width(width)
                card.setFixedWidth(width)

    def show_actions(self, *, shown: bool) -> None:
        """Show the buttons beside the time."""
        for button in (self._edit, self._copy, self._note, self._replay, self._show_turn):
            button.set_veiled(veiled=not shown)

    def mark_found(self, words: str, current: int | None = None) -> None:
        """Highlight all matches of `words`, and the one at `current` in another colour; none if empty."""
        self._bubble.mark_found(words, current)

    def top_of(self, offset: int) -> int:
        """Return the distance in pixels from the upper edge to a character of the message."""
        return self._bubble.top_of(offset)

    def _connect(self) -> None:
        requests = self._requests
        self._bubble.code_requested.connect(lambda start: requests.code_requested.emit(self._id, start))
        self._bubble.show_all_requested.connect(lambda whole: requests.show_all_requested.emit(self._id, whole))
        self._bubble.pressed.connect(self._choose)
        self._bubble.menu_opening.connect(self._on_text_menu)
        self._branch.chosen.connect(requests.branch_requested)
        self._later.chosen.connect(requests.branch_requested)
        self._edit.clicked.connect(lambda: requests.edit_requested.emit(self._id))
        self._copy.clicked.connect(self._on_copy)
        self._note.clicked.connect(lambda: requests.note_requested.emit(self._id))
        self._replay.clicked.connect(lambda: requests.replay_requested.emit(self._id))
        self._show_turn.clicked.connect(lambda: requests.turn_requested.emit(self._id))
        self._notes.more.clicked.connect(self._on_more_notes)
        self._notes.edit_requested.connect(requests.note_edit_requested)
        self._notes.delete_requested.connect(requests.note_delete_requested)

    def _on_text_menu(self, menu: QMenu, _offset: int) -> None:
        if self.message_id:
            self._add_links(menu, Reference(kind="message", id=self.message_id))

    def _on_card_menu(self, tool_id: str, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._add_links(menu, Reference(kind="tool", id=tool_id))
        menu.popup(place)

    def _on_more_notes(self) -> None:
        self._folds.notes += NOTES_AT_ONCE
        self._requests.layout_changed.emit(self._id)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self._requests.copied.emit()

    def _time_text(self, row: MessageRow) -> str:
        if row.interim or row.state == "failed":
            return ""
        return self.tr("Spoken · {time}").format(time=row.time) if row.spoken else row.time

    def _create_meta_line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setContentsMargins(4, 0, 4, 0)
        line.setSpacing(META_GAP)
        line.addStretch()
        actions = QHBoxLayout()
        actions.setSpacing(2)
        for action in (self._branch, self._edit, self._copy, self._note, self._replay, self._show_turn):
            actions.addWidget(action)
        line.addLayout(actions)
        links = (self._retry, self._rewrite, self._discard, self._compare)
        for widget in (self._spoken, self._time, self._icon, self._state, *links):
            line.addWidget(widget)
        for button in links:
            button.setFixedHeight(self._theme.line("small"))
        return line


class _Bubble(QWidget):
    """A message bubble with one small corner at the user's side; an interim transcript never narrows it."""

    def __init__(self, *, theme: Theme, documents: DocumentCache) -> None:
        super().__init__()
        self._theme = theme
        self._id = ""
        self._row: MessageRow | None = None
        self._part: MessagePart | None = None
        self._contents = MessageContents(
            theme=theme, documents=documents, ink="user-bubble-text", fit=True, parent=self
        )
        self.show_all_requested = self._contents.show_all_requested
        self.code_requested = self._contents.code_requested
        self.pressed = self._contents.pressed
        self.menu_opening = self._contents.menu_opening
        theme.changed.connect(self.update)

    def mark_found(self, words: str, current: int | None) -> None:
        self._contents.mark_found(words, current)

    def top_of(self, offset: int) -> int:
        return self._contents.y() + self._contents.top_of(offset)

    def show_part(self, part: MessagePart, room: int) -> None:
        row = part.row
        least = self.width() if row.id == self._id and (row.interim or (self._row and self._row.interim)) else 0
        self._row, self._id, self._part = row, row.id, part
        inner = room - 2 * INSET
        self._contents.show_part(part, ContentWidths(text=inner, code=inner))
        size = self._contents.natural_size()
        views = self._contents.views()
        spare = CARET_ROOM if views and size.width() == max(view.width() for view in views) else 0
        width = min(room, max(least, size.width() - spare + 2 * INSET)) if part.complete else room
        above = BUBBLE_PADDING if part.first or not part.continues else DESCENT
        self._contents.setGeometry(INSET, above - DESCENT, size.width(), size.height())
        self.setFixedSize(QSize(width, size.height() + above + (BUBBLE_PADDING if part.last else 0)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bubble, with a border if the state or high contrast needs one."""
        if self._row is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = self._edge(self._row)
        painter.setPen(QPen(self._theme.colour(edge), 1) if edge else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if self._row.interim else self._theme.colour("user-bubble"))
        inset = 0.5 if edge else 0.0
        rect = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        radius = self._theme.radius("bubble")
        if self._part is not None:  # what goes on above or below is painted there
            rect.adjust(0, 0 if self._part.first else -2 * radius, 0, 0 if self._part.last else 2 * radius)
        painter.drawPath(bubble_path(rect, radius, self._theme.radius("badge"), mirrored=mirrored))
        painter.end()

    def _edge(self, row: MessageRow) -> str:
        if row.state in STATE_COLOUR:
            return STATE_COLOUR[row.state]
        if row.interim:
            return "border-strong"
        return "border" if self._theme.outlined else ""


def bubble_path(rect: QRectF, radius: float, small: float, *, mirrored: bool) -> QPainterPath:
    """Return a rounded rectangle whose lower corner at the user's side is small."""
    path = QPainterPath()
    lower_left, lower_right = (small, radius) if mirrored else (radius, small)
    path.moveTo(rect.left() + radius, rect.top())
    path.arcTo(QRectF(rect.right() - 2 * radius, rect.top(), 2 * radius, 2 * radius), 90, -90)
    low = QRectF(rect.right() - 2 * lower_right, rect.bottom() - 2 * lower_right, 2 * lower_right, 2 * lower_right)
    path.arcTo(low, 0, -90)
    path.arcTo(QRectF(rect.left(), rect.bottom() - 2 * lower_left, 2 * lower_left, 2 * lower_left), 270, -90)
    path.arcTo(QRectF(rect.left(), rect.top(), 2 * radius, 2 * radius), 180, -90)
    path.closeSubpath()
    return path
