"""An MCP server between real processes: a connected model calls its tool through `talk`, and it ends with `talk`."""

import json
import os
import signal
import sys
from pathlib import Path

import pytest

from alicia_desktop.config import McpServerSettings, McpSettings, Settings, save_settings
from alicia_desktop.paths import find_paths
from tests.support.command import objects, run
from tests.support.processes import wait_until
from tests.support.scripted_model import ModelBeside, Script
from tests.support.talking import answers, descendants, is_alive, named, talking

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(400)]
PROGRAM = Path(__file__).parents[1] / "support" / "hostile_mcp_server.py"


def add_server(what):
    paths = find_paths()
    paths.create()
    server = McpServerSettings(name="echo", command=[sys.executable, str(PROGRAM), what])
    save_settings(paths.settings, Settings(mcp=McpSettings(servers=[server])), {})


@pytest.fixture(params=["websocket", "livekit"])
def over(request):
    """The options and the environment of a transport."""
    if request.param == "websocket":
        return ["--transport", "websocket"], {}
    return ["--transport", "livekit"], dict(request.getfixturevalue("livekit_server").environment)


def test_a_connected_model_uses_a_tool_out_of_more_than_a_packet_holds(over):
    add_server("many")
    options, environment = over
    script = Script(calls=(("echo__t59", {"text": "seven roses"}),))
    with ModelBeside(script, "Seven.") as model:
        done = run(
            *("talk", "--json", *options, "--allow", "echo__t59", "--text", "How many roses?"),
            environment={**environment, **model.environment},
        )
        assert done.returncode == 0, done.stderr
        said = objects(done.stdout)
        assert answers(said) == ["Seven."]
        assert len([tool for tool in model.asked[0]["tools"] if tool["function"]["name"].startswith("echo__")]) == 60
        assert "seven roses" in str(model.asked[1]["messages"])
    (request,), (result,) = named(said, "ToolUseRequest"), named(said, "ToolUseResult")
    assert (request["body"]["toolName"], request["body"]["execution"]) == ("echo__t59", "client")
    assert (request["direction"], result["direction"]) == ("in", "out")
    assert result["body"]["result"] == {"text": "seven roses", "truncated": False}


def test_what_was_not_allowed_is_refused_where_nobody_can_be_asked():
    add_server("lies")
    with ModelBeside(Script(calls=(("echo__good", {"text": "x"}),)), "I may not.") as model:
        done = run(
            *("talk", "--json", "--transport", "websocket", "--allow", "notify", "--text", "Hello"),
            environment=model.environment,
        )
    assert done.returncode == 0, done.stderr
    (result,) = named(objects(done.stdout), "ToolUseResult")
    assert result["body"]["errorCode"] == "permission_denied"


def test_a_server_that_does_not_work_is_told_and_the_question_is_answered():
    paths = find_paths()
    paths.create()
    server = McpServerSettings(name="gone", command=["no-such-program"])
    save_settings(paths.settings, Settings(mcp=McpSettings(servers=[server])), {})
    with ModelBeside("Hello.") as model:
        done = run(
            *("talk", "--transport", "websocket", "--allow", "notify", "--text", "Hello"),
            environment=model.environment,
        )
    assert (done.returncode, done.stdout) == (0, "Hello.\n")
    assert "MCP server gone: There is no program no-such-program on this computer." in done.stderr


def test_talk_that_is_killed_leaves_no_server(tmp_path):
    add_server("deaf")
    arguments = ("--transport", "websocket", "--allow", "notify", "--text", "Hello")
    with ModelBeside(Script(pieces=("One. ", "Two."), pause=30.0)) as model:
        variables = json.dumps({"echo": {"MCP_NOTES": str(tmp_path)}})
        environment = {**model.environment, "ALICIA_MCP_VARIABLES": variables}
        with talking(*arguments, environment=environment) as talk:
            talk.wait_for("UserMessage")
            servers = [pid for pid, words in descendants(talk.process.pid).items() if PROGRAM.name in words]
            assert len(servers) == 2  # the guard and the program
            os.kill(talk.process.pid, signal.SIGKILL)
            wait_until(lambda: not any(map(is_alive, servers)), what="their end")
