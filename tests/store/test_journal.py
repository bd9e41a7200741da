"""The journal loses what is old and nothing that is still needed; what was said in it stays in its own tables."""

import random
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol.messages import Acknowledgement, AssistantSentence, Configuration, UserMessage
from alicia_desktop.store import accounts, journal, outbox
from alicia_desktop.store.conversations import conversations, transcripts, turns
from alicia_desktop.store.journal import received_sequence
from tests.store.wire import CONVERSATION, NOW, came, keep, rows, stanza, turn

LATER = NOW + timedelta(days=8)


def prune(conn: Connection) -> None:
    after: int | None = 0
    while after is not None:
        after = journal.prune(conn, LATER - timedelta(days=7), after=after)


def left(conn: Connection) -> list[int]:
    return [record.seq for record in journal.page(conn)]


def sentence(answer: str, sequence: int) -> AssistantSentence:
    return AssistantSentence(
        id=f"ams_{sequence}", previous_id=answer, sequence=sequence, text=f"Word {sequence}.", is_final=False
    )


def test_old_stanzas_go_and_what_was_said_stays(conn: Connection):
    keep(conn, *turn(), *turn("2"))
    said = transcripts.whole(conn, CONVERSATION)
    prune(conn)
    assert [record.stanza_id for record in journal.page(conn)] == [-3]
    assert transcripts.whole(conn, CONVERSATION) == said


def test_what_is_young_stays(conn: Connection):
    keep(conn, *turn())
    before = left(conn)
    assert journal.prune(conn, NOW) is None
    assert left(conn) == before


def test_a_replay_of_what_is_gone_changes_nothing(conn: Connection):
    keep(conn, *turn())
    said = [(one.message.contents, one.message.sequence_number) for one in transcripts.whole(conn, CONVERSATION)]
    prune(conn)
    keep(conn, *turn())
    now = [(one.message.contents, one.message.sequence_number) for one in transcripts.whole(conn, CONVERSATION)]
    assert now == said


@pytest.mark.parametrize("status", ["queued", "sent", "failed"])
def test_what_waits_in_the_outbox_stays(conn: Connection, status: str):
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION)
    item, recorded = outbox.put(conn, stanza(UserMessage(id="am_q", content="Hello?"), 1), at=NOW)
    conn.exec_driver_sql("UPDATE outbox SET status = ?, attempts = 1", (status,))
    prune(conn)
    assert left(conn) == [recorded.seq]
    keep(conn, came(Acknowledgement(acknowledged_stanza_id=1)))
    assert outbox.of_content(conn, item.content_id or "") == []


def test_a_question_is_known_as_ours_until_it_is_answered(conn: Connection):
    question, *answer = turn()
    keep(conn, question)
    prune(conn)
    assert turns.unanswered(conn, CONVERSATION) == ("am_q1",)
    keep(conn, *answer)
    prune(conn)
    assert turns.unanswered(conn, CONVERSATION) == ()
    assert [record.direction for record in journal.page(conn)] == ["in"]


def test_a_question_that_a_deployed_server_has_not_named_is_known_as_ours(conn: Connection):
    keep(conn, *turn())
    accounts.remember_profile(conn, CONVERSATION, "deployed", NOW)
    prune(conn)
    assert [record.content_id for record in journal.page(conn)] == ["am_q1", "ams_1_2"]


def test_what_is_missing_is_missed_as_before(conn: Connection):
    keep(conn, *(came(sentence("am_a", number), -number) for number in (1, 2, 3, 7, 8)))
    before = received_sequence(conn, CONVERSATION)
    assert before.contiguous == 3
    prune(conn)
    assert received_sequence(conn, CONVERSATION) == before


@pytest.mark.slow
def test_a_new_session_asks_for_the_same_whatever_came(conn: Connection):
    chance = random.Random(5)
    for number in range(40):
        conversation = f"ac_{number}"
        last = 0
        for place in range(chance.randrange(1, 12)):
            last = max(1, last + chance.choice((1, 1, 1, 1, 2, -1)))
            body = sentence(f"am_{number}", place + 1) if chance.random() < 0.8 else Configuration(conversation_id="")
            if isinstance(body, Configuration):
                last = chance.choice((1, last + 1))
            keep(conn, came(body, -last, conversation=conversation))
        before = received_sequence(conn, conversation)
        prune(conn)
        after = received_sequence(conn, conversation)
        assert (after.last, after.contiguous) == (before.last, before.contiguous)


def test_it_goes_a_little_at_a_time(conn: Connection):
    keep(conn, *(entry for number in range(200) for entry in turn(str(number))))
    total = journal.count(conn)
    assert journal.prune(conn, LATER) == journal.BATCH
    assert journal.count(conn) == total - journal.BATCH
    prune(conn)
    assert journal.count(conn) == 1


def test_what_came_of_no_conversation_goes_too(conn: Connection):
    keep(conn, *turn())
    conn.exec_driver_sql("UPDATE journal SET conversation_id = NULL")
    prune(conn)
    assert rows(conn, "SELECT seq FROM journal") == []
