import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.facts import compare_facts, fact_of
from alicia_desktop.memory.grammatical_person import to_statement
from tests.extraction.test_extractor import TOLD


def between(old: str, new: str) -> str:
    return compare_facts(fact_of(to_statement(new)), fact_of(to_statement(old)))


def test_allergic_to_peanuts_and_allergic_to_penicillin_are_two():
    assert between("I'm allergic to peanuts", "I'm allergic to penicillin") == "other"


def test_a_sister_in_berlin_and_a_brother_in_berlin_are_two():
    assert between("My sister lives in Berlin", "My brother lives in Berlin") == "other"


def test_allergic_and_not_allergic_are_two():
    assert between("I'm allergic to peanuts", "I'm not allergic to peanuts") == "other"
    assert between("I'm not allergic to peanuts", "I'm allergic to peanuts") == "other"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Berlin", "I live in Berlin."),
        ("I'm allergic to peanuts", "I am allergic to peanuts!"),
        ("I live in Berlin", "I'm living in Berlin"),
        ("My wife's name is Anna", "My wife is called Anna"),
        ("I love jazz", "I really like jazz"),
        ("My birthday is on March 3", "My birthday is March 3"),
        ("I work as a nurse", "I am a nurse"),
        ("I have a red car", "I have a RED car"),
    ],
)
def test_the_same_thing_in_other_words_is_the_same(old: str, new: str):
    assert between(old, new) == "same"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Berlin", "I live in Paris"),
        ("I live in Berlin", "I moved to Paris"),
        ("My name is Sam", "My name is Samuel"),
        ("My birthday is on March 3", "My birthday is on March 4"),
        ("I work as a nurse", "I work as a teacher"),
        ("My favourite color is green", "My favorite color is blue"),
        ("My wife's name is Anna", "My wife's name is Eva"),
        ("I am 34 years old", "I am 35 years old"),
        ("My sister lives in Berlin", "My sister moved to Rome"),
        ("I love coffee", "I don't like coffee anymore"),
        ("I'm allergic to peanuts", "I'm no longer allergic to peanuts"),
        ("I live in Berlin", "I no longer live in Berlin"),
        ("i live in rome", "i live in milan"),
        ("I am single", "I am happily married"),
        ("I weigh 80 kg", "I weigh 75 kg"),
        ("My rent is 900", "My rent is 950"),
        ("I work at Siemens", "I work for Google"),
    ],
)
def test_another_value_of_what_one_has_once_replaces_it(old: str, new: str):
    assert between(old, new) == "replaces"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I have a dog", "I have a cat"),
        ("I love jazz", "I love blues"),
        ("My daughter Emma has a recital on Friday", "My daughter Emma has a recital on Monday"),
        ("My daughter is called Emma", "My daughter is called Mia"),
        ("Emma is 8 years old", "Jordan is 8 years old"),
        ("I live in Berlin", "My sister lives in Berlin"),
        ("I love coffee", "I don't like coffee"),
        ("I have two kids", "I have three kids"),
        ("I am a nurse", "I'm a Christian"),
        ("I am a nurse", "I'm a Londoner"),
        ("I am a nurse", "I'm a pacifist"),
        ("I am a nurse", "I'm a keen gardener"),
        ("I am a nurse", "I'm a homeowner"),
        ("I am a nurse", "I'm a former pilot"),
        ("I work as a nurse", "I also work as a waiter"),
        ("I work as a nurse", "I work as a waiter on weekends"),
        ("I work at Siemens", "I work at night"),
        ("I work at Siemens", "I work for myself"),
        ("I live in Berlin", "I live in a small flat"),
        ("I live in Berlin", "I live near the station"),
        ("I live in Berlin", "I live in constant pain"),
        ("I live in Berlin", "I moved in with my boyfriend"),
        ("I moved to Berlin", "I moved to a new team"),
        ("I am from Chile", "I am from a big family"),
        ("I bought 3 apples", "I bought 4 apples"),
    ],
)
def test_other_names_numbers_dates_and_things_are_others(old: str, new: str):
    assert between(old, new) == "other"


@given(st.sampled_from([statement for _, statements in TOLD for statement in statements]))
def test_every_statement_is_the_same_as_itself(statement: str):
    assert compare_facts(fact_of(statement), fact_of(statement)) == "same"


@given(st.text(max_size=100), st.text(max_size=100))
def test_what_is_the_same_is_so_both_ways(one: str, two: str):
    first, second = fact_of(one), fact_of(two)
    assert (compare_facts(first, second) == "same") == (compare_facts(second, first) == "same")
