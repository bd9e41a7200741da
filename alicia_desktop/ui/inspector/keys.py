"""The inspector's keys in its lists: j and k are the arrows, letters never search."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

NO_MODIFIER = Qt.KeyboardModifier.NoModifier
_ARROWS = {Qt.Key.Key_J: Qt.Key.Key_Down, Qt.Key.Key_K: Qt.Key.Key_Up}


def as_arrow(event: QKeyEvent) -> QKeyEvent:
    """Return `event`, or the arrow that its letter stands for."""
    arrow = _ARROWS.get(Qt.Key(event.key())) if event.modifiers() == NO_MODIFIER else None
    return event if arrow is None else QKeyEvent(event.type(), arrow, NO_MODIFIER)


def is_plain(event: QKeyEvent, key: Qt.Key) -> bool:
    """Return whether `key` alone was pressed; on the keypad counts too."""
    return event.key() == key and event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == NO_MODIFIER
