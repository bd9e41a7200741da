"""A tool card under an answer: name, parameters and outcome, with a result that unfolds.

A card keeps its 36 pixels from running to done. While it runs it counts by the caller's clock: nobody has to send
news.
"""

from typing import Final

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from alicia_desktop.base.translation import format_number
from alicia_desktop.ui.folded_text import ShowAllButton
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import clip, set_accessible_description, set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, rule
from alicia_desktop.view.rows import ToolCardRow, ToolState

STATE_ICON: Final[dict[ToolState, tuple[str, str]]] = {
    "waiting": ("hand-palm", "tool"),
    "running": ("spinner-gap", "text-muted"),
    "done": ("check-circle-fill", "ok"),
    "failed": ("x-circle", "error"),
    "cancelled": ("stop-circle", "text-muted"),
    "refused": ("prohibit", "text-muted"),
    "timed_out": ("timer", "text-muted"),
}
RESULT_LINES: Final = 12
MAX_RESULT_COST: Final = 4_000
"""Of what is shown of a result in its card."""
MAX_OUTCOME_WIDTH: Final = 240
"""Pixels at the right end that the parameters never take."""
NARROW: Final = 420
"""Under this width the parameters are dropped: the outcome never is."""


class ToolCard(QFrame):
    """One tool use. Pressing it opens the inspector on it; the caret folds the result."""

    inspect_requested = Signal(str)
    folded = Signal(str, bool)
    menu_requested = Signal(QPoint)
    """Where on the screen the user asks what can be done with it."""

    def __init__(self, row: ToolCardRow, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row = row
        self._fraction: float | None = None
        self.setProperty("card", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._icon = Icon("wrench", theme=theme, colour="tool")
        self._name = ElidedLabel("", theme=theme, font="code", weight=500)
        self._parameters = ElidedLabel("", theme=theme, tone="muted")
        self._state = Icon("", theme=theme)
        self._outcome = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._vote = Icon("", theme=theme)
        self._fold = IconButton("caret-down", self.tr("Show result"), theme=theme, small=True)
        self._fold.setCheckable(True)
        self._fold.toggled.connect(self._on_fold)
        self._result = _result_view(theme)
        self._written = ""
        """The result that is written below."""
        self._all = ShowAllButton(title=self.tr("Tool result"), theme=theme)
        self._under = QWidget()
        self._rule = rule()
        self._width = 0
        self._line = QHBoxLayout()
        self._build()
        self.set_row(row)

    @property
    def row(self) -> ToolCardRow:
        """The tool use that the card shows."""
        return self._row

    @property
    def outcome(self) -> str:
        """The words at its right end."""
        return self._outcome.whole_text

    def set_row(self, row: ToolCardRow) -> None:
        """Show another state of the same use, or another use."""
        self._row = row
        self._name.set_text(row.name)
        self._parameters.set_text(row.parameters)
        self._state.set_icon(*STATE_ICON[row.state])
        self._outcome.set_tone("error" if row.state == "failed" else "muted")
        self._fold.setVisible(bool(row.result))
        self._written = ""
        self._write_result()
        self._fraction = None
        self._vote.set_icon(f"thumbs-{row.vote.value}-fill" if row.vote.value else "", "text")
        self._vote.setVisible(bool(row.vote.value))
        set_tool_tip(self, row.vote.text or self.tr("Right-click to rate"))
        set_accessible_description(self, row.vote.text)
        self._show_outcome(row.outcome)

    def set_open(self, *, is_open: bool) -> None:
        """Fold the result open or closed without emitting `folded`."""
        self._fold.blockSignals(True)
        self._fold.setChecked(is_open)
        self._fold.blockSignals(False)
        self._show_result(is_open=is_open)

    def set_width(self, width: int) -> None:
        """Drop the parameters where there is no room; elide them where there is little."""
        self._width = width
        self._parameters.setVisible(bool(self._row.parameters) and width >= NARROW)
        self._fit()

    def count(self, now: float) -> None:
        """Update the elapsed time of a running use; `now` is in epoch seconds."""
        if self._row.state != "running" or not self._row.started_at:
            return
        elapsed = max(0.0, now - self._row.started_at)
        self._fraction = min(1.0, elapsed / self._row.timeout_s)
        text = self.tr("Running · {elapsed} s of {limit}")
        self._show_outcome(
            text.format(elapsed=format_number(elapsed, ".1f"), limit=format_number(self._row.timeout_s, "g"))
        )
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Request the inspector on a click."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.inspect_requested.emit(self._row.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Request the inspector on Return and Space."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.inspect_requested.emit(self._row.id)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the context menu, by mouse or by keyboard."""
        self.menu_requested.emit(event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card, and how far a running use is along its limit."""
        super().paintEvent(event)
        if self._fraction is not None and self._row.state == "running":
            painter = QPainter(self)
            bottom = self._theme.height("tool-card") - 3
            painter.fillRect(QRectF(1, bottom, self.width() - 2, 2), self._theme.colour("surface-hover"))
            painter.fillRect(QRectF(1, bottom, (self.width() - 2) * self._fraction, 2), self._theme.colour("tool"))
            painter.end()

    def _build(self) -> None:
        line = self._line
        line.setContentsMargins(10, 0, 8, 0)
        line.setSpacing(8)
        line.addWidget(self._icon)
        line.addWidget(self._name)
        line.addWidget(self._parameters, 1)
        line.addStretch()
        line.addWidget(self._state)
        line.addSpacing(-2)
        line.addWidget(self._outcome)
        line.addWidget(self._vote)
        line.addWidget(self._fold)
        head = QWidget()
        head.setFixedHeight(self._theme.height("tool-card") - 2)
        head.setLayout(line)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(self._rule)
        layout.addWidget(self._result)
        under = QHBoxLayout(self._under)
        under.setContentsMargins(6, 0, 6, 4)
        under.addWidget(self._all)
        under.addStretch()
        layout.addWidget(self._under)
        self._show_result(is_open=False)

    def _on_fold(self, is_open: bool) -> None:
        self._show_result(is_open=is_open)
        self.folded.emit(self._row.id, is_open)

    def _show_result(self, *, is_open: bool) -> None:
        for widget in (self._rule, self._result, self._under):
            widget.setVisible(is_open)
        self._write_result()
        self._fold.set_icon("caret-up" if is_open else "caret-down")
        self._fold.set_name(self.tr("Hide result") if is_open else self.tr("Show result"))

    def _write_result(self) -> None:
        """Fill in the beginning of the result when it is first opened."""
        if self._result.isVisibleTo(self) and self._written != self._row.result:
            self._written = self._row.result
            shown = clip(self._written, MAX_RESULT_COST)
            self._result.setPlainText(shown)
            lines = min(RESULT_LINES, shown.count("\n") + 1)
            self._result.setFixedHeight(lines * self._theme.line("data") + 12)
            self._all.set_whole(self._written, cost=MAX_RESULT_COST)

    def _show_outcome(self, outcome: str) -> None:
        self._outcome.set_text(outcome)
        self._fit()
        set_accessible_name(self, self.tr("Tool {name}: {outcome}").format(name=self._row.name, outcome=outcome))

    def _fit(self) -> None:
        """Elide a long outcome; elide name and outcome both where there is little room."""
        name, outcome = self._name.sizeHint().width(), self._outcome.sizeHint().width()
        self._name.setMinimumWidth(0)
        self._outcome.setMinimumWidth(0)
        room = self._width - self._line.minimumSize().width() if self._width else name + outcome
        told = min(outcome, MAX_OUTCOME_WIDTH, max(room - name, room // 2, 0))
        self._outcome.setMinimumWidth(told)
        self._name.setMinimumWidth(max(0, min(name, room - told)))


def _result_view(theme: Theme) -> QPlainTextEdit:
    view = QPlainTextEdit()
    view.setReadOnly(True)
    view.setProperty("bare", True)
    view.setFont(theme.font("data"))
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.document().setDocumentMargin(6)
    view.setTabChangesFocus(True)
    set_accessible_name(view, view.tr("Tool result"))
    return view
