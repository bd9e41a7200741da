"""An answer: presence icon in the gutter, name, text, and the footer under it.

A long answer has one widget for each part: the first has icon and name, the last the footer.
"""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from alicia_desktop.base.translation import translate_count
from alicia_desktop.ui.conversation.annotations import Notes, Reasoning
from alicia_desktop.ui.conversation.answer_footer import (
    ICON_INSET,
    ActionLine,
    ChipLine,
    EndNotice,
    LaterTurns,
    Offer,
)
from alicia_desktop.ui.conversation.contents import BETWEEN, DESCENT, ContentWidths, MessageContents
from alicia_desktop.ui.conversation.documents import DocumentCache
from alicia_desktop.ui.conversation.message_controls import MessageRequests, MessageWidget, MoreButton, layout_height
from alicia_desktop.ui.conversation.message_parts import (
    CARDS_AT_ONCE,
    CHIPS_AT_ONCE,
    NOTES_AT_ONCE,
    STEPS_AT_ONCE,
    MessageFolds,
    MessagePart,
)
from alicia_desktop.ui.conversation.text_view import CARET_ROOM
from alicia_desktop.ui.presence_icon import Mark, MarkShape
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.tool_card import ToolCard
from alicia_desktop.ui.widgets.voting import Choice, vote_menu
from alicia_desktop.view.references import Reference, sentence_reference
from alicia_desktop.view.rows import ChipRow, MessageRow, StepRow, TargetType, ToolCardRow, VoteWish

CARD_MAX = 640
BELOW = 24
ABOVE_PART = BETWEEN
"""Pixels above a part that is not the first: it has no icon and name, since its text continues the part before."""


class AnswerWidget(MessageWidget):
    """Show one part of an answer; pooled, so `show_part` may switch to another answer."""

    def __init__(self, *, theme: Theme, documents: DocumentCache, requests: MessageRequests, parent: QWidget) -> None:
        super().__init__(theme=theme, documents=documents, requests=requests, parent=parent)
        self._row: MessageRow | None = None
        self._folds = MessageFolds()
        self._mark = Mark(theme=theme, size=theme.tokens.mark["message"], beside="ui")
        self._name = Label("", theme=theme, font="ui-strong")
        self._time = Label("", theme=theme, font="small", tone="muted")
        self._contents = MessageContents(theme=theme, documents=documents, ink="text")
        self._ending = EndNotice(theme=theme)
        self._errors = EndNotice(theme=theme)
        self._later = LaterTurns(theme=theme)
        self._chips = ChipLine(theme=theme)
        self._cards: list[ToolCard] = []
        self._cards_layout = QVBoxLayout()
        self._cards_layout.setContentsMargins(0, 0, 0, 0)
        self._cards_layout.setSpacing(8)
        self._more_cards = MoreButton(
            lambda count: translate_count("Show {count} more tool use", "Show {count} more tool uses", count),
            theme=theme,
        )
        self._cards_layout.addWidget(self._more_cards, 0, Qt.AlignmentFlag.AlignLeading)
        self._actions = ActionLine(theme=theme)
        self._reasoning = Reasoning(theme=theme)
        self._notes = Notes(theme=theme)
        self._build()
        self._connect()

    def show_part(self, part: MessagePart, column: int, *, close: bool, folds: MessageFolds) -> int:
        """Show `part` in a column `column` pixels wide and return its height."""
        row = part.row
        self._row, self._folds = row, folds
        self.message_id = row.id
        width = min(self._theme.scaled(CARD_MAX), column - self._theme.width("gutter"))
        measure = min(self._theme.width("measure"), width - CARET_ROOM)
        self._show_head(row, first=part.first)
        self._contents.show_part(part, ContentWidths(text=measure, code=width))
        self._contents.setVisible(bool(part.blocks))
        self._show_ending(row, width, last=part.last)
        self._chips.show_row(row, folds, width)
        self._show_cards(row, folds, width)
        self._actions.setVisible(part.last)
        self._actions.show_row(row, folds, width + ICON_INSET)
        self._reasoning.setVisible(folds.reasoning and bool(row.reasoning))
        self._reasoning.show_steps(row.reasoning if folds.reasoning else (), width, limit=folds.steps)
        self._notes.show_rows(row.notes, measure, limit=folds.notes)
        self._later.show_row(row.branch if part.last else None, width)
        above = 0 if part.first else ABOVE_PART + (0 if part.continues else BETWEEN)
        self._layout.setContentsMargins(0, above, 0, BELOW if part.last else 0)
        set_accessible_name(self, f"{row.name}, {row.time}: {part.text}")
        self.mark_spoken(None)
        return layout_height(self)

    def _show_head(self, row: MessageRow, *, first: bool) -> None:
        self._name.setText(row.name)
        self._time.setText(row.time)
        for widget in (self._mark, self._name, self._time):
            widget.setVisible(first)

    def show_actions(self, *, shown: bool) -> None:
        """Show the buttons under the answer."""
        self._actions.show_actions(shown=shown)

    def mark_found(self, words: str, current: int | None = None) -> None:
        """Highlight all matches of `words`, and the one at `current` in another colour; none if empty."""
        self._contents.mark_found(words, current)

    def top_of(self, offset: int) -> int:
        """Return the distance in pixels from the upper edge to a character of the message."""
        return self._contents.mapTo(self, QPoint(0, self._contents.top_of(offset))).y()

    def mark_spoken(self, span: tuple[int, int] | None) -> None:
        """Mark the sentence that is being spoken, or none."""
        self._contents.mark_spoken(span)
        shape = self._shape(speaking=span is not None)
        self._mark.set_shape(shape)

    def update_elapsed(self, now: float) -> bool:
        """Update the elapsed time of the running tools; return whether there are any."""
        running = False
        for card in self._cards:
            if not card.isHidden() and card.row.state == "running":
                card.count(now)
                running = True
        return running

    def _shape(self, *, speaking: bool) -> MarkShape:
        row = self._row
        if speaking:
            return "speaking"
        if row is None or not row.streaming:
            return "rest"
        if any(tool.state == "running" for tool in row.tools):
            return "tool"
        return "rest" if row.text else "thinking"

    def _show_ending(self, row: MessageRow, width: int, *, last: bool) -> None:
        if not last:
            self._ending.set_notice("", "", width=width)
        elif row.stopped_after is not None:
            offers: Offer = "" if row.superseded else "continue"
            self._ending.set_notice("stop-circle", self.tr("Interrupted"), offers=offers, width=width)
        elif row.incomplete:
            self._ending.set_notice("warning-circle", self.tr("Answer incomplete"), offers="retry", width=width)
        elif row.awaits_other:
            words = self.tr("Waiting for another answer")
            self._ending.set_notice("arrow-clockwise", words, offers="retry", width=width)
        elif row.superseded:
            replaced = row.branch is not None and row.branch.after
            words = self.tr("Replaced by a newer answer") if replaced else self.tr("Part of an earlier version")
            self._ending.set_notice("arrow-clockwise", words, width=width)
        elif row.cut:
            words = self.tr("Cut off at the length limit")
            self._ending.set_notice("warning-circle", words, offers="continue", width=width)
        else:
            self._ending.set_notice("", "", width=width)
        self._errors.set_notice("warning-circle-fill", "\n".join(row.errors), tone="error", width=width)

    def _show_cards(self, row: MessageRow, folds: MessageFolds, width: int) -> None:
        shown = row.tools[: folds.cards]
        for tool in shown[len(self._cards) :]:
            card = ToolCard(tool, theme=self._theme)
            card.inspect_requested.connect(self._requests.tool_requested)
            card.folded.connect(self._on_card_folded)
            card.menu_requested.connect(lambda place, card=card: self._on_card_menu(card.row, place))
            self._cards.append(card)
            self._cards_layout.insertWidget(self._cards_layout.count() - 1, card)
        for number, card in enumerate(self._cards):
            card.setVisible(number < len(shown))
            if number < len(shown):
                card.set_row(shown[number])
                card.set_open(is_open=card.row.id in folds.tools)
                card.set_width(width)
                card.setFixedWidth(width)
        self._more_cards.set_remaining(len(row.tools) - len(shown), CARDS_AT_ONCE)

    def _build(self) -> None:
        who = QHBoxLayout()
        who.setSpacing(8)
        who.addWidget(self._name)
        who.addWidget(self._time)
        who.addStretch()
        for label in (self._name, self._time):
            label.setFixedHeight(self._theme.height("control-small"))
        words = QVBoxLayout()
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(8)
        words.addLayout(who)
        words.addSpacing(-8 - DESCENT)
        words.addWidget(self._contents, 0, Qt.AlignmentFlag.AlignLeading)
        words.addSpacing(DESCENT)
        for widget in (self._ending, self._errors, self._chips):
            words.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeading)
        words.addLayout(self._cards_layout)
        actions = QHBoxLayout()
        actions.addSpacing(-ICON_INSET)
        actions.addWidget(self._actions, 0, Qt.AlignmentFlag.AlignLeading)
        words.addLayout(actions)
        words.addWidget(self._reasoning, 0, Qt.AlignmentFlag.AlignLeading)
        words.addWidget(self._notes, 0, Qt.AlignmentFlag.AlignLeading)
        words.addWidget(self._later, 0, Qt.AlignmentFlag.AlignLeading)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, BELOW)
        self._layout.setSpacing(self._theme.width("gutter") - self._theme.tokens.mark["message"])
        kept = self._mark.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self._mark.setSizePolicy(kept)
        self._layout.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        self._layout.addLayout(words, 1)

    def _connect(self) -> None:
        requests = self._requests
        self._contents.code_requested.connect(lambda start: requests.code_requested.emit(self._own_id, start))
        self._contents.show_all_requested.connect(lambda whole: requests.show_all_requested.emit(self._own_id, whole))
        self._contents.pressed.connect(self._choose)
        self._contents.menu_opening.connect(self._on_text_menu)
        self._reasoning.menu_requested.connect(self._on_step_menu)
        self._chips.chip_requested.connect(self._on_chip)
        self._chips.menu_requested.connect(self._on_chip_menu)
        self._chips.unfolded.connect(self._on_chips_unfolded)
        self._more_cards.clicked.connect(self._on_more_cards)
        self._reasoning.more.clicked.connect(self._on_more_steps)
        self._notes.more.clicked.connect(self._on_more_notes)
        self._actions.copy_requested.connect(self._on_copy)
        self._actions.voted.connect(lambda value: self._vote("message", self._own_id, value))
        self._actions.reason_requested.connect(lambda: requests.reason_requested.emit(self._own_id))
        self._actions.note_requested.connect(lambda: requests.note_requested.emit(self._own_id))
        self._reasoning.voted.connect(lambda step, value: self._vote("reasoning", step, value))
        self._notes.edit_requested.connect(requests.note_edit_requested)
        self._notes.delete_requested.connect(requests.note_delete_requested)
        self._actions.regenerate_requested.connect(lambda: requests.regenerate_requested.emit(self._own_id))
        self._actions.read_requested.connect(lambda: requests.read_requested.emit(self._own_id))
        self._actions.replay_requested.connect(lambda: requests.replay_requested.emit(self._own_id))
        self._actions.branch_requested.connect(requests.branch_requested)
        self._later.chosen.connect(requests.branch_requested)
        self._actions.stop_requested.connect(requests.stop_requested)
        self._ending.continue_requested.connect(lambda: requests.continue_requested.emit(self._own_id))
        self._actions.turn_requested.connect(lambda: requests.turn_requested.emit(self._own_id))
        self._actions.prompt_requested.connect(lambda: requests.prompt_requested.emit(self._own_id))
        self._actions.reasoning_toggled.connect(self._on_reasoning_toggled)
        self._ending.retry_requested.connect(lambda: requests.retry_requested.emit(self._own_id))

    @property
    def _own_id(self) -> str:
        return self._row.id if self._row is not None else ""

    def _on_copy(self) -> None:
        if self._row is not None:
            QGuiApplication.clipboard().setText(self._row.text)
            self._requests.copied.emit()

    def _vote(self, target: TargetType, target_id: str, value: Choice) -> None:
        wish = VoteWish(message_id=self._own_id, target_type=target, target_id=target_id, value=value)
        self._requests.vote_requested.emit(wish)

    def _on_chip(self, row: ChipRow) -> None:
        """Show the trace of a memory; one that was not read has none, so its page."""
        if row.unread:
            self._requests.follow_requested.emit(Reference(kind="memory", id=row.memory_id), "memory")
        else:
            self._requests.chip_requested.emit(row.id)

    def _on_chip_menu(self, row: ChipRow, place: QPoint) -> None:
        menu = vote_menu(
            row.vote, lambda value: self._vote("memory", row.memory_id, value), theme=self._theme, parent=self
        )
        reference = Reference(kind="memory", id=row.memory_id) if row.unread else Reference(kind="trace", id=row.id)
        self._add_links(menu, reference)
        menu.popup(place)

    def _on_card_menu(self, row: ToolCardRow, place: QPoint) -> None:
        menu = vote_menu(row.vote, lambda value: self._vote("tool_use", row.id, value), theme=self._theme, parent=self)
        self._add_links(menu, Reference(kind="tool", id=row.id))
        menu.popup(place)

    def _on_step_menu(self, row: StepRow, place: QPoint) -> None:
        menu = vote_menu(row.vote, lambda value: self._vote("reasoning", row.id, value), theme=self._theme, parent=self)
        self._add_links(menu, Reference(kind="step", id=row.id))
        menu.popup(place)

    def _on_text_menu(self, menu: QMenu, offset: int) -> None:
        """Add where the sentence at this offset is shown; beside the sentences, where the message is."""
        spans = self._row.sentences if self._row is not None else ()
        said = next((span.sequence for span in spans if span.start <= offset < span.end), None)
        message = Reference(kind="message", id=self._own_id)
        self._add_links(menu, message if said is None else sentence_reference(self._own_id, said))
        self._add_exports(menu)

    def _add_exports(self, menu: QMenu) -> None:
        """Add what the answer can be written to a file as; its sound while it is kept."""
        row = self._row
        if row is None or row.streaming:
            return
        menu.addSeparator()
        export = self._requests.export_requested.emit
        menu.addAction(self.tr("Export answer…")).triggered.connect(lambda _=False: export(row.id, "markdown"))
        sound = menu.addAction(self.tr("Export sound…"))
        sound.setEnabled(row.replayable)
        sound.triggered.connect(lambda _=False: export(row.id, "wav"))

    def _on_chips_unfolded(self) -> None:
        self._folds.chips += CHIPS_AT_ONCE
        self._requests.layout_changed.emit(self._own_id)

    def _on_more_cards(self) -> None:
        self._folds.cards += CARDS_AT_ONCE
        self._requests.layout_changed.emit(self._own_id)

    def _on_more_steps(self) -> None:
        self._folds.steps += STEPS_AT_ONCE
        self._requests.layout_changed.emit(self._own_id)

    def _on_more_notes(self) -> None:
        self._folds.notes += NOTES_AT_ONCE
        self._requests.layout_changed.emit(self._own_id)

    def _on_reasoning_toggled(self, is_open: bool) -> None:
        self._folds.reasoning = is_open
        self._requests.layout_changed.emit(self._own_id)

    def _on_card_folded(self, tool_id: str, is_open: bool) -> None:
        if is_open:
            self._folds.tools.add(tool_id)
        else:
            self._folds.tools.discard(tool_id)
        self._requests.layout_changed.emit(self._own_id)
