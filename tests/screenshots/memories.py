"""The memories' window in pictures: what was told before, and a year of a person's life beside it, brought in."""

import json
from pathlib import Path
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from alicia_desktop.app.memories.memories_controller import MemoriesController
from alicia_desktop.ui.memories.dialogs import MergeDialog
from tests.screenshots.stage import Stage

BROUGHT: Final[tuple[tuple[str, str, tuple[str, ...], float], ...]] = (
    ("Emma must not eat hazelnuts either.", "health_wellness", ("Emma", "allergy"), 0.9),
    ("User's oven runs ten degrees hot.", "daily_routines_habits", ("oven", "kitchen"), 0.4),
    ("User keeps a boat named Morning Star.", "personal_life_interests", ("boat",), 0.6),
    ("The winter berth of Morning Star is paid until April.", "money_spending_goals", ("boat", "winter"), 0.7),
    ("User wants to learn the accordion.", "goals_future_dreams", ("music",), 0.5),
    ("User's sister Anna lives in Berlin.", "relationships_social", ("Anna", "Berlin"), 0.8),
    ("User works as a carpenter.", "work_career", ("job",), 0.8),
    ("User drinks coffee without sugar.", "daily_routines_habits", ("coffee",), 0.3),
    ("User drinks coffee without sugar, and tea on Sundays.", "daily_routines_habits", ("coffee", "tea"), 0.4),
    ("User feels calm on the water.", "mental_emotional", ("boat",), 0.5),
)
WORDS: Final = "what Emma must not eat"


async def memories(stage: Stage, folder: Path) -> None:
    """Look for something, see it in full, merge two, and look at figures and the next answer."""
    stage.window.memories_requested.emit()
    await stage.until(lambda: _behind(stage) is not None, "the memories' window")
    controller = _behind(stage)
    assert controller is not None
    window = controller.window
    window.import_file_selected.emit(_written(folder))
    await stage.until(lambda: controller.view.state.total >= len(BROUGHT), "what was brought in")
    await stage.until(lambda: bool(window.transfer.words), "the end of the import")
    window.transfer.hide()
    await stage.picture("memories", window)
    window.list.filters.search.setText(WORDS)
    await stage.until(lambda: controller.view.state.by_meaning > 0, "what means the same")
    listed = [record.id for record in await controller.view.records(controller.view.pages.keys)]
    place = window.list.table.model().index(listed.index("amem_0"), 0)
    window.list.table.setCurrentIndex(place)
    window.list.table.activated.emit(place)
    await stage.until(lambda: window.list.memory_shown is not None, "the memory in full")
    stage.colours("dark")
    await stage.picture("memories-meaning", window)
    stage.colours("light")
    window.list.filters.search.clear()
    await _merging(stage, controller)
    window.show_page("statistics")
    await stage.until(lambda: window.statistics.currentIndex() == 1, "the figures")
    await stage.picture("memories-statistics", window)
    window.show_page("context")
    await stage.until(lambda: bool(window.context.conversation.count()), "the conversations")
    window.context.question.setText("What can I bake for Emma?")
    window.context.request_context()
    await stage.until(lambda: window.context.places.currentIndex() == 1, "the context of the next answer")
    await stage.picture("memories-context", window)
    window.close()


async def _merging(stage: Stage, controller: MemoriesController) -> None:
    """Choose the two about coffee."""
    window = controller.window
    window.list.close_memory()
    window.list.filters.search.setText("coffee without")
    await stage.until(lambda: controller.view.state.by_words == 2, "two memories of coffee")
    window.list.table.selectRow(0)
    flags = window.list.table.selectionModel().SelectionFlag
    second = window.list.table.model().index(1, 0)
    window.list.table.selectionModel().select(second, flags.Select | flags.Rows)
    window.list.bar.action_requested.emit("merge")
    await stage.until(lambda: _merge(window) is not None, "the question what two become")
    dialog = _merge(window)
    assert dialog is not None
    await stage.picture("memories-merge", dialog)
    dialog.reject()
    window.list.filters.clear()


def _merge(window: QWidget) -> MergeDialog | None:
    return next((dialog for dialog in window.findChildren(MergeDialog) if dialog.isVisible()), None)


def _behind(stage: Stage) -> MemoriesController | None:
    door = stage.presenter.memories
    return door.controller if door is not None else None


def _written(folder: Path) -> Path:
    """Write what is brought in, and return where."""
    path = folder / "memories.jsonl"
    lines: list[dict[str, Any]] = [
        {
            "id": f"amem_{number}",
            "content": content,
            "category": category,
            "tags": tags,
            "importance": importance,
            "pinned": number == 0,
            "created_at": f"2025-{number + 1:02d}-14T09:30:00+00:00",
        }
        for number, (content, category, tags, importance) in enumerate(BROUGHT)
    ]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path
