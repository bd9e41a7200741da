"""Backup and restore from the settings, from the button to the sentence at the end."""

import asyncio

import pytest
from PySide6.QtWidgets import QFileDialog

from alicia_desktop.app import data_folder
from alicia_desktop.compose.backup import create_backup, prepare_restore, read_manifest
from alicia_desktop.paths import Paths
from alicia_desktop.store.files.database_file import FileLock
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.widgets.notices import Toast
from tests.app.stage import on_stage
from tests.app.test_conversation_actions_files import into
from tests.app.test_root import click, dialog_of, running, told_in, words_of
from tests.store.wire import NOW
from tests.support.data_folder import fill_folder
from tests.support.scripted_server import until

pytestmark = pytest.mark.slow


@pytest.fixture
def file(tmp_path):
    """A backup of another data folder."""
    file = tmp_path / "alicia.zip"
    create_backup(fill_folder(tmp_path / "other"), file, now=NOW)
    return file


async def leave_settings_for(stage, button: str) -> None:
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    (settings,) = stage.visible(SettingsDialog)
    getattr(settings.privacy, button).click()


@on_stage
async def test_a_backup_is_written_where_the_person_says(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    file = stage.client.paths.folder.parent / "mine.zip"
    await leave_settings_for(stage, "backup")
    await into(stage, file)
    await stage.until(lambda: any("Backed up to mine.zip" in toast.text for toast in stage.visible(Toast)))
    assert {entry.name for entry in read_manifest(file).files} >= {"client.db", "server.db"}


@on_stage
async def test_a_backup_inside_the_data_folder_is_refused_in_the_window(stage) -> None:
    await leave_settings_for(stage, "backup")
    await into(stage, stage.client.paths.folder / "mine.zip")
    await stage.until(lambda: any("would be lost with it" in toast.text for toast in stage.visible(Toast)))


@on_stage
async def test_before_a_restore_it_is_said_what_it_replaces_and_a_no_changes_nothing(stage) -> None:
    file = stage.client.paths.folder.parent / "mine.zip"
    await leave_settings_for(stage, "backup")
    await into(stage, file)
    await stage.until(file.exists)
    await stage.until(lambda: not stage.presenter.settings.is_open)
    await stage.until(lambda: not stage.window.findChildren(QFileDialog))
    await leave_settings_for(stage, "restore")
    await into(stage, file)
    await stage.until(lambda: stage.visible(QuestionDialog))
    (question,) = stage.visible(QuestionDialog)
    assert str(stage.client.paths.backups) in words_of(question)
    question.reject()
    await stage.until(lambda: not stage.presenter.settings.is_open)
    assert not stage.client.paths.restoring.exists()


@pytest.mark.slow
async def test_who_means_it_has_it_decided_and_everything_behind_the_window_begun_anew(
    qapp, theme, folder, file, monkeypatch
) -> None:
    paths, restarts = Paths(folder=folder), []

    async def chosen(dialog):
        dialog.deleteLater()
        return file

    monkeypatch.setattr("alicia_desktop.ui.dialogs.choose_file", chosen)
    async with running(qapp, paths, monkeypatch) as (root, _):
        await until(lambda: root.window.sidebar.current.startswith("ac_"))
        offering = asyncio.get_running_loop().create_task(
            data_folder.offer_restore(
                paths=paths, theme=theme, window=root.window, restart=lambda: restarts.append(paths.restoring.exists())
            )
        )
        dialog, _ = await dialog_of(root)
        click(dialog, "Restore")
        await offering
        assert restarts == [True]


async def test_what_was_decided_is_done_before_anything_is_up_and_told(qapp, theme, folder, file, monkeypatch) -> None:
    paths = fill_folder(folder, title="Something else")
    prepare_restore(paths, file, now=NOW)
    async with running(qapp, paths, monkeypatch) as (root, _):
        dialog, said = await dialog_of(root)
        assert "Backup restored" in said
        assert str(paths.backups / "before-restore-20260101T000000") in said
        click(dialog, "Continue")
        await until(lambda: "Recital" in [row.title for row in root.window.sidebar.rows])
        assert root.settings.voice.input == "Recital"


async def test_a_server_that_uses_the_folder_is_told_and_all_stays_as_it_was(
    qapp, theme, folder, file, monkeypatch
) -> None:
    paths = fill_folder(folder, title="Something else")
    prepare_restore(paths, file, now=NOW)
    lock = FileLock(paths.server_database)
    lock.acquire()
    async with running(qapp, paths, monkeypatch) as (root, _):
        dialog, said = await dialog_of(root)
        assert "Backup not restored" in said
        assert "already using" in said
        lock.release()
        click(dialog, "Close")
        await until(lambda: "Something else" in [row.title for row in root.window.sidebar.rows])
        assert not told_in(root)
    assert not paths.restoring.exists()


async def test_a_window_that_is_closed_does_not_wait_for_an_answer(qapp, theme, folder, file, monkeypatch) -> None:
    paths = fill_folder(folder, title="Something else")
    prepare_restore(paths, file, now=NOW)
    async with running(qapp, paths, monkeypatch) as (root, status):
        await dialog_of(root)
        root.window.close()
        assert await status == 0
    assert not paths.restoring.exists()


async def test_a_restore_that_has_begun_and_cannot_go_on_ends_the_program(
    qapp, theme, folder, file, monkeypatch
) -> None:
    paths = fill_folder(folder, title="Something else")
    prepare_restore(paths, file, now=NOW)
    (paths.backups / "before-restore-20260101T000000").mkdir(parents=True)
    lock = FileLock(paths.server_database)
    lock.acquire()
    async with running(qapp, paths, monkeypatch) as (root, status):
        dialog, _ = await dialog_of(root)
        click(dialog, "Close")
        assert await status == 1
    lock.release()
    assert paths.restoring.exists()
