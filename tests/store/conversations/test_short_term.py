"""What of a conversation an answer may draw on: messages in force, as far as they were heard, with their measures."""

import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.conversations import messages, short_term
from alicia_desktop.store.conversations.short_term import Measure
from tests.store.wire import CONVERSATION, NOW, came, keep, turn, went


def texts(found) -> list[str]:
    return [one.text for one in found]


@pytest.fixture
def story(conn: Connection) -> Connection:
    """Two questions with their answers: am_q1, am_a1, am_q2, am_a2."""
    keep(conn, *turn("1", sentences=("One.",)))
    question = went(wire.UserMessage(id="am_q2", previous_id="am_a1", content="And then?"), 2)
    start = came(wire.StartAnswer(id="am_a2", previous_id="am_q2"), -5)
    said = came(wire.AssistantSentence(id="s2", previous_id="am_a2", sequence=1, text="Two. "), -6)
    keep(conn, question, start, said)
    return conn


def test_before_a_message_come_those_that_stand_before_it(story: Connection):
    assert texts(short_term.before(story, CONVERSATION, "am_q2", limit=9)) == ["When is the recital?", "One."]
    assert texts(short_term.before(story, CONVERSATION, "am_q2", limit=1)) == ["One."]
    assert len(short_term.before(story, CONVERSATION, "am_nowhere", limit=9)) == 4
    assert len(short_term.before(story, CONVERSATION, None, limit=9)) == 4


def test_after_a_message_come_the_whole_ones_behind_it(story: Connection):
    assert texts(short_term.after(story, CONVERSATION, "am_a1", limit=9)) == ["And then?"], "not what is being written"
    keep(story, came(wire.AssistantSentence(id="s3", previous_id="am_a2", sequence=2, text="End.", is_final=True), -7))
    assert texts(short_term.after(story, CONVERSATION, "am_a1", limit=9)) == ["And then?", "Two. End."]


def test_an_answer_that_was_cut_off_counts_only_as_far_as_it_was_heard(story: Connection):
    keep(story, came(wire.AssistantSentence(id="s3", previous_id="am_a2", sequence=2, text="Unheard."), -7))
    stop = went(wire.ControlStop(target_id="am_a2", stop_type="all"), 3, meta={"spokenSequence": 1, "spokenMs": 300})
    keep(story, stop)
    assert texts(short_term.before(story, CONVERSATION, None, limit=1)) == ["Two. "]


@pytest.mark.parametrize(
    ("spoken_ms", "heard"),
    [(1_750, "Two. The library opens at nine,"), (3_000, "Two. The library opens at nine, and six.")],
)
def test_the_sentence_that_was_cut_counts_to_the_word(story: Connection, spoken_ms: int, heard: str):
    text = "The library opens at nine, and six."
    said = came(wire.AssistantSentence(id="s3", previous_id="am_a2", sequence=2, text=text), -7)
    sound = came(wire.AudioChunk(format="pcm", duration=2_500, seq=2), -8, meta={"messageId": "am_a2"})
    stop = went(
        wire.ControlStop(target_id="am_a2", stop_type="speech"), 3, meta={"spokenSequence": 2, "spokenMs": spoken_ms}
    )
    keep(story, said, sound, stop)
    assert texts(short_term.before(story, CONVERSATION, None, limit=1)) == [heard]


def test_what_is_deleted_superseded_or_empty_is_not_in_force(story: Connection):
    messages.delete(story, "am_q1", NOW)
    keep(story, went(wire.ControlVariation(target_id="am_a2", mode="regenerate"), 3))
    assert texts(short_term.before(story, CONVERSATION, None, limit=9)) == ["One.", "And then?"]
    assert short_term.places(story, CONVERSATION, ["am_q1", "am_a1", "am_a2"]) == {"am_a1": 2}


def test_a_stretch_is_from_one_message_to_another_both_among_it(story: Connection):
    assert texts(short_term.span(story, CONVERSATION, "am_a1", "am_q2")) == ["One.", "And then?"]
    assert short_term.span(story, CONVERSATION, "am_a1", "am_nowhere") == []
    count, changed = short_term.state_of_span(story, CONVERSATION, "am_q1", "am_q2")
    assert (count, changed) == (3, NOW)
    assert short_term.state_of_span(story, CONVERSATION, "am_nowhere", "am_q2") == (0, None)


def test_messages_are_measured_once_and_tokens_that_were_counted_stay(story: Connection):
    unmeasured = [one.id for one in short_term.unmeasured(story, CONVERSATION, limit=9)]
    assert unmeasured == ["am_q1", "am_a1", "am_q2"]
    short_term.write_measures(story, [Measure(message_id="am_a1", importance_score=0.2, token_usage=99)])
    short_term.write_measures(
        story, [Measure(message_id=name, importance_score=0.4, token_usage=3) for name in (*unmeasured, "am_nowhere")]
    )
    assert short_term.unmeasured(story, CONVERSATION, limit=9) == []
    found = short_term.before(story, CONVERSATION, None, limit=9)
    assert [(one.importance_score, one.token_usage) for one in found[:3]] == [(0.4, 3), (0.4, 99), (0.4, 3)]
    assert short_term.older(story, CONVERSATION, 3) == (2, 102)
