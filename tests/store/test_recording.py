from dataclasses import replace

import pytest
from sqlalchemy import Connection

from alicia_desktop.filtering.expression import Words
from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Malformed, Stanza, Unknown
from alicia_desktop.store import journal
from alicia_desktop.store.journal import received_sequence
from alicia_desktop.store.recording import JournalEntry
from tests.protocol.samples import SATURATED
from tests.store.wire import NOW, came, keep, later, row, rows, stanza, turn, went

SAID = wire.AssistantSentence(id="ams_1", previous_id="am_a1", sequence=1, text="Hello.")
SAID_OTHERWISE = wire.AssistantSentence(id="ams_1", previous_id="am_a1", sequence=1, text="Good day.")


def _texts(conn: Connection) -> list[str]:
    return [row["text"] for row in rows(conn, "SELECT text FROM alicia_sentences ORDER BY sentence_sequence_number")]


def test_a_stanza_is_journaled_as_it_was(conn: Connection):
    entry = JournalEntry(
        direction="in",
        content=stanza(SAID, -3, meta={"timestamp": 5}),
        at=NOW,
        raw=encode(stanza(SAID, -3, meta={"timestamp": 5})),
        received_at=later(0.000_007),
    )
    (recorded,) = keep(conn, entry)
    kept = journal.get(conn, recorded.seq)
    assert kept is not None
    assert (kept.direction, kept.stanza_id, kept.type, kept.name) == ("in", -3, 16, "AssistantSentence")
    assert (kept.conversation_id, kept.content_id, kept.turn_ref) == ("ac_1", "ams_1", "am_a1")
    assert kept.raw is not None
    assert decode(kept.raw) == decode(entry.raw)
    assert (kept.size, kept.meta, kept.at, kept.received_at) == (
        len(entry.raw),
        {"timestamp": 5},
        NOW,
        later(0.000_007),
    )


def test_a_repeat_that_says_the_same_is_journaled_and_dropped(conn: Connection):
    keep(conn, came(SAID, -1))
    (again,) = keep(conn, came(SAID, -7))
    assert (again.duplicate, again.applied, again.out_of_order) == (True, False, False)
    assert _texts(conn) == ["Hello."]
    assert journal.count(conn) == 2


def test_a_repeat_that_says_something_else_is_applied_and_flagged(conn: Connection):
    results = keep(conn, came(SAID, -1), came(SAID_OTHERWISE, -1))
    assert [(result.applied, result.out_of_order) for result in results] == [(True, False), (True, True)]
    assert _texts(conn) == ["Good day."]
    (kept,) = journal.page(conn, journal.JournalFilter(flags=("out_of_order",)))
    assert kept.seq == results[1].seq


def test_duplicates_are_known_after_a_restart_and_within_one_call(conn: Connection):
    keep(conn, came(SAID))
    results = keep(conn, came(SAID), came(SAID_OTHERWISE), came(SAID_OTHERWISE))
    assert [(result.duplicate, result.out_of_order) for result in results] == [
        (True, False),
        (False, True),
        (True, False),
    ]


def test_no_repetition_makes_the_next_one_longer_to_look_up(conn: Connection):
    for number in range(5):
        (again,) = keep(conn, came(SAID, -1 - number))
        assert again.duplicate == (number > 0)
    assert len(rows(conn, "SELECT seq FROM journal INDEXED BY journal_content_key WHERE content_key IS NOT NULL")) == 1


def test_what_cannot_be_understood_keeps_its_bytes(conn: Connection):
    raw = b"\xff" * 100_000
    keep(conn, JournalEntry(direction="in", content=Malformed(reason="No map.", raw=raw), at=NOW, raw=raw))
    unknown = Unknown(stanza_id=-2, conversation_id="ac_1", type=99, body={"a": 1}, meta={"b": 2})
    keep(conn, JournalEntry(direction="in", content=unknown, at=NOW, raw=b"\x80"))
    malformed, odd = journal.page(conn)
    assert malformed.raw == raw[: 64 * 1024]
    assert (malformed.malformed, malformed.size, malformed.problems) == (True, 100_000, ("No map.",))
    assert (odd.unknown, odd.type, odd.raw, odd.meta) == (True, 99, b"\x80", {"b": 2})
    assert journal.page(conn, journal.JournalFilter(names=("Malformed", "StartAnswer"))) == [malformed]


def test_sound_never_enters_the_journal(conn: Connection):
    sound = b"PCM" * 1_000
    chunk = wire.AudioChunk(conversation_id="ac_1", format="pcm_s16le_48000", track_sid="TR_1", seq=1, data=sound)
    spoken = wire.AssistantSentence(previous_id="am_a1", sequence=1, text="Hello.", audio=sound)
    keep(conn, came(chunk), came(spoken, -2))
    for kept in journal.page(conn):
        assert kept.raw is not None
        assert b"PCMPCM" not in kept.raw
        assert kept.size > len(sound)
        assert isinstance(decode(kept.raw), Stanza)


def test_what_comes_after_a_stop_is_journaled_only(conn: Connection):
    _, start, first, last = turn()
    keep(conn, start, first, went(wire.ControlStop(target_id="am_a1"), 2))
    (late,) = keep(conn, last)
    assert (late.after_stop, late.applied) == (True, False)
    assert row(conn, "alicia_messages", "am_a1")["contents"] == "It is on Friday."


def strangely(entry: JournalEntry) -> JournalEntry:
    """The same stanza, from somebody who does not count."""
    return replace(entry, sender="mallory", stranger=True)


def _tables(conn: Connection) -> dict[str, int]:
    names = [row["name"] for row in rows(conn, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    kept = [name for name in names if name.startswith(("alicia_", "outbox", "sync_")) and "_fts" not in name]
    return {name: rows(conn, f"SELECT count(*) AS n FROM {name}")[0]["n"] for name in kept}


@pytest.mark.parametrize("said", SATURATED, ids=lambda said: type(said).__name__)
def test_what_a_stranger_sends_changes_no_table_whatever_it_is(conn: Connection, said: wire.Message):
    keep(conn, *turn())
    before, conversation = _tables(conn), row(conn, "alicia_conversations", "ac_1")
    for number in (-9, 0, 5):
        (kept,) = keep(conn, strangely(came(said, number, meta={"localId": "am_q1", "profile": "deployed"})))
        assert (kept.stranger, kept.applied, kept.duplicate, kept.turn_ref) == (True, False, False, None)
    assert _tables(conn) == before
    assert row(conn, "alicia_conversations", "ac_1") == conversation
    found = journal.page(conn, journal.JournalFilter(flags=("stranger",)))
    assert [(one.sender, one.stanza_id, one.name, one.content_id) for one in found] == [
        ("mallory", number, type(said).__name__, None) for number in (-9, 0, 5)
    ]
    assert journal.counts(conn)["stranger"] == 3


def test_a_stranger_who_says_it_first_does_not_make_the_server_repeat_itself(conn: Connection):
    question, start, first, last = turn()
    keep(conn, question, start, strangely(first), strangely(came(SAID_OTHERWISE, -2)))
    results = keep(conn, first, last)
    assert [(one.applied, one.duplicate, one.out_of_order) for one in results] == [(True, False, False)] * 2
    assert row(conn, "alicia_messages", "am_a1")["contents"] == "It is on Friday. At six."
    names = {"UserMessage", "StartAnswer", "AssistantSentence"}
    assert [one.sender for one in journal.of_turn(conn, "am_a1", names)] == [None] * 4


def test_the_ids_of_a_stranger_are_not_the_servers(conn: Connection):
    keep(conn, *turn(), strangely(came(SAID, -4_000)), strangely(came(wire.Configuration(), -1)))
    assert received_sequence(conn, "ac_1").last == 3
    keep(conn, went(wire.UserMessage(id="am_q9", content="And now?"), 2))
    keep(conn, strangely(came(wire.UserMessage(id="am_evil", content="x"), 2)))
    keep(conn, came(wire.Acknowledgement(acknowledged_stanza_id=2), -4))
    assert row(conn, "alicia_messages", "am_q9")["sync_status"] == "synced"


def test_of_a_long_stanza_of_a_strangers_only_the_beginning_is_kept_and_never_its_sound(conn: Connection):
    long = wire.AssistantMessage(id="am_x", content="x" * 200_000)
    sound = wire.AudioChunk(conversation_id="ac_1", format="pcm", data=b"PCM" * 50_000)
    keep(conn, strangely(came(long, meta={"m": "y" * 10})), strangely(came(sound, -2)))
    text, chunk = journal.page(conn)
    assert text.raw is not None
    assert chunk.raw is not None
    assert (len(text.raw), text.meta, text.size > 200_000) == (64 * 1024, None, True)
    assert len(chunk.raw) < 200


def test_an_id_of_another_conversation_changes_nothing_there(conn: Connection):
    keep(conn, *turn())
    (foreign,) = keep(conn, came(wire.AssistantMessage(id="am_a1", content="Mine!"), -9, conversation="ac_2"))
    assert foreign.problems == ("its id belongs to a message of another conversation",)
    assert row(conn, "alicia_messages", "am_a1")["contents"] == "It is on Friday. At six."


def test_a_configuration_without_id_belongs_to_the_conversation_that_asked(conn: Connection):
    ask = stanza(wire.Configuration(device="desktop"), 1, conversation="")
    (recorded,) = keep(conn, JournalEntry(direction="out", content=ask, at=NOW, conversation_id="local_1"))
    assert recorded.conversation_id == "local_1"
    assert row(conn, "alicia_conversations", "local_1")["last_client_stanza_id"] == 1
    (lost,) = keep(conn, JournalEntry(direction="out", content=ask, at=NOW))
    assert lost.conversation_id is None


def test_each_stanza_names_its_turn(conn: Connection):
    keep(
        conn,
        *turn(),
        came(wire.MemoryTrace(id="amu_1", previous_id="am_q1", memory_id="amem_1", content="x"), -4),
        came(wire.ToolUseRequest(id="atu_1", message_id="am_a1", tool_name="clock", execution="server"), -5),
        came(wire.ToolUseResult(request_id="atu_1", success=True, result="noon"), -6),
        came(wire.Acknowledgement(acknowledged_stanza_id=1), -7),
        came(wire.SessionStats(message_count=2), -8),
    )
    refs = [kept.turn_ref for kept in journal.page(conn)]
    assert refs == ["am_q1", "am_a1", "am_a1", "am_a1", "am_q1", "am_a1", "am_a1", "am_q1", None]
    names = {kept.name for kept in journal.page(conn)}
    assert len(journal.of_turn(conn, "am_a1", names)) == len(journal.of_turn(conn, "am_q1", names)) == 8


def test_pages_of_the_journal(conn: Connection):
    keep(conn, *(came(wire.SessionStats(message_count=number), -number) for number in range(1, 11)), *turn())
    seqs = [kept.seq for kept in journal.page(conn, limit=3)]
    assert seqs == [12, 13, 14]
    assert [kept.seq for kept in journal.page(conn, before=12, limit=2)] == [10, 11]
    assert [kept.seq for kept in journal.page(conn, after=2, limit=2)] == [3, 4]
    assert [kept.seq for kept in journal.page(conn, journal.JournalFilter(expression=Words(text="FRIDAY")))] == [13]
    assert [kept.seq for kept in journal.page(conn, journal.JournalFilter(types=(2,), direction="out"))] == [11]
    assert journal.count(conn, journal.JournalFilter(conversation_id="ac_2")) == 0
    assert journal.last_seq(conn) == 14
    counts = journal.counts(conn, "ac_1")
    assert (counts["total"], counts["SessionStats"], counts["AssistantSentence"], counts["duplicate"]) == (14, 10, 2, 0)


def test_hostile_numbers_are_bounded(conn: Connection):
    huge = 2**64 - 1
    keep(
        conn,
        came(wire.AssistantSentence(previous_id="am_a1", sequence=huge, text="x"), -1),
        came(wire.UserMessage(id="am_u", content="x", timestamp=huge), -2),
        came(wire.ReasoningStep(id="ar_1", previous_id="am_a1", content="x", step_index=huge), -3),
        came(wire.AudioChunk(format="x", duration=huge, seq=huge), -4),
        came(wire.ToolUseRequest(id="atu_1", tool_name="x", execution="server", timeout_ms=huge), -5),
        came(wire.Acknowledgement(acknowledged_stanza_id=huge), -6),
        came(wire.ErrorMessage(code=huge, message="x", recoverable=False), -7),
    )
    assert row(conn, "alicia_messages", "am_u")["created_at"].startswith("2026-01-01")
    assert journal.count(conn) == 7
