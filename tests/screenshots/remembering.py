"""What is said in the pictures of the Memory tab: why she knew it, a memory's page, an answer without it."""

from typing import Final

from PySide6.QtWidgets import QAbstractButton, QDoubleSpinBox

from alicia_desktop.ui.inspector.memory.details_area import DetailsArea
from alicia_desktop.ui.inspector.memory.tried_list import TriedList
from alicia_desktop.view.comparisons import Comparison
from alicia_desktop.view.memory_page import MemoryPageView
from alicia_desktop.view.trace_details import TraceDetails
from tests.screenshots.stage import Stage

QUESTION: Final = "What is Emma allergic to?"
EDITED: Final = "Emma is allergic to walnuts and hazelnuts."
WIDTH: Final = 568
LOWER: Final = 0.05
"""The threshold that is tried."""


async def remembered(stage: Stage) -> None:
    """Ask, look at why, open the page of what was used, change it, and ask again without it."""
    await stage.new_conversation("what she knows")
    answer = await stage.ask(QUESTION)
    await stage.entitle("What Emma may eat")
    stage.window.show_inspector()
    stage.widen_inspector(WIDTH)
    stage.window.chip_requested.emit(answer.chips[0].id)
    await shows(stage, TraceDetails)
    await press(stage, "fold retrieval")
    await stage.picture("memory-missed")
    await press(stage, "fold retrieval")
    await tried(stage)
    await page(stage)
    await compared(stage)
    stage.window.show_inspector(shown=False)


async def tried(stage: Stage) -> None:
    """What a lower threshold would have let in."""
    await press(stage, "what if")
    await stage.until(lambda: stage.inspector.memory.findChild(TriedList) is not None, "the page")
    page = stage.inspector.memory.what_if
    assert page is not None
    ranking = page.findChild(TriedList)
    await stage.until(lambda: page.findChild(QDoubleSpinBox, "value threshold") is not None, "the ranking")
    threshold = page.findChild(QDoubleSpinBox, "value threshold")
    assert ranking is not None
    assert threshold is not None
    threshold.setValue(LOWER)
    model = ranking.model()
    await stage.until(lambda: model is not ranking.model(), "the ranking with another threshold")
    ranking.setCurrentIndex(ranking.model().index(ranking.model().rowCount() - 1, 0))
    await stage.picture("inspector-what-if")
    stage.inspector.memory.back_requested.emit()
    await shows(stage, TraceDetails)


async def page(stage: Stage) -> None:
    """The page of the memory, after it was pinned, rated and edited."""
    details = area(stage).shown
    assert isinstance(details, TraceDetails)
    tab = stage.inspector.memory
    tab.page_requested.emit(details.memory_id)
    await shows(stage, MemoryPageView)
    await stage.until(lambda: tab.memory_page is not None and tab.memory_page.state == "here", "the memory's copy")
    await press(stage, "rate 5")
    await press(stage, "pin")
    await stage.until(lambda: tab.memory_page is not None and tab.memory_page.pinned, "the pin")
    tab.action_requested.emit(details.memory_id, "update", {"content": EDITED})
    await stage.until(lambda: tab.memory_page is not None and tab.memory_page.content == EDITED, "the edit")
    await stage.until(
        lambda: tab.memory_page is not None and {act.state for act in tab.memory_page.actions} == {"done"},
        "the server's word on it",
    )
    await stage.picture("memory-page")


async def compared(stage: Stage) -> None:
    """The answer without the memory beside the first one."""
    await press(stage, "ask")
    await shows(stage, Comparison)

    def come() -> bool:
        shown = area(stage).shown
        return isinstance(shown, Comparison) and bool(shown.second.text) and not shown.second.note

    await stage.until(come, "the second answer")
    stage.colours("dark")
    await stage.picture("memory-compared")
    stage.colours("light")


def area(stage: Stage) -> DetailsArea:
    """Return what stands below the list of traces."""
    found = stage.inspector.memory.findChild(DetailsArea)
    assert found is not None
    return found


async def shows(stage: Stage, kind: type[object]) -> None:
    """Wait for a page of a kind."""
    await stage.until(lambda: isinstance(area(stage).shown, kind), f"a page: {kind.__name__}")


async def press(stage: Stage, name: str) -> None:
    """Press a button of the page once it is there."""
    await stage.until(lambda: _buttons(stage, name), f"the button {name}")
    _buttons(stage, name)[0].click()


def _buttons(stage: Stage, name: str) -> list[QAbstractButton]:
    found = area(stage).findChildren(QAbstractButton, name)
    return [button for button in found if button.isVisible()]
