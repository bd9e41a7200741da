"""Pages, fields and dialogs that are to be read by a screen reader, each with the mistakes that it can show."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.filtering.vocabulary import STANZAS
from alicia_desktop.ui.captures.save_dialog import SavableStanzas, SaveCaptureDialog
from alicia_desktop.ui.conversation.first_run import FirstRunCard
from alicia_desktop.ui.dialogs import EraseDialog, confirm, create_save_dialog
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine
from alicia_desktop.ui.permission import PermissionDialog
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.settings.form import SettingsForm
from alicia_desktop.ui.settings.household_part import PairedRow
from alicia_desktop.ui.settings.voice_page import VoiceOption
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from tests.ui import samples

VOICES: Final = (VoiceOption(name="amy", language="en-GB"), VoiceOption(name="thorsten", language="de-DE"))
MISTAKE: Final = "type:MemoryTrac"


class Dialogs:
    """The windows, and what goes wrong in each."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._permission = PermissionDialog(
            "open_address",
            {"url": "https://tides.example/marina"},
            server="alicia.home",
            theme=theme,
            clock=JumpingClock(),
            parent=None,
        )
        self._voice = self._settings()
        self._voice.voice.set_voices(VOICES)
        self._here = self._settings()
        self._here.server.household.show_code("K7Q-M2X", "Within 10 minutes: https://alicia.home:8200")
        self._here.server.household.show_computers(
            [PairedRow(user_name="anna", name="Anna’s desk", own=False, since="1970-01-01")]
        )
        self._elsewhere = self._settings(place="server")
        self._filter = FilterLine(STANZAS, theme=theme, name="Filter stanzas")
        self._card = FirstRunCard(theme=theme)
        self._card.set_devices(["Headset"], ["Speakers"])
        self._card.set_voice(samples.SPEAKING)
        self._erase = EraseDialog(2, theme=theme, parent=None)
        self._forget = confirm(
            "Forget this memory?", "It cannot be undone.", action="Forget", theme=theme, parent=None, danger=True
        )
        stanzas = SavableStanzas(total=120, filter_text="dir:in", marked=3, sound_bytes=48_000)
        self._capture = SaveCaptureDialog(stanzas, theme=theme, parent=None)
        self._export = create_save_dialog("Recital.md", "md", parent=self._forget)
        self._errors: dict[str, Callable[[], None]] = {
            "filter": lambda: self._filter.set_text(MISTAKE),
            "voice": lambda: self._voice.voice.set_problem("The voice could not be loaded."),
            "pairing": lambda: self._elsewhere.server.set_pairing_problem("The code has expired."),
            "household": lambda: self._here.server.household.set_problem("A name has 1 to 64 visible characters."),
            "capture": lambda: self._capture.show_problem("The pattern is not complete."),
            "first run": self._fail_test,
        }

    def show(self) -> None:
        """Show all windows, each with a title of its own."""
        windows: tuple[tuple[str, QWidget], ...] = (
            ("Voice page", self._voice),
            ("Household page", self._here),
            ("Pairing page", self._elsewhere),
            ("Filter line", self._filter),
            ("First-run card", self._card),
            ("Permission", self._permission),
            ("Erase", self._erase),
            ("Forget", self._forget),
            ("Capture", self._capture),
            ("Export", self._export),
        )
        for title, window in windows:
            window.setWindowTitle(title)
            window.show()
        for dialog, page in (
            (self._voice, self._voice.voice),
            (self._here, self._here.server),
            (self._elsewhere, self._elsewhere.server),
        ):
            dialog.page_names.setCurrentRow(dialog.pages.index(page))

    def offer(self) -> None:
        """Show the list of what can be written in the filter, and go to the first line of it."""
        field, popup = self._filter.field, self._filter.completer.popup()
        assert popup is not None
        field.setText("type:Mem")
        field.completion_requested.emit()
        QTest.keyClick(popup, Qt.Key.Key_Down)

    def fail(self, what: str) -> None:
        """Let something go wrong."""
        self._errors[what]()

    def _settings(self, *, place: str = "local") -> SettingsDialog:
        form = SettingsForm(place="server" if place == "server" else "local", open_to_network=True)
        return SettingsDialog(form, theme=self._theme, inputs=["Headset"], outputs=["Speakers"])

    def _fail_test(self) -> None:
        test = next(one for one in self._card.findChildren(Button) if one.text() == "Test")
        test.click()
        self._card.set_tested(microphone=False, speaker=True)
