"""Filter the journal by what is typed in the filters' language, and by types from a menu."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QWidget

from alicia_desktop.filtering.expression import (
    EVERYTHING,
    Comparison,
    Expression,
    conjunction,
    disjunction,
)
from alicia_desktop.filtering.mistakes import Mistake
from alicia_desktop.filtering.parser import parse
from alicia_desktop.filtering.vocabulary import MALFORMED, STANZAS, UNKNOWN
from alicia_desktop.protocol.registry import ENTRIES
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button

PAUSE_MS: Final = 120
"""After the last letter, before the journal is asked: typing stays ahead of it."""
STRANGER: Final = "Stranger"
"""Beside the names of types: only what strangers sent."""


class StanzaFilter(QWidget):
    """A field for the filter and a menu of types; `changed` carries the expression of both."""

    changed = Signal(object)
    pause_toggled = Signal(bool)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._field = QLineEdit()
        self._field.setMaxLength(MAX_FIELD_CHARACTERS)
        self._field.setFont(theme.font("ui"))
        self._field.setFixedHeight(theme.height("control"))
        self._field.setClearButtonEnabled(False)
        self._field.setPlaceholderText(self.tr("Filter"))
        self._field.setAccessibleName(self.tr("Filter stanzas by text"))
        self._funnel = self._field.addAction(theme.icon("funnel"), QLineEdit.ActionPosition.LeadingPosition)
        self._funnel.setText(self.tr("Filter by text (/)"))
        self._clear = self._field.addAction(theme.icon("x"), QLineEdit.ActionPosition.TrailingPosition)
        self._clear.setText(self.tr("Clear"))
        self._types = Button(self.tr("All types"), theme=theme)
        self._menu = QMenu(self._types)
        self._actions = self._type_actions()
        self._types.setMenu(self._menu)
        self._pause = Button(self.tr("Pause"), theme=theme, icon="pause")
        self._pause.setCheckable(True)
        set_tool_tip(self._pause, self.tr("Pause the list (Ctrl+E)"))
        self._written: Expression = EVERYTHING
        """What was typed last without a mistake."""
        self._timer = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._build()

    @property
    def types(self) -> tuple[str, ...]:
        """Names of the types that are listed; empty for all."""
        return tuple(action.data() for action in self._actions if action.isChecked())

    @property
    def text(self) -> str:
        """What is typed."""
        return self._field.text().strip()

    @property
    def is_set(self) -> bool:
        """Whether it keeps anything back."""
        return bool(self.types or self.text)

    def focus(self) -> None:
        """Put the cursor into the text, all of it chosen."""
        self._field.setFocus()
        self._field.selectAll()

    def clear(self) -> None:
        """List everything again."""
        self._field.clear()
        for action in self._actions:
            action.setChecked(False)
        self._emit_filter()

    def toggle_pause(self) -> None:
        """Pause, or go on."""
        self._pause.toggle()

    def _build(self) -> None:
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 8, 12, 8)
        line.setSpacing(8)
        line.addWidget(self._field, 1)
        line.addWidget(self._types)
        line.addWidget(self._pause)
        self._clear.setVisible(False)
        self._clear.triggered.connect(self._field.clear)
        self._field.textChanged.connect(self._on_text)
        self._field.returnPressed.connect(self._emit_filter)
        self._timer.timeout.connect(self._emit_filter)
        self._pause.toggled.connect(self._on_pause)
        self._theme.changed.connect(self._apply_theme)
        self.setFocusProxy(self._field)

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

    def _on_text(self) -> None:
        self._clear.setVisible(bool(self._field.text()))
        self._timer.start()

    def _on_pause(self, paused: bool) -> None:
        self._pause.setText(self.tr("Resume") if paused else self.tr("Pause"))
        self._pause.set_icon("play" if paused else "pause")
        self.pause_toggled.emit(paused)

    def _emit_filter(self) -> None:
        self._timer.stop()
        chosen = [action.text() for action in self._actions if action.isChecked()]
        words = {0: self.tr("All types"), 1: chosen[0] if chosen else ""}
        self._types.setText(words.get(len(chosen)) or self.tr("{count} types").format(count=len(chosen)))
        set_tool_tip(self._types, ", ".join(chosen))
        read = parse(self.text, STANZAS)
        is_wrong = isinstance(read, Mistake)
        set_tool_tip(self._field, read.sentence if isinstance(read, Mistake) else "")
        self._funnel.setIcon(self._theme.icon("warning-circle" if is_wrong else "funnel"))
        if not isinstance(read, Mistake):
            self._written = read
        self.changed.emit(conjunction(self._chosen_types(), self._written))

    def _chosen_types(self) -> Expression:
        types = [Comparison(key="type", operator=":", value=name) for name in self.types if name != STRANGER]
        stranger = Comparison(key="is", operator=":", value="stranger") if STRANGER in self.types else EVERYTHING
        return conjunction(disjunction(*types) if types else EVERYTHING, stranger)

    def _apply_theme(self) -> None:
        self._funnel.setIcon(self._theme.icon("funnel"))
        self._clear.setIcon(self._theme.icon("x"))
