"""The list of keys (Ctrl+/): by subject, searchable, and changeable. Keys that are taken are told, not taken over."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QKeySequenceEdit, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from alicia_desktop.base.translation import translate
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.shortcuts import Key, conflicting, format_keys
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import name_key_edit
from alicia_desktop.ui.widgets.labels import ErrorLabel, Label

AROUND: Final = QSize(96, 256)
"""Of the window's size, what is left around the list of keys."""
BARS: Final = QSize(20, 2)
"""Room for a scroll bar."""
RING: Final = 6
"""Room for the keyboard's ring, which lies on the edge of what is scrolled."""
MIN_HEIGHT: Final = 160
KEYS_WIDTH: Final = 152
"""Pixels of the button with the keys."""


ABOVE_GROUP: Final = 12
"""Pixels between a group and the heading of the next."""


class ShortcutsDialog(QuestionDialog):
    """All keys of the window."""

    keys_changed = Signal(str, str)
    """A command, by the keys that it has at first, and its new keys."""

    def __init__(self, keys: Sequence[Key], *, title: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(title, "", theme=theme, parent=parent)
        self._keys = list(keys)
        self._rows: dict[str, KeyRow] = {}
        self._headings: dict[str, Label] = {}
        self.search = QLineEdit()
        self.search.setMaxLength(MAX_FIELD_CHARACTERS)
        self.search.setPlaceholderText(self.tr("Search commands and keys"))
        self.search.setAccessibleName(self.tr("Search commands and keys"))
        self.search.setFixedHeight(theme.height("control"))
        self.search.setFont(theme.font("ui"))
        self.search.textChanged.connect(self._filter)
        self._nothing = Label(self.tr("No matches"), theme=theme, tone="muted")
        self._nothing.hide()
        self.column.addWidget(self.search)
        self.column.addWidget(self._area(title, parent))
        self.column.addWidget(self._nothing)
        self.column.addSpacing(8)
        self.add_buttons(self.tr("Close"), kind="normal")
        self.search.setFocus()

    def shown_commands(self) -> list[str]:
        """Return what the commands do that fit the search."""
        return [row.text for row in self._rows.values() if not row.isHidden()]

    def row(self, text: str) -> "KeyRow":
        """Return the row of what a command does."""
        return next(row for row in self._rows.values() if row.text == text)

    def _area(self, title: str, window: QWidget) -> QScrollArea:
        table = QWidget()
        table.setProperty("ground", "raised")
        column = QVBoxLayout(table)
        column.setContentsMargins(RING, RING, RING, RING)
        column.setSpacing(4)
        for key in self._keys:
            if not key.text:
                continue
            if key.group and key.group not in self._headings:
                heading = Label(key.group, theme=self._theme, font="label")
                if self._headings:
                    heading.setAlignment(Qt.AlignmentFlag.AlignBottom)
                    heading.setMinimumHeight(self._theme.line("label") + self._theme.scaled(ABOVE_GROUP))
                self._headings[key.group] = heading
                column.addWidget(self._headings[key.group])
            row = self._rows[key.name] = KeyRow(key, theme=self._theme)
            row.keys_chosen.connect(self._on_keys_chosen)
            column.addWidget(row)
        column.addStretch()
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setAccessibleName(title)
        area.setWidget(table)
        around = QSize(AROUND.width(), self._theme.scaled(AROUND.height()))
        room = (window.size() - around).expandedTo(QSize(0, MIN_HEIGHT))
        # Qt opens no dialog wider than two thirds of the screen by itself, and would cut the words off.
        area.setMinimumSize((table.sizeHint() + BARS).boundedTo(room))
        return area

    def _filter(self, words: str) -> None:
        wanted = words.casefold().split()
        groups = set()
        for key in self._keys:
            row = self._rows.get(key.name)
            if row is None:
                continue
            said = f"{key.text} {format_keys(row.keys)} {row.keys} {key.group}".casefold()
            fits = all(word in said for word in wanted)
            row.setVisible(fits)
            groups |= {key.group} if fits else set()
        for group, heading in self._headings.items():
            heading.setVisible(group in groups)
        self._nothing.setVisible(not groups)

    def _on_keys_chosen(self, command: str, keys: str) -> None:
        """Take new keys, unless another command has them."""
        row = self._rows[command]
        taken = conflicting(self._keys, keys, command=command)
        if taken is not None:
            said = self.tr("{keys} is taken: {text}")
            row.show_problem(said.format(keys=format_keys(keys), text=taken.text or format_keys(taken.keys)))
            return
        self._keys = [_changed(key, keys) if key.name == command else key for key in self._keys]
        row.set_keys(keys)
        self.keys_changed.emit(command, keys)


class KeyRow(QWidget):
    """A command, and its keys as a button to press others."""

    keys_chosen = Signal(str, str)

    def __init__(self, key: Key, *, theme: Theme) -> None:
        super().__init__()
        self._key = key
        self.keys = key.keys
        self._button = Button(
            format_keys(key.keys), theme=theme, small=True, kind="flat" if key.act is None else "normal"
        )
        self._button.setEnabled(key.act is not None)
        self._button.setMinimumWidth(KEYS_WIDTH)
        self._button.clicked.connect(self._on_change)
        self._edit = QKeySequenceEdit()
        self._edit.setMaximumSequenceLength(1)
        self._edit.setFixedSize(KEYS_WIDTH, theme.height("control-small"))
        name_key_edit(self._edit, self.tr("New keys for: {command}").format(command=key.text))
        self._edit.editingFinished.connect(self._on_edited)
        self._edit.hide()
        self._reset = Button(self.tr("Reset"), theme=theme, kind="link", small=True)
        self._reset.clicked.connect(lambda: self.keys_chosen.emit(key.name, key.name))
        self._problem = ErrorLabel(theme=theme)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._button)
        line.addWidget(self._edit)
        line.addWidget(Label(key.text, theme=theme))
        line.addStretch()
        line.addWidget(self._reset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(line)
        layout.addWidget(self._problem)
        self.set_keys(key.keys)

    @property
    def text(self) -> str:
        """What the command does."""
        return self._key.text

    @property
    def problem(self) -> str:
        """Why the last keys were not taken."""
        return "" if self._problem.isHidden() else self._problem.text()

    def press(self, keys: str) -> None:
        """Choose keys as if they were pressed."""
        self.keys_chosen.emit(self._key.name, keys)

    def set_keys(self, keys: str) -> None:
        """Show the keys that the command has now."""
        self.keys = keys
        self._button.setText(format_keys(keys))
        said = self.tr("{command}: {keys}. Press to change") if self._key.act is not None else "{command}: {keys}"
        self._button.setAccessibleName(said.format(command=self._key.text, keys=format_keys(keys)))
        self._reset.setVisible(keys != self._key.name)
        self._problem.show_error("")

    def show_problem(self, text: str) -> None:
        """Say why the keys were not taken; those before stay."""
        self._problem.show_error(text)

    def _on_change(self) -> None:
        self._button.hide()
        self._edit.clear()
        self._edit.show()
        self._edit.setFocus()

    def _on_edited(self) -> None:
        keys = self._edit.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
        if self._edit.isHidden():
            return
        self._edit.hide()
        self._button.show()
        self._button.setFocus()
        if keys:
            self.keys_chosen.emit(self._key.name, keys)


def shortcut_list(keys: Sequence[Key], *, title: str = "", theme: Theme, parent: QWidget) -> ShortcutsDialog:
    """Return the list of keys as a dialog."""
    words = title or translate("Keyboard shortcuts")
    return ShortcutsDialog(keys, title=words, theme=theme, parent=parent)


def _changed(key: Key, keys: str) -> Key:
    return Key(keys=keys, text=key.text, act=key.act, group=key.group, command=key.name)
