"""A tool that is run once more: through its permission, without a word to the server."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock, SystemClock
from alicia_desktop.session.tools.tool_runner import OfferedTools, ToolReruns
from alicia_desktop.session.tools.toolbox import Toolbox
from alicia_desktop.store.conversations import tools
from alicia_desktop.store.records import ToolUseRecord
from alicia_desktop.transport.memory import MemoryHub
from tests.session.tools.stage import Stage


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    made = Stage(tmp_path / "client.db", JumpingClock(), MemoryHub())
    await made.start()
    yield made
    await made.end()
    await made.server.close()


async def used(stage: Stage, tool: str, **arguments: str) -> ToolUseRecord:
    """Have the server use a tool, and return the use."""
    stage.person.say("once")
    await stage.request(tool, **arguments)  # type: ignore[arg-type]  # parameters of the tool
    await stage.result()
    await stage.settled()
    use = await stage.database.read(tools.get, "atu_1")
    assert use is not None
    stage.person.says = None
    stage.person.asked.clear()
    return use


def reruns(stage: Stage) -> ToolReruns:
    toolbox = Toolbox(desktop=stage.desktop, allowed=lambda: stage.allowed, clock=stage.clock)
    offered = OfferedTools(toolbox=toolbox, ask=stage.person.ask)
    return ToolReruns(database=stage.database, offered=offered, clock=SystemClock())


async def test_it_asks_for_permission_again_and_tells_the_server_nothing(stage: Stage) -> None:
    use = await used(stage, "clipboard_read")
    stage.desktop.clipboard = "other words"
    stage.person.say("once")
    rerun = await reruns(stage).run(use)
    assert (use.tool_result["text"], rerun.result["text"]) == ("copied words", "other words")
    assert [(wish.tool, wish.again) for wish in stage.person.asked] == [("clipboard_read", True)]
    await stage.settled()
    assert len(stage.results) == 1
    assert await stage.database.read(tools.get, use.id) == use


@pytest.mark.parametrize(
    ("answer", "sentence"), [("denied", "This was not allowed."), ("never", "This tool is not allowed here.")]
)
async def test_what_is_not_allowed_does_not_run(stage: Stage, answer: str, sentence: str) -> None:
    use = await used(stage, "clipboard_write", text="hello")
    stage.person.say(answer)  # type: ignore[arg-type]  # one of the answers
    assert (await reruns(stage).run(use)).error == sentence
    assert stage.desktop.done == [("write", "hello")]
    decided = await stage.database.read(tools.decision_on, "ac_1", "clipboard_write")
    assert decided == ("never" if answer == "never" else None)


async def test_what_was_always_allowed_is_not_asked_again(stage: Stage) -> None:
    use = await used(stage, "clipboard_read")
    stage.person.say("always")
    again = reruns(stage)
    await again.run(use)
    stage.person.says = None
    assert (await again.run(use)).result["text"] == "copied words"
    assert len(stage.person.asked) == 1


async def test_a_tool_that_is_gone_or_cannot_run_says_why(stage: Stage) -> None:
    use = await used(stage, "search_files", text="roses")
    assert (await reruns(stage).run(use)).error.startswith("No folder is allowed yet.")


async def test_a_tool_that_takes_too_long_or_breaks_says_so(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    use = await used(stage, "clipboard_read")
    stage.person.say("once")
    again = reruns(stage)

    async def never(*_: object) -> dict[str, object]:
        await asyncio.Event().wait()
        return {}

    monkeypatch.setattr(Toolbox, "run", never)
    assert (await again.run(dataclasses.replace(use, timeout_ms=20))).error == "It took longer than 0.02 seconds."
