"""A stranger in the LiveKit room of a person's window, and of their terminal: neither shows, says or does anything."""

import json
from pathlib import Path

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.store import journal
from alicia_desktop.store.files.readonly_access import reading
from alicia_desktop.store.records import JournalRecord
from tests.support.driven_window import DrivenWindow, driven_window, is_answered, is_connected
from tests.support.livekit_server import LiveKitServer
from tests.support.processes import wait_until
from tests.support.room_stranger import visit
from tests.support.scripted_model import ModelBeside
from tests.support.talking import answers, named, talking

pytestmark = pytest.mark.e2e

STRANGE = journal.JournalFilter(flags=("stranger",))


def until_journaled(folder: Path, count: int) -> list[JournalRecord]:
    """Wait until the client has written down what the stranger sent, and return it."""
    found: list[JournalRecord] = []

    def ready() -> bool:
        try:
            with reading(folder / "client.db") as conn:
                found[:] = journal.page(conn, STRANGE, limit=1_000)
        except WorldError:
            return False
        return len(found) >= count

    wait_until(ready, what=f"{count} stanzas of a stranger")
    return found


def shown(window: DrivenWindow) -> str:
    """What the person sees, but for the time of day."""
    seen = window.look()
    return json.dumps({name: seen[name] for name in ("messages", "banner", "dialog", "voice")}, sort_keys=True)


def test_a_window_shows_nothing_of_a_stranger(livekit_server: LiveKitServer) -> None:
    with ModelBeside("It is on Friday.", "At six.") as model:
        with driven_window(environment={**livekit_server.environment, **model.environment}) as window:
            conversation_id = window.online()["conversation"]
            window.write("When is the recital?")
            window.until(lambda seen: is_answered(seen, 1), what="an answer")
            before = shown(window)
            sent = visit(livekit_server, identity="mallory", conversation_id=conversation_id)
            strange = until_journaled(window.folder, sent)
            assert shown(window) == before
            window.write("At what time?")
            seen = window.until(lambda seen: is_answered(seen, 2) and is_connected(seen), what="another answer")
            window.close()
        assert len(model.asked) == 2
    assert [row["text"].strip() for row in seen["messages"]] == [
        "When is the recital?",
        "It is on Friday.",
        "At what time?",
        "At six.",
    ]
    assert len(strange) == sent


def test_a_terminal_says_nothing_of_a_stranger(livekit_server: LiveKitServer, home: Path) -> None:
    with ModelBeside("It is on Friday.", "At six.") as model:
        environment = {**livekit_server.environment, **model.environment}
        with talking("--transport", "livekit", environment=environment) as talk:
            talk.write("When is the recital?")
            talk.wait_for("SessionStats")
            (start,) = named(talk.said, "StartAnswer")
            sent = visit(livekit_server, identity="alicia-agent-9", conversation_id=start["body"]["conversationId"])
            until_journaled(home / "alicia", sent)
            talk.write("At what time?")
            talk.wait_for("SessionStats", 2)
            assert talk.finish() == 0, talk.errors
    assert answers(talk.said) == ["It is on Friday.", "At six."]
    assert [one["body"]["content"] for one in named(talk.said, "UserMessage")] == [
        "When is the recital?",
        "At what time?",
    ]
