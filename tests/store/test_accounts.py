"""Two people with one server on one computer: each has their own conversations, and what waits, waits for them."""

import pytest
from sqlalchemy import Connection

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store import accounts, outbox
from alicia_desktop.store.accounts import Account, WaitingAccount
from alicia_desktop.store.conversations import conversations, messages, search
from alicia_desktop.store.sync import pending_changes, sync_conflicts, sync_records, sync_state
from alicia_desktop.store.sync.sync_records import Disagreement, RemoteConversation
from tests.store.wire import NOW, later

HOME = "https://home"
ANN, BOB, NOBODY = (Account(server=HOME, user_id=name) for name in ("ann", "bob", "user"))


@pytest.fixture(autouse=True)
def named(conn: Connection) -> None:
    for name in ("ann", "bob"):
        accounts.sign_in(conn, name, NOW)


def begin(conn: Connection, name: str, account: Account) -> None:
    conversations.create(
        conn, at=NOW, conversation_id=name, user_id=account.user_id, title=f"Of {name}", server=account.server
    )


def ask(conn: Connection, name: str, *, failed: bool = False) -> None:
    body = UserMessage(id=f"am_{name}", conversation_id=name, content=f"heron {name}")
    number = outbox.next_client_stanza_id(conn, name)
    row, _ = outbox.put(conn, Stanza(stanza_id=number, conversation_id=name, body=body), at=NOW)
    if failed:
        outbox.mark_failed(conn, row.pk, "It is too large.")


def owner(conn: Connection, name: str) -> str:
    found = conversations.get(conn, name)
    assert found is not None
    return found.user_id


def test_each_sees_their_own_and_what_was_begun_without_a_name(conn: Connection):
    for name, account in (("ac_ann", ANN), ("ac_bob", BOB), ("ac_nobody", NOBODY)):
        begin(conn, name, account)
        ask(conn, name)
        conversations.open_now(conn, name, later(1))
    for account, seen in ((ANN, {"ac_ann", "ac_nobody"}), (BOB, {"ac_bob", "ac_nobody"}), (NOBODY, {"ac_nobody"})):
        assert {one.id for one in conversations.listed(conn, account=account)} == seen
        assert conversations.count(conn, account=account) == len(seen)
        assert {name for name, _ in conversations.titles(conn, account=account)} == seen
        assert set(outbox.conversations_waiting(conn, account)) == seen
        assert set(sync_state.local_conversations(conn, account, undoable_since=NOW)) == seen
        found = search.find(conn, "heron", account=account)
        assert {one.conversation_id for one in found} == seen
        last = conversations.last_opened(conn, account=account)
        assert last is not None
        assert last.id in seen


def test_nothing_of_anothers_is_sent_given_up_settled_or_told(conn: Connection):
    begin(conn, "ac_ann", ANN)
    ask(conn, "ac_ann", failed=True)
    pending_changes.set_pinned(conn, "ac_ann", NOW, pinned=True)
    sync_conflicts.add_conflict(conn, "ac_ann", Disagreement(kind="title", mine="A", theirs="B", reason="Both."), NOW)
    sync_records.log_step(conn, HOME, "ac_ann", "Renamed here", why="", at=NOW)
    sync_state.note_synced(conn, ANN, NOW)
    assert pending_changes.requeue_failed(conn, BOB) == []
    assert pending_changes.discard_failed(conn, BOB, NOW) == 0
    assert (outbox.count_failed(conn, BOB), outbox.count_failed(conn, ANN)) == (0, 1)
    assert (pending_changes.pending_pins(conn, account=BOB), len(pending_changes.pending_pins(conn, account=ANN))) == (
        [],
        1,
    )
    assert (sync_conflicts.waiting(conn, BOB), sync_conflicts.count(conn, ANN)) == ([], 1)
    assert (sync_records.logged_steps(conn, BOB), len(sync_records.logged_steps(conn, ANN))) == ([], 1)
    assert (sync_state.last_synced(conn, BOB), sync_state.last_synced(conn, ANN)) == (None, NOW)
    pending_changes.delete_and_note(conn, "ac_ann", NOW)
    assert pending_changes.pending_deletions(conn, account=BOB, until=later(1)) == []
    assert pending_changes.pending_deletions(conn, account=ANN, until=later(1)) == ["ac_ann"]


def test_what_was_edited_after_it_may_have_left_waits_for_its_writer_too(conn: Connection):
    begin(conn, "ac_ann", ANN)
    ask(conn, "ac_ann")
    outbox.mark_sent(conn, outbox.waiting(conn, "ac_ann")[0].pk, NOW)
    assert pending_changes.rewrite(conn, "am_ac_ann", "Other words.", later(1))
    assert sync_state.unsent(conn, BOB) == []
    assert [one.contents for one in sync_state.unsent(conn, ANN)] == ["Other words."]


def test_only_their_owner_goes_on_with_a_conversation_and_the_first_with_a_nameless_one(conn: Connection):
    begin(conn, "ac_ann", ANN)
    begin(conn, "ac_nobody", NOBODY)
    accounts.claim_conversation(conn, "ac_unknown", BOB)
    with pytest.raises(WorldError, match=r"belongs to ann\. Sign in as ann"):
        accounts.claim_conversation(conn, "ac_ann", BOB)
    with pytest.raises(WorldError, match=r"lives on https://home\. Choose"):
        accounts.claim_conversation(conn, "ac_ann", Account(user_id="ann"))
    accounts.claim_conversation(conn, "ac_nobody", NOBODY)
    assert owner(conn, "ac_nobody") == "user"
    accounts.claim_conversation(conn, "ac_nobody", BOB)
    assert owner(conn, "ac_nobody") == "bob"
    with pytest.raises(WorldError, match="belongs to bob"):
        accounts.claim_conversation(conn, "ac_nobody", NOBODY)


def test_what_a_server_lists_for_two_is_theirs_who_are_signed_in_unless_something_waits(conn: Connection):
    shared = ("ac_quiet", "ac_asked", "ac_pinned", "ac_renamed")
    for name in shared:
        begin(conn, name, ANN)
    listed = [RemoteConversation(id=name, title=f"Of {name}", status="active", version="1") for name in shared]
    sync_state.appear(conn, listed, account=ANN, at=NOW)
    ask(conn, "ac_asked")
    pending_changes.set_pinned(conn, "ac_pinned", NOW, pinned=True)
    conversations.rename(conn, "ac_renamed", "Herons", NOW)
    assert accounts.claim_listed(conn, shared, BOB) == dict.fromkeys(shared[1:], "ann")
    assert [owner(conn, name) for name in shared] == ["bob", "ann", "ann", "ann"]
    assert accounts.claim_listed(conn, shared, ANN) == {}
    assert owner(conn, "ac_quiet") == "ann"


def test_what_waits_for_others_is_counted_by_server_and_user(conn: Connection):
    elsewhere = Account(server="https://elsewhere", user_id="ann")
    for name, account in (("ac_1", ANN), ("ac_2", ANN), ("ac_3", elsewhere), ("ac_4", BOB), ("ac_5", NOBODY)):
        begin(conn, name, account)
        ask(conn, name)
    waiting = [WaitingAccount(account=ANN, messages=2), WaitingAccount(account=elsewhere, messages=1)]
    assert accounts.waiting_for_others(conn, BOB) == waiting
    messages.delete(conn, "am_ac_1", NOW)
    messages.delete(conn, "am_ac_2", NOW)
    assert accounts.waiting_for_others(conn, BOB) == waiting[1:]
