"""The window: what was deleted is listed apart, comes back whole, or goes for good here and on the server."""

from alicia_desktop.store.conversations import conversations
from tests.app.stage import on_stage


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
