import pytest

from alicia_desktop.memory.extraction.foreign import is_foreign
from tests.memory.extraction.test_score import kept


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
    assert is_foreign(sentence)
    assert kept(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "I sleep terribly without earplugs.",
        "My abuela lives in Oaxaca.",
        "Allergies: gluten, lactose",
        "T2 diabetic, Leeds",
        "",
    ],
)
def test_english_with_rare_words_is_not_foreign(sentence: str):
    assert not is_foreign(sentence)


def test_only_the_sentence_in_another_language_is_left_out():
    assert [content for content, _ in kept("I live in Paris. Je suis fatigué.")] == ["User lives in Paris."]
