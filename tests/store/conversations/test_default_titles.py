"""What a conversation is called that nobody has titled."""

import pytest

from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.conversations.default_titles import (
    default_title,
    is_greeting,
    opening_question,
    title_untitled_of,
)
from tests.store.wire import NOW, keep, went

FERRY = "When does the ferry leave?"


def ask(conn, number, content):
    keep(conn, went(UserMessage(id=f"am_{number}", content=content), number))
    titled = title_untitled_of(conn, f"am_{number}", default_title(content), NOW)
    return None if titled is None else titled.title


def test_a_greeting_is_the_title_until_a_later_question_says_more(conn):
    assert ask(conn, 1, "Hi") == "Hi"
    assert ask(conn, 2, "Good morning!") is None
    assert ask(conn, 3, FERRY) == FERRY
    assert ask(conn, 4, "And the next one?") is None
    assert opening_question(conn, "ac_1") == FERRY


def test_a_greeting_that_somebody_chose_as_the_title_stays(conn):
    ask(conn, 1, "Where is the ferry?")
    conversations.rename(conn, "ac_1", "Hello", NOW)
    assert ask(conn, 2, FERRY) is None


@pytest.mark.parametrize("text", ["Hi", "hello there!", "Hey Alicia, how are you today?", "Good evening.", "Hola 👋"])
def test_what_only_greets_is_a_greeting(text):
    assert is_greeting(text)


@pytest.mark.parametrize("text", ["", "Hi, when does the ferry leave?", "High tide", "Good morning in French?", "?"])
def test_what_says_more_is_none(text):
    assert not is_greeting(text)
