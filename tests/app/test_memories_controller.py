"""The memories' window over the real client, line and local server: what is done there reaches the server."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

from alicia_desktop.app.memories_controller import Remembering
from alicia_desktop.store.files.readonly_access import reading
from alicia_desktop.store.memories import memories, memory_list
from alicia_desktop.store.memories.memory_filter import MemoryFilter, MemoryOrder
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.ui.inspector.memory_page import MemoryPageWidget
from alicia_desktop.ui.memories.dialogs import MergeDialog, TagDialog
from tests.app.stage import Stage, on_stage
from tests.support.patience import PATIENCE

LINES = (
    {"id": "amem_1", "content": "Emma is allergic to walnuts.", "tags": ["Emma"], "importance": 0.9},
    {"id": "amem_2", "content": "User keeps a boat.", "tags": ["boat"], "importance": 0.4, "pinned": True},
    {"id": "amem_3", "content": "User keeps a red boat.", "tags": ["boat", "red"], "importance": 0.6},
)


async def opened(stage: Stage) -> Remembering:
    """Open the window, and return what is behind it."""
    await stage.online()
    stage.window.memories_requested.emit()
    await stage.until(lambda: stage.presenter._memories is not None and stage.presenter._memories.behind)
    door = stage.presenter._memories
    assert door is not None
    assert door.behind is not None
    return door.behind


async def brought_in(stage: Stage, folder: Path) -> Remembering:
    """Open the window and import three memories and a line that is none."""
    behind = await opened(stage)
    file = folder / "in.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in LINES) + "no memory\n", encoding="utf-8")
    behind.window.import_chosen.emit(file)
    await stage.until(lambda: len(behind._view.pages) == len(LINES))
    return behind


async def kept(stage: Stage) -> dict[str, MemoryRecord]:
    """Return what the server keeps, by id."""
    return await asyncio.to_thread(_all, stage.client.paths.server_database)


def _all(path: Path) -> dict[str, MemoryRecord]:
    with reading(path) as conn:
        pks = memory_list.ordered(conn, MemoryFilter(archived=None), MemoryOrder())
        return {record.id: record for record in memory_list.rows_of(conn, pks).values()}


async def select(stage: Stage, behind: Remembering, *ids: str) -> None:
    table = behind.window.list.table
    table.clearSelection()
    listed = [record.id for record in await behind._view.records(behind._view.pages.keys)]
    for memory_id in ids:
        place = listed.index(memory_id)
        flags = table.selectionModel().SelectionFlag
        table.selectionModel().select(table.model().index(place, 0), flags.Select | flags.Rows)
    assert table.selected_count == len(ids)


@on_stage
async def test_what_is_imported_is_listed_and_problems_are_told_by_line(stage: Stage) -> None:
    behind = await brought_in(stage, stage.client.paths.folder)
    await stage.until(lambda: behind.window.transfer.problems)
    assert behind.window.transfer.words == ("3 memories imported, 0 were there already, 1 line could not be read.")
    assert behind.window.transfer.problems[0].startswith("line 4: ")


@on_stage
async def test_what_is_exported_is_what_was_imported(stage: Stage) -> None:
    behind = await brought_in(stage, stage.client.paths.folder)
    file = stage.client.paths.folder / "out.jsonl"
    behind.window.export_chosen.emit(file)
    await stage.until(file.exists)
    written = {line["id"]: line for line in map(json.loads, file.read_text(encoding="utf-8").splitlines())}
    for line in LINES:
        assert {key: written[str(line["id"])][key] for key in line} == line
    await stage.until(lambda: behind.window.transfer.words == "3 memories exported to out.jsonl.")


@on_stage
async def test_many_are_pinned_at_once_on_both_sides_and_one_key_takes_it_back(stage: Stage) -> None:
    behind = await brought_in(stage, stage.client.paths.folder)
    await select(stage, behind, "amem_1", "amem_2", "amem_3")
    behind.window.list.bar.wished.emit("pin")
    await stage.until(behind.window._undo.isEnabled)
    assert behind.window._toast.text == "2 memories pinned"
    await _until_server(stage, lambda now: all(memory.pinned for memory in now.values()))
    behind.window.undo_requested.emit()
    await _until_server(stage, lambda now: [key for key in now if now[key].pinned] == ["amem_2"])
    assert not behind.window._undo.isEnabled()


@on_stage
async def test_two_become_one_and_the_other_refers_to_it(stage: Stage) -> None:
    behind = await brought_in(stage, stage.client.paths.folder)
    await select(stage, behind, "amem_2", "amem_3")
    behind.window.list.bar.wished.emit("merge")
    await stage.until(lambda: behind.window.findChildren(MergeDialog))
    (dialog,) = behind.window.findChildren(MergeDialog)
    dialog.content.setPlainText("User keeps a red boat and a small one.")
    survivor, gone = dialog.kept.id, dialog.gone.id
    dialog.accept()
    await _until_server(stage, lambda now: gone not in now)
    now = await kept(stage)
    assert now[survivor].content == "User keeps a red boat and a small one."
    assert (set(now[survivor].tags), now[survivor].pinned) == ({"boat", "red"}, True)
    assert round(now[survivor].importance, 4) == 0.6  # 32 bits on the wire
    row = await stage.client.database.read(memories.get_memory, gone)
    assert row is not None
    assert row.reference_to == survivor
    behind.window.undo_requested.emit()
    await _until_server(stage, lambda now: gone in now and now[gone].reference_to is None)


@on_stage
async def test_a_tag_is_asked_for_and_given(stage: Stage) -> None:
    behind = await brought_in(stage, stage.client.paths.folder)
    await select(stage, behind, "amem_1")
    behind.window.list.bar.wished.emit("tag")
    await stage.until(lambda: behind.window.findChildren(TagDialog))
    (dialog,) = behind.window.findChildren(TagDialog)
    dialog.field.setText("food")
    dialog.accept()
    await _until_server(stage, lambda now: list(now["amem_1"].tags) == ["Emma", "food"])


@on_stage
async def test_a_memory_is_shown_in_full_and_follows_what_happens_to_it(stage: Stage) -> None:
    behind = await brought_in(stage, stage.client.paths.folder)
    behind.window.list.memory_requested.emit("amem_1")

    def page() -> MemoryPageWidget:
        shown = behind.window.list.memory_shown
        assert isinstance(shown, MemoryPageWidget)
        return shown

    await stage.until(lambda: behind.window.list.memory_shown is not None)
    assert page().page.content == "Emma is allergic to walnuts."
    page().act_requested.emit("amem_1", "update", {"content": "Emma is allergic to all nuts."})
    await stage.until(lambda: page().page.content == "Emma is allergic to all nuts.")
    assert len(page().page.history) == 2


@on_stage
async def test_statistics_and_the_next_context_are_shown(stage: Stage) -> None:
    behind = await brought_in(stage, stage.client.paths.folder)
    behind.window.show_page("statistics")
    await stage.until(lambda: behind.window.statistics.currentIndex() == 1)
    behind.window.show_page("context")
    await stage.until(lambda: behind.window.context._places.currentIndex() == 1)
    assert behind.window.context.conversation.count() >= 1


async def _until_server(stage: Stage, so: Callable[[dict[str, MemoryRecord]], object]) -> None:
    """Wait until what the server keeps is so."""
    async with asyncio.timeout(PATIENCE):
        while not so(await kept(stage)):
            await stage.client.clock.sleep(0.02)
