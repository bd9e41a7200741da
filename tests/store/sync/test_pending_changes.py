"""What was deleted is owed to its server until that knows of it."""

from datetime import UTC, datetime, timedelta

from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.sync import pending_changes

AT = datetime(2026, 1, 2, tzinfo=UTC)
SECOND = timedelta(seconds=1)
HERE = Account(server="http://a")


async def test_a_deletion_is_owed_to_its_server_until_it_is_settled(database):
    for name, server in (("ac_1", "http://a"), ("ac_2", "http://a"), ("ac_3", "http://b"), ("ac_4", "http://a")):
        await database.write(conversations.create, at=AT, conversation_id=name, server=server)
    await database.write(pending_changes.delete_and_note, "ac_1", AT)
    await database.write(pending_changes.delete_and_note, "ac_1", AT)
    await database.write(pending_changes.delete_and_note, "ac_2", AT + SECOND)
    await database.write(pending_changes.delete_and_note, "ac_3", AT)
    await database.write(conversations.delete, "ac_4", AT)
    assert await database.read(pending_changes.pending_deletions, account=HERE, until=AT) == ["ac_1"]
    assert await database.read(pending_changes.pending_deletions, account=HERE, until=AT + SECOND) == [
        "ac_1",
        "ac_2",
    ]
    await database.write(pending_changes.settle_deletion, "ac_1")
    assert await database.read(pending_changes.pending_deletions, account=HERE, until=AT + SECOND) == ["ac_2"]
    assert await database.read(
        pending_changes.pending_deletions, account=Account(server="http://b"), until=AT + SECOND
    ) == ["ac_3"]


async def test_what_came_back_is_not_owed(database):
    await database.write(conversations.create, at=AT, conversation_id="ac_1")
    await database.write(pending_changes.delete_and_note, "ac_1", AT)
    await database.write(conversations.undelete, "ac_1", AT)
    assert await database.read(pending_changes.pending_deletions, account=Account(), until=AT) == []
