"""Sync in the pictures: another device did something too, and the person settles what both did."""

from typing import Final

from tests.screenshots.stage import Stage

MINE: Final = "Emma’s recital in the town hall"
THEIRS: Final = "Emma’s recital on Friday in the town hall"
ELSEWHERE: Final = (("A walk by the sea", "When is low water on Sunday?"), ("Dinner", "What do I cook for six?"))
"""Title and first words of what another device begins."""


async def synced(stage: Stage) -> None:
    """A conflict side by side, then the log of what was done."""
    client, here = stage.presenter.client, stage.window.sidebar.current
    api = await client.rooms.api()
    for title, words in ELSEWHERE:
        made = await api.create_conversation(title)
        await api.add_message(made.id, words)
    client.sync.wake()
    titles = {title for title, _ in ELSEWHERE}
    await stage.until(lambda: titles <= {row.title for row in stage.window.sidebar.rows}, "what another device began")
    await stage.until(lambda: client.sync.state.phase == "idle", "a pause between two rounds")
    await api.change_conversation(here, title=THEIRS)
    stage.window.rename_requested.emit(here, MINE)
    await stage.until(lambda: "1 conflict" in stage.window.conversation.banner.text, "the conflict")
    stage.press("Compare")
    syncing = stage.presenter.sync
    await stage.until(lambda: syncing.shown is not None and syncing.shown.comparison.isVisible(), "both sides")
    assert syncing.shown is not None
    await stage.picture("conflict", syncing.shown)
    choice = syncing.shown.comparison.choice
    assert choice is not None
    choice.choose("theirs")
    syncing.shown.comparison.keep.click()
    await stage.until(lambda: stage.window.conversation.header.title == THEIRS, "the settled title")
    syncing.shown.tabs.setCurrentIndex(1)
    await stage.picture("sync-log", syncing.shown)
    syncing.shown.close()
