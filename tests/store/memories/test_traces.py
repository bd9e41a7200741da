"""Traces carry how their memories were looked for; long lists do without."""

from sqlalchemy import Connection

from alicia_desktop.protocol.messages import MemoryTrace
from alicia_desktop.store.conversations import transcripts, turns
from alicia_desktop.store.memories import traces
from tests.store.wire import CONVERSATION, came, keep, turn

SENT = {"retrieval": {"considered": 41, "missed": [{"memoryId": "amem_9"}]}, "threshold": 0.34}
TRACE = MemoryTrace(
    id="amu_1", previous_id="am_q1", memory_id="amem_1", action="retrieved", content="Emma", metadata=SENT
)


def test_one_trace_has_all_of_it_and_a_list_all_but_the_retrieval(conn: Connection) -> None:
    keep(conn, *turn(), came(TRACE, -9))
    one = traces.get(conn, "amu_1")
    assert one is not None
    assert one.meta == SENT
    (listed,) = traces.of_conversation(conn, CONVERSATION)
    assert listed.meta == {"threshold": 0.34}


def test_a_whole_conversation_is_read_without_retrievals_and_some_messages_with_them(conn: Connection) -> None:
    keep(conn, *turn(), came(TRACE, -9))
    whole = {bundle.message.id: bundle for bundle in transcripts.whole(conn, CONVERSATION)}
    assert [use.meta for use in whole["am_a1"].traces] == [{"threshold": 0.34}]
    (some,) = transcripts.some(conn, CONVERSATION, ["am_a1"])
    assert [use.meta for use in some.traces] == [SENT]


def test_the_answers_of_many_turns_are_found_by_question_or_answer(conn: Connection) -> None:
    keep(conn, *turn("1"), *turn("2"))
    found = turns.answers_of_turns(conn, {"am_q1", "am_a2", "am_gone"})
    assert {asked: [answer.id for answer in given] for asked, given in found.items()} == {
        "am_q1": ["am_a1"],
        "am_a2": ["am_a2"],
        "am_gone": [],
    }
