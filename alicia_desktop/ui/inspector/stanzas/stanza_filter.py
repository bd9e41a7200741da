"""Filter the journal: the line for a filter and how far its search is, a menu of types that writes into it, the pause.

Where nothing is listed, `EmptyStanzas` stands in the place of the list: why, and the way back.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from alicia_desktop.base.translation import format_number, translate_count
from alicia_desktop.filtering.expression import And, Condition, Expression, conjunction
from alicia_desktop.filtering.vocabulary import MALFORMED, STANZAS, UNKNOWN
from alicia_desktop.protocol.registry import ENTRIES
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine
from alicia_desktop.ui.inspector.page_parts import EmptyState
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.view.journal_search import MAX_AFTER, JournalProgress
from alicia_desktop.view.stanza_conditions import chosen_types, with_types

STRANGER: Final = "Stranger"
"""Beside the names of types: only what strangers sent."""
NARROW: Final = 520
"""Pixels below which the buttons beside the field say less."""
FROM_STRANGERS: Final = Condition(key="is", operator=":", value="stranger")


class StanzaFilter(QWidget):
    """`changed` carries the expression of the line, which the menu of types writes, too."""

    changed = Signal(object)
    pause_toggled = Signal(bool)
    counts_requested = Signal()
    """The menu opens: how many there are of each type is asked for."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.line = FilterLine(STANZAS, theme=theme, name=self.tr("Filter stanzas"))
        self.types_button = Button(self.tr("All types"), theme=theme, icon="caret-down")
        self.types_button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the caret behind the words
        self.types_menu = QMenu(self.types_button)
        self._actions = self._type_actions()
        self.types_button.setMenu(self.types_menu)
        self.types_menu.aboutToShow.connect(self.counts_requested)
        self.pause = Button(self.tr("Pause"), theme=theme, icon="pause")
        self.pause.setCheckable(True)
        set_tool_tip(self.pause, self.tr("Pause the list (Ctrl+E)"))
        self._build()

    @property
    def types(self) -> tuple[str, ...]:
        """Names of the types that are asked for; empty for all."""
        is_from_strangers = FROM_STRANGERS in _conditions(self.line.expression)
        return (*chosen_types(self.line.expression), *([STRANGER] if is_from_strangers else []))

    @property
    def text(self) -> str:
        """What is typed."""
        return self.line.text

    @property
    def expression(self) -> Expression:
        """What a stanza must fit."""
        return self.line.expression

    def set_counts(self, counts: Mapping[str, int]) -> None:
        """Show in the menu how many stanzas there are of each type."""
        for action in self._actions:
            label = action.text().partition("\t")[0]
            if action.data() != STRANGER:
                action.setText(f"{label}\t{format_number(counts.get(action.data(), 0))}")

    def show_progress(self, progress: JournalProgress) -> None:
        """Show how far the search is; what is done is not told where nothing had to be searched."""
        found = self.tr("{found} found").format(found=format_number(progress.found))
        numbers = {"searched": format_number(progress.searched), "total": format_number(progress.total)}
        if progress.is_running:
            words = self.tr("Searching: {searched} of {total}").format(**numbers)
        elif progress.searched < progress.total:
            words = self.tr("Stopped: {searched} of {total} searched").format(**numbers)
        elif progress.is_far:
            words = self.tr("Only the last are listed: more than {count} follow the stanza you looked at")
            words = words.format(count=format_number(MAX_AFTER))
        else:
            words = found = ""
        text = " · ".join(part for part in (words, found) if part)
        self.line.status.set_progress(text, running=progress.is_running)

    @property
    def is_set(self) -> bool:
        """Whether it keeps anything back."""
        return bool(_conditions(self.expression))

    def focus(self) -> None:
        """Put the cursor into the text, all of it chosen."""
        self.line.focus()

    def clear(self) -> None:
        """List everything again."""
        self.line.clear()

    def toggle_pause(self) -> None:
        """Pause, or go on."""
        self.pause.toggle()

    def hide_pause(self) -> None:
        """Leave the pause out, where nothing more comes."""
        self.pause.hide()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.line)
        self.line.add(self.types_button)
        self.line.add(self.pause)
        self.line.changed.connect(self._emit_filter)
        self.pause.toggled.connect(self._on_pause)
        self.setFocusProxy(self.line)

    def _type_actions(self) -> list[QAction]:
        everything = self.types_menu.addAction(self.tr("All types"))
        everything.triggered.connect(lambda: self._choose(()))
        self.types_menu.addSeparator()
        actions = [self._type_action(entry.name, entry.name) for entry in ENTRIES]
        self.types_menu.addSeparator()
        odd: Sequence[tuple[str, str]] = (
            (UNKNOWN, self.tr("Unknown types")),
            (MALFORMED, self.tr("Malformed")),
            (STRANGER, self.tr("From other participants")),
        )
        return [*actions, *(self._type_action(name, text) for name, text in odd)]

    def _type_action(self, name: str, text: str) -> QAction:
        action = self.types_menu.addAction(text)
        action.setCheckable(True)
        action.setData(name)
        action.triggered.connect(self._on_type)
        return action

    def _on_type(self) -> None:
        self._choose([action.data() for action in self._actions if action.isChecked()])

    def _choose(self, names: Sequence[str]) -> None:
        """Write into the line which types are asked for."""
        rest = [part for part in _conditions(self.line.expression) if part != FROM_STRANGERS]
        if STRANGER in names:
            rest.append(FROM_STRANGERS)
        self.line.apply(with_types(conjunction(*rest), [name for name in names if name != STRANGER]))

    def _on_pause(self, paused: bool) -> None:
        self.pause.set_icon("play" if paused else "pause")
        self._say()
        self.pause_toggled.emit(paused)

    def _emit_filter(self) -> None:
        types = self.types
        for action in self._actions:
            action.setChecked(action.data() in types)
        self._say()
        self.changed.emit(self.expression)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the field the room that the buttons beside it can do without."""
        super().resizeEvent(event)
        self._say()

    def _say(self) -> None:
        """Write on the buttons what they do, in as many words as there is room for."""
        is_narrow = self.width() < self._theme.scaled(NARROW)
        pause = self.tr("Resume") if self.pause.isChecked() else self.tr("Pause")
        self.pause.setText("" if is_narrow else pause)
        set_accessible_name(self.pause, pause)
        chosen = [action.text().partition("\t")[0] for action in self._actions if action.isChecked()]
        word = chosen[0] if len(chosen) == 1 and not is_narrow else self._count(len(chosen))
        self.types_button.setText(word)
        set_tool_tip(self.types_button, ", ".join(chosen))

    def _count(self, types: int) -> str:
        if not types:
            return self.tr("All types")
        return translate_count("{count} type", "{count} types", types)


def _conditions(expression: Expression) -> list[Expression]:
    return list(expression.parts) if isinstance(expression, And) else [expression]


class EmptyStanzas(QWidget):
    """None yet, none that fit the filter, or a list that was cleared."""

    all_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._empty = EmptyState("rows", "", "", theme=theme)
        self._show_all = Button(self.tr("Show all"), theme=theme, small=True)
        self._show_all.clicked.connect(self.all_requested)
        self._empty.add(self._show_all)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._empty)

    def set_state(self, *, total: int, is_filtered: bool, is_emptied: bool) -> None:
        """Say why it is empty; `total` are the stanzas that are stored."""
        self._show_all.setVisible(is_filtered or is_emptied)
        self._show_all.setText(self.tr("Clear filter") if is_filtered else self.tr("Show all"))
        if is_filtered:
            title = self.tr("0 of {total} match").format(total=format_number(total))
            self._empty.set_text(title, self.tr("No stanzas match this filter."))
        elif is_emptied:
            kept = self.tr("New stanzas appear here. All {total} are still stored.").format(total=format_number(total))
            self._empty.set_text(self.tr("List cleared"), kept)
        else:
            text = self.tr(
                "Say or write something: everything that is sent and received is listed here, for as long as "
                "Settings keep it."
            )
            self._empty.set_text(self.tr("No stanzas yet"), text)
