"""What a small model says, and why it is not said to anybody."""

import pytest

from alicia_desktop.server import prompts
from alicia_desktop.server.small_answers import Draft, may_be_known, unsayable, wants_answer


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


def drafted(question, *pieces):
    """Return the sentence of a draft that comes in such pieces, and how many of them it took."""
    draft = Draft(question)
    taken = 0
    for text, logprob in pieces:
        taken += 1
        if not draft.add(text, logprob):
            break
    return draft.sentence, taken


ITALY = [("The", -1.2), (" capital", -0.1), (" of", 0.0), (" Italy", 0.0), (" is", -0.1), (" Rome", -0.25), (".", -0.1)]


def test_a_sentence_is_said_whose_own_words_the_model_is_sure_of():
    assert drafted("What is the capital of Italy?", *ITALY, (" It", -0.1))[0] == "The capital of Italy is Rome."


def test_at_the_first_word_that_it_is_unsure_of_the_draft_ends():
    pieces = [*ITALY[:5], (" S", -0.7), ("ao", -0.01), (" Paulo", -0.3), (".", -0.7)]
    assert drafted("What is the capital of Italy?", *pieces) == ("", 6)


def test_a_word_in_pieces_is_one_word():
    pieces = [("Roman", 0.0), ("ia", 0.0), ("'s", -0.1), (" Buch", -0.3), ("arest", -0.4), (".", 0.0)]
    assert drafted("What is the capital of Romania?", *pieces) == ("", 5)


@pytest.mark.parametrize(
    "pieces",
    [
        [(text, None) for text, _ in ITALY],
        ITALY[:-1],
        [("It", 0.0), (" is", 0.0), (" 140", -0.01), (".", 0.0)],
        [],
    ],
)
def test_what_is_unsure_broken_off_or_counts_is_not_said(pieces):
    assert drafted("What is the capital of Italy?", *pieces)[0] == ""


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
    assert not wants_answer("mine is green")
    assert wants_answer("Why is the sky blue?")


def test_a_clause_that_only_begins_like_a_question_asks_nothing():
    assert not wants_answer("When I was young we wrote letters.")
    assert wants_answer("When did people stop writing letters?")
