"""The typed dialogue of the first issue, between real processes and with the real small model."""

import datetime as dt
import re

import pytest

from tests.support.command import objects, run
from tests.support.talking import answers, named

Over = tuple[list[str], dict[str, str]]
"""The options and the environment of a transport."""

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(400)]

FACT = "My daughter Emma has a piano recital on Friday."
QUESTION = "When is Emma's recital?"
KEYS = ["direction", "stanza_id", "type", "name", "body", "meta", "at"]


@pytest.fixture(params=["websocket", "livekit"])
def over(request):
    """The options and the environment of a transport."""
    if request.param == "websocket":
        return ["--transport", "websocket"], {}
    server = request.getfixturevalue("livekit_server")
    return ["--transport", "livekit"], dict(server.environment)


def talk(over, *arguments):
    """What passed in one run that went well."""
    options, environment = over
    done = run("talk", "--json", *options, *arguments, environment=environment)
    assert done.returncode == 0, done.stderr
    return objects(done.stdout)


def test_a_fact_told_once_answers_a_question_in_a_new_conversation(over):
    told = talk(over, "--text", FACT)
    assert [list(one) for one in told] == [KEYS] * len(told)
    assert [trace["body"]["action"] for trace in named(told, "MemoryTrace")] == ["stored"]
    asked = talk(over, "--text", QUESTION, "--text", "What is 17 * 23?", "--text", "What time is it?")
    assert asked[0]["body"]["conversationId"] != told[-1]["body"].get("conversationId")
    when, product, time = answers(asked)
    assert "Friday" in when
    traces = named(asked, "MemoryTrace")
    assert traces
    assert {trace["body"]["action"] for trace in traces} == {"retrieved"}
    assert traces[0]["body"]["previousId"] == named(asked, "UserMessage")[0]["body"]["id"]
    assert 0 < traces[0]["body"]["confidence"] <= 1
    assert "391" in product
    assert clock_time_in(time)
    requests, results = named(asked, "ToolUseRequest"), named(asked, "ToolUseResult")
    assert [one["body"]["id"] for one in requests] == [one["body"]["requestId"] for one in results]
    assert len(requests) == 2
    assert all(one["body"]["success"] for one in results)


def clock_time_in(text):
    """Whether a text tells the time of this moment, give or take some minutes."""
    found = re.search(r"(\d{1,2}):(\d{2})\s*([AaPp]\.?[Mm])?", text)
    assert found is not None, text
    hour = int(found[1]) % 12 + 12 * (found[3] or "").lower().startswith("p") if found[3] else int(found[1])
    now = dt.datetime.now()  # noqa: DTZ005 - the clock on the wall
    return (now.hour * 60 + now.minute - hour * 60 - int(found[2])) % (24 * 60) <= 10


def test_a_conversation_goes_on_where_one_left():
    over: Over = ["--transport", "memory"], {}
    first = talk(over, "--text", "What is 2 + 3?")
    conversation = named(first, "StartAnswer")[0]["body"]["conversationId"]
    second = talk(over, "--conversation", conversation, "--text", "What is 3 + 4?")
    assert "7" in answers(second)[-1]
    assert named(second, "StartAnswer")[0]["body"]["conversationId"] == conversation
    ids = [one["stanza_id"] for one in [*first, *second] if one["direction"] == "out"]
    assert sorted(set(ids)) == ids
    assert not {one["body"].get("id") for one in named(second, "AssistantSentence")} & {
        one["body"].get("id") for one in named(first, "AssistantSentence")
    }
    journaled = objects(run("journal", conversation, "--json").stdout)
    assert [one["stanza_id"] for one in journaled] == [one["stanza_id"] for one in [*first, *second]]
