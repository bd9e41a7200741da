"""The memories' window with a few memories, filled by hand: no database, no loop."""

from array import array

import pytest

from alicia_desktop.base.lazy_list import Pages
from alicia_desktop.ui.memories.window import MemoriesWindow
from alicia_desktop.view.memories_rows import ListedMemory, MemoriesListState

CONTENTS = (
    "Emma is allergic to walnuts.",
    "Emma has a piano recital on Friday at 18:30.",
    "User lives on an island.",
    "القط اسمه سمسم ويحب النوم في الشمس.",
    "A very long memory " + "that goes on and on " * 20,
)


def row(number: int, **more: object) -> ListedMemory:
    plain = {
        "id": f"amem_{number}",
        "content": CONTENTS[number % len(CONTENTS)],
        "note": "Emma · allergy",
        "category": "Health & wellness",
        "importance": "0.90",
        "importance_fraction": 0.9,
        "uses": "12",
        "stored": "14 Nov",
        "pinned": False,
        "archived": False,
        "named_only": False,
    }
    return ListedMemory(**(plain | more))  # type: ignore[arg-type]  # the tests name fields that there are


class Listing:
    """Pages whose rows are there at once."""

    def __init__(self, keys):
        self.rows: dict[int, ListedMemory] = {}
        self.pages: Pages[ListedMemory] = Pages()
        self.pages.page_requested.connect(lambda _: self.load())
        self.list(keys)

    def list(self, keys):
        self.pages.reset(array("q", keys))
        self.load()

    def load(self):
        for places in self.pages.pop_requested(10):
            keys = [self.pages.key(place) for place in places]
            self.pages.put({key: self.rows.get(key) or row(key) for key in keys}, places)


def state(**more: object) -> MemoriesListState:
    plain = {
        "shown": 5,
        "total": 5,
        "by_words": 5,
        "by_meaning": 0,
        "searching": False,
        "narrowed": False,
        "note": "",
    }
    return MemoriesListState(**(plain | more))  # type: ignore[arg-type]  # as above


@pytest.fixture
def listing():
    return Listing(range(5))


@pytest.fixture
def memories(qtbot, theme, clock, listing):
    made = MemoriesWindow(theme=theme, clock=clock)
    qtbot.addWidget(made)
    made.list.set_pages(listing.pages)
    made.list.set_state(state())
    with qtbot.waitExposed(made):
        made.show()
    return made
