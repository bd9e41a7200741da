"""How a memory is worded for the user whom it is about."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from alicia_desktop.view.memory_text import memory_text


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("User's sister lives in Lisbon.", "Your sister lives in Lisbon"),
        ("User is allergic to walnuts.", "You are allergic to walnuts"),
        ("User goes by they/them.", "You go by they/them"),
        ("User has grown up in a pub.", "You have grown up in a pub"),
        ("User also works as a DJ.", "You also work as a DJ"),
        ("User doesn't like coffee anymore.", "You don't like coffee anymore"),
        ("User did get a raise.", "You did get a raise"),
        ("User relies on Tom.", "You rely on Tom"),
        ("User teaches.", "You teach"),
        ("User taught themselves the guitar.", "You taught yourself the guitar"),
        ("User and Tom live in Oslo.", "You and Tom live in Oslo"),
        ("Emma visits User every week.", "Emma visits you every week"),
        ("User's mum keeps telling people User is a lawyer.", "Your mum keeps telling people you are a lawyer"),
        ("User's doctor recommended it; User has done it.", "Your doctor recommended it; you have done it"),
        ("A letter for User is here.", "A letter for you is here"),
    ],
)
def test_a_statement_about_the_user_is_said_to_them(stored: str, shown: str) -> None:
    assert memory_text(stored) == shown


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("User lives in Oslo and works as a nurse.", "You live in Oslo and work as a nurse"),
        ("User swims and hates running.", "You swim and hate running"),
        ("User likes cats and dogs at home.", "You like cats and dogs at home"),
        ("User likes musicals and plays.", "You like musicals and plays"),
        ("User's brother cooks and drinks tea.", "Your brother cooks and drinks tea"),
    ],
)
def test_a_second_verb_goes_along_and_a_noun_stays(stored: str, shown: str) -> None:
    assert memory_text(stored) == shown


@pytest.mark.parametrize(
    "stored", ["Emma is allergic to walnuts", "User guide to the oven", "We meet at 5 p.m.", "And so on ...", ""]
)
def test_what_is_no_statement_about_the_user_stays(stored: str) -> None:
    assert memory_text(stored) == stored


def test_a_full_stop_ends_no_chip_but_parts_sentences() -> None:
    assert memory_text("Emma eats no walnuts. User cooks for her.") == "Emma eats no walnuts. You cook for her"


def test_marks_of_a_search_stay_at_their_words() -> None:
    assert memory_text("\x02User\x03's sister \x02lives\x03 here.") == "\x02Your\x03 sister \x02lives\x03 here"
    assert memory_text("User \x02lives\x03 in Rome.") == "You \x02live\x03 in Rome"


@given(some.text(alphabet="User's .\x02\x03and likes", max_size=60))
def test_any_text_can_be_shown_and_keeps_its_marks(stored: str) -> None:
    shown = memory_text(stored)
    assert [shown.count(mark) for mark in "\x02\x03"] == [stored.count(mark) for mark in "\x02\x03"]
