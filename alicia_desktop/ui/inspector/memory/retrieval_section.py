"""Show how the memories of an answer were searched for: near misses, and folded the categories and the analysis."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.page_parts import (
    MIN_LINK_WIDTH,
    CollapsibleHeading,
    LinkButton,
    column,
    facts_grid,
    heading,
)
from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description, set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import Label, rule
from alicia_desktop.view.retrievals import CategoryScore, MissedRow, RetrievalView

LINE, BAR_HEIGHT, GAP, SCORE = 20, 6, 8, 32
MIN_BAR_WIDTH: Final = 60

RANK: Final = 20

SCORE_PLACE: Final = 2
"""Of the score among the parts of a near miss: rank, content, score, button."""

MIN_CONTENT: Final = 140
"""Of the line of a near miss, for what the memory says."""

FOLD = "retrieval"


class CategoryScores(QWidget):
    """A line for each category."""

    def __init__(self, scores: Sequence[CategoryScore], *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._scores = tuple(scores)
        self._names = max((self._lettering.width(score.label, "small", 600) + 2 for score in scores), default=0)
        self._marks = max((self._lettering.width(self._mark(score), "small") + 2 for score in scores), default=0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Category scores"))
        set_accessible_description(
            self, "; ".join(f"{one.label} {one.score} {self._mark(one)}".strip() for one in scores)
        )
        theme.changed.connect(self.update)

    @property
    def _line(self) -> int:
        return self._theme.scaled(LINE)

    def sizeHint(self) -> QSize:
        """Return the room of all lines."""
        return QSize(self.minimumSizeHint().width() + 60, len(self._scores) * self._line)

    def minimumSizeHint(self) -> QSize:
        """Return the room in which names and numbers still stand."""
        return QSize(
            self._names + self._marks + self._theme.scaled(SCORE) + 3 * GAP + MIN_BAR_WIDTH,
            len(self._scores) * self._line,
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint names, bars, numbers and marks."""
        painter = QPainter(self)
        canvas = Canvas(painter, self.rect(), lettering=self._lettering, direction=self.layoutDirection())
        for number, score in enumerate(self._scores):
            self._paint_line(canvas, score, number * self._line)
        painter.end()

    def _paint_line(self, canvas: Canvas, score: CategoryScore, top: int) -> None:
        routed = bool(score.rank)
        name = QRect(0, top, self._names, self._line)
        canvas.words(
            name, score.label, font="small", weight=600 if routed else None, colour="text" if routed else "text-muted"
        )
        mark = QRect(self.width() - self._marks, top, self._marks, self._line)
        canvas.words(mark, self._mark(score), font="small", colour="text-muted", align=TRAILING, elide=False)
        wide = self._theme.scaled(SCORE)
        value = QRect(mark.left() - GAP - wide, top, wide, self._line)
        canvas.words(value, score.score, font="small", align=TRAILING, elide=False)
        left = self._names + GAP
        bar = QRect(left, top + (self._line - BAR_HEIGHT) // 2, value.left() - GAP - left, BAR_HEIGHT)
        canvas.bar(bar, score.fraction, "trace-retrieved" if routed else "text-disabled", "surface-hover")

    def _mark(self, score: CategoryScore) -> str:
        return self.tr("route {place}").format(place=score.rank) if score.rank else ""


class MissedLine(QWidget):
    """One line; where the list is too narrow for its reasons, each stands below its memory."""

    def __init__(self, parts: Sequence[QWidget], *, reason: Label, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._reason_width = 0
        """Of the longest reason of the list, so that all of them stand alike."""
        self._is_below = True
        self._score, self._reason = parts[SCORE_PLACE], reason
        self._others = [part for number, part in enumerate(parts) if number != 1]
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(GAP)
        self._grid.setVerticalSpacing(0)
        for place, part in zip((0, 1, 2, 4), parts, strict=True):
            self._grid.addWidget(part, 0, place)
        self._grid.setColumnStretch(1, 1)

    def set_widths(self, *, score: int, reason: int) -> None:
        """Take the room of the longest score and reason of the list, in pixels."""
        self._reason_width = reason
        self._score.setFixedWidth(score)
        self._place_reason(below=self._is_narrow())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Decide where the reason stands."""
        super().resizeEvent(event)
        if self._is_narrow() != self._is_below:
            self._place_reason(below=self._is_narrow())

    def minimumSizeHint(self) -> QSize:
        """Return the room with the reason below, so that a list that becomes narrower can get there."""
        return QSize(self._taken() + MIN_LINK_WIDTH, super().minimumSizeHint().height())

    def _is_narrow(self) -> bool:
        return self.width() - self._taken() - self._theme.scaled(MIN_CONTENT) < self._reason_width

    def _taken(self) -> int:
        return sum(part.sizeHint().width() + GAP for part in self._others) + GAP

    def _place_reason(self, *, below: bool) -> None:
        self._is_below = below
        self._grid.removeWidget(self._reason)
        self._reason.setMinimumWidth(0 if below else self._reason_width)
        if below:
            self._grid.addWidget(self._reason, 1, 1, 1, 3)
        else:
            self._grid.addWidget(self._reason, 0, 3)


class MissedList(QWidget):
    """A line a memory: what it says, its score, and why it was not used."""

    page_requested = Signal(str)
    """The id of the memory."""
    ask_with_requested = Signal(str)
    """The memory that the answer is to be asked for with."""

    def __init__(
        self, rows: Sequence[MissedRow], *, can_ask: bool, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._can_ask = can_ask
        self._rows = tuple(rows)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        self._lines = [self._row(row) for row in rows]
        for line in self._lines:
            layout.addWidget(line)
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        scores = max((self._metrics("label").horizontalAdvance(row.score) + 2 for row in self._rows), default=0)
        reasons = max((self._metrics("small").horizontalAdvance(row.reason) + 2 for row in self._rows), default=0)
        for line in self._lines:
            line.set_widths(score=scores, reason=reasons)

    def _row(self, row: MissedRow) -> MissedLine:
        rank = Label(row.rank, theme=self._theme, font="small", tone="muted")
        rank.setMinimumWidth(RANK)
        score = Label(row.score or "–", theme=self._theme, font="label")
        score.setAlignment(TRAILING)
        set_accessible_name(score, f"{row.score} {row.meaning}".strip())
        set_tool_tip(score, f"{row.score} {row.meaning}".strip())
        reason = Label(row.reason, theme=self._theme, font="small", tone="muted", wrap=True)
        reason.setObjectName(f"reason {row.id}")
        parts = (rank, self._content(row), score, self._ask(row))
        return MissedLine(parts, reason=reason, theme=self._theme)

    def _content(self, row: MissedRow) -> QWidget:
        """Return the words, which are a link where the memory has a page, at the beginning of their room."""
        room = QWidget()
        inner = QHBoxLayout(room)
        inner.setContentsMargins(0, 0, 0, 0)
        content = LinkButton(row.content, theme=self._theme)
        content.setObjectName(f"missed {row.id}")
        set_accessible_name(content, f"{row.content}. {row.score} {row.meaning}: {row.reason}")
        content.setEnabled(bool(row.id))
        content.clicked.connect(lambda: self.page_requested.emit(row.id))
        inner.addWidget(content)
        inner.addStretch()
        return room

    def _ask(self, row: MissedRow) -> IconButton:
        ask = IconButton("arrow-clockwise", self.tr("Ask again with it"), theme=self._theme, small=True)
        ask.setObjectName(f"with {row.id}")
        set_accessible_name(ask, self.tr("Ask again with: {memory}").format(memory=row.content))
        ask.clicked.connect(lambda: self.ask_with_requested.emit(row.id))
        policy = ask.sizePolicy()
        policy.setRetainSizeWhenHidden(self._can_ask)
        ask.setSizePolicy(policy)
        ask.setVisible(self._can_ask and row.can_be_asked_with)
        return ask

    def _metrics(self, font: FontName) -> QFontMetrics:
        return QFontMetrics(self._theme.font(font))


class RetrievalSection(QWidget):
    """Everything about one retrieval that is not about one memory."""

    page_requested = Signal(str)
    ask_with_requested = Signal(str)
    what_if_requested = Signal()
    fold_toggled = Signal(str, bool)

    def __init__(
        self,
        retrieval: RetrievalView | None,
        *,
        can_ask: bool,
        opened: bool,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._what_if = self._what_if_button()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._missed(retrieval, can_ask=can_ask))
        layout.addWidget(rule())
        if retrieval is not None:
            title = self.tr("Retrieval details")
            fold = CollapsibleHeading(FOLD, title, self._looking(retrieval), opened=opened, theme=theme)
            fold.toggled.connect(self.fold_toggled)
            layout.addWidget(fold)

    def offer_what_if(self, *, offered: bool) -> None:
        """Offer to try other settings, where a server can be asked."""
        self._what_if.setVisible(offered and self._what_if.parentWidget() is not None)

    def _missed(self, retrieval: RetrievalView | None, *, can_ask: bool) -> QWidget:
        page, layout = column()
        missed = retrieval.missed if retrieval is not None else ()
        note = self.tr("not sent")
        if retrieval is not None:
            note = self.tr("best first, with reasons") if missed else self.tr("none")
        head = heading(self.tr("Near misses"), note, theme=self._theme)
        if retrieval is not None:
            head.addWidget(self._what_if)
        layout.addLayout(head)
        if missed:
            rows = MissedList(missed, can_ask=can_ask, theme=self._theme)
            rows.page_requested.connect(self.page_requested)
            rows.ask_with_requested.connect(self.ask_with_requested)
            layout.addWidget(rows)
        elif retrieval is None:
            words = self.tr("This server did not send which other memories it considered.")
            layout.addWidget(Label(words, theme=self._theme, font="small", tone="muted", wrap=True))
        return page

    def _what_if_button(self) -> Button:
        button = Button(self.tr("What if…"), theme=self._theme, small=True)
        button.setObjectName("what if")
        set_tool_tip(button, self.tr("Try other weights, another threshold or budget for this question"))
        button.clicked.connect(self.what_if_requested)
        return button

    def _looking(self, retrieval: RetrievalView) -> QWidget:
        page, layout = column(spacing=6, margins=(4, 4))
        layout.addLayout(facts_grid(retrieval.facts, theme=self._theme))
        layout.addSpacing(6)
        note = self.tr("relevance of each to the question") if retrieval.categories else self.tr("not sent")
        layout.addLayout(heading(self.tr("Categories"), note, theme=self._theme))
        if retrieval.categories:
            layout.addWidget(CategoryScores(retrieval.categories, theme=self._theme))
        layout.addSpacing(6)
        note = self.tr("what was recognized in the question") if retrieval.analysis else self.tr("not sent")
        layout.addLayout(heading(self.tr("Analysis"), note, theme=self._theme))
        layout.addLayout(facts_grid(retrieval.analysis, theme=self._theme))
        return page
