import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.facts import fact_of, normalise


@pytest.mark.parametrize(
    ("statement", "subject", "attribute", "value"),
    [
        ("User's daughter Emma has a piano recital on Friday.", "emma", "has", "piano recital on friday"),
        ("User is allergic to peanuts.", "user", "allergy", "peanuts"),
        ("User's sister lives in Berlin.", "sister", "home", "berlin"),
        ("User's wife's name is Anna.", "user", "name of wife", "anna"),
        ("User's favourite color is blue.", "user", "favorite color", "blue"),
        ("User works as a nurse.", "user", "job", "nurse"),
        ("User works for Siemens.", "user", "employer", "siemens"),
        ("User is 34 years old.", "user", "age", "34"),
        ("User turned 35 last week.", "user", "age", "35"),
        ("User is 180 cm tall.", "user", "height", "180 cm"),
        ("User moved to Rome in May 2015.", "user", "home", "rome"),
        ("User moved from Hamburg to Munich in 2020.", "user", "home", "munich"),
        ("User lives in the Netherlands.", "user", "home", "netherlands"),
        ("User is a Christian.", "user", "is", "christian"),
        ("User is an archaeologist.", "user", "job", "archaeologist"),
        ("User also works as a DJ.", "user", "other job", "dj"),
        ("User was born on March 3, 1990.", "user", "birthday", "march 3 1990"),
        ("User was born in Rome.", "user", "origin", "rome"),
        ("User doesn't like coffee.", "user", "likes", "coffee"),
        ("Emma loves dinosaurs.", "emma", "likes", "dinosaurs"),
        ("User's phone number is 555-1234.", "user", "phone number", "555 1234"),
        ("Hm.", "", "", ""),
    ],
)
def test_statements_are_taken_apart(statement: str, subject: str, attribute: str, value: str):
    fact = fact_of(statement)
    assert (fact.subject, fact.attribute, fact.value) == (subject, attribute, value)


def test_a_name_is_told_from_its_relation():
    fact = fact_of("User's daughter Emma has a piano recital on Friday.")
    assert (fact.name, fact.about) == ("Emma", "daughter emma")


@pytest.mark.parametrize(
    ("statement", "about"),
    [
        ("User's boss's wife is called Ada.", "boss"),
        ("User's sister Lena's dog is ill.", "sister lena"),
        ("Mum's birthday is on 9 May.", "mum"),
        ("User's wife's name is Eva.", "wife"),
        ("User's neighbour is called Ali.", "neighbour"),
        ("User is called Marta.", "user"),
        ("User's name is Marta.", "user"),
        ("User's car is red.", "user"),
    ],
)
def test_what_belongs_to_somebody_is_about_them(statement: str, about: str):
    assert fact_of(statement).about == about


def test_denials_and_changes_are_seen():
    assert fact_of("User is not allergic to peanuts.").denied
    assert not fact_of("User is allergic to peanuts.").denied
    assert fact_of("User doesn't like coffee anymore.").changed


def test_normal_forms_have_no_articles_and_no_contractions():
    assert normalise("The User doesn’t own a Car!") == "user does not own car"


@given(st.text(max_size=200))
def test_any_text_can_be_taken_apart_and_its_normal_form_is_stable(text: str):
    assert fact_of(text).normal == normalise(text)
