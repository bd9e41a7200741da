"""Messages that only make sense behind others are written out whole, and all others stay as they are."""

import pytest

from alicia_desktop.server.dialogue.continuation import written_out
from alicia_desktop.server.dialogue.reply_table import OWN_MATTER, reply_table
from alicia_desktop.server.prompts import EarlierMessage

NOT_TOLD = reply_table()[OWN_MATTER].replies[0]


def after(text, *exchanges):
    before = [
        EarlierMessage(role=role, text=said)
        for exchange in exchanges
        for role, said in zip(("user", "assistant"), exchange, strict=True)
    ]
    return written_out(text, before)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("plus 4?", "228 plus 4"),
        ("and divided by two?", "228 divided by 2"),
        ("what is half of that", "what is half of 228"),
        ("10% of that", "10% of 228"),
        ("double it", "228 * 2"),
        ("thanks", "thanks"),
        ("my door code is 4", "my door code is 4"),
    ],
)
def test_a_sum_goes_on_with_the_last_result(text, whole):
    assert after(text, ("what's 12 times 19", "12 * 19 = 228")) == whole


@pytest.mark.parametrize(
    ("asked", "text", "whole"),
    [
        ("what time is it", "and the date?", "what is the date"),
        ("what time is it", "and in Tokyo?", "what time is it in Tokyo"),
        ("how many days till christmas", "and halloween?", "how many days until halloween"),
        ("convert 5 miles to km", "and 10 miles?", "convert 10 miles to km"),
        ("15% of 80", "what about 20%?", "20% of 80"),
        ("flip a coin", "again", "flip a coin"),
        ("what time is it", "and Ben?", "and Ben?"),
    ],
)
def test_a_tool_is_asked_again_with_what_is_named_instead(asked, text, whole):
    assert after(text, (asked, "…")) == whole


@pytest.mark.parametrize(
    ("asked", "text", "whole"),
    [
        ("do you know what my favourite colour is?", "it's green", "My favourite colour is green"),
        ("where do I live?", "Brno", "I live in Brno"),
        ("Where is my passport?", "it's in the top drawer", "My passport is in the top drawer"),
        ("how old is my daughter?", "she's seven", "My daughter is seven years old"),
        ("what do I do for a living?", "nurse", "I am a nurse"),
        ("what's my dog called?", "rex", "My dog is called Rex"),
        ("when does Lena's school start?", "8:15", "Lena's school starts at 8:15"),
        ("when is my birthday?", "12 May", "My birthday is on 12 May"),
        ("what am I allergic to?", "peanuts", "I am allergic to peanuts"),
        ("how many kids do I have", "three", "I have three kids"),
        ("where did I park?", "on Mill Street", "I parked on Mill Street"),
        ("do I have any allergies?", "yes, penicillin", "I am allergic to penicillin"),
        ("how long have I been learning Spanish?", "since January", "I have been learning Spanish since January"),
    ],
)
def test_the_answer_to_what_she_did_not_know_is_a_statement(asked, text, whole):
    assert after(text, (asked, NOT_TOLD)) == whole


@pytest.mark.parametrize(
    "text",
    [
        "never mind",
        "hello",
        "I have no sister",
        "you're useless",
        "no",
        "tell me a joke",
        "what?",
        "I don't know either", "haha", "Spain won", "my mum knows", "it's raining", "it's complicated", "tomorrow",
        "with pleasure", "let's see", "at work, bored", "42", "it's my birthday today", "stop", "none", "blue or green",
    ],
)  # fmt: skip
def test_what_is_no_answer_stays_as_it_is(text):
    assert after(text, ("what's my sister's name?", NOT_TOLD)) == text
    assert after(text, ("what is my favourite colour?", NOT_TOLD)) == text


def test_an_answer_is_of_the_kind_that_was_asked_for():
    assert after("in my bag", ("when is my dentist appointment?", NOT_TOLD)) == "in my bag"
    assert after("in the evening", ("where did I put my keys?", NOT_TOLD)) == "in the evening"
    assert after("Emma", ("how old is my sister?", NOT_TOLD)) == "Emma"
    assert after("my neighbour", ("what's my dog called?", NOT_TOLD)) == "my neighbour"
    assert after("wrong answer", ("hi I am Joan", "Nice to meet you.")) == "wrong answer"
    assert after("by the way I love jazz", ("I like tea", "I will remember that.")) == "by the way I love jazz"
    assert after("in my bag", ("I'm so sad", "I'm sorry.")) == "in my bag"


@pytest.mark.parametrize(
    ("said", "text", "whole"),
    [
        (["whats my name"], "no its spelled Joanne", "My name is Joanne"),
        (["hi I am Joan"], "no its spelled Joanne", "I am Joanne"),
        (["what's my favourite colour", "are you sure?"], "it's blue now", "My favourite colour is blue"),
        (
            ["I have a dentist appointment on Tuesday"],
            "it got moved to Wednesday",
            "My dentist appointment got moved to Wednesday",
        ),
        (["when's my dentist appointment", "it got moved"], "when is it now?", "when is my dentist appointment now?"),
        (["The Volvo is parked on Mill Street"], "no wait, I moved it to Oak Lane", "I moved the Volvo to Oak Lane"),
        (["I like hiking"], "mostly in the Alps", "I like hiking mostly in the Alps"),
        (["I have a new car"], "it's raining", "it's raining"),
        (["I have a new car"], "No, she lives in Porto now.", "No, she lives in Porto now."),
        (["do I have a dentist appointment?"], "what time is it", "what time is it"),
        (["I'm so sad"], "on Monday he left and he took the dog", "on Monday he left and he took the dog"),
    ],
)
def test_what_goes_on_with_something_told_or_corrects_it_names_it(said, text, whole):
    assert after(text, *((one, "I will remember it.") for one in said)) == whole


@pytest.mark.parametrize(
    ("said", "text", "whole"),
    [
        (["My daughter Lena is allergic to peanuts"], "how old is she?", "how old is Lena?"),
        (["my sister Anna is a nurse", "my brother Ben cooks"], "what does she do?", "what does Anna do?"),
        (["my sister Anna is a nurse"], "what should I give her?", "what should I give Anna?"),
        (["my sister Anna is a nurse"], "what is her job?", "what is Anna's job?"),
        (["my mum broke her hip"], "what happened to her?", "what happened to my mum?"),
        (["my sister Anna is a nurse", "what does Anna do?"], "and Ben?", "what does Ben do?"),
        (["where does my sister live?"], "and my brother?", "where does my brother live?"),
        (["who is the president of France"], "how old is he?", "how old is he?"),
        (["I have two cats"], "what are they called?", "what are my cats called?"),
        (["I have a cat"], "what's her name?", "what's my cat's name?"),
    ],
)
def test_a_question_names_whom_it_means(said, text, whole):
    assert after(text, *((one, "I see.") for one in said)) == whole


def test_a_first_message_and_a_long_one_stay_as_they_are():
    assert after("plus 4?") == "plus 4?"
    long = "it is a long story and I would rather tell you all of it some other time when we are both awake"
    assert after(long, ("where is my car?", NOT_TOLD)) == long


def test_the_answer_to_a_question_that_leaves_out_whom_it_means_names_them():
    assert after("Luna", ("I have a cat", "I see."), ("what's her name?", NOT_TOLD)) == "My cat's name is Luna"
