from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from alicia_desktop.app.memories.memories_pages import BATCH_SIZE, MemoryActions
from alicia_desktop.base.errors import WorldError
from alicia_desktop.session.message_factory import MemoryRequest
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.view import undoable_edits as deeds
from alicia_desktop.view.undoable_edits import MemoryEdit

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


@dataclass
class Session:
    told: list[int] = field(default_factory=list)

    async def enqueue_memory_requests(self, requests: tuple[MemoryRequest, ...]) -> None:
        self.told.append(len(requests))


class ActiveSession:
    def __init__(self) -> None:
        self.session = Session()


async def read(keys: Sequence[int]) -> list[MemoryRecord]:
    return [MemoryRecord(id=f"amem_{key}", content=".", created_at=NOW, updated_at=NOW, user_id="user") for key in keys]


def deed(count: int) -> MemoryEdit:
    requests = tuple(MemoryRequest(memory_id=f"amem_{number}", action="delete") for number in range(count))
    undo = tuple(MemoryRequest(memory_id=f"amem_{number}", action="create") for number in range(count))
    return MemoryEdit(text=f"{count} memories deleted", requests=requests, undo=undo)


def made(active: ActiveSession | None, shown: list[tuple[str, int, int]]) -> MemoryActions:
    async def opened() -> Any:
        return active

    return MemoryActions(active_session=opened, show_progress=lambda *told: shown.append(told))


async def test_many_are_read_and_done_in_pieces_and_show_how_far_they_are():
    active, count = ActiveSession(), 4 * BATCH_SIZE + 1
    shown: list[tuple[str, int, int]] = []
    done = await made(active, shown).apply_to_many(range(count), read, deeds.delete)
    assert active.session.told == [BATCH_SIZE] * 4 + [1]
    assert shown[-1] == (f"{count - 1:,} of {count:,} memories", count - 1, count)
    assert (done.text, len(done.undo)) == (f"{count:,} memories deleted", count)


async def test_what_is_so_already_is_told_to_nobody():
    active = ActiveSession()
    done = await made(active, []).apply_to_many([1, 2], read, lambda memories: deeds.pin(memories, pinned=False))
    assert (active.session.told, done.requests) == ([], ())


async def test_the_last_deed_is_undone_first_and_then_the_one_before():
    active = ActiveSession()
    words: list[str] = []
    doer = made(active, [])
    doer.undo_changed.connect(words.append)
    await doer.apply(deed(2))
    await doer.apply(deed(3))
    undone = await doer.undo()
    assert undone is not None
    assert undone.requests == deed(3).undo
    await doer.undo()
    assert await doer.undo() is None
    assert words == ["2 memories deleted", "3 memories deleted", "2 memories deleted", ""]


async def test_what_was_done_before_it_was_cancelled_can_be_undone():
    active = ActiveSession()
    doer = made(active, [])

    async def read_until_tired(keys: Sequence[int]) -> list[MemoryRecord]:
        if active.session.told:
            doer.cancel()
        return await read(keys)

    done = await doer.apply_to_many(range(3 * BATCH_SIZE), read_until_tired, deeds.delete)
    assert len(done.requests) == 2 * BATCH_SIZE
    assert done.text == f"{2 * BATCH_SIZE} memories deleted, then stopped"
    undone = await doer.undo()
    assert undone is not None
    assert len(undone.requests) == 2 * BATCH_SIZE


async def test_without_a_conversation_it_says_so():
    with pytest.raises(WorldError, match="Open a conversation first"):
        await made(None, []).apply(deed(1))
