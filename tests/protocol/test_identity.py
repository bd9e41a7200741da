"""What was said before is told by its content: dropped when the same, applied and flagged when another."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.protocol import messages as m
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.identity import KnownContents, Novelty, identity_of, says_the_same
from alicia_desktop.protocol.registry import ENTRIES
from tests.protocol.samples import ANSWER, QUESTION, SATURATED, TOOL_USE, messages, stanza_of


def stanza(body: m.Message, stanza_id: int = -2) -> Stanza:
    return Stanza(stanza_id=stanza_id, conversation_id="c", body=body)


def sentence(number: int, text: str = "x", *, previous_id: str = ANSWER) -> m.AssistantSentence:
    return m.AssistantSentence(sequence=number, text=text, previous_id=previous_id)


def test_a_repeat_is_a_duplicate_under_any_stanza_id():
    known = KnownContents()
    assert known.judge(stanza(sentence(1), -4)) is Novelty.NEW
    assert known.judge(stanza(sentence(1), 0)) is Novelty.DUPLICATE
    assert known.judge(stanza(sentence(2), -4)) is Novelty.NEW


def test_a_repeat_that_says_something_else_is_flagged_and_is_what_counts_from_then_on():
    known = KnownContents()
    known.judge(stanza(sentence(1, "one")))
    assert known.judge(stanza(sentence(1, "two"))) is Novelty.CHANGED
    assert known.judge(stanza(sentence(1, "two"))) is Novelty.DUPLICATE
    assert known.judge(stanza(sentence(1, "one"))) is Novelty.CHANGED
    assert Novelty.CHANGED.value == "out_of_order"


def test_a_repeat_that_says_less_says_the_same():
    full = m.StartAnswer(id=ANSWER, previous_id=QUESTION, planned_sentence_count=3)
    less = m.StartAnswer(id=ANSWER, previous_id=QUESTION)
    assert says_the_same(full, less)
    assert not says_the_same(less, full)


def test_a_sentence_is_known_by_its_answer_and_number_also_in_a_chain():
    chained = stanza(sentence(2, previous_id="ams_1"))
    assert identity_of(chained, answer_of={"ams_1": ANSWER}.__getitem__) == identity_of(stanza(sentence(2)))


def test_a_tool_result_is_known_by_its_request():
    one = m.ToolUseResult(id="a", request_id=TOOL_USE, success=True)
    two = m.ToolUseResult(id="b", request_id=TOOL_USE, success=True)
    assert identity_of(stanza(one)) == identity_of(stanza(two)) == ("ToolUseResult", TOOL_USE)


def test_one_id_in_two_types_is_two_things():
    start, whole = m.StartAnswer(id=ANSWER), m.AssistantMessage(id=ANSWER, content="x")
    assert identity_of(stanza(start)) != identity_of(stanza(whole))


def test_interim_texts_are_news_and_the_final_one_is_known():
    known = KnownContents()
    for text in ("When", "When is", "When is"):
        assert known.judge(stanza(m.Transcription(id=QUESTION, text=text))) is Novelty.NEW
    final = m.Transcription(id=QUESTION, text="When is it?", final=True)
    assert [known.judge(stanza(final)) for _ in range(2)] == [Novelty.NEW, Novelty.DUPLICATE]


def test_the_same_wish_of_two_clients_that_count_alike_is_two_wishes():
    known, wish = KnownContents(), m.ControlVariation(target_id=ANSWER, mode="regenerate")
    mine, theirs = (replace(stanza(wish, 5), meta={"messaging.span_id": span}) for span in ("a1", "b2"))
    assert [known.judge(one) for one in (mine, theirs)] == [Novelty.NEW] * 2
    assert [known.judge(one) for one in (mine, theirs)] == [Novelty.DUPLICATE] * 2
    assert identity_of(stanza(wish, 5)) == ("ControlVariation", "stanza", 5)


def test_what_has_no_id_is_news_each_time():
    known = KnownContents()
    for body in (m.Acknowledgement(acknowledged_stanza_id=1), m.Configuration(), m.SessionStats()):
        assert [known.judge(stanza(body)) for _ in range(2)] == [Novelty.NEW, Novelty.NEW]
    nameless = m.ErrorMessage(code=503, message="x")
    assert [known.judge(stanza(nameless)) for _ in range(2)] == [Novelty.NEW, Novelty.NEW]


def test_a_stop_that_is_sent_again_is_not_done_again_but_a_second_one_is():
    known = KnownContents()
    stop = m.ControlStop(target_id=ANSWER)
    assert [known.judge(stanza(stop, number)) for number in (5, 5, 6)] == [
        Novelty.NEW, Novelty.DUPLICATE, Novelty.NEW,
    ]  # fmt: skip


def test_two_actions_on_one_memory_are_two():
    known = KnownContents()
    for moment in (1, 2):
        assert known.judge(stanza(m.MemoryAction(id="amem_1", action="pin", timestamp=moment))) is Novelty.NEW
    assert known.judge(stanza(m.MemoryAction(id="amem_1", action="pin", timestamp=2))) is Novelty.DUPLICATE


def test_only_so_many_are_remembered_and_those_heard_of_last():
    known = KnownContents(limit=2)
    for number in (1, 2, 1, 3):
        known.judge(stanza(sentence(number)))
    assert known.judge(stanza(sentence(1))) is Novelty.DUPLICATE
    assert known.judge(stanza(sentence(2))) is Novelty.NEW


def test_every_type_can_be_judged():
    known = KnownContents()
    for body in SATURATED:
        once, twice = known.judge(stanza_of(body)), known.judge(replace(stanza_of(body), problems=("x",)))
        assert once is Novelty.NEW
        assert (twice is Novelty.DUPLICATE) == (identity_of(stanza_of(body)) is not None)


@given(st.sampled_from(ENTRIES).flatmap(messages))
def test_every_message_says_the_same_as_itself(body: m.Message):
    assert says_the_same(body, body)
