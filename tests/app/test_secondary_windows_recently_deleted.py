"""The window: what was deleted is listed apart, comes back whole, or goes for good here and on the server."""

from alicia_desktop.store.conversations import conversations
from tests.app.stage import Stage, on_stage


@on_stage
async def test_a_deleted_conversation_is_restored_later_and_then_deleted_for_good(stage) -> None:
    await stage.online()
    await stage.ask("Keep this")
    kept = stage.window.sidebar.current
    stage.window.delete_requested.emit(kept)
    await stage.until(lambda: stage.window.sidebar.current != kept)
    (await stage.button("Recently deleted (1)")).click()
    shown = stage.presenter.recently_deleted.shown
    await stage.until(lambda: shown.selected_ids() == [kept])
    shown.restore.click()
    await stage.until(lambda: stage.window.sidebar.current == kept)
    await stage.until(lambda: stage.texts()[:1] == ["Keep this"])
    await stage.until(lambda: not shown.selected_ids())

    stage.window.delete_requested.emit(kept)
    await stage.until(lambda: shown.selected_ids() == [kept])
    shown.purge_requested.emit([kept])
    await stage.until(lambda: not shown.selected_ids())

    client = stage.client
    record = await client.database.read(conversations.get, kept)
    assert (record.status, record.title) == ("deleted", "")


@on_stage
async def test_a_restored_conversation_that_the_server_had_deleted_goes_on_there(stage) -> None:
    await _restore_what_the_server_deleted(stage)
    await stage.until(lambda: stage.connected)
    await stage.ask("And this")


@on_stage
async def test_one_that_was_restored_while_the_server_was_away_goes_on_when_it_is_back(stage) -> None:
    await _restore_what_the_server_deleted(stage, away=True)
    assert not stage.connected
    stage.server.away = False
    stage.client.sync.wake()
    await stage.until(lambda: stage.connected)


async def _restore_what_the_server_deleted(stage: Stage, *, away: bool = False) -> None:
    """Delete a conversation as another computer does, and restore it in this window."""
    await stage.online()
    await stage.ask("Keep this")
    kept = stage.window.sidebar.current
    stage.window.new_conversation()
    await stage.until(lambda: stage.window.sidebar.current != kept)
    await (await stage.client.rooms.api()).delete_conversation(kept)
    stage.client.sync.wake()
    (await stage.button("Recently deleted (1)")).click()
    shown = stage.presenter.recently_deleted.shown
    assert shown is not None
    await stage.until(lambda: shown.selected_ids() == [kept])
    stage.server.away = away
    shown.restore.click()
    await stage.until(lambda: stage.window.sidebar.current == kept)
    await stage.moved()
