"""Messages that have not come to the server: other words for them, all at once again or given up."""

from sqlalchemy import Connection

from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import StartAnswer, UserMessage
from alicia_desktop.store import outbox
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations, messages
from alicia_desktop.store.conversations.default_titles import default_title, title_untitled_of
from alicia_desktop.store.sync import pending_changes, sync_conflicts, sync_state
from tests.store.wire import CONVERSATION, NOW, came, keep, later, stanza


def ask(conn: Connection, text: str = "When?") -> int:
    if conversations.get(conn, CONVERSATION) is None:
        conversations.create(conn, at=NOW, conversation_id=CONVERSATION)
    number = outbox.next_client_stanza_id(conn, CONVERSATION)
    body = UserMessage(id="am_1", conversation_id=CONVERSATION, content=text)
    item, _ = outbox.put(conn, stanza(body, number, meta={"source": "keyboard"}), at=NOW)
    return item.pk


def test_what_never_left_gets_other_words_in_its_place(conn: Connection):
    ask(conn)
    assert pending_changes.rewrite(conn, "am_1", "When exactly?", later(1))
    (item,) = outbox.waiting(conn, CONVERSATION)
    said = decode(item.raw)
    assert isinstance(said, Stanza)
    assert isinstance(said.body, UserMessage)
    assert (said.body.content, said.meta["source"], said.stanza_id) == ("When exactly?", "keyboard", 1)
    known = messages.get(conn, "am_1")
    assert known is not None
    assert (known.contents, known.sync_status) == ("When exactly?", "pending")
    assert sync_state.unsent(conn, Account()) == []


def test_what_may_have_left_goes_by_sync_and_nothing_in_the_room_settles_it(conn: Connection):
    outbox.mark_sent(conn, ask(conn), NOW)
    assert pending_changes.rewrite(conn, "am_1", "When exactly?", later(1))
    assert outbox.waiting(conn, CONVERSATION) == []
    assert [one.contents for one in sync_state.unsent(conn, Account())] == ["When exactly?"]
    echo = came(UserMessage(id="am_1", conversation_id=CONVERSATION, content="When?"), -1)
    keep(conn, echo, came(StartAnswer(id="am_2", previous_id="am_1"), -2))
    known = messages.get(conn, "am_1")
    assert known is not None
    assert (known.contents, known.sync_status) == ("When exactly?", "pending")


def test_a_conflict_is_put_before_the_person_and_each_choice_does_what_it_says(conn: Connection):
    outbox.mark_sent(conn, ask(conn), NOW)
    pending_changes.rewrite(conn, "am_1", "Mine?", later(1))
    assert pending_changes.disagree(conn, "am_1", "Mine?", theirs="When?", reason="Other words.", at=later(2))
    (conflict,) = sync_conflicts.waiting(conn, Account())
    assert (conflict.kind, conflict.mine, conflict.theirs) == ("message", "Mine?", "When?")
    sync_conflicts.resolve(conn, conflict.id, "merged", later(3), text="Mine, when?", meta={"source": "keyboard"})
    assert sync_conflicts.waiting(conn, Account()) == []
    known = messages.get(conn, "am_1")
    assert known is not None
    assert (known.contents, known.sync_status, known.superseded_at is None) == ("When?", "synced", False)
    names = [type(item.body).__name__ for raw in outbox.waiting(conn, CONVERSATION) if (item := _stanza(raw.raw))]
    assert names == ["ControlVariation", "UserMessage"]
    assert messages.of_conversation(conn, CONVERSATION)[-1].contents == "Mine, when?"


def test_what_the_server_has_already_is_not_written_anew(conn: Connection):
    ask(conn)
    keep(conn, came(StartAnswer(id="am_2", previous_id="am_1"), -1))
    assert not pending_changes.rewrite(conn, "am_1", "Too late", later(1))


def test_all_that_failed_is_tried_again_or_given_up(conn: Connection):
    pk = ask(conn)
    outbox.mark_failed(conn, pk, "It is too large.")
    assert pending_changes.requeue_failed(conn, Account(server="https://elsewhere")) == []
    assert pending_changes.requeue_failed(conn, Account()) == [CONVERSATION]
    assert [item.status for item in outbox.waiting(conn, CONVERSATION)] == ["queued"]
    outbox.mark_failed(conn, pk, "It is too large.")
    assert pending_changes.discard_failed(conn, Account(server="https://elsewhere"), later(1)) == 0
    title_untitled_of(conn, "am_1", default_title("When?"), later(1))
    assert pending_changes.discard_failed(conn, Account(), later(1)) == 1
    assert messages.of_conversation(conn, CONVERSATION) == []
    known = conversations.get(conn, CONVERSATION)
    assert known is not None
    assert not known.title


def _stanza(raw: bytes) -> Stanza | None:
    content = decode(raw)
    return content if isinstance(content, Stanza) else None
