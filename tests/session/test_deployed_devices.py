"""Two and three devices of a person in one room of a deployed server, in turn and together.

See docs/protocol.md#one-device-a-room.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock
from tests.session.deployed_stage import Stage, deployed_stage
from tests.support.deployed_room import OpenRoom
from tests.support.deployed_server import DeployedServer

NAMES = ("desk", "phone", "tablet")


@pytest.fixture
async def devices(tmp_path: Path) -> AsyncIterator[list[Stage]]:
    clock, server = JumpingClock(), DeployedServer()
    room = OpenRoom(server)
    async with AsyncExitStack() as stack:
        opened = []
        for name in NAMES:
            (tmp_path / name).mkdir()
            seat = room.seat(name)
            opened.append(
                await stack.enter_async_context(deployed_stage(tmp_path / name, server=server, clock=clock, line=seat))
            )
        yield opened


async def texts(device: Stage) -> list[str]:
    return [row.contents for row in await device.shown()]


def turn(question: str) -> list[str]:
    return [question, f"You said: {question} That is all."]


async def settled(devices: list[Stage], *, seconds: float = 8) -> None:
    for device in devices:
        await device.pause(seconds)


async def test_in_turn_each_goes_on_where_the_last_has_left(devices: list[Stage]) -> None:
    said: list[str] = []
    for number, device in enumerate((*devices, *devices)):
        await device.go_online()
        await device.pause(4)
        assert await texts(device) == said
        await device.ask(f"am_{number}", f"Question {number}")
        said += turn(f"Question {number}")
        await settled([device])
        assert await texts(device) == said
        await device.session.close()
        device.session = await device.again()
    assert devices[0].server.questions() == [f"Question {number}" for number in range(6)]


@pytest.mark.parametrize("count", [2, 3])
async def test_together_each_has_every_question_and_every_answer_once(devices: list[Stage], count: int) -> None:
    server, together = devices[0].server, devices[:count]
    for device in together:
        await device.go_online()
    server.answers = False
    for name, device in zip(NAMES, together, strict=False):
        await device.ask(f"am_{name}", f"From the {name}")
    await settled(together, seconds=1)
    assert len(server.questions()) == count
    for _ in together:
        server.answer()
        await settled(together, seconds=1)
    await settled(together)
    said = [line for name in NAMES[:count] for line in turn(f"From the {name}")]
    for device in together:
        assert sorted(await texts(device)) == sorted(said)
        rows = {row.id: row for row in await device.shown()}
        for row in rows.values():
            if row.message_role == "assistant":
                assert row.contents == turn(rows[row.previous_id or ""].contents)[1]
            assert row.sync_status == "synced"
    assert sorted(server.questions()) == sorted(said[::2])
