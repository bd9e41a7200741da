"""What a person can reach in a window: a part by its kind and its name, a button by its words, texts as they stand."""

from typing import TypeVar

from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

Part = TypeVar("Part", bound=QWidget)


def part(root: QWidget, kind: type[Part], name: str = "") -> Part:
    """Return the only part of that kind, or the only one with that accessible name."""
    (found,) = (one for one in root.findChildren(kind) if not name or one.accessibleName() == name)
    return found


def button(root: QWidget, words: str) -> QAbstractButton:
    """Return the button with these words, or with an icon alone of this name."""
    (found,) = (one for one in root.findChildren(QAbstractButton) if words in {one.text(), one.accessibleName()})
    return found


def shown_texts(root: QWidget) -> list[str]:
    """Return the texts of all labels in view, whole where they had to be cut."""
    return [str(getattr(one, "whole_text", one.text())) for one in root.findChildren(QLabel) if one.isVisible()]
