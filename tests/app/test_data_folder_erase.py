"""Deleting everything, from the settings to the sentence at the end, and what the next start makes of a kill."""

import asyncio

import pytest
from PySide6.QtWidgets import QApplication

from alicia_desktop.app.data_folder import complete_erase, resume_erase
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.compose.erasure import begin_erasing
from alicia_desktop.paths import Paths
from alicia_desktop.store.database import Database
from alicia_desktop.ui.dialogs import EraseDialog, QuestionDialog
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.notices import Toast
from tests.app.stage import on_stage
from tests.support.command import is_one_sentence, run_fresh
from tests.support.scripted_server import until


@pytest.fixture
def paths(folder):
    return Paths(folder=folder)


async def told():
    """Return the dialog on screen that belongs to no window, and its words."""
    await until(
        lambda: [one for one in QApplication.topLevelWidgets() if isinstance(one, QuestionDialog) and one.isVisible()]
    )
    shown = [one for one in QApplication.topLevelWidgets() if isinstance(one, QuestionDialog) and one.isVisible()]
    return shown[0], " ".join(label.text() for label in shown[0].findChildren(Label))


async def asked(stage):
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    (settings,) = stage.visible(SettingsDialog)
    settings.privacy.erase_requested.emit()
    await stage.until(lambda: stage.visible(EraseDialog))
    return stage.visible(EraseDialog)[0]


@on_stage
async def test_who_thinks_again_keeps_everything(stage) -> None:
    dialog = await asked(stage)
    dialog.cancel.click()
    await stage.until(lambda: not stage.presenter.settings.is_open)
    assert not stage.client.paths.erasing.exists()
    assert stage.window.isVisible()


@on_stage
async def test_who_means_it_has_the_mark_written_and_the_window_closed(stage) -> None:
    closing = []
    stage.window.quit_requested.connect(lambda: closing.append(stage.client.paths.erasing.exists()))
    dialog = await asked(stage)
    dialog.field.setText("delete")
    dialog.erase.click()
    await stage.until(lambda: closing)
    assert closing == [True]


@on_stage
async def test_a_full_disk_is_told_and_nothing_is_closed(stage) -> None:
    stage.client.paths.erasing.mkdir()
    dialog = await asked(stage)
    dialog.field.setText("delete")
    dialog.erase.click()
    await stage.until(lambda: any("Nothing was deleted" in toast.text for toast in stage.visible(Toast)))
    assert stage.window.isVisible()


async def test_the_end_is_told_when_all_is_gone(qapp, theme, paths) -> None:
    await a_life_of(paths)
    ending = asyncio.get_running_loop().create_task(complete_erase(paths, theme=theme))
    dialog, words = await told()
    assert "All data on this computer was deleted" in words
    dialog.findChild(Button).click()
    assert await ending is True
    assert list(paths.folder.iterdir()) == []


async def test_what_holds_the_end_up_is_told(qapp, theme, paths) -> None:
    await a_life_of(paths)
    server = await Database.open(paths.server_database, clock=SystemClock())
    ending = asyncio.get_running_loop().create_task(complete_erase(paths, theme=theme))
    dialog, words = await told()
    assert "Not all data was deleted" in words
    assert "server.db" in words
    dialog.findChild(Button).click()
    assert await ending is False
    assert paths.erasing.exists()
    await server.close()


async def test_the_next_start_goes_on_before_anything_else(qapp, theme, paths, capsys) -> None:
    await a_life_of(paths)
    server = await Database.open(paths.server_database, clock=SystemClock())
    assert resume_erase(paths) is not None
    assert is_one_sentence(capsys.readouterr().err)
    await server.close()
    assert resume_erase(paths) is None
    assert list(paths.folder.iterdir()) == []


@pytest.mark.e2e
async def test_a_command_goes_on_before_it_does_its_own(paths) -> None:
    await a_life_of(paths)
    done = run_fresh("--data-dir", paths.folder, "export", "ac_1")
    assert done.returncode == 1
    assert not paths.erasing.exists()
    assert not (paths.folder / "settings.toml").exists()


async def a_life_of(paths):
    """Leave a folder as a run that was to delete everything and was killed leaves it."""
    database = await Database.open(paths.client_database, clock=SystemClock())
    await database.close()
    paths.settings.write_text("")
    begin_erasing(paths)
