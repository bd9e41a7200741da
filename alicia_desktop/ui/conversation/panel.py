"""The conversation panel: header, banner, find bar, messages, and the dock with voice bar and composer."""

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Rows, RowsChange
from alicia_desktop.ui.conversation.composer import Composer, SendState, holds_files
from alicia_desktop.ui.conversation.find_bar import FindBar
from alicia_desktop.ui.conversation.first_run_page import FirstRunPage
from alicia_desktop.ui.conversation.header import Header
from alicia_desktop.ui.conversation.message_list import MessageList, written_answer
from alicia_desktop.ui.conversation.voice_bar import VoiceBar
from alicia_desktop.ui.focus import TabPlace, mark_stop, set_place
from alicia_desktop.ui.theme import OWN_RADIUS, Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, Label, rule
from alicia_desktop.ui.widgets.notices import Banner
from alicia_desktop.view.rows import MessageRow, StatusRow, VoiceRow

BUSY_STATES: Final = frozenset({"thinking", "tool"})
"""Voice states in which an answer is being generated, before it has a row."""


class Dock(QWidget):
    """The voice bar and the composer in one frame, at the lower edge."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.voice = VoiceBar(theme=theme)
        self.composer = Composer(theme=theme)
        self._frame = _Frame(theme=theme)
        inner = QVBoxLayout(self._frame)
        inner.setContentsMargins(1, 1, 1, 1)
        inner.setSpacing(0)
        self._editing_bar = self._create_editing_bar()
        for widget in (self.voice, rule(), self._editing_bar, self.composer):
            inner.addWidget(widget)
        self.composer.editing_changed.connect(self._editing_bar.setVisible)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(24, 8, 24, 16)
        layout.addStretch()
        layout.addWidget(self._frame, 1)
        layout.addStretch()
        set_place(self.voice, TabPlace.VOICE)

    def _create_editing_bar(self) -> QWidget:
        """Return the line over the composer that is shown while a question is edited."""
        line = QWidget()
        layout = QHBoxLayout(line)
        layout.setContentsMargins(16, 8, 16, 0)
        layout.setSpacing(6)
        cancel = Button(self.tr("Cancel"), theme=self._theme, kind="link", small=True)
        cancel.setAccessibleDescription(self.tr("Or press Escape"))
        cancel.setFixedHeight(self._theme.line("small"))
        cancel.clicked.connect(self.composer.end_editing)
        layout.addWidget(Icon("pencil-simple", theme=self._theme, size=14))
        words = self.tr("Editing creates a new version")
        layout.addWidget(ElidedLabel(words, theme=self._theme, font="small", tone="muted"), 1)
        layout.addWidget(cancel)
        set_place(line, TabPlace.COMPOSER)
        line.hide()
        return line

    def set_drop_target(self, *, shown: bool) -> None:
        """Show that files can be dropped, while they are dragged over the panel."""
        self._frame.set_highlighted(on=shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the frame as wide as the message column."""
        super().resizeEvent(event)
        self._frame.setFixedWidth(max(120, min(self._theme.width("conversation-column"), self.width() - 48)))


class _Frame(QWidget):
    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._highlighted = False
        self.setObjectName("dock")
        self.setProperty(OWN_RADIUS, theme.radius("dialog"))
        theme.changed.connect(self.update)

    def set_highlighted(self, *, on: bool) -> None:
        self._highlighted = on
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = QPen(self._theme.colour("accent"), 2) if self._highlighted else QPen(self._theme.colour("border-strong"))
        painter.setPen(edge)
        painter.setBrush(self._theme.colour("accent-soft" if self._highlighted else "surface-raised"))
        radius = self._theme.radius("dialog")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.end()


class EmptyConversation(QWidget):
    """An empty state: a large icon, a title and a hint, centred."""

    def __init__(self, icon: str, title: str, hint: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = Label(title, theme=theme, font="ui-strong")
        self._hint = Label(hint, theme=theme, tone="muted", wrap=True)
        layout = QVBoxLayout(self)
        layout.setSpacing(4)
        layout.addStretch()
        picture = Icon(icon, theme=theme, colour="border-strong", size=theme.tokens.icon["hero"])
        layout.addWidget(picture, 0, Qt.AlignmentFlag.AlignHCenter)
        for label in (self._title, self._hint):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(label)
        layout.addStretch()
        self.setAccessibleName(f"{title}. {hint}")


class ConversationPanel(QWidget):
    """The panel of one conversation; derives from its rows and the voice state whether an answer is running."""

    answering_changed = Signal(bool)
    message_requested = Signal(str)
    """The id of a message to load and show."""

    def __init__(self, *, theme: Theme, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offline = False
        self._answering = False
        self._busy = False
        self._playing = False
        self._first_run = False
        self._has_rows = False
        self.setAcceptDrops(True)
        self.setProperty("ground", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(theme.tokens.width["conversation-min"])
        self.header = Header(theme=theme)
        self.banner = Banner(theme=theme)
        self.find_bar = FindBar(theme=theme)
        self.messages = MessageList(theme=theme, clock=clock)
        self.first_run = FirstRunPage(theme=theme)
        set_place(self.first_run, TabPlace.FIRST_RUN)
        self.dock = Dock(theme=theme)
        self._empty = EmptyConversation(
            "chat-circle", self.tr("Say hello"), self.tr("Talk, or write below. Hold F8 to talk."), theme=theme
        )
        self._stack = QStackedWidget()
        for page in (self.messages, self._empty, self.first_run):
            self._stack.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._create_top())
        layout.addWidget(self.find_bar)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.dock)
        self.find_bar.match_selected.connect(self._on_match_selected)
        self.find_bar.search_requested.connect(self.messages.set_found)
        self.find_bar.closed.connect(lambda: self.messages.set_found(""))
        self.header.find_requested.connect(self.open_find)
        self._disconnect = self.messages.rows.changed.connect(self._on_rows_changed)
        self._update()

    def _create_top(self) -> QWidget:
        """Return header and banner as one stop, so that no notice stands between the conversations and the field."""
        top = QWidget()
        column = QVBoxLayout(top)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.banner)
        top.setAccessibleName(self.tr("Conversation header"))
        mark_stop(top, *self.header.controls, *self.banner.controls)
        return top

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files and images that are dragged anywhere over the panel, and what of the web is, to say so."""
        given = event.mimeData()
        if holds_files(given) or given.hasUrls():
            event.acceptProposedAction()
            self.dock.set_drop_target(shown=True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Show no more that files can be dropped."""
        self.dock.set_drop_target(shown=False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Attach what was dropped."""
        self.dock.set_drop_target(shown=False)
        if self.dock.composer.take(event.mimeData()):
            event.acceptProposedAction()

    @property
    def answering(self) -> bool:
        """Whether an answer is being generated or spoken and can be stopped."""
        return self._answering

    @property
    def unsent(self) -> MessageRow | None:
        """The newest question while it waits to be sent, and nothing is answered: it can be taken back."""
        last = self.last_question()
        return last if last is not None and last.unsent and not self._answering else None

    def set_messages(self, rows: Rows[MessageRow]) -> None:
        """Show another conversation."""
        self._has_rows = True
        self._disconnect()
        self.dock.composer.end_editing()
        self.messages.set_rows(rows)
        self.find_bar.reset()
        self._disconnect = rows.changed.connect(self._on_rows_changed)
        self._update()

    def set_status(self, row: StatusRow) -> None:
        """Show the connection status."""
        self.header.set_status(row)
        self._offline = row.sync_kind == "offline"
        self._update()

    def set_voice(self, row: VoiceRow) -> None:
        """Show the voice state."""
        self._busy = row.state in BUSY_STATES
        self._playing = row.sounding
        self._update()
        self.dock.voice.set_row(row)
        self.first_run.set_voice(row)

    def set_levels(self, microphone: float, speaker: float) -> None:
        """Show the levels, 0–1."""
        self.dock.voice.set_levels(microphone, speaker)
        self.first_run.set_level(microphone)

    def show_first_run(self, *, shown: bool) -> None:
        """Show or hide the first-run card, which appears while the conversation is empty."""
        self._first_run = shown
        if shown:
            self.first_run.build()
        else:
            self.first_run.end_test()
        self._update()

    def open_find(self) -> None:
        """Open the find bar."""
        self.find_bar.open()

    def last_answer(self) -> MessageRow | None:
        """Return the newest answer."""
        return next((row for row in reversed(self.messages.rows) if row.role == "assistant"), None)

    def last_question(self) -> MessageRow | None:
        """Return the newest question, without an interim transcript."""
        return next((row for row in reversed(self.messages.rows) if row.role == "user" and not row.interim), None)

    def _on_match_selected(self, message_id: str) -> None:
        if not self.messages.scroll_to_message(message_id):
            self.message_requested.emit(message_id)

    def _on_rows_changed(self, _change: RowsChange[MessageRow]) -> None:
        self._update()

    def _update(self) -> None:
        self._stack.setCurrentWidget(self._current_page())
        writing = self._busy or written_answer(self.messages.rows) is not None
        answering = writing or self._playing
        was_answering, self._answering = self._answering, answering
        self.dock.composer.set_state(self._send_state(writing=writing), unsent=self.unsent is not None)
        if answering != was_answering:
            self.answering_changed.emit(answering)

    def _send_state(self, *, writing: bool) -> SendState:
        if writing:
            return "answering"
        if self._offline:
            return "offline"
        return "speaking" if self._playing else "idle"

    def _current_page(self) -> QWidget:
        if len(self.messages.rows):
            return self.messages
        if self._first_run:
            return self.first_run
        # Until the last conversation is read from the disk nobody knows whether it is empty.
        return self._empty if self._has_rows else self.messages
