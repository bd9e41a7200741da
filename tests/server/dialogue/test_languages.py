"""Messages in other languages, and English ones that only look like it."""

import pytest

from alicia_desktop.server.dialogue.languages import languages, other_language


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("Hola, ¿hablas español?", "spanish"),
        ("Guten Tag, können Sie mir bei einem Brief helfen?", "german"),
        ("Bonjour", "french"),
        ("Ciao", "italian"),
        ("kya tum hindi bolte ho", "hindi"),
        ("Goedemorgen!", "dutch"),
        ("Czy mówisz po polsku?", "polish"),
        ("привет", "russian"),
        ("Привіт, як справи?", "ukrainian"),
        ("你好", "chinese"),
        ("日本語が話せますか", "japanese"),
        ("مرحبا", "arabic"),
    ],
)
def test_a_message_in_another_language_is_recognised(message, language):
    assert other_language(message) == language


@pytest.mark.parametrize(
    "message",
    [
        "hello",
        "no",
        "What does bonjour mean?",
        "Can you speak German?",
        "I live in Berlin with my wife Anna",
        "asdfghjkl",
        "yo",
        "12 + 30",
        "?",
        "",
        "\ud800",
    ],
)
def test_english_and_nonsense_are_no_other_language(message):
    assert other_language(message) is None


def test_each_reply_says_it_in_english_too():
    assert all("(Here I only speak English.)" in one.reply for one in languages().values())
