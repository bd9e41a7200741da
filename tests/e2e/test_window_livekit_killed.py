"""The LiveKit server dies in the middle of an answer and comes back: so does the conversation, whole and said once."""

import asyncio

import pytest

from tests.support.command import objects, run
from tests.support.driven_window import driven_window, is_answered, is_connected, last_answer
from tests.support.patience import PATIENCE
from tests.support.scripted_model import ModelBeside, Script
from tests.support.talking import named

pytestmark = pytest.mark.e2e

STORY = (
    "The keeper of the lighthouse counted ships all night long. ",
    "He never slept before the sun was up. ",
    "End.",
)
SECOND = "Ships carry cargo."
QUESTIONS = ["Tell me a story.", "What do ships carry?"]


def test_the_conversation_comes_back_by_itself(livekit_server):
    hold = asyncio.Event()
    with ModelBeside(Script(pieces=STORY, hold=hold), SECOND) as model:
        with driven_window(environment={**livekit_server.environment, **model.environment}) as window:
            window.online()
            window.write(QUESTIONS[0])
            window.until(lambda seen: last_answer(seen)["text"], what="the beginning of an answer")
            livekit_server.kill()
            window.until(lambda seen: not is_connected(seen), what="the loss of the room")
            model.release(hold)
            window.write(QUESTIONS[1])
            livekit_server.start()
            seen = window.until(lambda seen: is_answered(seen, 2) and is_connected(seen), what="both answers")
            window.close()
            window.process.wait(PATIENCE)
        assert len(model.asked) == 2
    assert [(row["role"], row["text"].strip()) for row in seen["messages"]] == [
        ("user", QUESTIONS[0]),
        ("assistant", "".join(STORY)),
        ("user", QUESTIONS[1]),
        ("assistant", SECOND),
    ]
    assert [row["state"] for row in seen["messages"] if row["role"] == "user"] == ["stored", "stored"]
    passed = objects(run("journal", "--json").stdout)
    assert len({one["body"]["id"] for one in named(passed, "UserMessage")}) == 2
