"""Type a filter: right or wrong is seen while one types, what is likely is offered, what was used comes back.

A filter that is wrong changes nothing: the mistake is underlined in the text and said below it, with a suggestion to
press where there is one. Every tab of the inspector has such a line, each with its own keys.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication, QTimer, Signal
from PySide6.QtGui import QAction, QColor, QInputMethodEvent, QTextCharFormat
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.filtering.completion import Occurring
from alicia_desktop.filtering.expression import (
    EVERYTHING,
    Condition,
    Expression,
    Mistake,
    Or,
    negation,
    text_of,
    toggled,
)
from alicia_desktop.filtering.parser import parse
from alicia_desktop.filtering.vocabulary import FilterVocabulary
from alicia_desktop.ui.inspector.filters.filter_completer import FilterCompleter, FilterField
from alicia_desktop.ui.inspector.filters.filter_status import FilterStatus
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import button_text, set_accessible_description, set_tool_tip
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.field_icons import add_icon

PAUSE_MS: Final = 120
"""After the last letter, before anything is searched: typing stays ahead of it."""
TELLING_MS: Final = 400
"""After the last letter, before a mistake is said: half a key is none, and the list below would jump."""
MAX_HISTORY: Final = 30
MAX_RECENT: Final = 10
"""Of them, in the menu."""


class FilterLine(QWidget):
    """A field with its status below; `changed` carries the expression whenever another one holds."""

    changed = Signal(object)
    saved = Signal(str, str)
    """A name, and the filter to keep under it."""
    remembered = Signal(list)
    """The filters that were used, whenever there is another one; the last one last."""
    removed = Signal(str)
    """A name to forget."""
    stop_requested = Signal()
    occurring_requested = Signal()
    """The field got the focus: what occurs may have changed."""

    def __init__(self, vocabulary: FilterVocabulary, *, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._vocabulary = vocabulary
        self._expression: Expression = EVERYTHING
        self._history: list[str] = []
        self._place = 0
        """In the history; its length where something new is typed."""
        self._saved: tuple[tuple[str, str], ...] = ()
        self.field = FilterField(theme=theme, name=name, example=vocabulary.example)
        self.completer = FilterCompleter(self.field, vocabulary, theme=theme)
        self._clear = add_icon(self.field, "x", theme=theme, position=QLineEdit.ActionPosition.TrailingPosition)
        self._clear.setText(self.tr("Clear"))
        self._clear.setVisible(False)
        self._more = IconButton("clock-counter-clockwise", self.tr("Saved and recent filters"), theme=theme)
        self.status = FilterStatus(theme=theme)
        self._timer = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._telling = QTimer(self, singleShot=True, interval=TELLING_MS)
        self._build()
        self._connect()

    @property
    def text(self) -> str:
        """What is typed."""
        return self.field.text().strip()

    @property
    def expression(self) -> Expression:
        """What was typed last without a mistake."""
        return self._expression

    @property
    def mistake(self) -> Mistake | None:
        """What is wrong with what is typed now."""
        found = parse(self.field.text(), self._vocabulary)
        return found if isinstance(found, Mistake) else None

    def add(self, widget: QWidget) -> None:
        """Put another control beside the field."""
        self._row.addWidget(widget)

    def focus(self) -> None:
        """Put the cursor into the field, all of it chosen."""
        self.field.setFocus()
        self.field.selectAll()

    def clear(self) -> None:
        """Filter nothing."""
        self.set_text("")

    def set_text(self, text: str) -> None:
        """Take over a filter at once."""
        self.field.setText(text)
        self._remember()
        self._apply()
        self._tell()

    def apply(self, expression: Expression) -> None:
        """Filter by this alone."""
        self.set_text(text_of(expression))

    def narrow(self, expression: Expression, *, exclude: bool = False) -> None:
        """Filter by this also, or by all but this."""
        added = negation(expression) if exclude else expression
        said = f"({text_of(added)})" if isinstance(added, Or) else text_of(added)
        before = self.text if self.mistake is None else text_of(self._expression)
        before = f"({before})" if isinstance(self._expression, Or) else before
        self.set_text(f"{before} {said}".strip())

    def toggle(self, condition: Condition) -> None:
        """Filter by this also, in place of others of its key; where that is done already, no more."""
        self.apply(toggled(self._expression, condition))

    def set_history(self, filters: Sequence[str]) -> None:
        """Offer these, the last one first, as used before."""
        self._history = list(filters)[-MAX_HISTORY:]
        self._place = len(self._history)

    def set_occurring(self, occurring: Occurring) -> None:
        """Offer these fields and values."""
        self.completer.occurring = occurring

    def set_saved(self, filters: Sequence[tuple[str, str]]) -> None:
        """Offer these, each with its name."""
        self._saved = tuple(filters)

    def show_count(self, shown: int, total: int) -> None:
        """Say how many rows fit, while there is a filter."""
        words = self.tr("{shown} of {total} shown").format(shown=format_number(shown), total=format_number(total))
        self.status.set_progress(words if self._expression != EVERYTHING else "", running=False)

    def menu(self) -> QMenu:
        """Return the menu of saved and recent filters."""
        menu = QMenu(self)
        recent = [(text, text) for text in reversed(self._history[-MAX_RECENT:])]
        for offered in ([(f"{name}: {text}", text) for name, text in self._saved], recent):
            for label, text in offered:
                add_text_action(menu, label).triggered.connect(partial(self.set_text, text))
            menu.addSeparator()
        keep = menu.addAction(self.tr("Save filter…"))
        keep.setEnabled(bool(self.text) and self.mistake is None)
        keep.triggered.connect(self.status.ask_name)
        clear = menu.addAction(self.tr("Clear recent filters"))
        clear.setEnabled(bool(self._history))
        clear.triggered.connect(self._clear_history)
        if self._saved:
            remove = menu.addMenu(self.tr("Remove saved filter"))
            for name, _ in self._saved:
                add_text_action(remove, name).triggered.connect(partial(self.removed.emit, name))
        return menu

    def _build(self) -> None:
        self._row = QHBoxLayout()
        self._row.setSpacing(8)
        self._row.addWidget(self.field, 1)
        self._row.addWidget(self._more)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(6)
        column.addLayout(self._row)
        column.addWidget(self.status)
        self.setFocusProxy(self.field)

    def _connect(self) -> None:
        self._clear.triggered.connect(self.clear)
        self._more.clicked.connect(self._on_more)
        self.field.textChanged.connect(self._on_text)
        self.field.returnPressed.connect(self._apply)
        self.field.returnPressed.connect(self._tell)
        self.field.editingFinished.connect(self._remember)
        self.field.history_requested.connect(self._on_history)
        self.field.focused.connect(self.occurring_requested)
        self._timer.timeout.connect(self._apply)
        self._telling.timeout.connect(self._tell)
        self.status.suggestion_chosen.connect(self._on_suggestion)
        self.status.stop_requested.connect(self.stop_requested)
        self.status.named.connect(lambda name: self.saved.emit(name, self.text))
        self._theme.changed.connect(self._apply_theme)

    def _on_text(self) -> None:
        self._clear.setVisible(bool(self.field.text()))
        self._show_state()
        self._timer.start()

    def _show_state(self) -> None:
        mistake = self.mistake
        self.field.set_state("wrong" if mistake else "right" if self.text else "")
        if mistake is None:
            self.status.set_mistake(None)
        self._telling.start()
        set_accessible_description(self.field, mistake.sentence if mistake else "")
        underline(self.field, mistake, self._theme.colour("error"))

    def _tell(self) -> None:
        self.status.set_mistake(self.mistake)

    def _apply(self) -> None:
        self._timer.stop()
        found = parse(self.field.text(), self._vocabulary)
        if not isinstance(found, Mistake) and found != self._expression:
            self._expression = found
            self.changed.emit(found)

    def _on_suggestion(self) -> None:
        mistake = self.mistake
        if mistake is not None:
            self.set_text(mistake.mended(self.field.text()))
            self.field.setFocus()

    def _remember(self) -> None:
        before = self._history
        if self.text and self.mistake is None:
            self._history = [*(one for one in before if one != self.text), self.text][-MAX_HISTORY:]
        self._place = len(self._history)
        if self._history != before:
            self.remembered.emit(self._history)

    def _clear_history(self) -> None:
        self.set_history(())
        self.remembered.emit(self._history)

    def _on_history(self, step: int) -> None:
        """Go through what was used before; past the newest the field is empty."""
        place = min(max(self._place + step, 0), len(self._history))
        if place == self._place:
            return
        if self._place == len(self._history) and self.text and self.mistake is None and self.text not in self._history:
            self._history.append(self.text)
        self._place = place
        self.field.setText(self._history[place] if place < len(self._history) else "")

    def _on_more(self) -> None:
        self.menu().popup(self._more.mapToGlobal(self._more.rect().bottomLeft()))

    def _apply_theme(self) -> None:
        self._show_state()


def add_text_action(menu: QMenu, text: str) -> QAction:
    """Add an action that shows a text as it is, in the menu and as a tool tip."""
    action = menu.addAction(button_text(text))
    set_tool_tip(action, text)
    return action


def underline(field: QLineEdit, mistake: Mistake | None, colour: QColor) -> None:
    """Underline a mistake in a field with a wave; a QLineEdit takes such formats only as an input method gives them."""
    attributes = []
    if mistake is not None and mistake.end > mistake.start:
        wave = QTextCharFormat()
        wave.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        wave.setUnderlineColor(colour)
        wave.setForeground(colour)
        start = mistake.start - field.cursorPosition()
        kind = QInputMethodEvent.AttributeType.TextFormat
        attributes.append(QInputMethodEvent.Attribute(kind, start, mistake.end - mistake.start, wave))
    QCoreApplication.sendEvent(field, QInputMethodEvent("", attributes))


def add_filter_actions(menu: QMenu, condition: Expression | None, line: FilterLine) -> None:
    """Add *apply*, *and* and *exclude* for a condition; they are greyed where there is none."""
    plain, named = translate("Apply as filter"), translate("Apply as filter: {filter}")
    apply = add_text_action(menu, plain if condition is None else named.format(filter=text_of(condition)))
    narrow = menu.addAction(translate("And"))
    exclude = menu.addAction(translate("Exclude"))
    for action in (apply, narrow, exclude):
        action.setEnabled(condition is not None)
    if condition is None:
        return
    apply.triggered.connect(lambda: line.apply(condition))
    narrow.triggered.connect(lambda: line.narrow(condition))
    exclude.triggered.connect(lambda: line.narrow(condition, exclude=True))
