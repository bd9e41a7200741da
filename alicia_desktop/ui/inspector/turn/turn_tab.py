"""Show the Turn tab: one turn's figures, its waterfall, and the chain of what led to what."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.filtering.expression import Condition, Expression
from alicia_desktop.ui.inspector.figures import Figures
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine, add_filter_actions
from alicia_desktop.ui.inspector.page_parts import EmptyState, InspectorSection
from alicia_desktop.ui.inspector.row_views import Selection
from alicia_desktop.ui.inspector.turn.chain import ChainList
from alicia_desktop.ui.inspector.turn.prompt_page import PromptPage
from alicia_desktop.ui.inspector.turn.turn_header import TurnHeader
from alicia_desktop.ui.inspector.turn.turn_page import TurnPage
from alicia_desktop.ui.inspector.turn.waterfall import Waterfall
from alicia_desktop.ui.qt_models import ROW_ROLE, RowsListModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button, SegmentButton, Segments
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.link_menu import add_link_actions
from alicia_desktop.view.references import Place, Reference
from alicia_desktop.view.row_filters import STEPS, FilteredRows, step_fields
from alicia_desktop.view.turns import ChainStep, TurnView, phase_reference
from alicia_desktop.view.waterfall import FIRST_PART, STEP_OF, first_word_ms

MAIN_PLACE: Final[dict[str, Place]] = {"trace": "memory", "tool": "tools"}
"""Where Enter leads; everything else stands in the chat."""
WHOLE: Final = "whole"
FIRST: Final = "first"


class TurnTab(QStackedWidget):
    """Everything about one turn, or what belongs here."""

    turn_requested = Signal(str)
    follow_requested = Signal(object, str)
    """A `Reference`, and the place to show it in."""
    only_turn_requested = Signal(object)
    """A `Reference` whose turn's stanzas are to be listed."""
    moved = Signal()
    """Another step, line or bar is chosen."""
    replay_requested = Signal()
    """The turn is to be replayed, or no longer."""
    seek_requested = Signal(float)
    """A moment of the waterfall, in milliseconds, to which a replay is to go."""
    comparison_requested = Signal()
    """How long turns take, over many of them."""
    prompt_requested = Signal(str)
    """The id of an answer of which is to be shown what the model read; the tab has already gone there."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._turn: TurnView | None = None
        self._steps: Rows[ChainStep] = Rows(lambda step: step.id)
        self._page = TurnPage(theme=theme, parent=self)
        self._header = TurnHeader(theme=theme, parent=self._page)
        self._note = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._note.setContentsMargins(16, 0, 16, 8)
        self._figures = Figures(theme=theme, parent=self._page)
        self._section = InspectorSection(self.tr("Waterfall"), theme=theme, parent=self._page)
        self._span = self._new_span()
        self._span_chosen = False
        """Whether the user chose it for this turn; else the first two seconds, if the answer came within them."""
        self._waterfall = Waterfall(theme=theme, parent=self._page)
        self._details = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._details.setContentsMargins(16, 4, 16, 4)
        self._details.hide()
        self._chain_section = InspectorSection(
            self.tr("Chain"), self.tr("what led to what"), theme=theme, parent=self._page
        )
        self._read = Button(
            self.tr("What the model read"), theme=theme, kind="link", small=True, parent=self._chain_section
        )
        self.filter_line = FilterLine(STEPS, theme=theme, name=self.tr("Filter steps"), parent=self._page)
        self._chain = ChainList(theme=theme, parent=self._page)
        self._selection = Selection(self._chain)
        self._filtered = FilteredRows(step_fields, self._steps)
        self._selection.attach(RowsListModel(self._filtered.rows, text=_spoken_step, parent=self))
        self._empty = EmptyState(
            "flow-arrow",
            self.tr("No turns yet"),
            self.tr("Ask Alicia something to see step by step what led to the answer, and when."),
            theme=theme,
            parent=self,
        )
        self.prompt = PromptPage(theme=theme, parent=self)
        """What the model read, in the place of the turn."""
        self._build()
        self._connect()

    def set_read_only(self) -> None:
        """Say of a capture without turns that it has none, and not how to come by one."""
        self._empty.set_text(self.tr("No turns"), self.tr("No stanza of this capture belongs to one."))

    def show_prompt(self) -> None:
        """Show what the model read, until somebody goes back."""
        self.setCurrentWidget(self.prompt)

    def close_prompt(self) -> None:
        """Show the turn again."""
        if self.currentWidget() is self.prompt:
            self.setCurrentIndex(1 if self._turn else 0)
            self._read.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_turn(self, turn: TurnView | None) -> None:
        """Show a turn, or the empty state."""
        another = turn is None or self._turn is None or turn.id != self._turn.id
        self._turn = turn
        if turn is None or self.currentWidget() is not self.prompt:
            self.setCurrentIndex(1 if turn else 0)
        if turn is None:
            return
        self._header.set_turn(turn)
        self._read.setEnabled(turn.answer_id is not None)
        self._note.setText(turn.note)
        self._note.setVisible(bool(turn.note))
        self._figures.set_figures(turn.figures)
        note = (self.tr("ms after {zero}").format(zero=turn.zero), turn.clocks, self.tr("this computer’s clock"))
        self._section.set_note(" · ".join(part for part in note if part))
        self._steps.reset(turn.chain)
        self._show_waterfall()
        self._show_count()
        if another:
            self._waterfall.choose("")
            self._span_chosen = False
        if not self._span_chosen:
            self.show_span(WHOLE if (first_word_ms(turn.waterfall) or 0.0) > FIRST_PART[1] else FIRST)

    def set_replayed(self, position: float | None) -> None:
        """Show where a replay of the turn is; None where there is none."""
        if position is not None and not self._header.is_replayed:
            self.show_span(WHOLE)
        self._header.set_replayed(replayed=position is not None)
        self._waterfall.set_position(position)

    @property
    def reference(self) -> Reference | None:
        """What is chosen of the turn, else its answer."""
        if self._turn is None:
            return None
        chosen = self._chain.reference_at(self._chain.currentIndex())
        return chosen or Reference(kind="message", id=self._turn.answer_id or self._turn.id)

    def focus_list(self) -> None:
        """Put the keyboard on what is listed."""
        if self.currentWidget() is self.prompt:
            self.prompt.take_focus()
        else:
            self._chain.setFocus(Qt.FocusReason.OtherFocusReason)
            self._page.reveal_step()

    def select(self, reference: Reference) -> None:
        """Choose the step of the chain, its line and its bar that are this thing; of a message that is a turn, none."""
        for step in self._filtered.rows:
            lines = [line.reference for line in step.lines]
            if reference in (step.reference, *lines) or reference.id == step.id:
                self._chain.setCurrentIndex(self._chain.model().index(self._filtered.rows.position(step.id) or 0, 0))
                self._chain.choose_line(lines.index(reference) if reference in lines else -1)
                self._page.reveal_step()
                break
        bars = self._turn.waterfall if self._turn is not None else ()
        exact = (row.id for row in bars if self._turn and phase_reference(self._turn, row) == reference)
        if (bar := next(exact, "")) and reference.kind in {"phase", "tool", "step"}:
            if reference.kind == "phase":
                self._on_bar_chosen(bar)
            self._waterfall.choose(bar)

    def _new_span(self) -> Segments:
        return Segments(
            (
                SegmentButton(id=WHOLE, text=self.tr("Whole turn")),
                SegmentButton(id=FIRST, text=self.tr("First 2 s")),
            ),
            theme=self._theme,
            name=self.tr("Time range"),
            parent=self._section,
        )

    def _build(self) -> None:
        self._span.choose(FIRST)
        self._section.add(self._span)
        self._chain_section.add(self._read)
        self._page.arrange(
            header=self._header,
            above=(self._note, self._figures, self._section),
            waterfall=self._waterfall,
            details=self._details,
            between=(self._chain_section, self.filter_line),
            chain=self._chain,
        )
        self.addWidget(self._empty)
        self.addWidget(self._page)
        self.addWidget(self.prompt)

    def _connect(self) -> None:
        self.filter_line.changed.connect(self._on_filter)
        self._read.clicked.connect(self._on_read)
        self.prompt.back_requested.connect(self.close_prompt)
        self.prompt.message_requested.connect(self._on_message)
        self._header.turn_requested.connect(self.turn_requested)
        self._header.message_requested.connect(self._on_message)
        self._header.stanzas_requested.connect(self._on_stanzas)
        self._header.comparison_requested.connect(self.comparison_requested)
        self._header.replay_requested.connect(self.replay_requested)
        self._waterfall.seek_requested.connect(self.seek_requested)
        self._span.chosen.connect(self._on_span)
        self._waterfall.row_selected.connect(self._on_bar_chosen)
        self._waterfall.details_changed.connect(self._on_details)
        self._waterfall.row_activated.connect(self._on_bar_followed)
        self._selection.selected.connect(self._on_step_chosen)
        self._chain.clicked.connect(self._on_step_followed)
        self._chain.activated.connect(self._on_step_followed)
        for view, ask in ((self._chain, self._on_chain_menu), (self._waterfall, self._on_waterfall_menu)):
            view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            view.customContextMenuRequested.connect(ask)

    def _on_message(self, message_id: str) -> None:
        self.follow_requested.emit(Reference(kind="message", id=message_id), "chat")

    def _on_stanzas(self) -> None:
        if self._turn:
            self.only_turn_requested.emit(Reference(kind="message", id=self._turn.id))

    def _on_chain_menu(self, place: QPoint) -> None:
        pointed = self._chain.indexAt(place)
        index = pointed if pointed.isValid() else self._chain.currentIndex()
        by_key = not pointed.isValid() or place == self._chain.visualRect(index).center()
        reference = self._chain.reference_at(index, None if by_key else place)
        self._menu(reference, index.data(ROW_ROLE)).popup(self._chain.viewport().mapToGlobal(place))

    def _on_waterfall_menu(self, place: QPoint) -> None:
        rows = self._waterfall.rows
        pointed = [row for number, row in enumerate(rows) if self._waterfall.row_rect(number).contains(place)]
        row = next(iter(pointed), None) or next((row for row in rows if row.id == self._waterfall.chosen), None)
        if row is not None and self._turn is not None:
            reference = phase_reference(self._turn, row)
            self._menu(reference, self._step_of(row.id)).popup(self._waterfall.mapToGlobal(place))

    def _menu(self, reference: Reference | None, step: ChainStep | None) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if reference is not None:
            add_link_actions(menu, reference, here="turn", follow=self.follow_requested.emit)
            only = menu.addAction(self.tr("Show the stanzas of this turn"))
            only.triggered.connect(self._on_stanzas)
        if step is not None:
            menu.addSeparator()
            add_filter_actions(menu, Condition(key="step", operator=":", value=step.kind), self.filter_line)
        return menu

    def _on_read(self) -> None:
        if self._turn and self._turn.answer_id:
            self.show_prompt()
            self.prompt.take_focus()
            self.prompt_requested.emit(self._turn.answer_id)

    def _on_filter(self, expression: Expression) -> None:
        self._filtered.filter(expression)
        self._chain.set_marked(expression)
        self._show_waterfall()
        self._show_count()

    def _show_waterfall(self) -> None:
        """Show the bars of the steps that fit the filter."""
        turn = self._turn
        if turn is None:
            return
        fitting = {step.id for step in self._filtered.rows}
        steps = {row.id: self._step_of(row.id) for row in turn.waterfall}
        rows = tuple(row for row in turn.waterfall if (step := steps[row.id]) is None or step.id in fitting)
        shown = rows if len(fitting) < len(self._steps) else turn.waterfall
        self._waterfall.set_turn(replace(turn, waterfall=shown))
        self._page.fit()
        for part in (self._section, self._page.waterfall_area):
            part.setVisible(bool(shown))

    def _show_count(self) -> None:
        self.filter_line.show_count(len(self._filtered.rows), len(self._steps))

    def _on_span(self, span: str) -> None:
        self._span_chosen = True
        self.show_span(span)

    def show_span(self, span: str) -> None:
        """Show the whole turn in the waterfall, or its first two seconds."""
        self._span.choose(span)
        self._waterfall.set_whole(whole=span == WHOLE)

    def _on_bar_chosen(self, row_id: str) -> None:
        step = self._step_of(row_id)
        if step is not None:
            self._chain.setCurrentIndex(self._chain.model().index(self._filtered.rows.position(step.id) or 0, 0))
            self._waterfall.choose(row_id)

    def _on_details(self, details: str) -> None:
        self._details.setText(details)
        self._details.setVisible(bool(details))
        self._page.reveal_bar()

    def _on_bar_followed(self, row_id: str) -> None:
        if self._turn and any(row.id == row_id and row.kind == "prompt" for row in self._turn.waterfall):
            self._on_read()
            return
        step = self._step_of(row_id)
        if step is not None:
            self._follow(step)

    def _on_step_chosen(self, step_id: str) -> None:
        step = self._steps.get(step_id)
        bars = [row.id for row in self._turn.waterfall if self._step_of(row.id) is step] if self._turn else []
        self._waterfall.choose(bars[0] if bars and step else "")
        if self._chain.hasFocus():
            self._page.reveal_step()
        self.moved.emit()

    def _on_step_followed(self, index: QModelIndex) -> None:
        reference = self._chain.reference_at(index)
        if reference is not None:
            self._go(reference)

    def _follow(self, step: ChainStep) -> None:
        self._go(step.reference)

    def _go(self, reference: Reference) -> None:
        """Go where a thing leads: a trace or a tool use to its own tab, anything else to its message."""
        self.follow_requested.emit(reference, MAIN_PLACE.get(reference.kind, "chat"))

    def _step_of(self, row_id: str) -> ChainStep | None:
        """Return the step that a bar belongs to."""
        if (step := self._steps.get(row_id)) is not None:
            return step
        kinds = {row.id: STEP_OF.get(row.kind) for row in self._turn.waterfall} if self._turn else {}
        return next((step for step in self._steps if step.kind == kinds.get(row_id)), None)


def _spoken_step(step: ChainStep) -> str:
    lines = [" ".join(part for part in (line.lead, line.meaning, line.text, line.tail) if part) for line in step.lines]
    return "\n".join([f"{step.title} {step.detail} {step.offset}", *lines])
