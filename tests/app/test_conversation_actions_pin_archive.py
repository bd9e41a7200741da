"""Pinning, archiving and private conversations, by keys and in what the server has afterwards."""

import asyncio

import pytest
from PySide6.QtCore import Qt

from alicia_desktop.store.sync import sync_records
from tests.app.stage import on_stage, stage_on
from tests.support.patience import PATIENCE
from tests.support.scripted_model import ScriptedModel

CTRL, SHIFT, ALT = (getattr(Qt.KeyboardModifier, f"{name}Modifier") for name in ("Control", "Shift", "Alt"))


async def told(stage, **wanted: object) -> None:
    """Wait until the server has the open conversation like this."""
    api = await stage.client.rooms.api()
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await api.conversation(stage.window.sidebar.current)
            if wanted.items() <= {"status": found.status, **(found.preferences or {})}.items():
                return
            await stage.client.clock.sleep(0.05)


@on_stage
async def test_a_pin_and_an_archiving_are_shown_at_once_and_reach_the_server(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    stage.press(Qt.Key.Key_P, CTRL | SHIFT)
    await stage.until(lambda: stage.window.sidebar.rows[0].section == "Pinned")
    await told(stage, pinned=True, status="active")
    stage.press(Qt.Key.Key_A, CTRL | SHIFT)
    await stage.until(lambda: len(stage.window.sidebar.rows) == 0)
    await told(stage, pinned=True, status="archived")
    await stage.until(lambda: stage.window.conversation.header.pinned_archived == (True, True))
    stage.window.sidebar.archive_toggled.emit(True)
    await stage.until(lambda: [row.section for row in stage.window.sidebar.rows] == ["Archived"])
    (await stage.button("Undo")).click()
    await stage.until(lambda: [row.section for row in stage.window.sidebar.rows] == ["Pinned"])
    await told(stage, status="active")


@on_stage
async def test_what_another_device_pins_is_pinned_here_too_and_the_log_says_so(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    api = await stage.client.rooms.api()
    for pinned, section in ((True, "Pinned"), (False, "Today")):
        await api.change_conversation(stage.window.sidebar.current, preferences={"pinned": pinned})
        stage.client.sync.wake()
        await stage.until(lambda: stage.window.sidebar.rows[0].section == section)  # noqa: B023 - asked at once
        await stage.until(lambda: stage.window.conversation.header.pinned_archived == (pinned, False))  # noqa: B023 - as above
    done = await stage.client.database.read(sync_records.logged_steps, stage.client.account)
    assert {"Pinned here", "No longer pinned here"} <= {step.what for step in done}


@pytest.mark.slow
async def test_what_was_pinned_offline_reaches_the_server_at_the_next_start(theme, folder) -> None:
    async with ScriptedModel("Yes.") as model:
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            await stage.ask("Good morning")
        async with stage_on(folder, model, theme, away=True) as stage:
            stage.press(Qt.Key.Key_P, CTRL | SHIFT)
            await stage.until(lambda: stage.window.sidebar.rows[0].pinned)
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            await told(stage, pinned=True)


@pytest.mark.slow
async def test_of_a_private_conversation_nothing_is_remembered_and_nothing_left(theme, folder) -> None:
    async with ScriptedModel("I see.") as model:
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            stage.press(Qt.Key.Key_N, CTRL | ALT)
            await stage.until(lambda: stage.window.conversation.header.title == "Private conversation")
            await stage.online()
            await told(stage, private=True)
            await stage.ask("My daughter Emma has a piano recital on Friday.")
            await stage.until(lambda: "Private: nothing is remembered" in stage.window.conversation.header.status)
            assert stage.rows[1].chips == ()
            gone = stage.window.sidebar.current
            await stage.until(lambda: [row.private for row in stage.window.sidebar.rows if row.id == gone] == [True])
            stage.press(Qt.Key.Key_N, CTRL)
            await stage.until(lambda: stage.window.conversation.header.title == "New conversation")
        for database in folder.rglob("*.db"):
            assert b"recital" not in database.read_bytes()
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            assert gone not in [row.id for row in stage.window.sidebar.rows]
            api = await stage.client.rooms.api()
            async with asyncio.timeout(PATIENCE):
                while gone in [record.id for record in (await api.conversations()).conversations]:
                    await stage.client.clock.sleep(0.05)
