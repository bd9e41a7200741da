"""Requests of a server under control, over a real database and line: who may, exactly once, and until when."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.protocol import client_tools
from alicia_desktop.protocol.messages import (
    Configuration,
    ControlStop,
    StartAnswer,
    ToolUseResult,
    UserMessage,
)
from alicia_desktop.session.tools.contract import Permission
from alicia_desktop.session.tools.folders import Allowed
from alicia_desktop.session.tools.toolbox import Toolbox
from alicia_desktop.store import outbox
from alicia_desktop.store.conversations import conversations, tools
from alicia_desktop.transport.memory import MemoryHub
from tests.session.tools import attacks
from tests.session.tools.stage import Stage
from tests.support.patience import PATIENCE
from tests.support.scripted_server import until


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    made = Stage(tmp_path / "client.db", JumpingClock(), MemoryHub())
    await made.start()
    yield made
    await made.end()
    await made.server.close()


async def test_a_tool_runs_when_the_person_agrees_and_its_result_goes_out_once(stage: Stage) -> None:
    await stage.request("clipboard_write", text="hello")
    await stage.until(lambda: stage.person.asked)
    assert stage.desktop.done == []
    wish = stage.person.asked[0]
    assert (wish.tool, dict(wish.arguments), wish.server) == ("clipboard_write", {"text": "hello"}, "https://there")
    stage.person.say("once")
    assert (await stage.result()).success
    await stage.settled()
    assert stage.desktop.done == [("write", "hello")]
    use = await stage.database.read(tools.get, "atu_1")
    assert use is not None
    assert (use.status, use.permission) == ("success", "once")
    await stage.request("clipboard_write", text="other words under the same id")
    await stage.request("clipboard_write", "atu_2", text="again")
    await stage.result(2)
    assert [wish.arguments["text"] for wish in stage.person.asked] == ["hello", "again"]
    assert [result.request_id for result in stage.results] == ["atu_1", "atu_2"]


async def test_nobody_is_asked_for_files_while_no_folder_is_allowed(stage: Stage, tmp_path: Path) -> None:
    await stage.request("search_files", text="roses")
    result = await stage.result()
    assert (result.success, result.error_code) == (False, "permission_denied")
    assert (result.error_message or "").startswith("No folder is allowed yet.")
    assert stage.person.asked == []
    stage.allowed = Allowed(folders=(tmp_path,))
    await stage.request("search_files", "atu_2", text="roses")
    await stage.until(lambda: stage.person.asked)


async def test_a_refusal_is_the_result_and_nothing_has_run(stage: Stage) -> None:
    stage.person.say("denied")
    await stage.request("open_address", url="https://example.org")
    result = await stage.result()
    assert (result.success, result.error_code) == (False, "permission_denied")
    await stage.request("open_address", "atu_2", url="https://example.org")
    await stage.result(2)
    assert len(stage.person.asked) == 2
    assert stage.desktop.done == []
    use = await stage.database.read(tools.get, "atu_1")
    assert use is not None
    assert (use.status, use.error_code, use.permission) == ("error", "permission_denied", "denied")


@pytest.mark.parametrize(
    ("said", "again_here", "again_elsewhere"),
    [("once", 2, 2), ("conversation", 1, 2), ("always", 1, 1), ("never", 1, 1)],
)
async def test_what_was_decided_holds_where_it_was_said_to_hold(
    stage: Stage, said: Permission, again_here: int, again_elsewhere: int
) -> None:
    stage.person.say(said)
    await stage.request("clipboard_read")
    await stage.result()
    await stage.request("clipboard_read", "atu_2")
    await stage.result(2)
    assert len(stage.person.asked) == again_here
    await stage.database.write(
        conversations.create, at=stage.clock.now(), conversation_id="ac_2", server="https://there"
    )
    await stage.open("ac_2")
    await stage.request("clipboard_read", "atu_3")
    result = await stage.result(3)
    assert len(stage.person.asked) == again_here + again_elsewhere - 1
    assert result.success is (said != "never")


async def test_a_grant_is_the_servers_it_was_given_to_and_can_be_taken_back(stage: Stage) -> None:
    stage.person.say("always")
    await stage.request("clipboard_read")
    await stage.result()
    await stage.database.write(
        conversations.create, at=stage.clock.now(), conversation_id="ac_9", server="https://elsewhere"
    )
    await stage.open("ac_9")
    await stage.request("clipboard_read", "atu_9")
    await stage.result(2)
    assert [wish.server for wish in stage.person.asked] == ["https://there", "https://elsewhere"]
    for grant in await stage.database.read(tools.grants):
        await stage.database.write(tools.revoke_grant, grant.pk)
    await stage.request("clipboard_read", "atu_10")
    await stage.result(3)
    assert len(stage.person.asked) == 3


async def test_time_runs_while_the_person_thinks(stage: Stage) -> None:
    await stage.request("clipboard_read")
    await stage.until(lambda: stage.person.open)
    await stage.clock.advance(61)
    result = await stage.result()
    assert (result.error_code, stage.person.open) == ("timeout", 0)
    stage.person.say("once")
    await stage.settled()
    assert len(stage.results) == 1
    assert stage.desktop.done == []


@pytest.mark.parametrize("limit", [-5, 2**62])
async def test_a_limit_that_makes_no_sense_harms_nobody(stage: Stage, limit: int) -> None:
    await stage.request("clipboard_read", limit=limit)
    if limit > 0:
        await stage.until(lambda: stage.person.open)
        await stage.clock.advance(3_601)
    assert (await stage.result()).error_code == "timeout"
    assert stage.desktop.done == []


async def test_what_waited_is_asked_again_after_a_restart_and_what_ran_is_not_run_twice(stage: Stage) -> None:
    await stage.request("clipboard_read")
    await stage.request("clipboard_write", "atu_2", text="half")
    await stage.until(lambda: stage.person.open)
    async with asyncio.timeout(PATIENCE):
        while await stage.database.read(tools.get, "atu_2") is None:  # it came in a batch of its own
            await stage.clock.advance(0.05)
    await stage.database.write(tools.mark_running, "atu_2", stage.clock.now(), permission="once")
    await stage.end()
    await stage.start()
    await stage.until(lambda: len(stage.person.asked) == 2)
    broken_off = await stage.result()
    assert (broken_off.request_id, broken_off.error_code) == ("atu_2", "execution_error")
    stage.person.say("once")
    await stage.result(2)
    await stage.settled()
    assert stage.desktop.done == [("read",)]
    assert len(stage.results) == 2


async def test_a_result_that_was_not_confirmed_goes_out_again_as_it_was(stage: Stage) -> None:
    stage.server.acknowledges = False
    stage.person.say("once")
    await stage.request("clipboard_read")
    await stage.result()
    await stage.end()
    stage.server.acknowledges = True
    await stage.start()
    await stage.result(2)
    await stage.settled()
    first, second = (one for one in stage.server.received if isinstance(one.body, ToolUseResult))
    assert (first.stanza_id, first.body) == (second.stanza_id, second.body)
    assert stage.desktop.done == [("read",)]


async def test_a_server_that_goes_on_has_the_result_though_it_never_says_so(stage: Stage) -> None:
    stage.server.acknowledges = False
    stage.person.say("once")
    await stage.request("clipboard_read")
    await stage.result()
    assert await stage.database.read(outbox.conversations_waiting)
    await stage.server.say(StartAnswer(id="am_2", previous_id="am_1", conversation_id="ac_1"))
    await stage.settled()


async def test_a_stop_and_a_result_of_the_servers_own_end_the_question(stage: Stage) -> None:
    assert stage.sessions.active is not None
    await stage.sessions.active.session.enqueue(UserMessage(id="am_1", conversation_id="ac_1", content="?"))
    await stage.request("clipboard_read")
    await stage.until(lambda: stage.person.open)
    await stage.sessions.active.session.enqueue(ControlStop(conversation_id="ac_1", target_id="am_1"))
    await stage.until(lambda: not stage.person.open)
    await stage.request("clipboard_read", "atu_2")
    await stage.until(lambda: stage.person.open)
    await stage.server.say(ToolUseResult(request_id="atu_2", success=False, error_code="timeout"))
    await stage.until(lambda: not stage.person.open)
    assert stage.results == []


@pytest.mark.parametrize(
    ("tool", "execution", "arguments", "code"),
    [
        ("format_disk", "client", {}, "unknown_tool"),
        ("open_address", "client", {"url": "file:///etc/passwd"}, "invalid_parameters"),
        ("read_file", "client", {"path": "Notes\0/x"}, "invalid_parameters"),
        ("read_file", "client", {}, "invalid_parameters"),
        ("clipboard_read", "client", {"shell": "rm"}, "invalid_parameters"),
    ],
)
async def test_what_cannot_be_right_is_answered_without_asking(
    stage: Stage, tool: str, execution: str, arguments: dict[str, Any], code: str
) -> None:
    await stage.request(tool, execution=execution, **arguments)
    assert (await stage.result()).error_code == code
    assert stage.person.asked == []


async def test_what_either_side_may_do_is_left_to_the_server_unless_we_have_it(stage: Stage) -> None:
    stage.person.say("once")
    await stage.request("weather", execution="either", city="Oslo")
    await stage.request("clipboard_read", "atu_2", execution="either")
    await stage.request("clipboard_read", "atu_3", execution="server")
    await stage.result()
    await stage.settled()
    assert [result.request_id for result in stage.results] == ["atu_2"]


async def test_a_tool_that_fails_says_why(stage: Stage) -> None:
    stage.person.say("always")
    await stage.request("open_address", url="http://nowhere")
    assert (await stage.result()).error_message == "No browser opened the address."


async def test_only_who_offers_tools_says_so_and_others_have_none(stage: Stage) -> None:
    said = stage.server.bodies(Configuration)[-1]
    assert client_tools.FEATURE in said.features
    await stage.end()
    await stage.start(offered=False)
    assert client_tools.FEATURE not in stage.server.bodies(Configuration)[-1].features
    await stage.request("clipboard_read")
    assert (await stage.result()).error_code == "unknown_tool"


@pytest.mark.slow
async def test_none_of_five_hundred_attacks_runs_without_a_grant_or_gets_out_with_one(
    stage: Stage, tmp_path: Path
) -> None:
    """Each path as a request of its own: first refused by the person, then with everything allowed."""
    stage.allowed = attacks.build(tmp_path)
    paths = [path for path in attacks.vectors(tmp_path) if path.isprintable()][:500]
    assert len(paths) == 500
    looked: list[object] = []
    run = Toolbox.run

    async def seen(toolbox: Toolbox, name: str, arguments: dict[str, object]) -> dict[str, object]:
        looked.append(arguments)
        return await run(toolbox, name, arguments)

    stage.sessions._offered.toolbox.run = partial(seen, stage.sessions._offered.toolbox)  # type: ignore[union-attr,method-assign]  # only looks on
    stage.person.say("denied")
    for number, path in enumerate(paths):
        await stage.request("read_file", f"atu_n{number}", path=path)
    await until(lambda: len(stage.results) == 500)
    assert {result.error_code for result in stage.results} <= {"permission_denied", "invalid_parameters"}
    assert looked == []
    stage.person.say("always")
    some = paths[::10]  # all of them are walked without a session in test_folders
    for number, path in enumerate(some):
        await stage.request("read_file", f"atu_y{number}", path=path)
    await until(lambda: len(stage.results) == 500 + len(some))
    assert looked
    assert "7f3a" not in str([result.result for result in stage.results])
    assert len({result.request_id for result in stage.results}) == 500 + len(some)
