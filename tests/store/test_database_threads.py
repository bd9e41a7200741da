"""A thread that gets no connection fails its calls; nobody waits for it for ever."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Call, ConnectionThread, write_together
from alicia_desktop.store.engine import writing_engine


def test_damage_between_the_opening_and_the_first_call_is_told_to_every_caller(tmp_path: Path):
    path = tmp_path / "client.db"
    path.write_bytes(b"no database" * 1_000)
    failed: list[Call] = []

    def deliver(calls: Sequence[Call], changes: Changes) -> None:
        assert changes == frozenset()
        failed.extend(calls)

    loop = asyncio.new_event_loop()
    thread = ConnectionThread(
        writing_engine(path, busy_seconds=0), name="writer", serve=write_together, deliver=deliver, most=10
    )
    calls = [Call(function=print, arguments=(), future=loop.create_future()) for _ in range(2)]
    for call in calls:
        thread.submit(call)
    thread.stop()
    thread.join()
    loop.close()
    assert failed == calls
    assert all(isinstance(call.error, DBAPIError) for call in calls)
    assert not thread.is_clean
