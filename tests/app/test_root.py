"""The program from its first window to its exit status."""

import asyncio
from contextlib import asynccontextmanager
from functools import partial

import pytest
from PySide6.QtWidgets import QAbstractButton

from alicia_desktop.app import presenter
from alicia_desktop.app.root import Root
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.paths import Paths
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from alicia_desktop.store.files import integrity
from alicia_desktop.ui.application import create_window
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.text import BREAK
from tests.app.stage import near_client
from tests.store.filled import add, expected, flip
from tests.store.filled import kept as kept_rows
from tests.support.patience import PATIENCE
from tests.support.scripted_model import ScriptedModel
from tests.support.scripted_server import until

pytestmark = pytest.mark.slow


@pytest.fixture
def paths(folder):
    made = Paths(folder=folder)
    made.create()
    return made


@asynccontextmanager
async def running(qapp, paths, monkeypatch, target="", sent=()):
    """Run the program over scripted models; yields it and what becomes its exit status.

    `sent` is sent as soon as there is something to write in.
    """
    async with ScriptedModel("Of course.") as model:
        servers = []

        def make(*, settings, **_):
            client, server = near_client(paths.folder, model, settings)
            servers.append(server)
            return client

        monkeypatch.setattr(presenter, "Client", make)
        opened = create_window(qapp, paths)
        opened.window.show()
        opened.window.create_parts()
        for text in sent:
            opened.window.send_requested.emit(text)
        root = Root(opened, target=target)
        status = asyncio.get_running_loop().create_task(root.run())
        try:
            yield root, status
        finally:
            root.window.close()
            async with asyncio.timeout(PATIENCE):
                await status
            for server in servers:
                await server.close()
            root.window.deleteLater()


def make_newer(conn):
    conn.exec_driver_sql("PRAGMA user_version = 999")


def is_shown(root):
    return root.window.sidebar.current.startswith("ac_")


async def dialog_of(root):
    await until(lambda: [one for one in root.window.findChildren(QuestionDialog) if one.isVisible()])
    dialog = next(one for one in root.window.findChildren(QuestionDialog) if one.isVisible())
    return dialog, words_of(dialog)


def told_in(root):
    dialogs = [one for one in root.window.findChildren(QuestionDialog) if one.isVisible()]
    return " ".join(words_of(one) for one in dialogs)


def words_of(dialog):
    """What a dialog says, without the places where a long word may be broken."""
    return " ".join(label.text() for label in dialog.findChildren(Label)).replace(BREAK, "")


def click(dialog, text):
    next(button for button in dialog.findChildren(QAbstractButton) if button.text() == text).click()


async def test_the_window_closes_with_status_0_and_leaves_the_folder_free(qapp, theme, paths, monkeypatch) -> None:
    async with running(qapp, paths, monkeypatch) as (root, status):
        await until(lambda: root.window.sidebar.current.startswith("ac_"))
        assert not root.window.windowIcon().pixmap(32).isNull()
        root.window.close()
        assert await status == 0
    database = await Database.open(paths.client_database, clock=SystemClock())
    await database.close()


async def test_what_is_sent_before_anything_is_up_is_not_lost(qapp, theme, paths, monkeypatch) -> None:
    async with running(qapp, paths, monkeypatch, sent=["First of all"]) as (root, _):
        root.window.send_requested.emit("Second")
        messages = root.window.conversation.messages
        await until(lambda: len([row for row in messages.rows if row.role == "user"]) == 2)
        assert [row.text for row in messages.rows if row.role == "user"] == ["First of all", "Second"]
        await until(lambda: all(row.state == "stored" for row in messages.rows if row.role == "user"))


async def test_a_broken_settings_file_is_told_and_the_defaults_hold(qapp, theme, paths, monkeypatch) -> None:
    paths.settings.write_text("[voice]\nmode = 'loud'\n")
    async with running(qapp, paths, monkeypatch) as (root, _):
        toast = root.window.toast
        await until(toast.isVisible)
        assert "line 2" in toast.text
        assert "mode" in toast.text
        assert "defaults are used" in toast.text
        assert root.settings.voice.mode == "hands_free"
        await until(lambda: root.window.sidebar.current.startswith("ac_"))


@pytest.mark.parametrize("harm", ["damaged", "newer", "in use"])
async def test_a_database_that_cannot_be_opened_is_told_in_a_dialog(qapp, theme, paths, monkeypatch, harm) -> None:
    database = await Database.open(paths.client_database, clock=SystemClock())
    if harm == "newer":
        await database.write(make_newer)
    if harm != "in use":
        await database.close()
    if harm == "damaged":
        paths.client_database.write_bytes(b"no database at all " * 500)
    async with running(qapp, paths, monkeypatch) as (root, status):
        dialog, said = await dialog_of(root)
        assert {"damaged": "damaged", "newer": "newer", "in use": "already using"}[harm] in said
        click(dialog, "Close")
        assert await status == 1
    await database.close()


async def test_what_can_be_read_of_a_damaged_database_is_saved_and_the_window_goes_on(
    qapp, theme, paths, monkeypatch
) -> None:
    database = await Database.open(paths.client_database, clock=SystemClock())
    await database.write(conversations.create, at=SystemClock().now(), conversation_id="ac_1", title="Ships")
    await database.close()
    before = b"no database at all".ljust(24) + paths.client_database.read_bytes()[24:]
    paths.client_database.write_bytes(before)
    async with running(qapp, paths, monkeypatch) as (root, _):
        dialog, _ = await dialog_of(root)
        click(dialog, "Recover data")
        await until(lambda: "1 conversation" in told_in(root))
        dialog, said = await dialog_of(root)
        (kept,) = paths.folder.glob("client.db.damaged-*")
        assert kept.name in said
        assert kept.read_bytes() == before
        click(dialog, "Continue")
        await until(lambda: "Ships" in [row.title for row in root.window.sidebar.rows])


async def test_what_is_to_be_opened_at_the_start_is_opened_once_a_conversation_is_shown(
    qapp, theme, paths, monkeypatch
) -> None:
    async with running(qapp, paths, monkeypatch, target="alicia:new?question=Who+is+Emma") as (root, _):
        composer = root.window.conversation.dock.composer
        await until(lambda: composer.text == "Who is Emma")
        assert root.window.conversation.messages.rows[:] == []
        root.open_target("alicia:erase-everything")
        await until(lambda: "does not know" in root.window.toast.text)


@pytest.mark.expects_log("the database is damaged")
async def test_damage_that_is_found_while_the_window_is_open_is_told_and_what_can_be_read_is_saved(
    qapp, theme, paths, monkeypatch
) -> None:
    database = await Database.open(paths.client_database, clock=SystemClock())
    await database.write(add, 0, 300)
    await database.close()
    content = await asyncio.to_thread(paths.client_database.read_bytes)
    flip(paths.client_database, 8 * content.index(b"150:") + 8 * 30)  # a letter: SQLite has nothing against that
    monkeypatch.setattr(integrity, "FIRST_PAUSE_SECONDS", 0.0)
    async with running(qapp, paths, monkeypatch) as (root, _):
        dialog, said = await dialog_of(root)
        assert "is damaged" in said
        assert not dialog.isModal()
        click(dialog, "Recover data")
        await until(lambda: "Damaged parts that were repaired" in told_in(root))
        dialog, said = await dialog_of(root)
        (kept,) = paths.folder.glob("client.db.damaged-*")
        assert kept.name in said
        click(dialog, "Continue")
        await until(lambda: root.window.sidebar.current.startswith("ac_"))
    database = await Database.open(paths.client_database, clock=SystemClock())
    assert set(expected(300)) <= set(await database.read(kept_rows))
    await database.close()


@pytest.mark.expects_log("the database is damaged")
async def test_who_decides_later_is_asked_again_at_the_next_start(qapp, theme, paths, monkeypatch) -> None:
    await (await Database.open(paths.client_database, clock=SystemClock())).close()
    flip(paths.client_database, 8 * 5_000)
    monkeypatch.setattr(integrity, "FIRST_PAUSE_SECONDS", 0.0)
    for choice in ("Later", "Close"):
        async with running(qapp, paths, monkeypatch) as (root, status):
            dialog, said = await dialog_of(root)
            assert "is damaged" in said
            click(dialog, choice)
            if choice == "Close":
                assert await status == 1
            else:
                await until(partial(is_shown, root))
