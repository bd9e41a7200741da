"""What was said before is told by its content: dropped when the same, applied and flagged when another."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.protocol import messages as m
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.registry import ENTRIES
from alicia_desktop.protocol.sequence import SPAN, has_same_content, identity_of
from tests.protocol.samples import ANSWER, QUESTION, SATURATED, TOOL_USE, messages, stanza_of


def stanza(body: m.Message, stanza_id: int = -2) -> Stanza:
    return Stanza(stanza_id=stanza_id, conversation_id="c", body=body)


def sentence(number: int, text: str = "x", *, previous_id: str = ANSWER) -> m.AssistantSentence:
    return m.AssistantSentence(sequence=number, text=text, previous_id=previous_id)


def test_what_is_said_again_is_known_under_any_stanza_id():
    assert identity_of(stanza(sentence(1), -4)) == identity_of(stanza(sentence(1), 0))
    assert identity_of(stanza(sentence(1), -4)) != identity_of(stanza(sentence(2), -4))


def test_what_says_something_else_is_known_all_the_same_but_no_repeat():
    assert identity_of(stanza(sentence(1, "one"))) == identity_of(stanza(sentence(1, "two")))
    assert has_same_content(sentence(1, "one"), sentence(1, "one"))
    assert not has_same_content(sentence(1, "one"), sentence(1, "two"))


def test_a_repeat_that_says_less_says_the_same():
    full = m.StartAnswer(id=ANSWER, previous_id=QUESTION, planned_sentence_count=3)
    less = m.StartAnswer(id=ANSWER, previous_id=QUESTION)
    assert has_same_content(full, less)
    assert not has_same_content(less, full)


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
    assert identity_of(stanza(m.Transcription(id=QUESTION, text="When is"))) is None
    final = m.Transcription(id=QUESTION, text="When is it?", final=True)
    assert identity_of(stanza(final)) == ("Transcription", QUESTION)


def test_the_same_wish_of_two_clients_that_count_alike_is_two_wishes():
    wish = m.ControlVariation(target_id=ANSWER, mode="regenerate")
    mine, again, theirs = (identity_of(replace(stanza(wish, 5), meta={SPAN: span})) for span in ("a1", "a1", "b2"))
    assert mine == again != theirs
    assert identity_of(stanza(wish, 5)) == ("ControlVariation", "stanza", 5)


def test_what_has_no_id_is_news_each_time():
    nameless = m.ErrorMessage(code=503, message="x")
    for body in (m.Acknowledgement(acknowledged_stanza_id=1), m.Configuration(), m.SessionStats(), nameless):
        assert identity_of(stanza(body)) is None


def test_a_stop_that_is_sent_again_is_not_done_again_but_a_second_one_is():
    first, again, second = (identity_of(stanza(m.ControlStop(target_id=ANSWER), number)) for number in (5, 5, 6))
    assert first == again != second
    assert first is not None
    assert identity_of(stanza(m.ControlStop(target_id=ANSWER), 0)) is None


def test_two_actions_on_one_memory_are_two():
    first, second, again = (
        identity_of(stanza(m.MemoryAction(id="amem_1", action="pin", timestamp=moment))) for moment in (1, 2, 2)
    )
    assert first != second == again


def test_every_type_is_known_again_or_news_each_time():
    known = [identity_of(stanza_of(body)) for body in SATURATED]
    assert known == [identity_of(replace(stanza_of(body), problems=("x",))) for body in SATURATED]
    named = [identity for identity in known if identity is not None]
    assert len(set(named)) == len(named)
    for body in SATURATED:
        assert has_same_content(body, body)


@given(st.sampled_from(ENTRIES).flatmap(messages))
def test_every_message_says_the_same_as_itself(body: m.Message):
    assert has_same_content(body, body)
