import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.grammatical_person import to_second_person, to_statement


@pytest.mark.parametrize(
    ("said", "statement"),
    [
        ("I have a dog", "User has a dog."),
        ("i'm a vegetarian", "User is a vegetarian."),
        ("I've never seen snow", "User has never seen snow."),
        ("I'd been sick", "User had been sick."),
        ("I'll move to Rome", "User will move to Rome."),
        ("I really enjoy chess", "User really enjoys chess."),
        ("I study law and my wife teaches it", "User studies law and User's wife teaches it."),
        ("I teach math", "User teaches math."),
        ("I went home", "User went home."),
        ("I don't smoke", "User doesn't smoke."),
        ("Emma is my daughter", "Emma is User's daughter."),
        ("Anna gave me a book", "Anna gave User a book."),
        ("We live in the US", "User lives in the US."),
        ("my husband and I are moving to Bristol", "User's husband and User are moving to Bristol."),
        ("Lukas and I live in Kent", "Lukas and User live in Kent."),
        ("I no longer live in Berlin", "User no longer lives in Berlin."),
        ("I have type I diabetes", "User has type I diabetes."),
        ("I live near the I-95", "User lives near the I-95."),
        ("my site is https://example.com/me", "User's site is https://example.com/me."),
        ("my address is me@my-site.org", "User's address is me@my-site.org."),
    ],
)
def test_the_first_person_becomes_the_user(said: str, statement: str):
    assert to_statement(said) == statement


@pytest.mark.parametrize(
    ("said", "spoken"),
    [
        ("My daughter Emma has a recital", "your daughter Emma has a recital"),
        ("My grandson put you on my computer", "your grandson put me on your computer"),
        ("My sister says you keep notes on me", "your sister says I keep notes on you"),
        ("My brother says that you're clever", "your brother says that I'm clever"),
        ("I like your voice", "you like my voice"),
        ("I wanted to help you", "you wanted to help me"),
        ("I live where you can swim", "you live where you can swim"),
        ("I know what you mean", "you know what you mean"),
        ("I am allergic to nuts", "you are allergic to nuts"),
        ("I'm tall", "you're tall"),
        ("I'd like to visit Japan", "you'd like to visit Japan"),
        ("I was born in the US", "you were born in the US"),
        ("Anna gave me a book.", "Anna gave you a book"),
        ("I live in Berlin with mine", "you live in Berlin with yours"),
        ("my site is example.com/me", "your site is example.com/me"),
    ],
)
def test_the_first_person_becomes_you(said: str, spoken: str):
    assert to_second_person(said) == spoken


@given(st.text(max_size=200))
def test_any_text_becomes_one_sentence(said: str):
    assert to_statement(said).endswith(".")
    assert "\n" not in to_statement(said)
