from datetime import timedelta

import pytest

from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations, recently_deleted
from alicia_desktop.view.recently_deleted import RecentlyDeletedView, time_left


@pytest.fixture
def view(story):
    shown = RecentlyDeletedView(database=story.database, clock=story.clock, scope=story.scope, account=Account())
    yield shown
    shown.close()


@pytest.mark.parametrize(
    ("passed", "words"),
    [
        (timedelta(0), "30 days left"),
        (timedelta(seconds=5), "30 days left"),
        (timedelta(days=1), "29 days left"),
        (timedelta(days=29, hours=1), "1 day left"),
        (timedelta(days=30), "1 day left"),
    ],
)
def test_the_days_that_are_left_are_said(story, passed, words):
    now = story.clock.now()
    assert time_left(now - passed, now) == words


async def test_a_deleted_conversation_stands_there_until_it_is_restored_or_purged(story, view) -> None:
    await story.database.write(conversations.delete, "ac_1", story.clock.now())
    await story.until(lambda: [row.id for row in view.rows] == ["ac_1"])
    assert (view.rows[0].title, view.rows[0].time, view.rows[0].section) == ("Emma", "30 days left", "Today")
    await story.database.write(recently_deleted.restore, "ac_1", story.clock.now())
    await story.until(lambda: len(view.rows) == 0)
    await story.database.write(conversations.delete, "ac_1", story.clock.now())
    await story.until(lambda: len(view.rows) == 1)
    await story.database.write(recently_deleted.purge, "ac_1", story.clock.now())
    await story.until(lambda: len(view.rows) == 0)
