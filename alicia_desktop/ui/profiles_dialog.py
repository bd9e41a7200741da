"""The dialog of profiles: open, add and remove other people's or other servers' windows on this computer."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from alicia_desktop.profiles import MAX_NAME_CHARACTERS
from alicia_desktop.ui.dialogs import confirm
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import clip_line, set_window_title
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ErrorLabel, Label

WIDTH: Final = 460
ROW: Final = 28
MIN_ROWS: Final = 3
NAME_ROLE: Final = Qt.ItemDataRole.UserRole


class ProfilesDialog(QDialog):
    """Show the profiles; emit what is to be done with one."""

    open_requested = Signal(str)
    add_requested = Signal(str)
    """A name that was typed."""
    remove_requested = Signal(str)
    """A profile, once the user has confirmed."""

    def __init__(self, *, theme: Theme, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._used = ""
        self._default = ""
        set_window_title(self, self.tr("Profiles"))
        self.setMinimumWidth(round(WIDTH * theme.scale))
        self.list = QListWidget()
        self.list.setFont(theme.font("ui"))
        self.list.setAccessibleName(self.tr("Profiles"))
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setMinimumHeight(MIN_ROWS * self._row_height())
        self.list.currentRowChanged.connect(self._update)
        self.list.itemActivated.connect(lambda _: self._on_open())
        self.open_profile = Button(self.tr("Open"), theme=theme, kind="primary")
        self.open_profile.clicked.connect(self._on_open)
        self.remove = Button(self.tr("Remove…"), theme=theme)
        self.remove.clicked.connect(self._on_remove)
        self.name = QLineEdit()
        self.name.setMaxLength(MAX_NAME_CHARACTERS)
        self.name.setFont(theme.font("ui"))
        self.name.setFixedHeight(theme.height("control"))
        self.name.setPlaceholderText(self.tr("Name of a new profile"))
        self.name.setAccessibleName(self.tr("Name of a new profile"))
        self.name.textChanged.connect(self._update)
        self.name.returnPressed.connect(self._on_add)
        self.add = Button(self.tr("Add"), theme=theme)
        self.add.clicked.connect(self._on_add)
        self.note = ErrorLabel(theme=theme, font="ui")
        for button in (self.open_profile, self.remove, self.add):
            button.setAutoDefault(False)  # Enter in the field adds, and nothing else
        self._build()

    def set_profiles(self, names: Sequence[str], *, used: str) -> None:
        """Show the profiles, the default one first; `used` is this window's."""
        chosen = self._selected()
        self._used, self._default = used, names[0]
        self.list.clear()
        for name in names:
            words = self.tr("{name} (this window)").format(name=name) if name == used else name
            item = QListWidgetItem(clip_line(words))
            item.setData(NAME_ROLE, name)
            item.setSizeHint(QSize(0, self._row_height()))
            self.list.addItem(item)
        self.list.setCurrentRow(names.index(chosen) if chosen in names else 0)
        self._update()

    def select(self, name: str) -> None:
        """Select a profile that was just added, and empty the field."""
        self.name.clear()
        for row in range(self.list.count()):
            if self.list.item(row).data(NAME_ROLE) == name:
                self.list.setCurrentRow(row)

    def show_problem(self, sentence: str) -> None:
        """Show why something was not done; '' hides it."""
        self.note.show_error(sentence)

    def _row_height(self) -> int:
        return round(ROW * self._theme.scale)

    def _selected(self) -> str:
        return str(self.list.currentItem().data(NAME_ROLE)) if self.list.currentRow() >= 0 else ""

    def _update(self, *_: object) -> None:
        chosen = self._selected()
        self.open_profile.setEnabled(bool(chosen) and chosen != self._used)
        self.remove.setEnabled(bool(chosen) and chosen not in {self._used, self._default})
        self.add.setEnabled(bool(self.name.text().strip()))

    def _on_open(self) -> None:
        if self.open_profile.isEnabled():
            self.show_problem("")
            self.open_requested.emit(self._selected())

    def _on_add(self) -> None:
        if self.name.text().strip():
            self.show_problem("")
            self.add_requested.emit(self.name.text())

    def _on_remove(self) -> None:
        name = self._selected()
        dialog = confirm(
            self.tr("Remove the profile “{name}”?").format(name=name),
            self.tr(
                "Its conversations, memories, recordings, settings and tokens on this computer are deleted. Data on "
                "other servers is not. This cannot be undone."
            ),
            action=self.tr("Remove"),
            theme=self._theme,
            parent=self,
            danger=True,
        )
        dialog.accepted.connect(lambda: self.remove_requested.emit(name))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _build(self) -> None:
        theme = self._theme
        about = self.tr(
            "A profile has its own data, settings, tokens and window: for another person or another server."
        )
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.remove)
        buttons.addStretch()
        buttons.addWidget(self.open_profile)
        new = QHBoxLayout()
        new.setSpacing(8)
        new.addWidget(self.name, 1)
        new.addWidget(self.add)
        close = Button(self.tr("Close"), theme=theme)
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        end = QHBoxLayout()
        end.addStretch()
        end.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(8)
        column.addWidget(Label(self.tr("Profiles"), theme=theme, font="title"))
        column.addWidget(Label(about, theme=theme, tone="muted", wrap=True))
        column.addSpacing(4)
        column.addWidget(self.list, 1)
        column.addLayout(buttons)
        column.addSpacing(8)
        column.addLayout(new)
        column.addWidget(self.note)
        column.addSpacing(8)
        column.addLayout(end)
