"""The pages Permissions and Privacy of the settings: what tools may do, and what is stored on this computer."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.dialogs import create_file_dialog, documents_folder
from alicia_desktop.ui.settings.fields import Page, show_lines, told_line
from alicia_desktop.ui.settings.form import JournalDays, SettingsForm
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button, SegmentButton, Segments
from alicia_desktop.ui.widgets.labels import ErrorLabel, Label
from alicia_desktop.view.tools import GrantRow

MIN_PATH_PARTS: Final = 3
"""`/home/me` is the least that can be allowed; not a whole disk, nor everybody's folders."""


class PermissionsPage(Page):
    """Edit allowed folders and revoke tool permissions; nothing changes before Save."""

    def __init__(self, form: SettingsForm, *, theme: Theme, grants: Sequence[GrantRow]) -> None:
        super().__init__(theme=theme)
        self.set_title(self.tr("Permissions"))
        self._folders = list(form.folders)
        self._revoked = list(form.revoked)
        self._grants = [grant for grant in grants if grant.pk not in form.revoked]
        self.add_note(
            self.tr(
                "Alicia may list, read and search text files in these folders, after asking you. "
                "Hidden files and links stay closed."
            )
        )
        self._folder_list = _Lines(theme=theme)
        self.add_named_list(self.tr("Allowed folders"), self._folder_list)
        self.wrong = ErrorLabel(theme=theme)
        self.add(self.wrong)
        add = Button(self.tr("Add folder…"), theme=theme, icon="plus")
        add.clicked.connect(self._choose)
        line = QHBoxLayout()
        line.addWidget(add)
        line.addStretch()
        self.column.addLayout(line)
        self._grant_list = _Lines(theme=theme)
        self.add_named_list(self.tr("Tool permissions"), self._grant_list)
        self.finish()
        self._show()

    def fill(self, form: SettingsForm) -> SettingsForm:
        """Return `form` with what was chosen here."""
        return replace(form, folders=tuple(self._folders), revoked=tuple(self._revoked))

    def add_folder(self, chosen: str) -> None:
        """Add an allowed folder; refuse one that is too broad to be meant."""
        path = Path(chosen).resolve()
        too_much = len(path.parts) < MIN_PATH_PARTS
        broad = self.tr("{path} is too broad. Choose a folder inside it.").format(path=path)
        self.wrong.show_error(broad if too_much else "")
        if not too_much and str(path) not in self._folders:
            self._folders.append(str(path))
            self._show()

    def add_named_list(self, name: str, lines: "_Lines") -> None:
        """Add a list with its name above it."""
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addWidget(Label(name, theme=self._theme, weight=500))
        column.addWidget(lines)
        self.column.addLayout(column)

    def _choose(self) -> None:
        dialog = create_file_dialog(self.tr("Allow folder"), documents_folder(), parent=self)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.add_folder)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _show(self) -> None:
        remove, back = self.tr("Remove"), self.tr("Revoke")
        self._folder_list.show_lines([(folder, "", remove, self._remover(folder)) for folder in self._folders])
        self._grant_list.show_lines([(one.text, one.scope, back, self._revoker(one)) for one in self._grants])

    def _remover(self, folder: str) -> Callable[[], None]:
        def remove() -> None:
            self._folders.remove(folder)
            self._show()

        return remove

    def _revoker(self, grant: GrantRow) -> Callable[[], None]:
        def revoke() -> None:
            self._grants.remove(grant)
            self._revoked.append(grant.pk)
            self._show()

        return revoke


class _Lines(QWidget):
    """Lines of text with a button at the end of each; a placeholder if there are none."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)

    def show_lines(self, lines: Sequence[tuple[str, str, str, Callable[[], None]]]) -> None:
        """Show lines of (text, text below it, button, action of the button)."""
        show_lines(self._column, [self._line(*line) for line in lines], theme=self._theme)

    def _line(self, words: str, below: str, act: str, do: Callable[[], None]) -> QWidget:
        told = [Label(words, theme=self._theme, wrap=True)]
        if below:
            told.append(Label(below, theme=self._theme, font="small", tone="muted", wrap=True))
        button = Button(act, theme=self._theme, small=True)
        set_accessible_name(button, f"{act}: {words}")
        button.clicked.connect(do)
        return told_line(told, [button])


class PrivacyPage(Page):
    """How long the journal is kept, and the ways to back up, restore and delete everything."""

    backup_requested = Signal()
    restore_requested = Signal()
    erase_requested = Signal()

    def __init__(self, form: SettingsForm, *, theme: Theme) -> None:
        super().__init__(theme=theme)
        self.set_title(self.tr("Privacy"))
        self._days: dict[str, JournalDays] = {"0": 0, "90": 90, "30": 30, "7": 7}
        name = self.tr("Keep stanza log for")
        self.journal = Segments(
            [
                SegmentButton(id=value, text=self.tr("{days} days").format(days=days) if days else self.tr("Always"))
                for value, days in self._days.items()
            ],
            theme=theme,
            name=name,
        )
        self.journal.choose(str(form.journal_days))
        self.add_named(name, self.journal)
        self.add_note(
            self.tr(
                "The inspector shows this log. Older stanzas are permanently deleted from this computer, except "
                "unsent ones; messages, memories and tool uses are not affected. The server has its own log."
            )
        )
        self.backup = Button(self.tr("Back up…"), theme=theme)
        self.backup.clicked.connect(self.backup_requested)
        self.restore = Button(self.tr("Restore…"), theme=theme)
        self.restore.clicked.connect(self.restore_requested)
        self._add_buttons(self.backup, self.restore)
        self.add_note(
            self.tr(
                "A backup is one file with conversations, memories, recordings and settings, without tokens and keys. "
                "Store it where only you can read it. Restoring keeps a copy of the current data."
            )
        )
        erase = Button(self.tr("Delete all data on this computer"), theme=theme, kind="danger")
        erase.clicked.connect(self.erase_requested)
        self._add_buttons(erase)
        self.add_note(self.tr("You’ll see what is deleted and confirm"))
        self.finish()

    def fill(self, form: SettingsForm) -> SettingsForm:
        """Return `form` with what was chosen here."""
        return replace(form, journal_days=self._days[self.journal.value])

    def _add_buttons(self, *buttons: Button) -> None:
        line = QHBoxLayout()
        line.setSpacing(8)
        for button in buttons:
            line.addWidget(button)
        line.addStretch()
        self.column.addLayout(line)
