"""What is said in the pictures of the Memory tab: why she knew it, a memory's page, an answer without it."""

from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QAbstractButton, QDoubleSpinBox

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.captures.comparison import comparison_rows, pair_turns
from alicia_desktop.captures.formats import save_as
from alicia_desktop.captures.opened import capture_connection, conversation_id_of
from alicia_desktop.captures.turn_summary import TurnSummary, read_turns
from alicia_desktop.captures.writer import CaptureContents
from alicia_desktop.paths import find_paths
from alicia_desktop.store.files.readonly_access import reading
from alicia_desktop.ui.captures.windows import ComparisonWindow
from alicia_desktop.ui.inspector.memory.details_area import DetailsArea
from alicia_desktop.ui.inspector.memory.memory_timeline import TimelineList
from alicia_desktop.ui.inspector.memory.what_if_page import TriedList
from alicia_desktop.view.comparisons import Comparison
from alicia_desktop.view.memory_page import MemoryPageView
from alicia_desktop.view.trace_details import TraceDetails
from tests.screenshots.stage import Stage

QUESTION: Final = "What is Emma allergic to?"
EDITED: Final = "Emma is allergic to walnuts and hazelnuts."
WIDTH: Final = 568
LATER: Final = (
    "My friend Nora is allergic to hazelnuts.",
    "What is Nora allergic to?",
    "Emma has her first swimming lesson on Tuesday.",
    "When does Emma swim?",
)
LOWER: Final = 0.05
"""The threshold that is tried."""


async def remembered(stage: Stage, home: Path) -> None:
    """Ask, look at why, open the page of what was used, change it, ask again without it, and compare the two runs."""
    await stage.new_conversation("what she knows")
    answer = await stage.ask(QUESTION)
    await stage.entitle("What Emma may eat")
    await stage.open_inspector()
    stage.widen_inspector(WIDTH)
    stage.window.chip_requested.emit(answer.chips[0].id)
    await shows(stage, TraceDetails)
    await press(stage, "fold retrieval")
    await stage.picture("memory-missed")
    await press(stage, "fold retrieval")
    await tried(stage)
    await capture(stage, home / "yesterday.alicia-capture")
    await page(stage)
    await compared(stage)
    await capture(stage, home / "today.alicia-capture")
    await two_runs(stage, home / "yesterday.alicia-capture", home / "today.alicia-capture")
    await along_time(stage)
    stage.window.show_inspector(shown=False)


async def tried(stage: Stage) -> None:
    """What a lower threshold would have let in."""
    await press(stage, "what if")
    await stage.until(lambda: stage.inspector.memory.findChild(TriedList) is not None, "the page")
    page = stage.inspector.memory.details.what_if
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
    stage.inspector.memory.details.back_requested.emit()
    await shows(stage, TraceDetails)


async def page(stage: Stage) -> None:
    """The page of the memory, after it was pinned, rated and edited."""
    details = area(stage).shown
    assert isinstance(details, TraceDetails)
    tab = stage.inspector.memory
    tab.details.page_requested.emit(details.memory_id)
    await shows(stage, MemoryPageView)
    await stage.until(
        lambda: tab.details.memory_page is not None and tab.details.memory_page.state == "here", "the memory's copy"
    )
    await press(stage, "rate 5")
    await press(stage, "pin")
    await stage.until(lambda: tab.details.memory_page is not None and tab.details.memory_page.pinned, "the pin")
    tab.details.action_requested.emit(details.memory_id, "update", {"content": EDITED})
    await stage.until(
        lambda: tab.details.memory_page is not None and tab.details.memory_page.content == EDITED, "the edit"
    )
    await stage.until(
        lambda: (
            tab.details.memory_page is not None and {act.state for act in tab.details.memory_page.actions} == {"done"}
        ),
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


async def along_time(stage: Stage) -> None:
    """What became of the memories of this conversation, after more was told, asked and archived."""
    for sentence in LATER:
        await stage.ask(sentence)
    archived = next(row.chips[0].memory_id for row in reversed(stage.messages) if row.chips)
    stage.inspector.memory.details.action_requested.emit(archived, "archive", {})
    stage.press("Timeline", stage.inspector)
    events = stage.inspector.memory.findChild(TimelineList)
    assert events is not None
    await stage.until(lambda: events.isVisible() and events.model().rowCount() > 2, "the events")
    events.setCurrentIndex(events.model().index(0, 0))
    await shows(stage, TraceDetails)
    await stage.picture("inspector-timeline")
    stage.press("This answer", stage.inspector)


async def capture(stage: Stage, path: Path) -> None:
    """Save the conversation as it is now."""
    contents = CaptureContents(conversation_id=stage.presenter.active.current)
    now = SystemClock().now()
    with reading(find_paths().client_database) as conn:
        save_as("capture", conn, contents, path, now=now)


async def two_runs(stage: Stage, before: Path, after: Path) -> None:
    """The two captures side by side."""
    rows = list(comparison_rows(pair_turns(_turns(before), _turns(after))))
    shown = ComparisonWindow(before.name, after.name, rows, theme=stage.root._theme)
    shown.resize(980, 320)
    shown.choose(len(shown.titles) - 1)
    shown.show()
    await stage.picture("captures-compared", shown)
    shown.close()


def _turns(path: Path) -> list[TurnSummary]:
    with capture_connection(path, now=SystemClock().now()) as (conn, manifest):
        return list(read_turns(conn, conversation_id_of(manifest)))


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
