"""The memories' window over the real client, line and local server: what is done there reaches the server."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

from alicia_desktop.app.memories.memories_controller import MemoriesController
from alicia_desktop.store.files.readonly_access import reading
from alicia_desktop.store.memories import memories, memory_list
from alicia_desktop.store.memories.memory_list import MemoryFilter, MemoryOrder
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.ui.inspector.memory.memory_page import MemoryPageWidget
from alicia_desktop.ui.memories.dialogs import MergeDialog, TagDialog
from tests.app.stage import Stage, on_stage
from tests.support.patience import PATIENCE

LINES = (
    {"id": "amem_1", "full_text": "Emma is allergic to walnuts.", "tags": ["Emma"], "importance": 0.9},
    {"id": "amem_2", "full_text": "User keeps a boat.", "tags": ["boat"], "importance": 0.4, "pinned": True},
    {"id": "amem_3", "full_text": "User keeps a red boat.", "tags": ["boat", "red"], "importance": 0.6},
)


async def opened(stage: Stage) -> MemoriesController:
    """Open the window, and return what is behind it."""
    await stage.online()
    stage.window.memories_requested.emit()
    await stage.until(lambda: stage.presenter.memories is not None and stage.presenter.memories.controller)
    door = stage.presenter.memories
    assert door is not None
    assert door.controller is not None
    return door.controller


async def brought_in(stage: Stage, folder: Path) -> MemoriesController:
    """Open the window and import three memories and a line that is none."""
    controller = await opened(stage)
    file = folder / "in.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in LINES) + "no memory\n", encoding="utf-8")
    controller.window.import_file_selected.emit(file)
    await stage.until(lambda: len(controller.view.pages) == len(LINES))
    return controller


async def kept(stage: Stage) -> dict[str, MemoryRecord]:
    """Return what the server keeps, by id."""
    return await asyncio.to_thread(_all, stage.client.paths.server_database)


def _all(path: Path) -> dict[str, MemoryRecord]:
    with reading(path) as conn:
        pks = memory_list.ordered(conn, MemoryFilter(archived=None), MemoryOrder())
        return {record.id: record for record in memory_list.rows_of(conn, pks).values()}


async def select(stage: Stage, controller: MemoriesController, *ids: str) -> None:
    table = controller.window.list.table
    table.clearSelection()
    listed = [record.id for record in await controller.view.records(controller.view.pages.keys)]
    for memory_id in ids:
        place = listed.index(memory_id)
        flags = table.selectionModel().SelectionFlag
        table.selectionModel().select(table.model().index(place, 0), flags.Select | flags.Rows)
    assert table.selected_count == len(ids)


@on_stage
async def test_what_is_imported_is_listed_and_problems_are_told_by_line(stage: Stage) -> None:
    controller = await brought_in(stage, stage.client.paths.folder)
    await stage.until(lambda: controller.window.transfer.problems)
    assert controller.window.transfer.words == ("3 memories imported, 0 already existed, 1 line could not be read.")
    assert controller.window.transfer.problems[0].startswith("line 4: ")


@on_stage
async def test_what_is_exported_is_what_was_imported(stage: Stage) -> None:
    controller = await brought_in(stage, stage.client.paths.folder)
    file = stage.client.paths.folder / "out.jsonl"
    controller.window.export_file_selected.emit(file)
    await stage.until(file.exists)
    written = {line["id"]: line for line in map(json.loads, file.read_text(encoding="utf-8").splitlines())}
    for line in LINES:
        assert {key: written[str(line["id"])][key] for key in line} == line
    await stage.until(lambda: controller.window.transfer.words == "3 memories exported to out.jsonl.")


@on_stage
async def test_many_are_pinned_at_once_on_both_sides_and_one_key_takes_it_back(stage: Stage) -> None:
    controller = await brought_in(stage, stage.client.paths.folder)
    await select(stage, controller, "amem_1", "amem_2", "amem_3")
    controller.window.list.bar.action_requested.emit("pin")
    await stage.until(controller.window.undo.isEnabled)
    assert controller.window.toast.text == "2 memories pinned"
    await _until_server(stage, lambda now: all(memory.pinned for memory in now.values()))
    controller.window.undo_requested.emit()
    await _until_server(stage, lambda now: [key for key in now if now[key].pinned] == ["amem_2"])
    assert not controller.window.undo.isEnabled()


@on_stage
async def test_two_become_one_and_the_other_refers_to_it(stage: Stage) -> None:
    controller = await brought_in(stage, stage.client.paths.folder)
    await select(stage, controller, "amem_2", "amem_3")
    controller.window.list.bar.action_requested.emit("merge")
    await stage.until(lambda: controller.window.findChildren(MergeDialog))
    (dialog,) = controller.window.findChildren(MergeDialog)
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
    controller.window.undo_requested.emit()
    await _until_server(stage, lambda now: gone in now and now[gone].reference_to is None)


@on_stage
async def test_a_tag_is_asked_for_and_given(stage: Stage) -> None:
    controller = await brought_in(stage, stage.client.paths.folder)
    await select(stage, controller, "amem_1")
    controller.window.list.bar.action_requested.emit("tag")
    await stage.until(lambda: controller.window.findChildren(TagDialog))
    (dialog,) = controller.window.findChildren(TagDialog)
    dialog.field.setText("food")
    dialog.accept()
    await _until_server(stage, lambda now: list(now["amem_1"].tags) == ["Emma", "food"])


@on_stage
async def test_a_memory_is_shown_in_full_and_follows_what_happens_to_it(stage: Stage) -> None:
    controller = await brought_in(stage, stage.client.paths.folder)
    controller.window.list.memory_requested.emit("amem_1")

    def page() -> MemoryPageWidget:
        shown = controller.window.list.memory_shown
        assert isinstance(shown, MemoryPageWidget)
        return shown

    await stage.until(lambda: controller.window.list.memory_shown is not None)
    assert page().page.content == "Emma is allergic to walnuts."
    page().action_requested.emit("amem_1", "update", {"content": "Emma is allergic to all nuts."})
    await stage.until(lambda: page().page.content == "Emma is allergic to all nuts.")
    assert len(page().page.history) == 2


@on_stage
async def test_statistics_and_the_next_context_are_shown(stage: Stage) -> None:
    controller = await brought_in(stage, stage.client.paths.folder)
    controller.window.show_page("statistics")
    await stage.until(lambda: controller.window.statistics.currentIndex() == 1)
    controller.window.show_page("context")
    await stage.until(lambda: controller.window.context.places.currentIndex() == 1)
    assert controller.window.context.conversation.count() >= 1


async def _until_server(stage: Stage, so: Callable[[dict[str, MemoryRecord]], object]) -> None:
    """Wait until what the server keeps is so."""
    async with asyncio.timeout(PATIENCE):
        while not so(await kept(stage)):
            await stage.client.clock.sleep(0.02)
