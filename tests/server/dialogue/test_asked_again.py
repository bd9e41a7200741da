"""The same is asked of somebody or something else, and of nobody who was not meant."""

import pytest

from tests.server.dialogue.test_continuation import after

FAMILY = "My son Theo plays the trumpet, my daughter Ida the violin."


@pytest.mark.parametrize(
    ("said", "text", "whole"),
    [
        (["When is my wife's birthday?"], "and mine?", "When is my birthday?"),
        (["When is my birthday?"], "and Anna's?", "When is Anna's birthday?"),
        ([FAMILY, "when is Theo's lesson"], "and hers?", "when is Ida's lesson"),
        (["when is Zoe's swimming?"], "what about Max's football?", "when is Max's football?"),
        (["what do i have tomorrow?", "when's my flight?"], "what about Tuesday?", "what am I doing on Tuesday?"),
        (
            ["I have two dogs", "Rex is old", "how many dogs do I have"],
            "what are they called?",
            "what are my dogs called?",
        ),
        (["When is my wife's birthday?", "and mine?"], "mine is 9 January", "my birthday is 9 January"),
        (["What's your favourite colour?"], "mine is dark green", "my favourite colour is dark green"),
        (["Anna's birthday is 4 October"], "mine is in May", "my birthday is in May"),
    ],
)
def test_what_is_left_out_is_put_in(said, text, whole):
    assert after(text, *((one, "I see.") for one in said)) == whole


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (["when is the report due?"], "and the budget meeting is on Monday at 9"),
        (["when is Theo's lesson"], "and hers?"),
        (["I like tea"], "and mine?"),
        (["I like tea"], "and you?"),
        (["when's my flight?"], "what about Tuesday?"),
    ],
)
def test_what_may_mean_anything_stays_as_it_is(said, text):
    assert after(text, *((one, "I see.") for one in said)) == text


@pytest.mark.parametrize(
    ("told", "text", "whole"),
    [
        ("I take 5 mg of bisoprolol every morning", "and metformin twice a day", "I take metformin twice a day"),
        ("I'm allergic to nuts", "and shellfish", "I am allergic to shellfish"),
        ("I live in Leeds", "and my brother", "and my brother"),
        ("I live in Leeds", "and thanks", "and thanks"),
        ("I need eggs", "and then he left", "and then he left"),
    ],
)
def test_one_more_object_goes_on_with_the_statement_before(told, text, whole):
    assert after(text, (told, "I will remember that.")) == whole


def test_a_correction_behind_a_short_sentence_is_of_what_was_told_before():
    told = ("I have an appointment with the vet on Thursday at 10:15.", "I will remember that.")
    whole = after("Oh, they rang. It is on Friday now.", told, ("when is my appointment?", "On Thursday."))
    assert whole == "Oh, they rang. I have an appointment with the vet at 10:15 not on Thursday but on Friday"
