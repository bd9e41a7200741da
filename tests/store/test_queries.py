import pytest
from sqlalchemy import Connection

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.store import accounts, journal, outbox
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import (
    conversations,
    default_titles,
    feedback,
    messages,
    search,
    short_term,
    tools,
)
from alicia_desktop.store.memories import traces
from alicia_desktop.store.sync import history
from tests.store.wire import NOW, came, keep, later, rows, stanza, turn, went


def test_a_conversation_is_made_once_and_changed(conn: Connection):
    made = conversations.create(conn, at=NOW, title="Piano", server="https://alicia.example")
    assert made.id.startswith("local_")
    assert (made.title, made.user_id, made.status, made.preferences) == ("Piano", "user", "active", {})
    renamed = conversations.rename(conn, made.id, "Recital", later(1))
    assert (renamed.title, renamed.updated_at, renamed.created_at) == ("Recital", later(1), NOW)
    assert conversations.set_pinned(conn, made.id, NOW, pinned=True).pinned
    assert not made.private
    assert conversations.create(conn, at=NOW, conversation_id=made.id, private=True).private
    assert conversations.get(conn, "nowhere") is None
    with pytest.raises(LookupError):
        conversations.rename(conn, "nowhere", "x", NOW)


def test_a_conversation_that_a_stanza_made_is_completed(conn: Connection):
    keep(conn, *turn())
    made = conversations.create(conn, at=NOW, conversation_id="ac_1", title="Piano", livekit_room_name="conv_ac_1")
    assert (made.title, made.livekit_room_name, made.last_server_stanza_id) == ("Piano", "conv_ac_1", -3)


def test_the_list_has_the_last_line_and_deletion_can_be_undone(conn: Connection):
    keep(conn, *turn())
    conversations.create(conn, at=later(9), conversation_id="ac_2")
    conversations.create(conn, at=NOW, conversation_id="ac_3")
    conversations.set_pinned(conn, "ac_3", NOW, pinned=True)
    assert [found.id for found in conversations.listed(conn)] == ["ac_3", "ac_2", "ac_1"]
    last = conversations.listed(conn)[-1]
    assert (last.last_line, last.last_line_at, last.empty) == ("It is on Friday. At six.", NOW, False)
    assert conversations.delete(conn, "ac_1", NOW).deleted_at == NOW
    assert conversations.count(conn) == 2
    assert conversations.undelete(conn, "ac_1", NOW).status == "active"
    assert conversations.count(conn) == 3


def test_one_reopens_where_one_left(conn: Connection):
    assert conversations.last_opened(conn) is None
    for name, seconds in (("ac_1", 2), ("ac_2", 1)):
        conversations.create(conn, at=NOW, conversation_id=name)
        conversations.open_now(conn, name, later(seconds))
    opened = conversations.last_opened(conn)
    assert opened is not None
    assert opened.id == "ac_1"


def test_messages_come_in_pages_with_their_sentences(conn: Connection):
    keep(conn, *turn("1"), *turn("2"))
    everything = messages.of_conversation(conn, "ac_1")
    assert [message.id for message in everything] == ["am_q1", "am_a1", "am_q2", "am_a2"]
    page = messages.of_conversation(conn, "ac_1", before=everything[2].sequence_number, limit=1)
    assert [message.id for message in page] == ["am_a1"]
    assert [sentence.text for sentence in messages.sentences_of(conn, "am_a1")] == ["It is on Friday.", "At six."]
    assert [answer.id for answer in messages.answers_of(conn, "am_q2")] == ["am_a2"]


def test_unfinished_answers_are_found_and_ended(conn: Connection):
    keep(conn, *turn("1")[:3], *turn("2")[:3])
    assert [message.id for message in messages.unfinished(conn)] == ["am_a1", "am_a2"]
    messages.fail(conn, "am_a1", NOW, error_message="The window was closed.")
    messages.complete(conn, "am_a2", NOW)
    assert messages.unfinished(conn, "ac_1") == []
    failed = messages.get(conn, "am_a1")
    assert failed is not None
    assert (failed.completion_status, failed.contents) == ("failed", "It is on Friday.")
    assert [sentence.completion_status for sentence in messages.sentences_of(conn, "am_a2")] == ["completed"]


def test_a_message_is_found_by_any_of_its_ids(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1", server="https://a.example")
    accounts.remember_profile(conn, "ac_1", "deployed", NOW)
    asked = stanza(wire.UserMessage(id="am_1", content="x"), 1, meta={"localId": "local_1"})
    sent, _ = outbox.put(conn, asked, at=NOW)
    outbox.mark_sent(conn, sent.pk, NOW)
    theirs = history.HistoryMessage(id="msg_9", previous_id=None, role="user", contents="x", created_at=NOW)
    history.merge_history(conn, "ac_1", [theirs], at=NOW)
    short_term.write_measures(conn, [short_term.Measure(message_id="am_1", importance_score=0.5, token_usage=3)])
    for name in ("am_1", "local_1", "msg_9"):
        found = messages.get(conn, name)
        assert found is not None
        assert (found.id, found.server_id, found.importance_score) == ("am_1", "msg_9", 0.5)


def test_traces_lead_from_answer_to_memory_and_back(conn: Connection):
    keep(conn, *turn("1"), *turn("2"))
    stored = wire.MemoryTrace(id="amu_1", previous_id="am_q1", memory_id="amem_1", action="stored", content="x")
    used = wire.MemoryTrace(id="amu_2", previous_id="am_q2", memory_id="amem_1", action="retrieved", content="x")
    keep(conn, came(stored, -8), came(used, -9))
    assert [use.id for use in traces.of_turn(conn, "am_a2")] == ["amu_2"]
    assert [use.id for use in traces.of_memory(conn, "amem_1")] == ["amu_1", "amu_2"]
    assert [use.id for use in traces.of_conversation(conn, "ac_1")] == ["amu_1", "amu_2"]
    origin = traces.origin(conn, "amem_1")
    assert origin is not None
    assert origin.id == "am_q1"
    traces.explain(conn, "amu_2", NOW, query_prompt="recital", query_prompt_meta={"route": "x"}, meta={"bm25": 1.5})
    explained = traces.get(conn, "amu_2")
    assert explained is not None
    assert (explained.query_prompt, explained.query_prompt_meta, explained.meta) == (
        "recital",
        {"route": "x"},
        {"bm25": 1.5},
    )


def test_the_first_stanzas_of_a_turn_are_read_by_name(conn: Connection, monkeypatch: pytest.MonkeyPatch):
    keep(conn, *turn("1", sentences=["At six."] * 5), *turn("2"))
    named = [record.name for record in journal.of_turn(conn, "am_a1", {"UserMessage", "AssistantSentence"})]
    assert named == ["UserMessage", *["AssistantSentence"] * 5]
    monkeypatch.setattr(journal, "MAX_OF_TURN", 3)
    of_question = journal.of_turn(conn, "am_q1", {"AssistantSentence"})
    assert [record.content_id for record in of_question] == ["ams_1_1", "ams_1_2", "ams_1_3"]


def test_tools_run_are_cancelled_and_are_asked_for(conn: Connection):
    keep(conn, came(wire.ToolUseRequest(id="atu_1", message_id="am_q1", tool_name="clock", execution="client"), -1))
    keep(conn, came(wire.ToolUseRequest(id="atu_2", message_id="am_q1", tool_name="clock", execution="server"), -2))
    assert [tool.id for tool in tools.unanswered(conn, "ac_1")] == ["atu_1"]
    assert tools.mark_running(conn, "atu_1", NOW)
    assert not tools.mark_running(conn, "atu_1", NOW)
    assert tools.cancel(conn, "atu_1", NOW, reason="stopped")
    found = tools.get(conn, "atu_1")
    assert found is not None
    assert (found.status, found.error_message, found.started_at) == ("cancelled", "stopped", NOW)
    assert [tool.id for tool in tools.of_turn(conn, "am_q1")] == ["atu_1", "atu_2"]
    assert len(tools.of_conversation(conn, "ac_1")) == 2


def _send(conn: Connection, name: str, conversation: str = "ac_1") -> int:
    number = outbox.next_client_stanza_id(conn, conversation)
    outbox.put(conn, stanza(wire.UserMessage(id=name, content="x"), number, conversation=conversation), at=NOW)
    return number


def test_the_outbox_keeps_order_until_it_is_acknowledged(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1")
    assert [_send(conn, "am_1"), _send(conn, "am_2"), _send(conn, "am_3")] == [1, 2, 3]
    first = outbox.waiting(conn, "ac_1")[0]
    assert decode(first.raw).stanza_id == 1
    outbox.mark_sent(conn, first.pk, later(1))
    assert [(row.stanza_id, row.status) for row in outbox.waiting(conn, "ac_1")] == [
        (1, "sent"),
        (2, "queued"),
        (3, "queued"),
    ]
    assert outbox.requeue(conn, "ac_1") == 3
    assert [row.status for row in outbox.waiting(conn, "ac_1")] == ["queued"] * 3
    keep(conn, came(wire.Acknowledgement(acknowledged_stanza_id=1), -1))
    keep(conn, came(wire.StartAnswer(id="am_a", previous_id="am_2"), -2))
    assert [row.content_id for row in outbox.waiting(conn, "ac_1")] == ["am_3"]
    assert outbox.settle(conn, "ac_1", stanza_id=3)
    assert not outbox.settle(conn, "ac_1", content_id="am_3")
    assert _send(conn, "am_4") == 4


def test_how_the_sending_went_is_kept(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1")
    _send(conn, "am_1")
    (row,) = outbox.waiting(conn, "ac_1")
    outbox.mark_sent(conn, row.pk, later(1))
    (again,) = outbox.waiting(conn, "ac_1")
    assert (again.attempts, again.error, again.last_attempt_at, again.status) == (1, None, later(1), "sent")
    assert outbox.conversations_waiting(conn) == outbox.conversations_waiting(conn, Account()) == {"ac_1": 1}
    assert outbox.conversations_waiting(conn, Account(server="https://elsewhere")) == {}
    outbox.mark_failed(conn, row.pk, "too large")
    assert rows(conn, "SELECT error, status FROM outbox") == [{"error": "too large", "status": "failed"}]
    assert outbox.count_failed(conn) == outbox.count_failed(conn, Account()) == 1
    assert outbox.count_failed(conn, Account(server="https://elsewhere")) == 0
    assert outbox.waiting(conn, "ac_1") == []
    assert outbox.discard(conn, row.pk)
    assert not outbox.discard(conn, row.pk)


def test_what_is_too_large_is_told_before_anything_is_kept(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1")
    with pytest.raises(WorldError):
        outbox.put(conn, stanza(wire.UserMessage(id="am_1", content="x" * 3_000_000), 1), at=NOW)
    assert rows(conn, "SELECT * FROM journal") == []


@pytest.mark.parametrize("known", [False, True])
def test_a_conversation_gets_the_server_s_id_everywhere(conn: Connection, *, known: bool):
    conversations.create(conn, at=NOW, conversation_id="local_1", title="Piano")
    _send(conn, "am_1", "local_1")
    if known:
        keep(conn, came(wire.Configuration(conversation_id="ac_9"), -4, conversation="ac_9"))
    history.adopt(conn, "local_1", "ac_9")
    adopted = conversations.get(conn, "ac_9")
    assert adopted is not None
    assert (adopted.title, adopted.last_client_stanza_id) == ("Piano", 1)
    assert conversations.get(conn, "local_1") is None
    (waiting,) = outbox.waiting(conn, "ac_9")
    content = decode(waiting.raw)
    assert isinstance(content, Stanza)
    assert content.conversation_id == "ac_9"
    assert [message.id for message in messages.of_conversation(conn, "ac_9")] == ["am_1"]
    assert rows(conn, "SELECT DISTINCT conversation_id AS c FROM journal") == [{"c": "ac_9"}]


def test_a_conversation_is_titled_by_a_message_also_after_it_got_another_id(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="local_1")
    _send(conn, "am_1", "local_1")
    history.adopt(conn, "local_1", "ac_9")
    titled = default_titles.title_untitled_of(conn, "am_1", "Piano", later(1))
    assert titled is not None
    assert (titled.id, titled.title) == ("ac_9", "Piano")
    assert default_titles.title_untitled_of(conn, "am_1", "Flute", later(2)) is None
    assert default_titles.title_untitled_of(conn, "am_none", "Flute", later(2)) is None


def test_words_are_found_in_messages(conn: Connection):
    keep(conn, *turn("1"), went(wire.UserMessage(id="am_q2", content="ピアノの発表会は金曜日です 100% a_b"), 2))
    (found, *_) = search.find(conn, "fri")
    assert (found.message_id, found.conversation_id) == ("am_a1", "ac_1")
    assert f"{search.MARK_START}Friday{search.MARK_END}" in found.excerpt
    assert [hit.message_id for hit in search.find(conn, "発表会")] == ["am_q2"]
    assert [hit.message_id for hit in search.find(conn, "%")] == []
    assert search.find(conn, 'friday" OR x') == []
    assert search.find(conn, "  ") == []
    conversations.delete(conn, "ac_1", NOW)
    assert search.find(conn, "friday") == []


def test_aliases_find_what_was_stored_before(conn: Connection):
    accounts.add_alias(conn, "emma", "user", NOW)
    accounts.add_alias(conn, "emma", "user", NOW)
    accounts.add_alias(conn, "emma", "emma", NOW)
    assert accounts.names_of(conn, "emma") == ("emma", "user")
    assert accounts.names_of(conn, "user") == ("user",)


def test_what_people_said_of_a_message(conn: Connection):
    keep(conn, went(wire.UserNote(id="n", message_id="am_1", content="Note."), 1))
    keep(
        conn,
        went(
            wire.Feedback(id="v", message_id="am_1", target_type="message", target_id="am_1", vote="up", timestamp=1), 2
        ),
    )
    said = feedback.opinions_on(conn, "ac_1", ["am_1"])
    assert [note.content for note in said.notes["am_1"]] == ["Note."]
    assert said.votes["am_1"].vote == "up"
    vote = feedback.vote_on(conn, "am_1")
    assert vote is not None
    assert vote.vote == "up"
    assert feedback.vote_on(conn, "am_2") is None
