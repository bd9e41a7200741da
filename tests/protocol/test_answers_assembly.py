"""Answers come together in any order, however sentences are chained, and nothing is shown after a stop."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.protocol.answers import AnswerChange, Answers, AssemblyStep
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AssistantMessage, AssistantSentence, StartAnswer

RECORDED = Path(__file__).parent.parent / "data" / "golden_deployed.jsonl"
START = StartAnswer(id="a", previous_id="q")


def sentence(number: int, text: str = "", *, of: str = "a", final: bool | None = None) -> AssistantSentence:
    return AssistantSentence(
        id=f"s{number}", previous_id=of, sequence=number, text=text or f"{number}.", is_final=final
    )


def chain(count: int, first: int = 1) -> list[AssistantSentence]:
    """Sentences of which each names the one before it, the first the answer."""
    numbers = range(first, first + count)
    return [sentence(number, of="a" if number == first else f"s{number - 1}") for number in numbers]


def test_an_answer_grows_to_its_final_sentence():
    answers = Answers()
    assert answers.start(START).change is AnswerChange.STARTED
    assert answers.sentence(sentence(1)).change is AnswerChange.GROWN
    placed = answers.sentence(sentence(2, final=True))
    assert (placed.answer.text, placed.answer.question_id, placed.answer.complete) == ("1. 2.", "q", True)
    assert answers.unended() == ()


def test_order_of_arrival_does_not_matter():
    answers = Answers()
    answers.start(START)
    answers.sentence(sentence(3, final=True))
    assert answers.sentence(sentence(1)).answer.missing == (2,)
    assert answers.sentence(sentence(2)).answer.text == "1. 2. 3."


def test_a_repeat_and_a_correction():
    answers = Answers()
    answers.start(START)
    answers.sentence(sentence(1, "one"))
    assert answers.sentence(sentence(1, "one")).change is AnswerChange.REPEATED
    placed = answers.sentence(sentence(1, "two"))
    assert (placed.change, placed.answer.text) == (AnswerChange.REPLACED, "two")


def test_a_sentence_may_name_the_sentence_before_it():
    answers = Answers()
    answers.start(START)
    placed = [answers.sentence(one) for one in chain(3)][-1]
    assert (placed.answer.id, placed.answer.text) == ("a", "1. 2. 3.")
    assert answers.answer_of("s3") == "a"


def test_a_supposed_answer_is_taken_in_when_its_sentence_comes():
    answers = Answers()
    first, second, third = chain(3)
    answers.sentence(third)
    placed = answers.sentence(second)
    assert (placed.answer.id, placed.absorbed) == ("s1", "s2")
    answers.start(START)
    placed = answers.sentence(first)
    assert (placed.answer.id, placed.absorbed, placed.answer.text) == ("a", "s1", "1. 2. 3.")
    assert answers.get("s1") is None
    assert answers.answer_of("s3") == "a"


@given(st.permutations([START, *chain(5)]))
def test_a_chain_in_any_order_becomes_one_answer(bodies: list[StartAnswer | AssistantSentence]):
    answers = Answers()
    for body in bodies:
        answers.start(body) if isinstance(body, StartAnswer) else answers.sentence(body)
    assert [answer.text for answer in answers.unended()] == ["1. 2. 3. 4. 5."]
    assert [answer.id for answer in answers.unended()] == ["a"]


def test_sentences_before_their_start_are_kept():
    answers = Answers()
    assert answers.sentence(sentence(1)).answer.question_id is None
    assert answers.start(START).answer.text == "1."


def test_start_and_whole_message_are_one_answer_in_either_order():
    whole = AssistantMessage(id="a", previous_id="q", content="1. 2.")
    answers = Answers()
    answers.start(START)
    answers.sentence(sentence(1))
    placed = answers.message(whole)
    assert (placed.change, placed.answer.text, placed.answer.complete) == (AnswerChange.GROWN, "1. 2.", True)
    assert answers.message(whole).change is AnswerChange.REPEATED
    assert answers.start(START).change is AnswerChange.REPEATED
    other = AssistantMessage(id="a", content="Three.")
    assert answers.message(other).change is AnswerChange.REPLACED
    assert answers.message(other).answer.question_id == "q"


def test_nothing_is_added_after_a_stop():
    answers = Answers()
    answers.start(START)
    answers.sentence(sentence(1))
    assert [one.id for one in answers.stop("a")] == ["a"]
    placed = answers.sentence(sentence(2))
    assert (placed.change, placed.answer.text, placed.answer.after_stop) == (AnswerChange.AFTER_STOP, "1.", 1)
    assert answers.sentence(sentence(1)).change is AnswerChange.REPEATED
    whole = answers.message(AssistantMessage(id="a", content="1. 2."))
    assert (whole.change, whole.answer.text, whole.answer.complete) == (AnswerChange.AFTER_STOP, "1.", False)


def test_a_stop_finds_its_answer_by_sentence_question_or_not_at_all():
    for target in ("a", "s1", "q", None):
        answers = Answers()
        answers.start(START)
        answers.sentence(sentence(1))
        assert [one.id for one in answers.stop(target)] == ["a"]
        assert answers.stop(target) == ()


def test_a_stop_before_the_answer_began_stops_it_from_the_start():
    answers = Answers()
    assert answers.stop("q") == ()
    assert answers.start(START).answer.stopped
    assert answers.sentence(sentence(1)).change is AnswerChange.AFTER_STOP


def test_what_has_ended_cannot_be_stopped():
    answers = Answers()
    answers.start(START)
    answers.sentence(sentence(1, final=True))
    assert answers.stop("a") == answers.stop() == ()


def test_a_stopped_answer_can_go_on():
    answers = Answers()
    answers.start(START)
    answers.stop("a")
    resumed = answers.resume("a")
    assert resumed is not None
    assert not resumed.stopped
    assert answers.sentence(sentence(1)).change is AnswerChange.GROWN
    assert answers.resume("nobody") is None


def test_an_answer_ends_when_told():
    answers = Answers()
    answers.start(START)
    answers.sentence(sentence(0))
    ended = answers.end("a")
    assert ended is not None
    assert ended.complete
    assert answers.end("nobody") is None


def test_the_recorded_conversations_hold_one_answer_a_question_however_often_replayed():
    answers: dict[str, Answers] = {}
    placed: dict[str, AssemblyStep] = {}
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        packet = json.loads(line)
        stanza = decode(bytes.fromhex(packet["hex"]))
        assert isinstance(stanza, Stanza)
        known = answers.setdefault(packet["walk"], Answers())
        match stanza.body:
            case StartAnswer() as body:
                found = known.start(body)
            case AssistantSentence() as body:
                found = known.sentence(body)
            case AssistantMessage() as body:
                found = known.message(body)
            case _:
                continue
        placed[found.answer.id] = found
    assert sorted(one.answer.text for one in placed.values()) == [
        "You said: Hello there. I know 0 memories. That is all.",
        "You said: My favorite trail is Larchpath, and I walk it every single week. I know 0 memories. That is all.",
        "You said: What is my favorite trail, Larchpath? I walk it every week. I know 1 memories. That is all.",
    ]
    assert all(not one.answer.missing and one.answer.whole == one.answer.text for one in placed.values())
