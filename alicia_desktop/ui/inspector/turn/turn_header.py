"""Show which turn is seen, the ways to the turns around it, and what can be done with it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.labels import ElidedLabel, Label
from alicia_desktop.view.turns import TurnView


class TurnHeader(QWidget):
    """One line over the turn."""

    turn_requested = Signal(str)
    message_requested = Signal(str)
    """The turn's answer, or its question while there is none."""
    stanzas_requested = Signal()
    replay_requested = Signal()
    """The turn is to be replayed, or no longer."""
    comparison_requested = Signal()
    """How long turns take, over many of them."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turn: TurnView | None = None
        self._title = Label("", theme=theme, font="ui-strong")
        self._subtitle = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._previous = IconButton("caret-left", self.tr("Previous turn"), theme=theme, small=True)
        self._next = IconButton("caret-right", self.tr("Next turn"), theme=theme, small=True)
        self._replay = IconButton("play-circle", self.tr("Replay this turn (Ctrl+P)"), theme=theme, small=True)
        self._replay.setCheckable(True)
        self._replay.setEnabled(False)
        stanzas = IconButton("rows", self.tr("Show the stanzas of this turn"), theme=theme, small=True)
        compare = IconButton("chart-line-up", self.tr("Over turns"), theme=theme, small=True)
        show = IconButton("chat-circle-text", self.tr("Show in chat"), theme=theme, small=True)
        self.setFixedHeight(theme.scaled(48))
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 0, 16, 0)
        line.setSpacing(8)
        for widget in (self._previous, self._title, self._next):
            line.addWidget(widget)
        line.addWidget(self._subtitle, 1)
        for button in (self._replay, stanzas, compare, show):
            line.addWidget(button)
        self._previous.clicked.connect(self._on_previous)
        self._next.clicked.connect(self._on_next)
        self._replay.clicked.connect(self.replay_requested)
        stanzas.clicked.connect(self.stanzas_requested)
        compare.clicked.connect(self.comparison_requested)
        show.clicked.connect(self._on_show)

    @property
    def is_replayed(self) -> bool:
        """Whether the turn is shown as being replayed."""
        return self._replay.isChecked()

    def set_replayed(self, *, replayed: bool) -> None:
        """Show whether the turn is being replayed."""
        self._replay.setChecked(replayed)

    def set_turn(self, turn: TurnView) -> None:
        """Show a turn."""
        self._turn = turn
        self._replay.setEnabled(turn.answer_id is not None)
        self._title.setText(turn.title)
        self._subtitle.set_text(turn.subtitle)
        self._previous.setEnabled(turn.previous_id is not None)
        self._next.setEnabled(turn.next_id is not None)

    def _on_previous(self) -> None:
        if self._turn and self._turn.previous_id:
            self.turn_requested.emit(self._turn.previous_id)

    def _on_next(self) -> None:
        if self._turn and self._turn.next_id:
            self.turn_requested.emit(self._turn.next_id)

    def _on_show(self) -> None:
        if self._turn:
            self.message_requested.emit(self._turn.answer_id or self._turn.id)
