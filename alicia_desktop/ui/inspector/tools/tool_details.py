"""Show one tool use in full: the parameters of the request beside the result, and the result of running it again."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.filtering.expression import Expression
from alicia_desktop.ui.folded_text import FoldedText
from alicia_desktop.ui.inspector.tools.value_pane import ValuePane
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, rule
from alicia_desktop.ui.widgets.link_menu import place_words
from alicia_desktop.view.references import Place, Reference
from alicia_desktop.view.tools import RerunRow, ToolRow

HEADER: Final = 48


class ToolDetails(QWidget):
    """Hidden while nothing is chosen."""

    message_requested = Signal(str)
    follow_requested = Signal(object, str)
    """A `Reference`, and the place to show it in."""
    rerun_requested = Signal(str)
    """The id of a use to run once more."""
    copied = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row: ToolRow | None = None
        self.setAccessibleName(self.tr("Tool details"))
        self._name = ElidedLabel("", theme=theme, font="code", weight=500)
        self._outcome = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._show = IconButton("chat-circle-text", place_words("chat"), theme=theme, small=True)
        self._show.clicked.connect(self._on_show)
        self._turn = IconButton("flow-arrow", place_words("turn"), theme=theme, small=True)
        self._turn.clicked.connect(lambda: self._follow("turn"))
        self._stanza = IconButton("rows", place_words("stanzas"), theme=theme, small=True)
        self._stanza.clicked.connect(lambda: self._follow("stanzas"))
        self._again = Button(self.tr("Run again"), theme=theme, icon="arrow-clockwise", small=True)
        self._again.clicked.connect(self._on_again)
        self._error = FoldedText(title=self.tr("Error"), theme=theme, font="ui", tone="error")
        self._error.setContentsMargins(16, 0, 16, 12)
        self._parameters = ValuePane(self.tr("Parameters"), theme=theme)
        self._result = ValuePane(self.tr("Result"), theme=theme)
        self._second = ValuePane(self.tr("Run again"), theme=theme)
        for pane in (self._parameters, self._result, self._second):
            pane.copied.connect(self.copied)
        self._divider = rule()
        self._build()
        self.set_row(None)
        self.set_rerun(None)

    def set_row(self, row: ToolRow | None) -> None:
        """Show a use, or nothing; where one is already shown, only what changed is replaced."""
        before, self._row = self._row, row
        self.setVisible(row is not None)
        if row is None or row == before:
            return
        self._name.set_text(row.name)
        took = self.tr("{took} of {limit}").format(took=row.duration, limit=row.limit) if row.limit else row.duration
        self._outcome.set_text(
            " · ".join(part for part in (took, row.execution, row.permission) if part not in {"", "–"})
        )
        self._set_again(row.not_again, waits=False)
        self._show.setEnabled(bool(row.message_id))
        self._error.set_text(row.error)
        self._error.setVisible(bool(row.error))
        self._parameters.set_text(row.parameters)
        open_still = row.state in {"running", "waiting"}
        waiting = self.tr("No result yet") if open_still else self.tr("No result")
        self._result.set_text(row.result or waiting)

    def set_rerun(self, rerun: RerunRow | None, *, waits: bool = False) -> None:
        """Show what came of running the use again beside its first result; None shows nothing of it."""
        refusal = self._row.not_again if self._row is not None else ""
        self._set_again(refusal, waits=waits)
        self._second.setVisible(rerun is not None or waits)
        self._divider.setVisible(self._second.isVisibleTo(self))
        if waits:
            self._second.set_note("")
            self._second.set_text(self.tr("Running …"))
        elif rerun is not None:
            same = self.tr("same result") if rerun.is_same else self.tr("another result")
            words = (rerun.time, rerun.duration, self.tr("failed") if rerun.error else same)
            self._second.set_note(" · ".join(words))
            self._second.set_text(rerun.error or rerun.result or self.tr("No result"))

    def _set_again(self, refusal: str, *, waits: bool) -> None:
        self._again.setEnabled(not refusal and not waits)
        words = refusal or self.tr("Runs it here with the same parameters. The result is sent to nobody.")
        set_tool_tip(self._again, words)
        set_accessible_description(self._again, words)

    def _build(self) -> None:
        header = QWidget()
        header.setFixedHeight(self._theme.scaled(HEADER))
        line = QHBoxLayout(header)
        line.setContentsMargins(16, 0, 16, 0)
        line.setSpacing(8)
        line.addWidget(Icon("wrench", theme=self._theme, colour="tool"))
        titles = QVBoxLayout()
        titles.setSpacing(0)
        titles.addStretch()
        titles.addWidget(self._name)
        titles.addWidget(self._outcome)
        titles.addStretch()
        line.addLayout(titles, 1)
        for button in (self._again, self._turn, self._stanza, self._show):
            line.addWidget(button)
        pair = QHBoxLayout()
        pair.setSpacing(0)
        pair.addWidget(self._parameters, 2)
        between = QFrame()
        between.setProperty("rule", True)
        between.setFixedWidth(1)
        pair.addWidget(between)
        results = QVBoxLayout()
        results.setSpacing(0)
        results.addWidget(self._result, 1)
        results.addWidget(self._divider)
        results.addWidget(self._second, 1)
        pair.addLayout(results, 3)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(header)
        layout.addWidget(self._error)
        layout.addWidget(rule())
        layout.addLayout(pair, 1)

    def set_marked(self, expression: Expression) -> None:
        """Mark what a filter finds in parameters and result."""
        self._parameters.set_marked(expression)
        self._result.set_marked(expression)

    def _follow(self, place: Place) -> None:
        if self._row is not None:
            self.follow_requested.emit(Reference(kind="tool", id=self._row.id), place)

    def _on_again(self) -> None:
        if self._row is not None:
            self.rerun_requested.emit(self._row.id)

    def _on_show(self) -> None:
        if self._row is not None:
            self.message_requested.emit(self._row.message_id)
