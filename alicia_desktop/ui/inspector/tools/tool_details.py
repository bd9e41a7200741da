"""Show one tool use in full: the parameters of the request beside the result, and the result of running it again.

Parameters and results are JSON as a tree of fields, anything else as text, and either as the text that it is.
"""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent, QTextCursor
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPlainTextEdit,
    QStackedWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from alicia_desktop.filtering.expression import EVERYTHING, Expression
from alicia_desktop.ui.folded_text import FoldedText, ShowAllButton
from alicia_desktop.ui.inspector.page_parts import InspectorSection
from alicia_desktop.ui.inspector.stanzas.field_tree import FieldTree
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import clip, set_accessible_description, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, rule
from alicia_desktop.ui.widgets.link_menu import place_words
from alicia_desktop.view.references import Place, Reference
from alicia_desktop.view.stanza_conditions import text_hits
from alicia_desktop.view.stanza_details import FieldNode
from alicia_desktop.view.tools import RerunRow, ToolRow
from alicia_desktop.view.value_tree import value_tree

MAX_BLOCK_COST: Final = 5_000
"""Of what is laid out as text of parameters or of a result."""
HEADER: Final = 48
EDGE, SPACING = 16, 8
NAME_WIDTH: Final = 110
"""Pixels of the name of a tool before the button beside it loses its words, at the usual text size."""
PLACES: Final[tuple[tuple[Place, str], ...]] = (
    ("turn", "flow-arrow"),
    ("stanzas", "rows"),
    ("chat", "chat-circle-text"),
)
"""Where else a use is shown, with icons, in the order of their buttons."""


class ValuePane(QWidget):
    """A heading over a value; its tree and its text are two pages."""

    copied = Signal()

    def __init__(self, title: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._whole = ""
        self._marked: Expression = EVERYTHING
        self._head = InspectorSection(title, theme=theme, parent=self)
        self._all = ShowAllButton(title=title, theme=theme, parent=self._head)
        self._switch = Button(self.tr("As text"), theme=theme, kind="link", small=True, parent=self._head)
        self._switch.clicked.connect(self._on_switch)
        self._pages = QStackedWidget(self)
        self._inset = QWidget(self._pages)
        self._text = QPlainTextEdit(self._inset)
        self._tree = FieldTree(theme=theme, parent=self._pages)
        self._tree.setAccessibleName(title)
        self._tree.copy_requested.connect(lambda: self._copy(self._whole))
        self._tree.menu_requested.connect(self._on_menu)
        self._build(title, theme)

    @property
    def text(self) -> str:
        """The whole value as text."""
        return self._whole

    def set_note(self, note: str) -> None:
        """Set the small text beside the title."""
        self._head.set_note(note)

    def set_text(self, text: str) -> None:
        """Show another value; where it is the same, what is selected and unfolded stays."""
        if text == self._whole:
            return
        self._whole = text
        nodes = self._nodes()
        self._tree.set_tree(nodes)
        self._text.setPlainText(clip(text, MAX_BLOCK_COST))
        self._mark_text()
        self._all.set_whole(text, cost=MAX_BLOCK_COST)
        self._switch.setVisible(bool(nodes))
        self._show(as_tree=bool(nodes))

    def set_marked(self, expression: Expression) -> None:
        """Mark what a filter finds."""
        if expression != self._marked:
            self._marked = expression
            self._tree.set_tree(self._nodes())
            self._mark_text()

    def _nodes(self) -> tuple[FieldNode, ...]:
        return tuple(self._with_hits(node) for node in value_tree(self._whole))

    def _with_hits(self, node: FieldNode) -> FieldNode:
        is_hit = not node.children and bool(text_hits(self._marked, node.value))
        return replace(node, is_hit=is_hit, children=tuple(self._with_hits(child) for child in node.children))

    def _mark_text(self) -> None:
        runs = []
        for start, end in text_hits(self._marked, self._text.toPlainText()):
            run = QTextEdit.ExtraSelection()
            run.cursor = QTextCursor(self._text.document())
            run.cursor.setPosition(start)
            run.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            run.format.setBackground(self._theme.colour("field-selected"))
            run.format.setForeground(self._theme.colour("field-selected-text"))
            runs.append(run)
        self._text.setExtraSelections(runs)

    def _build(self, title: str, theme: Theme) -> None:
        self._text.setReadOnly(True)
        self._text.setProperty("bare", True)
        self._text.setFont(theme.font("data"))
        self._text.setFrameShape(QFrame.Shape.NoFrame)
        self._text.document().setDocumentMargin(4)
        self._text.setTabChangesFocus(True)
        self._text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._text.setAccessibleName(title)
        room = QVBoxLayout(self._inset)
        room.setContentsMargins(12, 0, 4, 8)
        room.addWidget(self._text)
        self._head.add(self._all)
        self._head.add(self._switch)
        self._switch.hide()
        self._pages.addWidget(self._inset)
        self._pages.addWidget(self._tree)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(self._pages, 1)

    def _show(self, *, as_tree: bool) -> None:
        self._pages.setCurrentIndex(1 if as_tree else 0)
        self._switch.setText(self.tr("As text") if as_tree else self.tr("As tree"))

    def _on_switch(self) -> None:
        self._show(as_tree=self._pages.currentIndex() == 0)

    def _on_menu(self, node: FieldNode, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, said in (
            (self.tr("Copy value"), node.value.strip('"')),
            (self.tr("Copy path"), node.path),
            (self.tr("Copy as JSON"), self._whole),
        ):
            menu.addAction(words).triggered.connect(lambda _=False, said=said: self._copy(said))
        menu.popup(place)

    def _copy(self, said: str) -> None:
        QGuiApplication.clipboard().setText(said)
        self.copied.emit()


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
        self._header = QWidget(self)
        self._name = ElidedLabel("", theme=theme, font="code", weight=500)
        self._outcome = ElidedLabel("", theme=theme, font="small", tone="muted")
        again = self.tr("Run again")
        self._again = Button(again, theme=theme, icon="arrow-clockwise", small=True, parent=self._header)
        self._again.setAccessibleName(again)
        self._waits = False
        """Whether it runs again already."""
        self._again.clicked.connect(self._on_again)
        self._turn, self._stanza, self._show = (
            IconButton(icon, place_words(place), theme=theme, small=True, parent=self._header) for place, icon in PLACES
        )
        self._turn.clicked.connect(lambda: self._follow("turn"))
        self._stanza.clicked.connect(lambda: self._follow("stanzas"))
        self._show.clicked.connect(self._on_show)
        self._error = FoldedText(title=self.tr("Error"), theme=theme, font="ui", tone="error", parent=self)
        self._error.setContentsMargins(16, 0, 16, 12)
        self._parameters = ValuePane(self.tr("Parameters"), theme=theme, parent=self)
        self._result = ValuePane(self.tr("Result"), theme=theme, parent=self)
        self._second = ValuePane(self.tr("Run again"), theme=theme, parent=self)
        for pane in (self._parameters, self._result, self._second):
            pane.copied.connect(self.copied)
        self._divider = rule()
        self._build()
        theme.changed.connect(self._fit_header)
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
            self._second.set_text(self.tr("Running…"))
        elif rerun is not None:
            same = self.tr("same result") if rerun.is_same else self.tr("another result")
            words = (self.tr("failed") if rerun.error else same, rerun.time, rerun.duration)
            self._second.set_note(" · ".join(words))
            self._second.set_text(rerun.error or rerun.result or self.tr("No result"))

    def _set_again(self, refusal: str, *, waits: bool) -> None:
        """Offer it; a button that waits does nothing, but keeps the keyboard that it was pressed with."""
        self._waits = waits
        self._again.setEnabled(not refusal)
        words = refusal or (self._row.again if self._row is not None else "")
        set_tool_tip(self._again, words or self._again.accessibleName())
        set_accessible_description(self._again, words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the name of the tool its room."""
        super().resizeEvent(event)
        self._fit_header()

    def _fit_header(self) -> None:
        """Show no words on the button that runs it again where the tool's name had no room beside them."""
        self._again.setText(self._again.accessibleName())
        buttons = sum(one.sizeHint().width() + SPACING for one in (self._again, self._turn, self._stanza, self._show))
        left = self.width() - 2 * EDGE - self._theme.icon_size() - SPACING - buttons
        if left < self._theme.scaled(NAME_WIDTH):
            self._again.setText("")

    def _build(self) -> None:
        header = self._header
        header.setFixedHeight(self._theme.scaled(HEADER))
        line = QHBoxLayout(header)
        line.setContentsMargins(EDGE, 0, EDGE, 0)
        line.setSpacing(SPACING)
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
        if self._row is not None and not self._waits:
            self.rerun_requested.emit(self._row.id)

    def _on_show(self) -> None:
        if self._row is not None:
            self.message_requested.emit(self._row.message_id)
