"""Show the Turn tab: one turn's figures, its waterfall, and the chain of what led to what."""

from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.filtering.expression import Expression
from alicia_desktop.ui.inspector.figures import Figures
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine
from alicia_desktop.ui.inspector.page_parts import EmptyState, InspectorSection
from alicia_desktop.ui.inspector.row_views import Selection
from alicia_desktop.ui.inspector.turn.chain import ChainList
from alicia_desktop.ui.inspector.turn.prompt_page import PromptPage
from alicia_desktop.ui.inspector.turn.waterfall import FIRST_PART, Waterfall, first_word_ms
from alicia_desktop.ui.qt_models import ROW_ROLE, RowsListModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button, IconButton, SegmentButton, Segments
from alicia_desktop.ui.widgets.labels import ElidedLabel, Label, rule
from alicia_desktop.view.row_filters import STEPS, FilteredRows, step_fields
from alicia_desktop.view.turns import ChainStep, TurnView

STEP_OF: Final = {
    "speech": "question",
    "transcript": "question",
    "retrieval": "memories",
    "reasoning": "reasoning",
    "start": "sentences",
    "sentence": "sentences",
    "sound": "sentences",
    "waiting": "question",
    "network": "question",
    "prompt": "sentences",
    "tokens": "sentences",
    "voice": "sentences",
    "buffer": "sentences",
    "end": "error",
}
"""Kind of a bar → kind of the step that it belongs to; a tool's bar has the id of its step."""
WHOLE: Final = "whole"
FIRST: Final = "first"


class TurnTab(QStackedWidget):
    """Everything about one turn, or what belongs here."""

    turn_requested = Signal(str)
    comparison_requested = Signal()
    """How long turns take, over many of them."""
    step_requested = Signal(str, str)
    message_requested = Signal(str)
    prompt_requested = Signal(str)
    """The id of an answer of which is to be shown what the model read; the tab has already gone there."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._turn: TurnView | None = None
        self._steps: Rows[ChainStep] = Rows(lambda step: step.id)
        self._title = Label("", theme=theme, font="ui-strong")
        self._subtitle = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._previous = IconButton("caret-left", self.tr("Previous turn"), theme=theme, small=True)
        self._next = IconButton("caret-right", self.tr("Next turn"), theme=theme, small=True)
        self._show = IconButton("chat-circle-text", self.tr("Show in conversation"), theme=theme, small=True)
        self._compare = IconButton("chart-line-up", self.tr("Over turns"), theme=theme, small=True)
        self._note = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._note.setContentsMargins(16, 0, 16, 8)
        self._figures = Figures(theme=theme)
        self._section = InspectorSection(self.tr("Waterfall"), theme=theme)
        self._span = Segments(
            (
                SegmentButton(id=WHOLE, text=self.tr("Whole turn")),
                SegmentButton(id=FIRST, text=self.tr("First 2 s")),
            ),
            theme=theme,
            name=self.tr("Time range"),
        )
        self._span_chosen = False
        """Whether the user chose it for this turn; else the first two seconds, if the answer came within them."""
        self._waterfall = Waterfall(theme=theme)
        self._details = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._details.setContentsMargins(16, 4, 16, 4)
        self._details.hide()
        self._chain = ChainList(theme=theme)
        self._selection = Selection(self._chain)
        self._filtered = FilteredRows(step_fields, self._steps)
        self.filter_line = FilterLine(STEPS, theme=theme, name=self.tr("Filter steps"))
        self._selection.attach(RowsListModel(self._filtered.rows, text=_spoken_step, parent=self))
        self._empty = EmptyState(
            "flow-arrow",
            self.tr("No turns yet"),
            self.tr("Ask Alicia something to see step by step what led to the answer, and when."),
            theme=theme,
        )
        self._read = Button(self.tr("What the model read"), theme=theme, kind="link", small=True)
        self.prompt = PromptPage(theme=theme)
        """What the model read, in the place of the turn."""
        self._build()
        self._connect()

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
        self._read.setEnabled(turn.answer_id is not None)
        self._title.setText(turn.title)
        self._subtitle.set_text(turn.subtitle)
        self._note.setText(turn.note)
        self._note.setVisible(bool(turn.note))
        self._previous.setEnabled(turn.previous_id is not None)
        self._next.setEnabled(turn.next_id is not None)
        self._figures.set_figures(turn.figures)
        note = self.tr("ms after {zero}, this computer’s clock").format(zero=turn.zero)
        self._section.set_note(f"{note} · {turn.clocks}" if turn.clocks else note)
        self._waterfall.set_turn(turn)
        self._waterfall_area.setMaximumHeight(self._waterfall.height() + 2)
        for part in (self._section, self._waterfall_area):
            part.setVisible(bool(turn.waterfall))
        self._steps.reset(turn.chain)
        self._show_count()
        if another:
            self._waterfall.choose("")
            self._span_chosen = False
        if not self._span_chosen:
            self._show_span(WHOLE if (first_word_ms(turn.waterfall) or 0.0) > FIRST_PART[1] else FIRST)

    def _build(self) -> None:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._header())
        layout.addWidget(self._note)
        layout.addWidget(self._figures)
        self._span.choose(FIRST)
        self._section.add(self._span)
        layout.addWidget(self._section)
        self._waterfall_area = QScrollArea()
        self._waterfall_area.setProperty("ground", "raised")
        self._waterfall.setProperty("ground", "raised")
        self._waterfall_area.setWidget(self._waterfall)
        self._waterfall_area.setWidgetResizable(True)
        self._waterfall_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._waterfall_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout.addWidget(rule())
        layout.addWidget(self._waterfall_area, 3)
        layout.addWidget(self._details)
        layout.addWidget(rule())
        chain = InspectorSection(self.tr("Chain"), self.tr("what led to what"), theme=self._theme)
        chain.add(self._read)
        layout.addWidget(chain)
        layout.addWidget(self.filter_line)
        layout.addWidget(rule())
        layout.addWidget(self._chain, 2)
        self.addWidget(self._empty)
        self.addWidget(page)
        self.addWidget(self.prompt)

    def _header(self) -> QWidget:
        header = QWidget()
        header.setFixedHeight(round(48 * self._theme.scale))
        line = QHBoxLayout(header)
        line.setContentsMargins(12, 0, 16, 0)
        line.setSpacing(8)
        for widget in (self._previous, self._title, self._next):
            line.addWidget(widget)
        line.addWidget(self._subtitle, 1)
        line.addWidget(self._compare)
        line.addWidget(self._show)
        return header

    def _connect(self) -> None:
        self.filter_line.changed.connect(self._on_filter)
        self._read.clicked.connect(self._on_read)
        self.prompt.back_requested.connect(self.close_prompt)
        self.prompt.message_requested.connect(self.message_requested)
        self._previous.clicked.connect(self._on_previous)
        self._next.clicked.connect(self._on_next)
        self._compare.clicked.connect(self.comparison_requested)
        self._show.clicked.connect(self._on_show)
        self._span.chosen.connect(self._on_span)
        self._waterfall.row_selected.connect(self._on_bar_chosen)
        self._waterfall.details_changed.connect(self._on_details)
        self._waterfall.row_activated.connect(self._on_bar_followed)
        self._selection.selected.connect(self._on_step_chosen)
        self._chain.clicked.connect(self._on_step_followed)
        self._chain.activated.connect(self._on_step_followed)

    def _on_previous(self) -> None:
        if self._turn and self._turn.previous_id:
            self.turn_requested.emit(self._turn.previous_id)

    def _on_next(self) -> None:
        if self._turn and self._turn.next_id:
            self.turn_requested.emit(self._turn.next_id)

    def _on_show(self) -> None:
        if self._turn:
            self.message_requested.emit(self._turn.answer_id or self._turn.id)

    def _on_read(self) -> None:
        if self._turn and self._turn.answer_id:
            self.show_prompt()
            self.prompt.take_focus()
            self.prompt_requested.emit(self._turn.answer_id)

    def _on_filter(self, expression: Expression) -> None:
        self._filtered.filter(expression)
        self._show_count()

    def _show_count(self) -> None:
        self.filter_line.show_count(len(self._filtered.rows), len(self._steps))

    def _on_span(self, span: str) -> None:
        self._span_chosen = True
        self._show_span(span)

    def _show_span(self, span: str) -> None:
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
        chosen = self._waterfall.chosen_rect
        if chosen is not None:
            self._waterfall_area.ensureVisible(0, chosen.center().y(), 0, chosen.height())

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

    def _on_step_followed(self, index: QModelIndex) -> None:
        self._follow(index.data(ROW_ROLE))

    def _follow(self, step: ChainStep) -> None:
        """Go where a step leads: to its rows in another tab, else to its message."""
        if step.target_tab:
            self.step_requested.emit(step.target_tab, step.target_id)
        elif step.kind in {"question", "sentences"}:
            self.message_requested.emit(step.id)

    def _step_of(self, row_id: str) -> ChainStep | None:
        """Return the step that a bar belongs to."""
        if (step := self._steps.get(row_id)) is not None:
            return step
        kinds = {row.id: STEP_OF.get(row.kind) for row in self._turn.waterfall} if self._turn else {}
        return next((step for step in self._steps if step.kind == kinds.get(row_id)), None)


def _spoken_step(step: ChainStep) -> str:
    lines = [" ".join(part for part in (line.lead, line.meaning, line.text, line.tail) if part) for line in step.lines]
    return "\n".join([f"{step.title} {step.detail} {step.offset}", *lines])
