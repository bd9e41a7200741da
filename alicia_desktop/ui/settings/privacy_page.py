"""The Privacy page of the settings: stanza log, backup, restore, deletion."""

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout

from alicia_desktop.ui.settings.fields import Page
from alicia_desktop.ui.settings.form import JournalDays, SettingsForm
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button, SegmentButton, Segments


class PrivacyPage(Page):
    """Set how long the stanza log is kept; back up, restore, or delete all data."""

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
                "The inspector shows from this record what went over the wire. What is older is deleted for good on "
                "this computer, except what is still waiting; messages, memories and tools stay. The server keeps its "
                "own record."
            )
        )
        self.backup = Button(self.tr("Back up…"), theme=theme)
        self.backup.clicked.connect(self.backup_requested)
        self.restore = Button(self.tr("Restore…"), theme=theme)
        self.restore.clicked.connect(self.restore_requested)
        self._add_buttons(self.backup, self.restore)
        self.add_note(
            self.tr(
                "A backup is one file with conversations, memories, sounds and settings, without tokens and keys. Keep "
                "it where only you can read it. What is here when you restore one is kept."
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
