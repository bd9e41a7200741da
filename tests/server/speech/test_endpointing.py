import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.server.speech.endpointing import (
    DOUBT_MS,
    FIXED_WAIT_MS,
    SURE_MS,
    EndpointPolicy,
    PauseEvidence,
    SpeakerPauses,
    bundled_weights,
    split_words,
    words_logit,
)

FINISHED = (
    "How are you today?",
    "What's the weather like tomorrow?",
    "I called the office so they will fix it today.",
)
UNFINISHED = (
    "I would like to go to the",
    "I bought some apples and",
    "Please put milk on my",
    "We are moving to",
    "I can't come because",
)


def wait_ms(acoustic, words, *, patience="natural"):
    return EndpointPolicy(patience=patience).decide(PauseEvidence(acoustic=acoustic, words=words)).wait_ms


@pytest.mark.parametrize("words", FINISHED)
def test_who_sounds_and_reads_finished_is_waited_for_a_quarter_of_a_second_at_most(words):
    assert 200 <= wait_ms(0.985, words) <= 250


@pytest.mark.parametrize("words", UNFINISHED)
def test_who_ends_in_a_word_that_ends_no_sentence_may_pause_for_a_second(words):
    assert wait_ms(0.3, words) > 1_000
    assert wait_ms(0.02, words) <= 1_600


def test_unfinished_words_outweigh_a_sound_that_seems_finished():
    assert wait_ms(0.98, "I would like to go to the") > 800


@pytest.mark.parametrize("words", [*FINISHED, *UNFINISHED])
def test_who_is_patient_waits_longer_than_who_is_quick(words):
    for acoustic in (0.02, 0.5, 0.98):
        quick, natural, patient = (
            wait_ms(acoustic, words, patience=patience) for patience in ("quick", "natural", "patient")
        )
        assert quick < natural < patient


def test_without_the_acoustic_model_a_fixed_silence_ends_a_turn():
    decision = EndpointPolicy().decide(PauseEvidence(words="How are you today?"))
    assert (decision.wait_ms, decision.finished) == (FIXED_WAIT_MS, None)
    assert decision.as_meta(silence_ms=710) == {"silenceMs": 710, "waitMs": FIXED_WAIT_MS}


def test_the_decision_stands_with_its_numbers():
    decision = EndpointPolicy().decide(PauseEvidence(acoustic=0.98123, words="How are you today?"))
    told = decision.as_meta(silence_ms=230)
    assert (told["silenceMs"], told["waitMs"], told["acoustic"]) == (230, SURE_MS["natural"], 0.981)
    assert 0.5 < told["words"] <= 1
    assert 0.5 < told["finished"] <= 1


@given(st.floats(0, 1), st.text(max_size=60), st.sampled_from(["quick", "natural", "patient"]))
def test_whatever_is_heard_the_wait_is_within_its_bounds(acoustic, words, patience):
    shortest, longest = SURE_MS[patience], DOUBT_MS[patience][1]
    assert shortest <= wait_ms(acoustic, words, patience=patience) <= longest


def test_nothing_heard_is_no_end_by_words():
    assert words_logit("", bundled_weights()) == 0.0
    assert EndpointPolicy().decide(PauseEvidence(acoustic=0.9, words="")).words is None


def test_numbers_are_one_word_and_apostrophes_are_alike():
    assert split_words("It’s 12 or 345, Peter!") == ["it's", "#", "or", "#", "peter"]


def test_the_bundled_weights_are_finite():
    weights = bundled_weights()
    for numbers in (weights.last, weights.before, weights.first, weights.length, weights.evidence):
        assert np.isfinite(numbers).all()
    assert len(weights.last) == len(weights.words) + 1


def test_the_pauses_of_a_speaker_are_learned_within_bounds():
    slow, quick, usual = SpeakerPauses(), SpeakerPauses(), SpeakerPauses()
    assert slow.factor == 1.0
    for _ in range(SpeakerPauses.MAX_KNOWN):
        slow.add(1_500)
        quick.add(150)
        usual.add(SpeakerPauses.USUAL_MS)
    assert (quick.factor, usual.factor, slow.factor) == (SpeakerPauses.BOUNDS[0], 1.0, SpeakerPauses.BOUNDS[1])


def test_few_pauses_change_nothing():
    pauses = SpeakerPauses()
    for _ in range(SpeakerPauses.MIN_KNOWN - 1):
        pauses.add(1_500)
    assert pauses.factor == 1.0


def test_who_pauses_long_is_waited_for_longer_and_the_sure_end_stays():
    policy = EndpointPolicy()
    doubtful = PauseEvidence(acoustic=0.5, words="My doctor is called Susan")
    before = policy.decide(doubtful).wait_ms
    for _ in range(SpeakerPauses.MAX_KNOWN):
        policy.pauses.add(1_200)
    assert before < policy.decide(doubtful).wait_ms <= DOUBT_MS["natural"][1]
    assert policy.decide(PauseEvidence(acoustic=0.98, words="How are you today?")).wait_ms == SURE_MS["natural"]
