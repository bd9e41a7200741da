"""What is said back of what was told, and what is not."""

import pytest

from alicia_desktop.server.acknowledgement import KEPT, acknowledgement, answer_told, plainly_told, restate


def test_news_is_acknowledged_in_the_persons_own_words():
    told = ("Your dog is called Biscuit.", "Tom lives in Oslo.")
    said = "I will remember that your dog is called Biscuit and that Tom lives in Oslo."
    assert acknowledgement(told) == said


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("Your blood pressure readings.", "I'd like you to keep my blood pressure readings."),
        ("You are lazy.", "I work nights and my kids think it is because I am lazy"),
        ("Your mum is had two strokes.", "my mum is 81 is had two strokes"),
        ("Is one place where it can go.", "What I want is one place where it can go."),
        ("Her family talks.", "My son married an Irish girl and her family talks so fast."),
        ("Your name isn't personal.", "my name is Jo, if I swear it isn't personal"),
        ("Doing your a levels and you are freaking out.", "doing my a levels and im freaking out"),
        ("Your name is Bo you drive a van.", "my name is bo i drive a van"),
    ],
)
def test_a_clause_that_is_not_whole_or_only_supposed_is_not_said_back(told, said):
    assert plainly_told((told,), said) == ()
    assert acknowledgement((told,), said) == KEPT


def test_of_many_things_the_first_are_said_back_and_nothing_of_a_question():
    told = tuple(f"You have {number} hens." for number in "123456")
    said = ". ".join(f"I have {number} hens" for number in "123456")
    assert acknowledgement(told, said).endswith("that you have 4 hens, and the rest of what you told me.")
    assert plainly_told(("You are not typing.",), said, besides="when I am not typing?") == ()


def test_nothing_is_said_back_of_what_was_written_without_marks():
    said = "my name is bo and i drive a van and i have two girls and the van is red and the girls are nine and ten"
    assert plainly_told(("You have two girls.",), said) == ()


def test_what_was_said_of_she_is_not_said_back_of_a_wife():
    assert plainly_told(("Your wife has gone a lot.",), "My wife is in the navy, she's gone a lot.") == ()
    assert plainly_told(("Your wife has gone.",), "My wife has gone.") == ("Your wife has gone.",)


def test_a_question_of_the_same_message_is_answered_by_it():
    said = "My favourite number is 41. What's my favourite number?"
    told = ("Your favourite number is 41.",)
    assert answer_told(told, said, "What's my favourite number?") == told[0]
    assert answer_told(told, said, "What's my name?") is None


@pytest.mark.parametrize("told", [(), ("",), ("\ud800",), (" . ",)])
def test_nothing_to_say_back_raises_nothing(told):
    assert acknowledgement(told, "x")


def test_only_what_was_plainly_said_is_repeated_when_it_is_acknowledged():
    said = "I've two children, Noor who is eight, and my husband works away, so it's mostly just me."
    told = ("Your husband works away.", "Noor is mostly just you.")
    assert acknowledgement(told, said) == (
        "I will remember that your husband works away, and the rest of what you told me."
    )
    assert acknowledgement(("Noor is mostly just you.",), said) == KEPT


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I had porridge for breakfast", ("You had porridge for breakfast", "you had porridge for breakfast")),
        ("my feet are cold.", ("Your feet are cold", "your feet are cold")),
        ("im having a bath", ("You are having a bath", "you are having a bath")),
        ("mine is green", ("Yours is green", "yours is green")),
        ("you are late", None),
        ("I told you so", None),
        ("I was tired, so I slept", None),
        ("Ollie's shoe size is 32 now.", ("Ollie's shoe size is 32 now", "Ollie's shoe size is 32 now")),
        ("someone nicked my bike", ("Someone nicked your bike", "someone nicked your bike")),
        ("she is late", None),
        ("it was late", None),
        ("my green coat", None),
        ("I had soup. Then I slept.", None),
    ],
)
def test_one_plain_sentence_about_the_person_is_said_back(said, told):
    assert restate(said) == told
