"""The right words of a correction take the place of those of their kind."""

import pytest

from alicia_desktop.memory.corrections import parse_correction
from alicia_desktop.memory.own_words import PlacedSentence
from alicia_desktop.server.dialogue.corrected_words import corrected


@pytest.mark.parametrize(
    ("told", "answer", "old", "new"),
    [
        ("My sister's birthday is on 14 March.", "it's on 15 March", "on 14 March", "on 15 March"),
        ("My favourite colour is blue.", "it's green", "blue", "green"),
        ("Ana lives in Porto", "Braga", "in Porto", "in Braga"),
        ("I have an appointment with the vet on Thursday at 10:15.", "It is on Friday now", "on Thursday", "on Friday"),
        ("My flight is at 6:40", "7:40", "at 6:40", "at 7:40"),
        ("I drive a Golf", "a Polo", "a Golf", "a Polo"),
        ("Alex is 31", "32", "31", "32"),
        ("My keys are in my coat", "on the hook", "in my coat", "on the hook"),
    ],
)
def test_a_correction_names_the_wrong_words_beside_the_right_ones(told, answer, old, new):
    sentence = corrected(told, answer)
    assert sentence is not None
    found = parse_correction(PlacedSentence(text=sentence, read=sentence))
    assert found is not None
    assert (found.old, found.new) == (old, new)


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        ("I live in Graz", "haha"),
        ("I like tea", "I don't know"),
        ("My flight is at 6:40", "Anna"),
        ("Ana lives in Porto", "Porto"),
        ("where does Ana live?", "Braga"),
        ("hello", "Braga"),
        ("My car is red", "in the garage"),
    ],
)
def test_what_is_of_another_kind_corrects_nothing(told, answer):
    assert corrected(told, answer) is None
