"""Dictionaries of the system's Enchant: a small one of Hunspell's in a folder of its own, and none."""

import sys

import pytest

from alicia_desktop.compose.dictionaries import Dictionaries, dictionary_for
from tests.support.spelling import own_dictionary


@pytest.fixture
def names(tmp_path, monkeypatch):
    return own_dictionary(tmp_path, monkeypatch, "la_VA", ["salve", "recital", "don't", "Anna"])


def test_words_that_are_not_in_the_dictionary_are_wrong(names):
    dictionaries = Dictionaries()
    found = dictionaries.use("la_VA", ["en_US"])
    assert (found.name, found.problem) == ("la_VA", "")
    assert "la_VA" in found.names
    words = ["salve", "Salve", "reciptal", "don’t", "Anna", "привет", "東京"]
    assert dictionaries.wrong_words(words) == ["reciptal"]
    assert dictionaries.suggest("reciptal")[0] == "recital"


def test_the_language_of_the_system_is_taken_where_none_is_chosen(names):
    assert Dictionaries().use("", ["zz_ZZ", "la-VA"]).name == "la_VA"


def test_a_language_without_dictionary_is_said(names):
    dictionaries = Dictionaries()
    found = dictionaries.use("zz_ZZ", [])
    assert (found.name, found.problem) == ("", "no_language")
    assert dictionaries.wrong_words(["reciptal"]) == []
    assert dictionaries.suggest("reciptal") == []


def test_without_enchant_nothing_is_wrong_and_it_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "enchant", None)
    dictionaries = Dictionaries()
    assert dictionaries.use("", ["en_US"]).problem == "no_enchant"
    assert dictionaries.wrong_words(["reciptal"]) == []


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        *(("en_GB", "en_GB"), ("en-GB", "en_GB"), ("en", "en_US"), ("en_NZ", "en_US")),
        *(("de_AT.UTF-8", "de_DE"), ("fr", "fr_CH"), ("xx", ""), ("", "")),
    ],
)  # fmt: skip
def test_the_country_is_the_systems_else_the_usual_one(wanted, name):
    assert dictionary_for(wanted, ["de_BE", "de_DE", "en_AU", "en_GB", "en_US", "fr_CH"]) == name
