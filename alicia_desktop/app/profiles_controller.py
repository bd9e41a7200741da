"""Control the dialog of profiles: list, add, remove, and start the program with another one.

Each profile is a process with a window of its own, so that nothing of one can reach the other. A profile that runs
already answers the start by raising its window.
"""

from functools import partial

from PySide6.QtCore import QProcess
from PySide6.QtWidgets import QDialog
from shiboken6 import isValid

from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.frozen import start_command
from alicia_desktop.base.tasks import run_in_daemon_thread
from alicia_desktop.base.translation import translate
from alicia_desktop.compose.erasure import remove_profile
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.profiles import DEFAULT_PROFILE, create_profile, list_profiles
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.profiles_dialog import ProfilesDialog
from alicia_desktop.ui.theme import Theme


class ProfilesController:
    """Open the dialog when it is asked for, and do what is asked in it."""

    def __init__(self, *, paths: Paths, window: MainWindow, theme: Theme, run_action: RunAction) -> None:
        """`paths` are those of the profile that this window is of."""
        self._paths, self._window, self._theme, self._run_action = paths, window, theme, run_action
        self.dialog: ProfilesDialog | None = None
        """While it is open."""

    def connect(self, connections: SignalConnections) -> None:
        """Connect the window's request."""
        connections.add_qt(self._window.profiles_requested, self.open)

    def open(self) -> None:
        """Show the dialog, before the settings where it was asked for there."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        above = self._window.findChildren(QDialog)
        parent = next((one for one in above if one.isVisible() and one.isModal()), self._window)
        dialog = self.dialog = ProfilesDialog(theme=self._theme, parent=parent)
        dialog.open_requested.connect(self._on_open)
        dialog.add_requested.connect(self._on_add)
        dialog.remove_requested.connect(lambda name: self._run_action("remove profile", self.remove(name)))
        dialog.finished.connect(self._on_finished)
        self._show_profiles()
        dialog.open()

    def close(self) -> None:
        """Close the dialog."""
        if self.dialog is not None and isValid(self.dialog):
            self.dialog.reject()

    def command(self, name: str) -> list[str]:
        """Return the command that opens the window of a profile."""
        return [*start_command(), "--data-dir", str(self._paths.base), "--profile", name]

    def _show_profiles(self) -> None:
        if self.dialog is not None:
            names = [DEFAULT_PROFILE, *list_profiles(self._paths.base)]
            self.dialog.set_profiles(names, used=self._paths.profile or DEFAULT_PROFILE)

    def _on_open(self, name: str) -> None:
        program, *arguments = self.command(name)
        started, _ = QProcess.startDetached(program, arguments)
        if self.dialog is not None:
            if started:
                self.dialog.accept()
            else:
                self.dialog.show_problem(translate("{program} cannot be started.").format(program=program))

    def _on_add(self, name: str) -> None:
        assert self.dialog is not None, "it has asked"
        try:
            made = create_profile(self._paths.base, name)
        except WorldError as error:
            self.dialog.show_problem(error.sentence)
            return
        self._show_profiles()
        self.dialog.select(made)

    async def remove(self, name: str) -> None:
        """Remove a profile; the keyring may ask the user, so it waits in a thread of its own."""
        problem = ""
        try:
            paths = self._paths.of_profile(name)
            await run_in_daemon_thread(partial(remove_profile, paths, Credentials(folder=paths.folder)))
        except WorldError as error:
            problem = error.sentence
        if self.dialog is not None:
            self.dialog.show_problem(problem)
            self._show_profiles()

    def _on_finished(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
