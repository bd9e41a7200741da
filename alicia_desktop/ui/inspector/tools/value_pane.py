"""Show parameters or a result: JSON as a tree of fields, anything else as text, and either as the text that it is."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QFrame, QMenu, QPlainTextEdit, QStackedWidget, QTextEdit, QVBoxLayout, QWidget

from alicia_desktop.filtering.expression import EVERYTHING, Expression
from alicia_desktop.ui.folded_text import ShowAllButton
from alicia_desktop.ui.inspector.page_parts import InspectorSection
from alicia_desktop.ui.inspector.stanzas.field_tree import FieldTree
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import clip
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.view.stanza_conditions import text_hits
from alicia_desktop.view.stanza_details import FieldNode
from alicia_desktop.view.value_tree import value_tree

MAX_BLOCK_COST: Final = 5_000
"""Of what is laid out as text of parameters or of a result."""


class ValuePane(QWidget):
    """A heading over a value; its tree and its text are two pages."""

    copied = Signal()

    def __init__(self, title: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._whole = ""
        self._marked: Expression = EVERYTHING
        self._head = InspectorSection(title, theme=theme)
        self._all = ShowAllButton(title=title, theme=theme)
        self._switch = Button(self.tr("As text"), theme=theme, kind="link", small=True)
        self._switch.clicked.connect(self._on_switch)
        self._tree = FieldTree(theme=theme)
        self._tree.setAccessibleName(title)
        self._tree.copy_requested.connect(lambda: self._copy(self._whole))
        self._tree.menu_requested.connect(self._on_menu)
        self._text = QPlainTextEdit()
        self._pages = QStackedWidget()
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
        inset = QWidget()
        room = QVBoxLayout(inset)
        room.setContentsMargins(12, 0, 4, 8)
        room.addWidget(self._text)
        self._head.add(self._all)
        self._head.add(self._switch)
        self._switch.hide()
        self._pages.addWidget(inset)
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
