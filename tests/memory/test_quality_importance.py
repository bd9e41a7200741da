import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.quality import AUTO_PIN_IMPORTANCE, FAILURE_IMPORTANCE, SMALL_TALK_IMPORTANCE, importance_of


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("My daughter Emma has a piano recital on Friday.", "I like tea."),
        ("I like tea.", "What is the capital of Italy?"),
        ("What is the capital of Italy?", "Thanks a lot!"),
        ("I'm allergic to peanuts.", "The weather is fine."),
        ("Here it is:\n```python\nx = 1\n```", "Here it is."),
    ],
)
def test_what_matters_more_later_is_more_important(more, less):
    assert importance_of(more, "user") > importance_of(less, "user")


@pytest.mark.parametrize(
    "text",
    [
        "Remember that my passport is in the blue box.",
        "Don't forget my sister's birthday on 4 May.",
        "From now on call me Ada.",
        "I'm allergic to peanuts.",
        "We decided to move to Lisbon in September 2027.",
    ],
)
def test_what_somebody_asks_to_keep_or_decides_is_pinned_by_itself_but_only_in_their_own_words(text):
    assert importance_of(text, "user") >= AUTO_PIN_IMPORTANCE
    assert importance_of(text, "assistant") < AUTO_PIN_IMPORTANCE


def test_small_talk_and_an_assistant_that_does_not_know_are_worth_least():
    assert importance_of("Hello!", "user") == SMALL_TALK_IMPORTANCE
    assert importance_of("I don't have any information about that.", "assistant") == FAILURE_IMPORTANCE
    assert importance_of("  ", "user") == 0.0


@given(st.text(), st.sampled_from(["user", "assistant", "system"]))
def test_it_is_always_between_nothing_and_one(text, role):
    assert 0.0 <= importance_of(text, role) <= 1.0
