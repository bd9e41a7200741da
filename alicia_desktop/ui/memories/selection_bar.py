"""What can be done with the selected memories, under their list; it keeps its height, so that nothing jumps."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button, ButtonKind
from alicia_desktop.ui.widgets.flow import FlowLayout
from alicia_desktop.ui.widgets.labels import ElidedLabel

PAIR: Final = 2
"""Memories that can be merged at once."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Command:
    name: str
    text: str
    icon: str
    kind: ButtonKind = "normal"


class SelectionBar(QWidget):
    """Names a wish; which memories it is about is the list's affair."""

    wished = Signal(str)
    """`pin`, `unpin`, `archive`, `restore`, `category`, `tag`, `merge` or `delete`."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._buttons = {command.name: self._button(command) for command in self._commands()}
        row = QWidget()
        row.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        flow = FlowLayout(row, gap=6)
        for button in self._buttons.values():
            flow.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 6, 16, 8)
        layout.setSpacing(4)
        layout.addWidget(self._words)
        layout.addWidget(row)
        self.set_count(0)

    def set_count(self, count: int) -> None:
        """Say how many are selected, and offer what can be done with so many."""
        for name, button in self._buttons.items():
            button.setEnabled(count == PAIR if name == "merge" else count > 0)
        if not count:
            words = self.tr("Select memories to edit them: Ctrl or Shift with a click or an arrow key, Ctrl+A for all.")
        elif count == 1:
            words = self.tr("1 memory selected")
        else:
            words = self.tr("{count} memories selected").format(count=f"{count:,}")
        self._words.set_text(words)
        self.setAccessibleName(words)

    def _commands(self) -> Sequence[_Command]:
        return (
            _Command(name="pin", text=self.tr("Pin"), icon="push-pin"),
            _Command(name="unpin", text=self.tr("Unpin"), icon="push-pin-slash"),
            _Command(name="archive", text=self.tr("Archive"), icon="archive"),
            _Command(name="restore", text=self.tr("Unarchive"), icon="arrow-counter-clockwise"),
            _Command(name="category", text=self.tr("Category…"), icon="folder-simple"),
            _Command(name="tag", text=self.tr("Tag…"), icon="tag"),
            _Command(name="merge", text=self.tr("Merge two…"), icon="git-merge"),
            _Command(name="delete", text=self.tr("Delete"), icon="trash", kind="danger"),
        )

    def _button(self, command: _Command) -> Button:
        button = Button(command.text, theme=self._theme, kind=command.kind, icon=command.icon, small=True)
        button.clicked.connect(lambda: self.wished.emit(command.name))
        return button
