"""Show two answers to one question side by side: both texts, the memories each had, and how long each took."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.base.translation import translate_count
from alicia_desktop.ui.inspector.page_parts import (
    PADDING,
    GradualBuilder,
    LinkButton,
    heading,
    labels_cost,
    selectable_text,
)
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import Label, rule
from alicia_desktop.view import text
from alicia_desktop.view.comparisons import ComparedAnswer, Comparison
from alicia_desktop.view.traces import TraceRow

SIDE_BY_SIDE: Final = 480
"""From this width on the two stand beside each other."""


class ComparisonPage(QWidget):
    """One comparison."""

    message_requested = Signal(str)
    page_requested = Signal(str)
    comparison_requested = Signal(str)

    def __init__(
        self, comparison: Comparison, *, of_turn: Sequence[str] = (), theme: Theme, parent: QWidget | None = None
    ) -> None:
        """Show `comparison`; `of_turn` are the ids of all comparisons of its turn, the latest first."""
        super().__init__(parent)
        self._theme = theme
        self._comparison = comparison
        self._gradual = GradualBuilder(self)
        self.setAccessibleName(self.tr("Compare answers"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        if len(of_turn) > 1:
            layout.addLayout(self._places(list(of_turn)[::-1]))
        layout.addLayout(self._question())
        layout.addWidget(rule())
        self.pair = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.pair.setContentsMargins(PADDING, 12, PADDING, 12)
        self.pair.setSpacing(24)
        for answer in (comparison.first, comparison.second):
            self.pair.addWidget(self._answer(answer), 1)
        layout.addLayout(self.pair)
        layout.addStretch()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the answers beside each other, or below where there is no room."""
        super().resizeEvent(event)
        wide = self.width() >= self._theme.scaled(SIDE_BY_SIDE)
        self.pair.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

    def _places(self, ids: list[str]) -> QHBoxLayout:
        """Return the way to the other comparisons of the turn, in the order in which they were asked for."""
        place = ids.index(self._comparison.id) if self._comparison.id in ids else len(ids) - 1
        line = QHBoxLayout()
        line.setContentsMargins(PADDING - 8, 8, PADDING, 0)
        line.setSpacing(4)
        line.addWidget(self._step("caret-left", "earlier", self.tr("Earlier comparison"), ids, place - 1))
        said = self.tr("{place} of {count}").format(place=place + 1, count=len(ids))
        line.addWidget(Label(said, theme=self._theme, font="small"))
        line.addWidget(self._step("caret-right", "later", self.tr("Later comparison"), ids, place + 1))
        line.addStretch()
        return line

    def _step(self, icon: str, name: str, words: str, ids: Sequence[str], place: int) -> IconButton:
        button = IconButton(icon, words, theme=self._theme, small=True)
        button.setObjectName(name)
        button.setEnabled(0 <= place < len(ids))
        button.clicked.connect(lambda: self.comparison_requested.emit(ids[place]))
        return button

    def _question(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(PADDING, 12, PADDING, 12)
        column.setSpacing(4)
        asked = self.tr("asked again at {time}").format(time=self._comparison.when)
        column.addLayout(heading(self.tr("Question"), asked, theme=self._theme))
        column.addWidget(selectable_text(self._comparison.question, theme=self._theme, title=self.tr("Question")))
        mode = self._comparison.mode
        if mode is not None:
            words = self.tr("Excluded") if mode == "without" else self.tr("Included")
            column.addLayout(heading(words, theme=self._theme))
            for ref in self._comparison.changed:
                column.addWidget(self._memory(ref.id, ref.content))
        return column

    def _answer(self, answer: ComparedAnswer) -> QWidget:
        page = QWidget()
        set_accessible_name(page, f"{answer.title}: {answer.text or answer.note}")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(selectable_text(answer.title, theme=self._theme, title=self.tr("Answer"), font="label"))
        if answer.text:
            column.addWidget(selectable_text(answer.text, theme=self._theme, title=self.tr("Answer")))
        if answer.note:
            column.addWidget(Label(answer.note, theme=self._theme, font="small", tone="muted", wrap=True))
        for figure, meaning in answer.times:
            column.addLayout(self._time(figure, meaning))
        if answer.id:
            self._add_traces(column, answer)
            show = Button(self.tr("Show in chat"), theme=self._theme, icon="chat-circle-text", small=True)
            show.setObjectName(f"show {answer.id}")
            set_accessible_name(show, self.tr("Show in chat: {title}").format(title=answer.title))
            show.clicked.connect(lambda: self.message_requested.emit(answer.id))
            line = QHBoxLayout()
            line.addWidget(show)
            line.addStretch()
            column.addLayout(line)
        column.addStretch()
        return page

    def _time(self, figure: str, meaning: str) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(Label(figure, theme=self._theme, font="label"))
        line.addWidget(Label(meaning, theme=self._theme, font="small", tone="muted"))
        line.addStretch()
        return line

    def _add_traces(self, column: QVBoxLayout, answer: ComparedAnswer) -> None:
        traces: Sequence[TraceRow] = answer.traces
        count = len(traces)
        words = translate_count("{count} memory used", "{count} memories used", count)
        column.addWidget(rule())
        column.addLayout(heading(words if count else self.tr("No memories used"), theme=self._theme))
        lines = QVBoxLayout()
        lines.setSpacing(6)
        column.addLayout(lines)
        for trace in traces:
            only = self.tr("only in this answer") if trace.memory_id in answer.only_here else ""
            said = " · ".join(part for part in (f"{trace.score} {trace.meaning}".strip(), only) if part)
            cost = labels_cost(text.one_line(trace.content, 200), said)
            self._gradual.add(cost, partial(self._add_trace, lines, trace, said))

    def _add_trace(self, lines: QVBoxLayout, trace: TraceRow, said: str) -> None:
        lines.addWidget(self._memory(trace.memory_id, trace.content))
        lines.addWidget(Label(said, theme=self._theme, font="small", tone="muted"))

    def _memory(self, memory_id: str, content: str) -> LinkButton:
        button = LinkButton(content, theme=self._theme)
        set_accessible_name(button, content)
        button.clicked.connect(lambda: self.page_requested.emit(memory_id))
        return button
