"""How long it takes until a new computer has all of a person's messages, beside the bare transfer of their bytes.

The real server in a process of its own, and the client's engine of sync with the real database: one round from an empty
file to every message written, flushed and searchable. The baseline makes the very calls of that round once more, one
after the other, with the same client, and lets go of the bytes.
"""

import asyncio
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from alicia_desktop.api.client import ApiClient
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.server import server_child
from alicia_desktop.server.server_child import Announcement
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.migration import migrate
from alicia_desktop.sync.engine import SyncEngine
from tests.bench.alicia import COMMAND, environment
from tests.bench.bench_conversation import fill
from tests.bench.measure import Figure, Goal, Measure, Samples
from tests.bench.traffic import BEGUN
from tests.support.processes import ending, wait_until

CONVERSATIONS, MESSAGES = 8, 10_000
PAIRS: Final = 10
USER: Final = "user"
NOBODY: Final = "http://127.0.0.1:9"
"""Models would load beside the measurement; nothing here asks one."""


class KeepingClient(ApiClient):
    """The client, which keeps what it asked for and counts the bytes of the answers."""

    def __init__(self, found: Announcement) -> None:
        super().__init__(url=found.address, user_id=USER, token=found.token)
        self.again: list[partial[Any]] = []
        self.bytes = 0

    async def _request(self, method: str, *path: str, **given: Any) -> bytes:
        said = await super()._request(method, *path, **given)
        self.again.append(partial(super()._request, method, *path, **given))
        self.bytes += len(said)
        return said


@contextmanager
def _server(home: Path) -> Iterator[Announcement]:
    """A server with all the messages."""
    data = home / "alicia"
    data.mkdir()
    engine = writing_engine(data / "server.db")
    with engine.connect() as conn:
        migrate(conn, data / "server.db", now=BEGUN)
        with conn.begin():
            for number in range(CONVERSATIONS):
                fill(conn, f"ac_{number}", MESSAGES // CONVERSATIONS)
    engine.dispose()
    nobody = {"ALICIA_MODEL_URL": NOBODY, "ALICIA_EMBEDDING_URL": NOBODY}
    process = subprocess.Popen([*COMMAND, "serve"], env=environment(home) | nobody, stdout=subprocess.DEVNULL)
    with ending(process):
        wait_until(
            lambda: server_child.read_announcement(data / "server.json") is not None, what="the server", within=60
        )
        found = server_child.read_announcement(data / "server.json")
        assert found is not None
        yield found


async def _pair(found: Announcement, path: Path) -> tuple[float, float, int]:
    """Return the seconds of a round into a new database, those of its calls alone, and their bytes."""
    clock = SystemClock()
    database = await Database.open(path, clock=clock)
    async with KeepingClient(found) as client:

        async def source() -> KeepingClient:
            return client

        await client.check_health()
        engine = SyncEngine(database=database, source=source, account=Account(server="home", user_id=USER), clock=clock)
        client.again.clear()
        client.bytes = 0
        begun = time.perf_counter()
        await engine.round()
        ours = time.perf_counter() - begun
        calls, size = client.again, client.bytes
        begun = time.perf_counter()
        for call in calls:
            await call()
        baseline = time.perf_counter() - begun
    assert await database.read(_count) == MESSAGES
    await database.close()
    return ours, baseline, size


def _count(conn: Connection) -> int:
    number: int = conn.exec_driver_sql("SELECT count(*) FROM alicia_messages").scalar_one()
    return number


async def _pairs(found: Announcement, home: Path) -> list[tuple[float, float, int]]:
    return [await _pair(found, home / f"client{number}.db") for number in range(PAIRS + 1)][1:]


def _sample() -> Samples:
    with tempfile.TemporaryDirectory(prefix="alicia-bench-") as folder, _server(Path(folder)) as found:
        taken = asyncio.run(_pairs(found, Path(folder)))
    size = taken[0][2] / 1e6
    return Samples(
        ours=[pair[0] for pair in taken],
        baseline=[pair[1] for pair in taken],
        note=f"{CONVERSATIONS} conversations, {size:.1f} MB of JSON",
    )


def measures() -> Iterator[Measure]:
    """Yield the one."""
    yield Measure(
        name=f"Sync of {MESSAGES:,} messages",
        what="A round of sync into an empty database: listed, fetched, written, flushed to disk and searchable.",
        unit="s",
        figure=Figure.COST,
        run=_sample,
        baseline="the same calls to the same server with the same client, one after the other, their bytes dropped",
        goal=Goal(limit=2.0),
    )
