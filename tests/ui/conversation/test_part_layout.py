from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import given

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.conversation.message_parts import MessagePart
from alicia_desktop.ui.conversation.part_layout import PartLayout, cost_of
from alicia_desktop.ui.untrusted.layout_cost import MAX_COST
from alicia_desktop.view.rows import MessageRow
from tests.support import hostile
from tests.ui import samples

VIEW = 600
MAX_TURNS = 200
PARAGRAPH = hostile.SENTENCE * 10 + "\n\n"


def message(number, text, **changes):
    return replace(samples.question(number, text), role="assistant", **changes)


class Paper:
    """Lays out parts on nothing, as high as they have characters and lines; remembers what it took and what is seen."""

    def __init__(self, height=None):
        self._height = height
        self.heights: dict[str, tuple[MessagePart, int]] = {}
        self.spent: list[int] = []

    def height_of(self, row, part):
        known = self.heights.get(part.id)
        return known[1] if known is not None and known[0] == part else None

    def lay_out(self, row, part):
        height = self._height or 20 + len(part.text) // 4 + 20 * part.text.count("\n")
        self.heights[part.id] = (part, height)
        self.spent.append(cost_of(part))
        return height

    def retain_only(self, parts):
        """Forget what is not seen."""
        kept = {part.id for part in parts}
        self.heights = {name: known for name, known in self.heights.items() if name in kept}


class Window:
    """A list of messages with the layout of its parts."""

    def __init__(self, rows, height=None):
        self.rows: Rows[MessageRow] = Rows(lambda row: row.id)
        self.layout = PartLayout(above=24, below=-16, line=24, footer_height=lambda _: 50)
        self.paper = Paper(height)
        self.rows.extend(rows)
        self.layout.reset(self.rows)
        self.rows.changed.connect(self.layout.apply_change)

    def turn(self):
        """Place what one turn of the loop can take."""
        self.paper.spent.clear()
        placed = self.layout.place(VIEW, self.paper)
        assert sum(self.paper.spent) <= MAX_COST or len(self.paper.spent) == 1
        self.paper.retain_only(part for part, _ in placed.parts)
        return placed

    def settle(self):
        """Take turns until all that is visible is laid out."""
        placed, turns = self.turn(), 1
        while not placed.complete:
            assert self.paper.spent, "each turn lays out something"
            placed, turns = self.turn(), turns + 1
            assert turns < MAX_TURNS, "it comes to an end"
        return placed, turns


def test_a_screen_of_usual_messages_takes_one_turn():
    window = Window([message(number, "Words and words. " * (number % 20)) for number in range(100)])
    placed, turns = window.settle()
    assert turns == 1
    assert placed.last == 99
    assert placed.parts[-1][0].row.id == "am_99"


@pytest.mark.parametrize("name", hostile.TEXTS)
def test_no_turn_lays_out_more_than_it_may_whatever_the_messages_say(name):
    window = Window([message(1, hostile.TEXTS[name]())], height=30)
    _, turns = window.settle()
    assert turns < 100
    window.layout.show_whole(0, whole=True)
    window.settle()
    for _ in window.layout.unfinished:
        window.layout.split_more(0)
        window.settle()


def test_what_costs_much_and_takes_no_room_is_laid_out_over_several_turns_from_the_end():
    letters = ("a" + "\N{COMBINING ACUTE ACCENT}" * 200 + " ") * 10
    window = Window([message(number, letters) for number in range(40)], height=25)
    first = window.turn()
    assert not first.complete
    assert first.parts[-1][0].row.id == "am_39", "the newest first"
    placed, turns = window.settle()
    assert turns > 3
    assert len(placed.parts) == pytest.approx(VIEW / 25, abs=2)


@pytest.mark.parametrize("height", [24, 72, 3_000])
@pytest.mark.parametrize("offset", [-5_000, -500, 0, 500, 5_000])
@pytest.mark.slow
def test_what_is_gone_to_is_laid_out_however_wrong_its_height_was_estimated(height, offset):
    text = hostile.TEXTS["zalgo of 2 MB"]()
    window = Window([message(0, text), message(1, text)], height=height)
    window.settle()
    window.layout.show_whole(0, whole=True)
    while window.layout.unfinished:
        window.layout.split_more(0)
    window.layout.jump(0, offset, number=100)
    placed, _ = window.settle()
    assert placed.parts
    for place in range(12):
        window.layout.position.scroll(placed.max_scroll * place // 12, VIEW)
        placed, _ = window.settle()
        assert placed.parts[0][1] <= 24
        assert placed.parts[-1][1] + height >= VIEW


def test_cards_and_what_else_stands_under_an_answer_count_too():
    answer = samples.growing_answer()
    assert cost_of_whole(answer) > cost_of_whole(replace(answer, chips=(), tools=()))


def cost_of_whole(row):
    placed, _ = Window([row]).settle()
    return sum(cost_of(part) for part, _ in placed.parts)


def test_what_is_looked_at_stays_where_it_is_when_a_long_message_is_cut():
    window = Window([message(0, "First"), message(1, PARAGRAPH * 100), *(message(n, "Last") for n in range(2, 40))])
    window.settle()
    window.layout.jump(1, 24)
    placed, _ = window.settle()
    assert [(part.row.id, part.number, top) for part, top in placed.parts][1] == ("am_1", 0, 24)
    window.layout.jump(2, 100)
    placed, _ = window.settle()
    (below,) = (top for part, top in placed.parts if part.row.id == "am_2")
    assert below == 100
    assert placed.parts[0][0].row.id == "am_1"
    assert placed.parts[0][0].number > 0, "its last part ends above"


def test_a_place_in_a_message_that_is_cut_only_then_stays_about_where_it_was():
    window = Window([message(0, PARAGRAPH * 40), *(message(number, "Last") for number in range(1, 40))])
    window.settle()
    window.layout.position.scroll(4_000, VIEW)
    placed, _ = window.settle()
    numbers = [part.number for part, _ in placed.parts if part.row.id == "am_0"]
    assert numbers
    assert numbers[0] > 0


@given(
    st.lists(
        st.tuples(st.sampled_from(["grow", "unfold", "fold", "new", "gone", "scroll", "end"]), st.integers(0, 5_000)),
        max_size=12,
    )
)
def test_parts_and_messages_stay_in_step_whatever_happens(steps):
    window = Window([message(number, PARAGRAPH * (40 * number)) for number in range(4)])
    fresh = 100
    for step, value in steps:
        row = value % len(window.rows)
        if step == "grow":
            window.rows.put(replace(window.rows[row], text=window.rows[row].text + PARAGRAPH * (value % 7)))
        elif step in {"unfold", "fold"}:
            window.layout.show_whole(row, whole=step == "unfold")
        elif step == "new":
            fresh += 1
            window.rows.insert(row, message(fresh, PARAGRAPH * (value % 50)))
        elif step == "gone" and len(window.rows) > 1:
            window.rows.remove(window.rows[row].id)
        elif step == "scroll":
            window.layout.position.scroll(value, VIEW)
        else:
            window.layout.position.at_end = True
        placed, _ = window.settle()
        tops = [top for _, top in placed.parts]
        assert tops == sorted(tops)
        for (part, top), (below, next_top) in zip(placed.parts, placed.parts[1:], strict=False):
            assert top + window.paper.heights[part.id][1] == next_top
            follows = part.row.id == below.row.id and below.number == part.number + 1
            place = window.rows.position(part.row.id) or 0
            assert follows or (
                (part.last or window.layout.unfinished) and window.rows.position(below.row.id) == place + 1
            )
        if window.layout.position.at_end and placed.parts:
            assert placed.last == len(window.rows) - 1
