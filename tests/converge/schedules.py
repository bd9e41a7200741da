"""Two devices and a server, apart and together by chance: one seed is one schedule, and what must be so in its end."""

import asyncio
import random
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alicia_desktop.store import outbox
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.sync import sync_conflicts, sync_state
from alicia_desktop.sync.engine import UNDO_SECONDS
from tests.converge.device import ACCOUNT, Device
from tests.converge.server import USER, ServerSide, Ticking, said_there
from tests.simulate.inline import InlineDatabase, copy_template, make_template

STEPS = 40
CALM = 40
"""Rounds of quiet after which all must say the same."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """What a schedule went through."""

    seed: int
    kills: int
    conflicts: int
    said: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Failure:
    """A schedule in whose end something is wrong."""

    seed: int
    error: str
    steps: int
    """The fewest that still go wrong."""

    def __str__(self) -> str:
        return f"seed {self.seed}: {self.error} (in {self.steps} steps)"


class Schedule:
    """One seed."""

    def __init__(self, seed: int, folder: Path, template: Path, *, steps: int) -> None:
        self.seed, self._steps = seed, steps
        self.dice = random.Random(seed)
        self.clock = Ticking()
        self._conflicts = 0
        database = InlineDatabase(copy_template(template, folder / "server.db"))
        self.server = ServerSide(database, self.clock, self.dice)
        self.devices = [
            Device(name, copy_template(template, folder / f"{name}.db"), self.server, self.clock, self.dice)
            for name in ("a", "b")
        ]

    async def play(self) -> Run:
        """Let things happen, then be quiet, then look."""
        for _ in range(self._steps):
            device = self.dice.choice(self.devices)
            match self.dice.randrange(8):
                case 0:
                    await self._together(device)
                case 1:
                    await device.meet()
                case 2:
                    await self._decide(device)
                case _:
                    await device.act()
            if self.dice.random() < 0.1:
                self.clock._elapsed += 2 * UNDO_SECONDS
        await self._settle()
        await self._check()
        kills = sum(device.kills for device in self.devices)
        said = sum(len(device.said) for device in self.devices)
        return Run(seed=self.seed, kills=kills, conflicts=self._conflicts, said=said)

    async def close(self) -> None:
        for database in (self.server.database, *(device.database for device in self.devices)):
            await database.close()

    async def _together(self, device: Device) -> None:
        before = await _heads(device)
        await device.sync()
        after = await _heads(device)
        for name, (title, status, head) in before.items():
            if head is None or name not in after:
                continue
            now_title, now_status, _ = after[name]
            assert now_title == title or title in {head.title, ""}, "a title of the person's was overwritten"
            assert status in {now_status, head.status}, "a state of the person's was overwritten"

    async def _decide(self, device: Device) -> None:
        self._conflicts += await device.database.read(sync_conflicts.count, ACCOUNT)
        await device.decide()

    async def _settle(self) -> None:
        for device in self.devices:
            device.trouble = False
        for _ in range(CALM):
            self.clock._elapsed += 2 * UNDO_SECONDS
            for device in self.devices:
                await self._decide(device)
                await device.meet()
                await self._together(device)
            if await self._is_quiet():
                return
        raise AssertionError("they never came to rest")

    async def _is_quiet(self) -> bool:
        self.clock._elapsed += 2 * UNDO_SECONDS
        for device in self.devices:
            if await device.database.read(sync_conflicts.count, ACCOUNT):
                return False
            waiting = await device.database.read(outbox.conversations_waiting)
            await device.meet()
            if waiting != await device.database.read(outbox.conversations_waiting):
                return False
            if (await device.engine.round()).changed:
                return False
        return True

    async def _check(self) -> None:
        there = {one.id: one for one in await self.server.database.read(conversations.listed, user_ids=(USER,))}
        told = {name: _comparable(await said_there(self.server, name)) for name in there}
        for device in self.devices:
            here = await device.alive()
            assert {name: (one.title, one.status) for name, one in here.items()} == {
                name: (one.title, one.status) for name, one in there.items()
            }, "conversations differ"
            for name in there:
                assert _comparable(await device.messages(name)) == told[name], "messages differ"
            waiting = set(await device.database.read(outbox.conversations_waiting))
            assert not waiting & set(there), "something still waits to be sent"
            words = {text for said in told.values() for _, _, text, _ in said.values()}
            lost = {
                text
                for message_id, text in device.said.items()
                if await self._should_be_there(device, message_id, there) and text not in words | device.given_up
            }
            assert not lost, "words of the person's are lost"
        assert await self._database_is_whole()

    async def _should_be_there(self, device: Device, message_id: str, there: dict[str, Any]) -> bool:
        return bool(await device.database.read(_lives_in, message_id, set(there)))

    async def _database_is_whole(self) -> bool:
        databases = [self.server.database, *(device.database for device in self.devices)]
        return all([await database.read(_is_whole) for database in databases])


class Schedules:
    """Plays seeds in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._template = make_template(folder / "template.db", Ticking())

    def play(self, seeds: Iterable[int]) -> Iterator[Run | Failure]:
        """Play one after the other; one that fails is made as short as it gets."""
        for seed in seeds:
            run = self._play(seed, STEPS)
            yield Failure(seed=seed, error=run, steps=self._shortest(seed)) if isinstance(run, str) else run

    def _shortest(self, seed: int) -> int:
        return next((steps for steps in range(1, STEPS) if isinstance(self._play(seed, steps), str)), STEPS)

    def _play(self, seed: int, steps: int) -> Run | str:
        async def played() -> Run | str:
            schedule = Schedule(seed, self._folder, self._template, steps=steps)
            try:
                return await schedule.play()
            except AssertionError as error:
                return str(error).partition("\n")[0]
            finally:
                await schedule.close()

        return asyncio.run(played())


@contextmanager
def schedules() -> Iterator[Schedules]:
    """Return a player of seeds; its folder goes with it."""
    with tempfile.TemporaryDirectory(prefix="converge-") as folder:
        yield Schedules(Path(folder))


async def _heads(device: Device) -> dict[str, tuple[str, str, Any]]:
    since = device._clock.now()
    found = await device.database.read(sync_state.local_conversations, ACCOUNT, undoable_since=since)
    return {name: (one.title, one.status, one.head) for name, one in found.items()}


def _comparable(said: list[Any]) -> dict[str, tuple[str, str | None, str, bool]]:
    return {one.id: (one.message_role, one.previous_id, one.contents, one.superseded_at is not None) for one in said}


def _lives_in(conn: Any, message_id: str, names: set[str]) -> bool:
    row = conn.exec_driver_sql("SELECT conversation_id FROM alicia_messages WHERE id = ?", (message_id,)).first()
    return row is not None and row[0] in names


def _is_whole(conn: Any) -> bool:
    return bool(conn.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok")
