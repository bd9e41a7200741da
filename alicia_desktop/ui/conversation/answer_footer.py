"""The footer of an answer: memory chips, how it ended, and the row of action buttons."""

from typing import Final, Literal

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from alicia_desktop.base.translation import translate_count
from alicia_desktop.ui.conversation.message_controls import BranchSwitch
from alicia_desktop.ui.conversation.message_parts import CHIPS_AT_ONCE, MessageFolds
from alicia_desktop.ui.folded_text import ShowAllButton
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, FoldButton, IconButton
from alicia_desktop.ui.widgets.chip import MemoryChip
from alicia_desktop.ui.widgets.flow_layout import FlowLayout
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, Label, PartsLabel
from alicia_desktop.ui.widgets.voting import VotePair
from alicia_desktop.view.rows import BranchRow, ChipRow, MessageRow

Offer = Literal["", "retry", "continue", "show"]
GAP: Final = 2
"""Pixels between two actions."""
ICON_INSET: Final = 4
"""From the edge of a small button to its icon; the line reaches as far to the left of the text."""


class ChipLine(QWidget):
    """Show the memories of an answer: three chips, then "+n", which shows more."""

    chip_requested = Signal(object)
    """The `ChipRow` that was pressed."""
    menu_requested = Signal(object, QPoint)
    """A `ChipRow`, and the screen position for its menu."""
    unfolded = Signal()

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._chips: list[MemoryChip] = []
        self._more = Button("", theme=theme, small=True, parent=self)
        self._more.setFont(theme.font("small"))
        self._more.clicked.connect(self.unfolded)
        self._flow = FlowLayout(self)

    def show_row(self, row: MessageRow, folds: MessageFolds, width: int) -> None:
        """Show the chips of `row` in lines `width` pixels wide."""
        shown = folds.chips_to_show(row)
        while self._flow.count():
            self._flow.takeAt(0)
        for row_of_chip in shown[len(self._chips) :]:
            self._chips.append(self._new_chip(row_of_chip))
        for number, chip in enumerate(self._chips):
            chip.setVisible(number < len(shown))
            if number < len(shown):
                chip.set_row(shown[number])
                self._flow.addWidget(chip)
        rest = len(row.chips) - len(shown)
        self._more.setVisible(rest > 0)
        self._more.setText(f"+{rest}")
        next_ones = min(rest, CHIPS_AT_ONCE)
        self._more.setAccessibleName(
            translate_count("Show {count} more memory", "Show {count} more memories", next_ones)
        )
        self._flow.addWidget(self._more)
        self.setVisible(bool(shown))
        self.setFixedSize(width, self._flow.heightForWidth(width))

    def _new_chip(self, row: ChipRow) -> MemoryChip:
        chip = MemoryChip(row, theme=self._theme, parent=self)
        chip.clicked.connect(lambda: self.chip_requested.emit(chip.row))
        chip.menu_requested.connect(lambda place: self.menu_requested.emit(chip.row, place))
        return chip


class EndNotice(QWidget):
    """Show in one line how an answer ended (interrupted, incomplete, replaced), its errors, or what is hidden below."""

    retry_requested = Signal()
    continue_requested = Signal()
    show_requested = Signal()

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._icon = Icon("", theme=theme, size=14)
        self._text = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._all = ShowAllButton(title=self.tr("What went wrong"), theme=theme)
        self._retry = Button(self.tr("Retry"), theme=theme, kind="link", small=True)
        self._continue = Button(self.tr("Continue"), theme=theme, kind="link", small=True)
        self._show = Button(self.tr("Show"), theme=theme, kind="link", small=True)
        self._show.clicked.connect(self.show_requested)
        self._retry.clicked.connect(self.retry_requested)
        self._continue.clicked.connect(self.continue_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._text)
        for button in (self._all, self._retry, self._continue, self._show):
            button.setFixedHeight(theme.line("small"))
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        layout.addStretch()

    def set_notice(self, icon: str, text: str, *, tone: str = "muted", offers: Offer = "", width: int) -> None:
        """Show `text` with the offered action; hide the line if `text` is empty."""
        self.setVisible(bool(text))
        self._icon.set_icon(icon, "text-muted" if tone == "muted" else tone)
        self._text.set_tone(tone)
        if not text:
            return
        self._text.setText(text)
        self._all.set_whole(text)
        self._retry.setVisible(offers == "retry")
        self._continue.setVisible(offers == "continue")
        self._show.setVisible(offers == "show")
        buttons = [one for one in (self._all, self._retry, self._continue, self._show) if not one.isHidden()]
        room = width - 20 - sum(button.sizeHint().width() + 6 for button in buttons)
        self._text.setFixedWidth(min(room, self._text.fontMetrics().horizontalAdvance(self._text.text()) + 4))
        self.setFixedHeight(max(self._text.minimumHeight(), self._text.heightForWidth(self._text.width())))


class LaterTurns(EndNotice):
    """Say that later messages belong to another version, and bring them back with one press."""

    chosen = Signal(str)
    """The id of the last of them."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__(theme=theme)
        self._later = ""
        self.show_requested.connect(lambda: self.chosen.emit(self._later))

    def show_row(self, row: BranchRow | None, width: int) -> None:
        """Show the line where `row` has later messages elsewhere, else hide it."""
        self._later = row.later if row is not None else ""
        words = self.tr("Later messages are in version {number}").format(number=row.later_in) if row is not None else ""
        self.set_notice("info", words if self._later else "", offers="show", width=width)


class ActionLine(QWidget):
    """Show the action buttons of an answer, the reasoning fold and the time to the first word.

    Always 24 pixels high. While the answer is written, Stop replaces the actions that need a complete answer.
    """

    branch_requested = Signal(str)
    stop_requested = Signal()
    copy_requested = Signal()
    voted = Signal(str)
    reason_requested = Signal()
    note_requested = Signal()
    regenerate_requested = Signal()
    replay_requested = Signal()
    read_requested = Signal()
    turn_requested = Signal()
    prompt_requested = Signal()
    reasoning_toggled = Signal(bool)

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedHeight(theme.height("control-small"))
        self._branch = BranchSwitch(theme=theme)
        self._stop = IconButton("stop-fill", self.tr("Stop (Esc)"), theme=theme, small=True)
        self._copy = IconButton("copy", self.tr("Copy answer"), theme=theme, small=True)
        self._votes = VotePair(theme=theme)
        self._note = IconButton("note-pencil", self.tr("Add note to answer"), theme=theme, small=True)
        self._again = IconButton("arrow-clockwise", self.tr("Regenerate"), theme=theme, small=True)
        self._replay = IconButton("play-circle", self.tr("Replay answer"), theme=theme, small=True)
        self._read = IconButton("speaker-high", self.tr("Read aloud"), theme=theme, small=True)
        self._show_turn = IconButton("activity", self.tr("Show turn in inspector"), theme=theme, small=True)
        self._show_prompt = IconButton("article", self.tr("What the model read"), theme=theme, small=True)
        self._fold = FoldButton("", theme=theme)
        self._reason = Button(self.tr("Reason"), theme=theme, kind="link", small=True)
        self._voted = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._timing = PartsLabel("", theme=theme, font="small", tone="muted")
        self._before: tuple[QWidget, ...] = (self._branch, self._stop, self._fold)
        self._after: tuple[QWidget, ...] = (
            self._reason,
            self._copy,
            self._votes,
            self._note,
            self._again,
            self._replay,
            self._read,
            self._show_turn,
            self._show_prompt,
        )
        """At the end of the line, so that nothing moves when the reason is asked for, or the words before change."""
        self._connect()
        self._lay_out()

    def _connect(self) -> None:
        self._branch.chosen.connect(self.branch_requested)
        self._stop.clicked.connect(self.stop_requested)
        self._copy.clicked.connect(self.copy_requested)
        self._votes.voted.connect(self.voted)
        self._reason.clicked.connect(self.reason_requested)
        self._note.clicked.connect(self.note_requested)
        self._again.clicked.connect(self.regenerate_requested)
        self._replay.clicked.connect(self.replay_requested)
        self._read.clicked.connect(self.read_requested)
        self._show_turn.clicked.connect(self.turn_requested)
        self._show_prompt.clicked.connect(self.prompt_requested)
        self._fold.toggled.connect(self.reasoning_toggled)

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP)
        for widget in self._before:
            layout.addWidget(widget)
        layout.addSpacing(ICON_INSET)
        layout.addWidget(self._voted)
        layout.addWidget(self._timing, 1)
        for widget in self._after:
            layout.addWidget(widget)

    def show_actions(self, *, shown: bool) -> None:
        """Show the buttons; Stop, the versions, the fold and a vote that was given are always seen."""
        buttons = (self._copy, self._votes.up, self._votes.down, self._note, self._again, self._replay, self._read)
        for button in (*buttons, self._show_turn, self._show_prompt):
            button.set_veiled(veiled=not shown)

    def show_row(self, row: MessageRow, folds: MessageFolds, width: int) -> None:
        """Show the actions that are available for `row`, in `width` pixels."""
        for button in (self._copy, self._votes, self._note, self._again, self._replay, self._read):
            button.setVisible(not row.streaming)
        self._show_turn.show()
        self._replay.setEnabled(row.replayable)
        available, unavailable = (
            self.tr("Replay answer"),
            self.tr("No recording from the last seven days: read aloud"),
        )
        set_tool_tip(self._replay, available if row.replayable else unavailable)
        self._replay.setAccessibleDescription("" if row.replayable else unavailable)
        self._stop.setVisible(row.streaming)
        self._branch.set_row(row.branch)
        self._votes.set_row(row.vote)
        self._reason.setVisible(row.unexplained and not row.streaming)
        vote_text = row.vote.text if row.vote.state not in {"", "confirmed"} else ""
        self._voted.set_text(vote_text)
        self._voted.setVisible(bool(vote_text))
        steps = len(row.reasoning)
        self._fold.setVisible(bool(steps))
        whole = translate_count("Reasoning, {count} step", "Reasoning, {count} steps", steps)
        self._fold.setAccessibleName(whole)
        self._fold.blockSignals(True)
        self._fold.setChecked(folds.reasoning)
        self._fold.blockSignals(False)
        self._fit(whole, width)
        timing = "" if vote_text else row.timing  # where one does not fit, it goes as a whole
        self._timing.set_text(f"· {timing}" if steps and timing else timing)
        self.setFixedWidth(width)

    def _fit(self, reasoning: str, width: int) -> None:
        """Set the longest label of the reasoning fold that fits; what the model read is in the inspector, too.

        Where not even the buttons fit, as with large text, those go that the answer's menu or the inspector has too.
        """
        short = self.tr("Reasoning")
        for words, with_prompt in ((reasoning, True), (short, True), (reasoning, False), (short, False), ("", False)):
            self._show_prompt.setVisible(with_prompt)
            self._fold.setText(words)
            set_tool_tip(self._fold, "" if words == reasoning else reasoning)
            if self._width() <= width:
                return
        for button in (self._show_turn, self._note, self._replay, self._read):
            button.hide()
            if self._width() <= width:
                return

    def _width(self) -> int:
        """Return the width of the buttons, with the link that asks for a reason."""
        shown = [one for one in (*self._before, *self._after) if not one.isHidden() or one is self._reason]
        return sum(max(one.sizeHint().width(), one.minimumWidth()) + GAP for one in shown) + 2 * GAP
