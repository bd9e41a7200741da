"""Which conversation is shown, when the disk takes nothing at the moment in which it changes."""

import asyncio

import pytest
from PySide6.QtWidgets import QLabel

from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.sync import sync_state
from alicia_desktop.ui.widgets.notices import Banner
from tests.app.stage import stage_on
from tests.support.patience import PATIENCE
from tests.support.scripted_model import ScriptedModel

FULL = "The disk is full"


@pytest.mark.expects_log("could not be written down")
@pytest.mark.slow
async def test_an_id_for_which_the_disk_has_no_space_is_taken_once_it_has(theme, small_disk, folder) -> None:
    data = small_disk.folder
    async with (
        ScriptedModel("Of course. I will.") as model,
        stage_on(data, model, theme, away=True, server_folder=folder) as stage,
    ):
        await stage.write("Please help.")
        await stage.until(lambda: stage.texts() == ["Please help."] and banner(stage))
        small_disk.fill()
        stage.server.away = False
        await stage.until(lambda: FULL in banner(stage))
        assert stage.texts() == ["Please help."]
        assert stage.window.sidebar.current.startswith("local_")
        await stage.write("Is anybody there?")
        await stage.until(lambda: stage.window.draft() == "Is anybody there?")
        small_disk.free()
        (await stage.button("Try now")).click()
        await stage.online()
        await stage.until(lambda: stage.texts() == ["Please help.", "Of course. I will."])
        conversations = await (await stage.client.rooms.api()).conversations()
        assert [each.id for each in conversations.conversations] == [stage.window.sidebar.current]


@pytest.mark.expects_log  # what still comes after the answer may meet the full disk
@pytest.mark.e2e
@pytest.mark.slow
async def test_a_new_conversation_on_a_full_disk_is_refused_in_a_sentence(theme, small_disk, folder) -> None:
    async with (
        ScriptedModel("Of course. I will.") as model,
        stage_on(small_disk.folder, model, theme, server_folder=folder) as stage,
    ):
        await stage.online()
        await stage.ask("Please help.")
        before = stage.window.sidebar.current
        small_disk.fill()
        stage.window.new_conversation_requested.emit()
        await stage.until(lambda: stage.toast.isVisible() and FULL in stage.toast.text)
        assert stage.window.sidebar.current == before
        assert stage.texts() == ["Please help.", "Of course. I will."]
        small_disk.free()
        stage.window.new_conversation_requested.emit()
        await stage.until(lambda: stage.window.sidebar.current != before and stage.texts() == [])


async def test_a_new_conversation_is_none_that_another_computer_has_begun(theme, folder) -> None:
    async with (
        ScriptedModel("Of course. I will.") as model,
        stage_on(folder / "data", model, theme, server_folder=folder) as stage,
    ):
        await stage.online()
        await stage.ask("Please help.")
        before = stage.window.sidebar.current
        changed, database = asyncio.Event(), stage.client.database
        database.changed.connect(lambda _: changed.set())
        other = await (await stage.client.rooms.api()).create_conversation("")
        stage.client.sync.wake()
        async with asyncio.timeout(PATIENCE):
            while not await database.read(conversations.get, other.id) or other.id in await database.read(
                sync_state.unfetched, stage.client.account
            ):
                await changed.wait()
                changed.clear()
        stage.window.new_conversation_requested.emit()
        await stage.until(lambda: stage.window.sidebar.current != before)
        assert stage.window.sidebar.current != other.id


def banner(stage) -> str:
    shown = stage.window.findChild(Banner)
    return " ".join(label.text() for label in shown.findChildren(QLabel) if label.isVisible())
