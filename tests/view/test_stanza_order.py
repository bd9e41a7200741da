"""Stanzas sorted by a column: all of them, those that a filter found, and quickly."""

import time

import pytest

from alicia_desktop.base.lazy_list import Pages
from alicia_desktop.filtering.columns import StanzaColumns, StanzaHeader
from alicia_desktop.protocol.messages import AssistantSentence, StartAnswer, UserMessage
from alicia_desktop.store import stanza_marks
from alicia_desktop.view.journal import JournalView
from alicia_desktop.view.stanza_order import StanzaOrder
from alicia_desktop.view.stanzas import StanzaRow
from tests.view.conftest import Story
from tests.view.test_journal import read


@pytest.fixture
async def view(story: Story):
    made = JournalView(database=story.database, clock=story.clock, scope=story.scope)
    await story.sent(UserMessage(id="am_1", content="Walnuts, walnuts, walnuts?"))
    await story.clock.advance(3)
    await story.came(StartAnswer(id="am_2", previous_id="am_1"))
    await story.came(
        *(AssistantSentence(previous_id="am_2", sequence=n, text=t) for n, t in ((1, "No."), (2, "Yes!!")))
    )
    await made.show("ac_1")
    yield made
    made.close()


async def shown(story: Story, pages: Pages[StanzaRow]) -> list[StanzaRow]:
    def rows() -> list[StanzaRow | None]:
        return [pages.get(place) for place in range(len(pages))]

    await story.until(lambda: all(rows()))
    return [row for row in rows() if row is not None]


@pytest.mark.parametrize(
    ("cell", "up"),
    [
        ("number", [1, 2, 3, 4]),
        ("time", [1, 2, 3, 4]),
        ("size", [2, 3, 4, 1]),
        ("type", [3, 4, 2, 1]),
        ("direction", [1, 2, 3, 4]),
        ("stanza", [4, 3, 2, 1]),
        ("summary", [2, 3, 4, 1]),
    ],
)
async def test_each_column_sorts_up_and_down(story, view, cell, up) -> None:
    await view.sort(StanzaOrder(cell=cell))
    assert list(view.sorted.pages.keys) == up
    rows = await shown(story, view.sorted.pages)
    assert [row.number for row in rows] == up
    await view.sort(StanzaOrder(cell=cell, descending=True))
    if cell not in {"direction", "type"}:
        assert list(view.sorted.pages.keys) == up[::-1]


async def test_a_sorted_row_keeps_its_distance_to_the_stanza_before_it(story, view) -> None:
    await view.sort(StanzaOrder(cell="delta", descending=True))
    rows = await shown(story, view.sorted.pages)
    assert rows[0].number == 2
    assert float(rows[0].delta) >= 3


async def test_only_what_the_filter_found_is_sorted_also_when_it_changes(story, view) -> None:
    orders: list[StanzaOrder | None] = []
    view.order_changed.connect(orders.append)
    order = StanzaOrder(cell="number", descending=True)
    await view.sort(order)
    await view.filter(read("type:AssistantSentence"))
    assert list(view.sorted.pages.keys) == [4, 3]
    await view.filter(read("number<3"))
    assert list(view.sorted.pages.keys) == [2, 1]
    await view.sort(None)
    assert orders == [order, order, order, None]


async def test_a_mark_shows_in_a_sorted_row(story, view) -> None:
    await view.sort(StanzaOrder(cell="size"))
    await shown(story, view.sorted.pages)
    await story.database.write(stanza_marks.mark, 3, story.clock.now(), "odd")
    await story.until(lambda: view.sorted.pages.peek(3).note == "odd")


def test_a_hundred_thousand_are_sorted_in_no_time() -> None:
    columns = StanzaColumns()
    columns.extend(
        [
            StanzaHeader(n, n, n % 2 == 0, f"Type{n % 20}", 1, n * 7_919 % 5_000, -n, 0, None, None, None)
            for n in range(1, 100_001)
        ]
    )
    begun = time.perf_counter()
    for cell in ("number", "time", "delta", "direction", "stanza", "type", "size"):
        assert len(columns.ordered(cell, None, descending=True)) == 100_000
    assert time.perf_counter() - begun < 2
