"""Show one tool use in full: the parameters of the request beside the result."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from alicia_desktop.filtering.expression import EVERYTHING, Expression
from alicia_desktop.ui.folded_text import FoldedText, ShowAllButton
from alicia_desktop.ui.inspector.page_parts import InspectorSection
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import clip
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, Label, rule
from alicia_desktop.ui.widgets.link_menu import place_words
from alicia_desktop.view.references import Place, Reference
from alicia_desktop.view.stanza_conditions import text_hits
from alicia_desktop.view.tools import ToolRow

HEADER: Final = 48
MAX_BLOCK_COST: Final = 5_000
"""Of what is shown of parameters or of a result; there may be both, and an error."""


class ToolDetails(QWidget):
    """Hidden while nothing is chosen."""

    message_requested = Signal(str)
    follow_requested = Signal(object, str)
    """A `Reference`, and the place to show it in."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row: ToolRow | None = None
        self.setAccessibleName(self.tr("Tool details"))
        self._name = ElidedLabel("", theme=theme, font="code", weight=500)
        self._outcome = Label("", theme=theme, font="small", tone="muted")
        self._show = IconButton("chat-circle-text", place_words("chat"), theme=theme, small=True)
        self._show.clicked.connect(self._on_show)
        self._turn = IconButton("flow-arrow", place_words("turn"), theme=theme, small=True)
        self._turn.clicked.connect(lambda: self._follow("turn"))
        self._stanza = IconButton("rows", place_words("stanzas"), theme=theme, small=True)
        self._stanza.clicked.connect(lambda: self._follow("stanzas"))
        self._error = FoldedText(title=self.tr("Error"), theme=theme, font="ui", tone="error")
        self._error.setContentsMargins(16, 0, 16, 12)
        self._parameters = _JsonPane(self.tr("Parameters"), theme=theme)
        self._result = _JsonPane(self.tr("Result"), theme=theme)
        self._build()
        self.set_row(None)

    def set_row(self, row: ToolRow | None) -> None:
        """Show a use, or nothing; where one is already shown, only what changed is replaced."""
        before, self._row = self._row, row
        self.setVisible(row is not None)
        if row is None or row == before:
            return
        self._name.set_text(row.name)
        self._outcome.setText(
            " · ".join(part for part in (row.duration, row.execution, row.permission) if part not in {"", "–"})
        )
        self._show.setEnabled(bool(row.message_id))
        self._error.set_text(row.error)
        self._error.setVisible(bool(row.error))
        self._parameters.set_text(row.parameters)
        open_still = row.state in {"running", "waiting"}
        waiting = self.tr("No result yet") if open_still else self.tr("No result")
        self._result.set_text(row.result or waiting)

    def _build(self) -> None:
        header = QWidget()
        header.setFixedHeight(round(HEADER * self._theme.scale))
        line = QHBoxLayout(header)
        line.setContentsMargins(16, 0, 16, 0)
        line.setSpacing(8)
        line.addWidget(Icon("wrench", theme=self._theme, colour="tool"))
        line.addWidget(self._name)
        line.addWidget(self._outcome)
        line.addStretch()
        for button in (self._turn, self._stanza, self._show):
            line.addWidget(button)
        pair = QHBoxLayout()
        pair.setSpacing(0)
        pair.addWidget(self._parameters, 2)
        divider = QFrame()
        divider.setProperty("rule", True)
        divider.setFixedWidth(1)
        pair.addWidget(divider)
        pair.addWidget(self._result, 3)
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

    def _on_show(self) -> None:
        if self._row is not None:
            self.message_requested.emit(self._row.message_id)


class _JsonPane(QWidget):
    """A heading over JSON, of which only the beginning is laid out where it is long."""

    def __init__(self, title: str, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._whole = ""
        self._marked: Expression = EVERYTHING
        self._all = ShowAllButton(title=title, theme=theme)
        self._view = QPlainTextEdit()
        self._view.setReadOnly(True)
        self._view.setProperty("bare", True)
        self._view.setFont(theme.font("data"))
        self._view.setFrameShape(QFrame.Shape.NoFrame)
        self._view.document().setDocumentMargin(4)
        self._view.setTabChangesFocus(True)
        self._view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._view.setAccessibleName(title)
        head = InspectorSection(title, theme=theme)
        head.add(self._all)
        inset = QVBoxLayout()
        inset.setContentsMargins(12, 0, 4, 8)
        inset.addWidget(self._view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addLayout(inset, 1)

    @property
    def text(self) -> str:
        """All of the text."""
        return self._whole

    def set_text(self, text: str) -> None:
        """Show another text; where it is the same, what is selected stays."""
        if text != self._whole:
            self._whole = text
            self._view.setPlainText(clip(text, MAX_BLOCK_COST))
            self._all.set_whole(text, cost=MAX_BLOCK_COST)
            self._mark()

    def set_marked(self, expression: Expression) -> None:
        """Mark what a filter finds in the part that is laid out."""
        self._marked = expression
        self._mark()

    def _mark(self) -> None:
        runs = []
        for start, end in text_hits(self._marked, self._view.toPlainText()):
            run = QTextEdit.ExtraSelection()
            run.cursor = QTextCursor(self._view.document())
            run.cursor.setPosition(start)
            run.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            run.format.setBackground(self._theme.colour("field-selected"))
            run.format.setForeground(self._theme.colour("field-selected-text"))
            runs.append(run)
        self._view.setExtraSelections(runs)
