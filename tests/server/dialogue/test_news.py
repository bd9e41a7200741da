"""The kind of news that a message tells, and how it is met beside the act."""

import pytest

from alicia_desktop.memory.retrieval.encoders import SharedEncoder
from alicia_desktop.server.dialogue.acts import ActRecogniser
from alicia_desktop.server.dialogue.news import (
    GRAVEST_FIRST,
    GROUPS,
    NO_NEWS,
    OF_JOY,
    OF_SORROW,
    SOME_NEWS,
    act_beside,
    load_news_weights,
    news_of,
)
from alicia_desktop.server.dialogue.reply_table import NEWS_PREFIX, NONE, reply_table
from tests.bench.train_news import told_lines


@pytest.fixture(scope="module")
def read():
    return ActRecogniser(SharedEncoder()).news


def chances(**given):
    """Return a reader that gives each text the chances of its first word."""
    table = {word: {kind: share, "plain": 1 - share} for word, (kind, share) in given.items()}
    return lambda text: table[text.split()[0].lower()]


def test_every_kind_that_is_learned_has_a_group_and_replies():
    kinds = {kind for kinds in GROUPS.values() for kind in kinds}
    assert kinds == {line.kind for line in told_lines()}
    assert all(set(weights.names) == kinds for weights in load_news_weights().values())
    met = (kinds - {"plain"}) | {"good", "bad", SOME_NEWS}
    assert met == set(GRAVEST_FIRST)
    assert all(reply_table()[f"{NEWS_PREFIX}{kind}"].replies for kind in met)


@pytest.mark.parametrize(
    ("message", "kinds"),
    [
        ("I've just been made redundant after 22 years.", {"setback"}),
        ("They're closing our factory.", {"setback"}),
        ("Someone nicked my bike outside the library.", {"nuisance"}),
        ("I ran my first 10k today!", {"achieved"}),
        ("Nan turned 100 and got a card from the King!", {"celebrated", "good"}),
        ("We had to put the cat down this morning.", {"died"}),
        ("I'm making soup", {"making"}),
        ("Just chilling with a cuppa.", {"pleasure"}),
        ("It's snowing here!", {"weather"}),
    ],
)
def test_news_are_told_apart(read, message, kinds):
    assert news_of(read, message) in kinds


@pytest.mark.parametrize(
    "message",
    [
        "The stopcock is under the kitchen sink behind the bleach.",
        "My locker combination is 7-31-12",
        "I'm allergic to penicillin",
        "My wife is called Ruth and she teaches yoga.",
        "What is the capital of Peru?",
        "Remember that the plumber is coming on Thursday at nine",
        "",
    ],
)
def test_what_is_no_news_is_met_with_nothing(read, message):
    assert news_of(read, message) == NO_NEWS


def test_the_gravest_part_is_met_first():
    read = chances(mum=("died", 0.99), rain=("weather", 0.99))
    assert news_of(read, "Mum died on Friday. Rain is falling here.") == "died"


def test_good_and_bad_news_in_one_message_are_neither_congratulated_on_nor_pitied():
    read = chances(mum=("ill", 0.99), we=("celebrated", 0.99))
    assert news_of(read, "Mum is in hospital. We are engaged now.") == SOME_NEWS


def test_a_doing_is_not_met_beside_a_question():
    read = chances(soup=("making", 0.99), dad=("ill", 0.99))
    assert news_of(read, "Soup is on the stove. What time is it?") == NO_NEWS
    assert news_of(read, "Dad is in hospital. What time is it?") == "ill"


@pytest.mark.parametrize("act", [name for name, row in reply_table().items() if row.sorrow])
def test_nobody_is_congratulated_whose_message_may_be_a_sorrow(act):
    for news in OF_JOY:
        _, left = act_beside(act, news)
        assert left not in OF_JOY


def test_an_act_that_meets_what_is_told_leaves_no_news():
    assert act_beside("bereaved", "died") == ("bereaved", NO_NEWS)
    assert act_beside("glad", "achieved") == ("glad", NO_NEWS)
    assert act_beside("who", "setback") == ("who", NO_NEWS)


def test_news_are_met_where_an_act_says_less():
    assert act_beside("small_talk", "making") == (NONE, "making")
    assert act_beside("grumble", "nuisance") == (NONE, "nuisance")
    assert act_beside("angry", "nuisance") == ("angry", NO_NEWS)
    assert act_beside("advice", "setback") == ("advice", "setback")
    assert act_beside("advice", "making") == ("advice", NO_NEWS)
    for news in OF_SORROW - {"nuisance", "pain"}:
        assert act_beside("glad", news) == (NONE, SOME_NEWS)
