"""Two devices and the window: what another one does comes, and what both did is the person's to settle."""

import asyncio

from PySide6.QtCore import Qt

from alicia_desktop.store import outbox
from alicia_desktop.store.conversations import conversations, messages
from alicia_desktop.store.sync import sync_conflicts, sync_records
from tests.app.stage import on_stage
from tests.support.patience import PATIENCE


async def until(stage, met) -> None:
    """Wait until a question to the database has another answer than nothing."""
    async with asyncio.timeout(PATIENCE):
        while not await met():
            await stage.client.clock.sleep(0.05)


@on_stage
async def test_what_another_device_does_comes_and_two_names_are_the_persons_to_settle(stage) -> None:
    await stage.online()
    await stage.ask("When is high water?")
    client, here = stage.client, stage.window.sidebar.current
    api = await client.rooms.api()
    await until(stage, lambda: client.database.read(lambda conn: _agreed(conn, here)))
    made = await api.create_conversation("From the phone")
    await api.add_message(made.id, "Is it low yet?")
    client.sync.wake()
    await stage.until(lambda: "From the phone" in [row.title for row in stage.window.sidebar.rows])
    await until(stage, lambda: client.database.read(messages.of_conversation, made.id))

    await api.change_conversation(here, title="Ebb")
    client.sync.wake()
    await stage.until(lambda: stage.window.conversation.header.title == "Ebb")

    await api.change_conversation(here, title="Theirs")
    await client.database.write(conversations.rename, here, "Mine", client.clock.now())
    client.sync.wake()
    await until(stage, lambda: client.database.read(sync_conflicts.waiting, client.account))
    await stage.until(lambda: "1 conflict" in stage.window.conversation.banner.text)
    stage.press(Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    syncing = stage.presenter.sync
    await stage.until(lambda: syncing.shown is not None and syncing.shown.comparison.isVisible())
    assert syncing.shown.comparison.mine.words.toPlainText() == "Mine"
    syncing.shown.comparison.choice.choose("theirs")
    syncing.shown.comparison.keep.click()
    await stage.until(lambda: stage.window.conversation.header.title == "Theirs")
    await stage.until(lambda: not syncing.shown.comparison.isVisible())
    log = await client.database.read(sync_records.logged_steps, client.account)
    settled = next(step for step in log if step.what == "Conflict about the title settled")
    assert settled.why == "You kept the server’s."


@on_stage
async def test_what_waits_is_written_anew_and_asked_once(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    stage.server.away = True
    client, here = stage.client, stage.window.sidebar.current
    active = client.sessions.active
    assert active is not None
    await active.session.close()  # the line is gone, and the window goes on
    stage.window.send_requested.emit("When is hihg water?")
    await stage.until(lambda: stage.rows[-1].text == "When is hihg water?" and stage.rows[-1].state == "queued")
    stage.window.edit_sent.emit(stage.rows[-1].id, "When is high water?")
    await stage.until(lambda: stage.rows[-1].text == "When is high water?")
    assert [row.text for row in stage.rows if row.role == "user"] == ["Good morning", "When is high water?"]
    assert len(await client.database.read(outbox.waiting, here)) == 1


def _agreed(conn, here: str) -> bool:
    query = "SELECT 1 FROM sync_heads WHERE about = ? AND title <> ''"
    return conn.exec_driver_sql(query, (here,)).first() is not None
