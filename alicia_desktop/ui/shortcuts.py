"""Keyboard shortcuts as a table that is bound and listed (Ctrl+/). On macOS Qt reads Ctrl as Command."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from alicia_desktop.ui.theme import Theme

if TYPE_CHECKING:
    from alicia_desktop.ui.dialogs import QuestionDialog


AROUND: Final = QSize(96, 184)
"""Of the window's size, what is left around the list of keys."""
BARS: Final = QSize(20, 2)
"""Room for a scroll bar."""
RING: Final = 6
"""Room for the keyboard's ring, which lies on the edge of what is scrolled."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Key:
    """One keyboard shortcut."""

    keys: str
    text: str
    """What it does, as the list shows it; empty is not listed."""
    act: Callable[[], object] | None
    """None: the key is handled where it is pressed (Enter in the composer)."""


def format_keys(keys: str) -> str:
    """Return keys as this system's keyboards label them; Qt calls the key beside the letters Return."""
    native = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    return native.replace("Return", "Enter") or keys


def bind(keys: Sequence[Key], window: QWidget) -> list[QShortcut]:
    """Create a shortcut of `window` for each key that has an action."""
    shortcuts = []
    for key in keys:
        if key.act is not None:
            shortcut = QShortcut(QKeySequence(key.keys), window)
            shortcut.activated.connect(key.act)
            shortcuts.append(shortcut)
    return shortcuts


def shortcut_list(keys: Sequence[Key], *, title: str, theme: Theme, parent: QWidget) -> "QuestionDialog":
    """Return the list of keys as a dialog."""
    from alicia_desktop.ui.dialogs import QuestionDialog  # noqa: PLC0415 - keys are bound before anybody asks for their list

    dialog = QuestionDialog(title, "", theme=theme, parent=parent)
    listed = [key for key in keys if key.text]
    room = parent.size() - AROUND
    table = _table(listed, columns=2, theme=theme)
    if table.sizeHint().width() > room.width():
        table = _table(listed, columns=1, theme=theme)
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setAccessibleName(title)
    area.setWidget(table)
    # Qt opens no dialog wider than two thirds of the screen by itself, and would cut the words off.
    area.setMinimumSize((table.sizeHint() + BARS).boundedTo(room))
    margins = dialog.column.contentsMargins()
    dialog.setMinimumWidth(area.minimumWidth() + margins.left() + margins.right())
    dialog.column.addWidget(area)
    dialog.column.addSpacing(8)
    dialog.add_buttons(dialog.tr("Close"), kind="normal")
    return dialog


def _table(listed: Sequence[Key], *, columns: int, theme: Theme) -> QWidget:
    from alicia_desktop.ui.widgets.labels import Label  # noqa: PLC0415 - as above

    table = QWidget()
    table.setProperty("ground", "raised")
    grid = QGridLayout(table)
    grid.setContentsMargins(RING, RING, RING, RING)
    grid.setHorizontalSpacing(24)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(2 * columns - 1, 1)
    half = -(-len(listed) // columns)
    for number, key in enumerate(listed):
        column = 2 * (number // half)
        name = Label(format_keys(key.keys), theme=theme, font="small")
        name.setProperty("key", True)
        grid.addWidget(name, number % half, column)
        grid.addWidget(Label(key.text, theme=theme), number % half, column + 1)
    return table
