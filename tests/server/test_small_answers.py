"""What a small model says, and why it is not said to anybody."""

import pytest

from alicia_desktop.server import prompts
from alicia_desktop.server.small_answers import drafts_agree, may_be_known, unsayable, wants_answer


@pytest.mark.parametrize(
    ("sentence", "question", "reason"),
    [
        ("I'm sorry, I'm sorry.", "you're useless", "repetition"),
        ("They're a bit of a British band, but they're also a bit of a British band.", "Fleetwood Mac", "repetition"),
        ("A: William Shakespeare", "Who wrote Romeo and Juliet?", "script"),
        ("User: What is it?", "What is it?", "script"),
        ("Dear [Neighbor's Name], hello.", "Write a note", "script"),
        ("What is photosynthesis?", "What is photosynthesis?", "echo"),
        ("My name is Emily Carter.", "Who runs the shelter?", "persons"),
        ("You're enjoying your vacation in Rome.", "Is Rome old?", "claim"),
        ("The dog of his wife is old.", "How old do dogs get?", "claim"),
        ("L'étoile est la maquette de la France.", "What is the capital of France?", "language"),
        ("Your sister Ann plays chess on Sundays.", "What about chess?", "example"),
        ("...", "What now?", "empty"),
    ],
)
def test_what_a_small_model_must_not_say(sentence, question, reason):
    assert unsayable(sentence, question=question, example=prompts.EXAMPLE_TEXT) == reason


def test_a_plain_sentence_about_the_world_may_be_said():
    sentence = "A group of lions is a pride of lions."
    assert unsayable(sentence, question="What is a group of lions called?", example=prompts.EXAMPLE_TEXT) is None


def test_what_the_person_said_may_be_said_back():
    known = "Your sister Ann plays chess on Sundays."
    question = "When does my sister play chess?"
    assert unsayable(known, question=question, known=known, example=prompts.EXAMPLE_TEXT) is None


def test_a_sentence_that_was_said_is_not_said_again():
    assert unsayable("Bees make honey.", question="What do bees do?", before=["Bees make honey. "]) == "repetition"


@pytest.mark.parametrize(
    ("draft", "other", "question", "agree"),
    [
        ("The capital of Peru is Lima.", "The capital of Peru is Lima, a city.", "What is the capital of Peru?", True),
        (
            "The novel was written by H.G. Wells.",
            "Charles Dickens wrote it.",
            "Who wrote Middlemarch?",
            False,
        ),
        ("The moon is 140,760 kilometers away.", "The moon is 140,760 kilometers away.", "How far is the moon?", False),
        ("The opposite of hot is cold.", "The opposite of hot is cold.", "What is the opposite of hot?", True),
        ("Peru.", "Peru.", "What is Peru?", False),
    ],
)
def test_only_what_two_drafts_say_alike_counts_as_known(draft, other, question, agree):
    assert drafts_agree(draft, other, question=question) is agree


@pytest.mark.parametrize(
    ("question", "known"),
    [
        ("What is the capital of Peru?", True),
        ("How many legs does a lobster have?", False),
        ("Who is the president of France?", False),
        ("What is my neighbour's name?", False),
    ],
)
def test_numbers_and_what_changes_are_not_for_a_small_model(question, known):
    assert may_be_known(question) is known


def test_what_is_only_told_wants_no_answer():
    assert not wants_answer("We had soup for lunch.")
    assert wants_answer("Why is the sky blue?")
