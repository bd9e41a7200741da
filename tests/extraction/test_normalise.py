import pytest

from alicia_desktop.extraction.normalise import expand, is_foreign, reword, trim
from alicia_desktop.memory.vocabulary import known_words
from tests.extraction.reader import contents


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("im a nurse and ive got two cats", "I am a nurse and I have got two cats"),
        ("My sister's a vet", "My sister is a vet"),
        ("Mum's been ill", "Mum has been ill"),
        ("I CAN'T EAT NUTS", "I can't eat nuts"),
        ("My brother's car is red", "My brother's car is red"),
    ],
)
def test_contractions_are_written_out(said: str, written: str):
    assert expand(said) == written


def test_who_is_meant_stands_before_the_name():
    assert reword("Paolo – that is my husband – has asthma") == "my husband, Paolo, has asthma"
    assert reword("wife is from Bahia") == "my wife is from Bahia"


def test_what_frames_a_clause_is_trimmed():
    assert trim("because I live in Oslo") == "I live in Oslo"
    assert trim("I think that I am allergic to cats") == "I am allergic to cats"


@pytest.mark.parametrize(
    "sentence",
    [
        "Me llamo José y vivo en Madrid.",
        "Je suis fatigué.",
        "I miei figli vivono a Roma.",
        "Jag bor i Malmö med min fru och vår hund.",
        "MEIN HUND HEISST MAX",
    ],
)
def test_another_language_is_known_and_tells_nothing(sentence: str):
    assert is_foreign(sentence, known_words())
    assert contents(sentence) == []


@pytest.mark.parametrize("sentence", ["I sleep terribly without earplugs.", "My abuela lives in Oaxaca.", ""])
def test_english_with_rare_words_is_not_foreign(sentence: str):
    assert not is_foreign(sentence, known_words())


def test_only_the_sentence_in_another_language_is_left_out():
    assert contents("I live in Paris. Je suis fatigué.") == ["User lives in Paris."]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("hi im tom", "hi I am Tom"),
        ("hello, i am lucy.", "hello, I am Lucy."),
        ("hi, i'm margaret, i am 81", "hi, I am Margaret, I am 81"),
        ("my name is tom", "my name is Tom"),
        ("hey alicia its bex", "hey alicia I am Bex"),
        ("hello, it is friday", "hello, it is friday"),
        ("hi im knackered", "hi I am knackered"),
        ("hi im bored", "hi I am bored"),
        ("my name is not important", "my name isn't important"),
        ("im tom", "I am tom"),
    ],
)
def test_a_name_typed_small_behind_a_greeting_gets_its_capital(said, read):
    assert expand(said) == read


def test_who_greets_and_says_a_name_speaks_no_foreign_language():
    assert not is_foreign("hi im tom", frozenset({"the"}))
    assert is_foreign("bonjour cher ami", frozenset({"the"}))
