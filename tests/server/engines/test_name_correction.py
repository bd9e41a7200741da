"""Names that are known are recognised, and none is made up."""

import time
from functools import cache

import hibari
import pytest

from alicia_desktop.server.engines.contract import Samples
from alicia_desktop.server.engines.name_correction import find_candidates, replaced, sound_distance, sound_of
from alicia_desktop.server.engines.text_to_speech import pcm_48k
from alicia_desktop.server.speech.pause_analysis import to_samples
from tests.bench.spoken_names import Sentence, made_up, read_sentences, wrong_names
from tests.support.hearing import bundled_whisper


@pytest.mark.parametrize(
    ("heard", "name"),
    [("Siapen", "Siobhan"), ("Matt use", "Mateusz"), ("Lyubliana", "Ljubljana"), ("Fenella", "Phinella")],
)
def test_spellings_of_one_sound_are_near_each_other(heard, name):
    assert sound_distance(sound_of(heard), sound_of(name)) < 0.18


@pytest.mark.parametrize(
    ("one", "other"), [("dinner", "Siobhan"), ("hike", "Imke"), ("", "Anna"), ("Keith", "Caoimhe")]
)
def test_other_words_are_far(one, other):
    assert sound_distance(sound_of(one), sound_of(other)) > 0.18


def test_only_words_that_were_not_understood_may_be_a_name():
    words = [" My", " sister", " Siapen's", " dog"]
    unsure = [[0.0], [0.0], [-1.0, -2.0], [0.0]]
    (found,) = find_candidates(words, unsure, ["Siobhan", "Mateusz"])
    assert (found.start, found.stop, found.name) == (2, 3, "Siobhan")
    assert replaced(words, found) == "My sister Siobhan's dog"
    assert find_candidates(words, [[0.0]] * 4, ["Siobhan"]) == []


def test_speech_that_was_hardly_understood_takes_no_time_to_compare_with_many_names():
    names = [
        f"{one}{two}{three}" for one in "BDFGK" for two in ("ami", "oren", "ilda", "uvas") for three in "abcdefghij"
    ]
    words = [f" {one}{two}" for one in ("mirov", "tanel", "gorsi", "pulda", "fenta") for two in "aeiou"]
    begun = time.process_time()
    find_candidates(words, [[-1.0]] * len(words), names)
    assert time.process_time() - begun < 0.2  # 0.02 on a quiet machine


def test_several_words_may_have_been_one_name_and_leave_their_punctuation():
    words = [" Matt", " use,", " come"]
    (found, *_) = find_candidates(words, [[-0.9], [-0.7], [0.0]], ["Mateusz"])
    assert replaced(words, found) == "Mateusz, come"


@cache
def voice():
    return hibari.Hibari(threads=1)


@cache
def spoken(text: str) -> Samples:
    return to_samples(pcm_48k(voice()(text, seed=0)))


def heard(sentences: list[Sentence], names: list[str]) -> list[str]:
    return [bundled_whisper().transcribe(spoken(one.text), names=names).text for one in sentences]


@pytest.mark.slow
def test_half_of_the_wrong_names_become_right_and_none_is_made_up():
    """On a sixth of the sentences; `tests/bench/bench_names.py` has all."""
    held_out = [one for one in read_sentences() if one.is_held_out]
    names = [one.name for one in held_out if one.name]
    some = [one for one in held_out if one.name][:10]
    without, using = heard(some, []), heard(some, names)
    assert wrong_names(some, using, names) <= 0.5 * wrong_names(some, without, names)
    others = [one for one in held_out if not one.name][:5]
    found = heard(others, names)  # two transcripts of one sound may differ where two words are as likely
    assert [made_up(one, text, names) for one, text in zip(others, found, strict=True)] == [[]] * len(others)
