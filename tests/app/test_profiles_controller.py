"""Profiles in the window: added, opened as a process of its own, and removed unless it is in use."""

import pytest
from PySide6.QtCore import QProcess

from alicia_desktop.app.profiles_controller import ProfilesController
from alicia_desktop.app.signal_connections import SignalConnections
from alicia_desktop.paths import Paths
from alicia_desktop.profiles import create_profile, list_profiles
from alicia_desktop.store.files.database_file import FileLock
from alicia_desktop.ui.main_window import MainWindow


@pytest.fixture
def started(monkeypatch):
    """The arguments with which programs were started."""
    found = []

    def start(_program, arguments):
        found.append(arguments)
        return True, 1

    monkeypatch.setattr(QProcess, "startDetached", start)
    return found


@pytest.fixture
def controller(qtbot, theme, tmp_path):
    window = MainWindow(theme=theme)
    qtbot.addWidget(window)
    window.show()
    connections = SignalConnections()
    made = ProfilesController(
        paths=Paths(folder=tmp_path), window=window, theme=theme, run_action=lambda _name, action: action.close()
    )
    made.connect(connections)
    window.profiles_requested.emit()
    yield made
    made.close()
    connections.disconnect()


def test_a_profile_is_added_and_opened(controller, started, tmp_path):
    dialog = controller.dialog
    dialog.add_requested.emit("../Work")
    assert "letters and digits" in dialog.note.text()
    dialog.add_requested.emit("Work")
    assert list_profiles(tmp_path) == ["Work"]
    dialog.open_profile.click()
    assert started[0][-4:] == ["--data-dir", str(tmp_path), "--profile", "Work"]
    assert controller.dialog is None, "the other window is in front now"


async def test_one_that_is_in_use_is_not_removed(controller, tmp_path) -> None:
    create_profile(tmp_path, "Work")
    paths = Paths(folder=tmp_path).of_profile("Work")
    lock = FileLock(paths.client_database)
    lock.acquire()
    await controller.remove("Work")
    assert "is in use" in controller.dialog.note.text()
    assert not paths.erasing.exists(), "its next start deletes nothing"
    lock.release()
    await controller.remove("Work")
    assert list_profiles(tmp_path) == []
    assert not controller.dialog.note.isVisible()


async def test_one_that_is_gone_meanwhile_is_a_sentence(controller) -> None:
    await controller.remove("Work")
    assert "There is no profile" in controller.dialog.note.text()
