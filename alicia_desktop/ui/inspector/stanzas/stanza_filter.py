"""Filter the journal: the line for a filter, a menu of types beside it, and the pause."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from alicia_desktop.filtering.expression import EVERYTHING, Condition, Expression, conjunction, disjunction
from alicia_desktop.filtering.vocabulary import MALFORMED, STANZAS, UNKNOWN
from alicia_desktop.protocol.registry import ENTRIES
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button

STRANGER: Final = "Stranger"
"""Beside the names of types: only what strangers sent."""


class StanzaFilter(QWidget):
    """`changed` carries the expression of the line and the menu together."""

    changed = Signal(object)
    pause_toggled = Signal(bool)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = FilterLine(STANZAS, theme=theme, name=self.tr("Filter stanzas"))
        self._types = Button(self.tr("All types"), theme=theme)
        self._menu = QMenu(self._types)
        self._actions = self._type_actions()
        self._types.setMenu(self._menu)
        self._pause = Button(self.tr("Pause"), theme=theme, icon="pause")
        self._pause.setCheckable(True)
        set_tool_tip(self._pause, self.tr("Pause the list (Ctrl+E)"))
        self._build()

    @property
    def types(self) -> tuple[str, ...]:
        """Names of the types that are listed; empty for all."""
        return tuple(action.data() for action in self._actions if action.isChecked())

    @property
    def text(self) -> str:
        """What is typed."""
        return self.line.text

    @property
    def expression(self) -> Expression:
        """What a stanza must fit."""
        types = [Condition(key="type", operator=":", value=name) for name in self.types if name != STRANGER]
        stranger = Condition(key="is", operator=":", value="stranger") if STRANGER in self.types else EVERYTHING
        return conjunction(disjunction(*types) if types else EVERYTHING, stranger, self.line.expression)

    @property
    def is_set(self) -> bool:
        """Whether it keeps anything back."""
        return self.expression != EVERYTHING

    def focus(self) -> None:
        """Put the cursor into the text, all of it chosen."""
        self.line.focus()

    def clear(self) -> None:
        """List everything again."""
        for action in self._actions:
            action.setChecked(False)
        self.line.clear()
        self._emit_filter()

    def toggle_pause(self) -> None:
        """Pause, or go on."""
        self._pause.toggle()

    def hide_pause(self) -> None:
        """Leave the pause out, where nothing more comes."""
        self._pause.hide()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.line)
        self.line.add(self._types)
        self.line.add(self._pause)
        self.line.changed.connect(self._emit_filter)
        self._pause.toggled.connect(self._on_pause)
        self.setFocusProxy(self.line)

    def _type_actions(self) -> list[QAction]:
        everything = self._menu.addAction(self.tr("All types"))
        everything.triggered.connect(self._on_all_types)
        self._menu.addSeparator()
        actions = [self._type_action(entry.name, entry.name) for entry in ENTRIES]
        self._menu.addSeparator()
        odd: Sequence[tuple[str, str]] = (
            (UNKNOWN, self.tr("Unknown types")),
            (MALFORMED, self.tr("Malformed")),
            (STRANGER, self.tr("From other participants")),
        )
        return [*actions, *(self._type_action(name, text) for name, text in odd)]

    def _type_action(self, name: str, text: str) -> QAction:
        action = self._menu.addAction(text)
        action.setCheckable(True)
        action.setData(name)
        action.triggered.connect(self._emit_filter)
        return action

    def _on_all_types(self) -> None:
        for action in self._actions:
            action.setChecked(False)
        self._emit_filter()

    def _on_pause(self, paused: bool) -> None:
        self._pause.setText(self.tr("Resume") if paused else self.tr("Pause"))
        self._pause.set_icon("play" if paused else "pause")
        self.pause_toggled.emit(paused)

    def _emit_filter(self) -> None:
        chosen = [action.text() for action in self._actions if action.isChecked()]
        words = {0: self.tr("All types"), 1: chosen[0] if chosen else ""}
        self._types.setText(words.get(len(chosen)) or self.tr("{count} types").format(count=len(chosen)))
        set_tool_tip(self._types, ", ".join(chosen))
        self.changed.emit(self.expression)
