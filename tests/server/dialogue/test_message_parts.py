"""Greetings before a request, wishes, and questions about her."""

import pytest

from alicia_desktop.server.dialogue.message_parts import (
    about_person,
    asked_part,
    asks_about_her,
    asks_what_user_does,
    asks_whether_she_can,
    is_hardly_english,
    is_particular,
    is_plan,
    is_wish,
    parts_of,
    speaks_of_trouble,
    split_greeting,
    tells_and_asks,
    wanted_part,
    wants_about_something,
)


@pytest.mark.parametrize(
    ("message", "greeting", "rest"),
    [
        ("Hi, who are you?", "Hello!", "who are you?"),
        ("hello hello is this thing on", "Hello!", "is this thing on"),
        ("Good morning Alicia. My name is Joan.", "Good morning!", "My name is Joan."),
        ("Evening, can you help me?", "Good evening!", "can you help me?"),
        ("hello", "", "hello"),
        ("hey Alicia!", "", "hey Alicia!"),
        ("Hiking is fun", "", "Hiking is fun"),
        ("Morning sickness is awful", "", "Morning sickness is awful"),
        ("hi-fi advice please", "", "hi-fi advice please"),
        ("", "", ""),
        ("\ud800", "", "\ud800"),
    ],
)
def test_a_greeting_is_told_from_what_follows(message, greeting, rest):
    assert split_greeting(message) == (greeting, rest)


@pytest.mark.parametrize(
    "message",
    [
        "I need a letter to my landlord",
        "Could you book a table?",
        "please call my son",
        "I should like a poem about rain",
        "I'd love a limerick",
        "A toast for the wedding, please.",
    ],
)
def test_who_wants_something_done_wishes(message):
    assert is_wish(message)


@pytest.mark.parametrize(
    "message", ["Please remember my locker is 12", "I need glasses", "My name is Wil", "I want to learn Spanish"]
)
def test_what_is_told_or_to_be_remembered_is_no_wish(message):
    assert not is_wish(message)


def test_what_somebody_means_to_do_themselves_is_a_plan():
    assert is_plan("I want to learn Spanish")
    assert not is_plan("I want to learn knitting, where do I begin")
    assert not is_plan("I'd like to know who you are")


@pytest.mark.parametrize("message", ["are you left handed", "So what is your favourite tree?", "how do you feel"])
def test_questions_about_her_are_known(message):
    assert asks_about_her(message)


@pytest.mark.parametrize(
    "message", ["do you know who wrote Emma", "how do you boil an egg", "what do you call a baby goose", "who is Emma"]
)
def test_questions_about_the_world_that_say_you_are_not_about_her(message):
    assert not asks_about_her(message)


def test_what_she_is_asked_to_do_is_not_what_she_is_asked_to_say():
    assert asks_whether_she_can("can you juggle")
    assert asks_whether_she_can("make me a shopping list: milk, eggs")
    assert asks_whether_she_can("Translate 'good night' into Danish")
    assert not asks_whether_she_can("can you tell me how a heat pump works")
    assert not asks_whether_she_can("call me Bea")
    assert not asks_whether_she_can("Book club is on Tuesdays")


@pytest.mark.parametrize(
    "message", ["I quit today and I don't know if it was right", "we fell out, it's eating me up", "I worry about her"]
)
def test_words_of_trouble_are_heard(message):
    assert speaks_of_trouble(message)


@pytest.mark.parametrize("message", ["don't worry", "I am not afraid", "are you scared?", "I don't know any Greek"])
def test_the_same_words_in_other_places_are_none(message):
    assert not speaks_of_trouble(message)


def test_what_was_said_to_her_was_not_told_about_the_person():
    assert about_person(("You have an evening.", "Your son says you can help you think.")) == ()
    assert about_person(("You need you to write you a letter.", "You live in Leeds.")) == ("You live in Leeds.",)


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        (
            "I lay bricks and you keep my notes is that how it works",
            ["I lay bricks and you keep my notes", "is that how it works"],
        ),
        ("I paint, I am 50 and I would love a poem about it.", ["I paint, I am 50", "I would love a poem about it."]),
        ("Before I start: can I undo it?", ["Before I start", "can I undo it?"]),
        ("I know what you do.", ["I know what you do."]),
        ("Can you sing?", ["Can you sing?"]),
        ("", []),
        ("\ud800", ["\ud800"]),
    ],
)
def test_what_is_asked_at_the_end_of_a_sentence_is_a_part(message, parts):
    assert parts_of(message) == parts


def test_the_part_that_asks_stands_alone_unless_it_leans_on_the_rest():
    assert asked_part("What is the capital of Peru? My son says Quito.") == "What is the capital of Peru?"
    leaning = "I run a shop. Could that be you?"
    assert asked_part(leaning) == leaning
    assert wanted_part(leaning) == "Could that be you?"
    assert wanted_part("I run a shop.") == ""
    assert tells_and_asks(leaning)
    assert not tells_and_asks("Could that be you?")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What should I cook tonight?", True),
        ("I'm bored. What should I do this weekend?", True),
        ("I feel lost. What should I do?", False),
        ("What can I do about it?", False),
    ],
)
def test_a_wish_says_what_it_is_about_or_not(text: str, *, expected: bool) -> None:
    assert wants_about_something(text) is expected


def test_words_that_are_hardly_english_are_noticed():
    assert is_hardly_english("Bawo ni, se o gbo Yoruba?")
    assert not is_hardly_english("My name is Emmanuel Kwarteng from Kumasi")
    assert not is_hardly_english("https://example.com/one/two/three")
    assert not is_hardly_english("")


def test_who_wishes_for_one_about_something_is_known():
    assert is_particular("tell me a joke about cows")
    assert not is_particular("tell me a joke")


@pytest.mark.parametrize(
    ("message", "asks"),
    [
        ("What kind of music do I listen to?", True),
        ("What am I afraid of?", True),
        ("Where is my data stored?", False),
        ("What do I call you?", False),
        ("What can you do?", False),
    ],
)
def test_what_the_user_does_is_nothing_about_her(message, asks):
    assert asks_what_user_does(message) is asks
