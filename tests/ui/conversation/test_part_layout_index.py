from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import given

from alicia_desktop.ui.conversation.blocks import split_blocks
from alicia_desktop.ui.conversation.message_parts import BLOCK_COST, FOLD_COST, SPLIT_BATCH, SplitMessage
from alicia_desktop.ui.conversation.part_layout import PartIndex
from alicia_desktop.ui.untrusted.layout_cost import MAX_COST
from tests.support import hostile
from tests.ui import samples

PARAGRAPH = hostile.SENTENCE * 10 + "\n\n"
LONG = PARAGRAPH * 300


def message(text="", number=1, **changes):
    return replace(samples.first_answer(), id=f"am_{number}", text=text, **changes)


def cut(text, *, whole=False):
    return SplitMessage(message(text), whole=whole)


def parts_of(made):
    return [made.part(number) for number in range(len(made))]


def blocks_of(made):
    return tuple(block for part in parts_of(made) for block in part.blocks)


def shown_whole(text):
    made = cut(text, whole=True)
    while not made.ended:
        made.split_more()
    return made


@pytest.mark.parametrize("text", ["", " \n", "Hello", PARAGRAPH * 5, "Look:\n\n```py\nx\n```\nThere."])
def test_nearly_every_message_is_one_part_which_is_the_message(text):
    made = cut(text)
    (part,) = parts_of(made)
    assert part.complete
    assert part.row.text == text
    assert part.id == part.row.id
    assert part.blocks == split_blocks(text)


def test_of_a_long_message_only_the_last_part_has_what_stands_under_the_words():
    parts = parts_of(cut(PARAGRAPH * 30))
    assert len(parts) > 2
    assert [part.last for part in parts] == [False] * (len(parts) - 1) + [True]
    assert [part.first for part in parts] == [True] + [False] * (len(parts) - 1)
    assert parts[-1].row.chips == samples.first_answer().chips
    assert not any(part.row.chips or part.row.text for part in parts[:-1])
    assert len({part.id for part in parts}) == len(parts)


def test_a_very_long_message_is_folded_until_all_of_it_is_wanted():
    made = cut(LONG)
    folded = parts_of(made)
    assert folded[-1].last
    assert folded[-1].fold is not None
    assert (folded[-1].fold.opened, folded[-1].fold.size) == (False, len(LONG))
    assert sum(part.cost for part in folded) <= FOLD_COST
    made.show_whole(whole=True)
    assert len(made) <= len(folded) + SPLIT_BATCH
    assert not any(part.last for part in parts_of(made)), "more of it is to come"
    while not made.ended:
        before = len(made)
        made.split_more()
        assert len(made) - before <= SPLIT_BATCH
    whole = parts_of(made)
    assert blocks_of(made) == split_blocks(LONG)
    assert [number for number, part in enumerate(whole) if part.fold] == [len(folded) - 1, len(whole) - 1]
    assert all(part.fold.opened for part in whole if part.fold)
    made.show_whole(whole=False)
    assert parts_of(made) == folded


def test_a_fold_that_would_hide_little_is_left_out():
    made = cut(PARAGRAPH * 118)
    assert sum(part.cost for part in parts_of(made)) > FOLD_COST
    assert blocks_of(made) == split_blocks(made.part(len(made) - 1).row.text)
    assert not any(part.fold for part in parts_of(made))


@pytest.mark.parametrize("name", hostile.TEXTS)
def test_no_part_of_any_text_holds_the_window_and_no_fold_is_deep(name):
    made = cut(hostile.TEXTS[name]())
    for part in parts_of(made):
        assert part.cost <= MAX_COST + max(BLOCK_COST.values())
    assert sum(part.cost for part in parts_of(made)) <= 1.25 * FOLD_COST + MAX_COST


PIECES = [PARAGRAPH, "a\n", "```\n", "* a\n" * 200, hostile.table(4, 20), "x" * 9_000]


@given(st.lists(st.sampled_from(range(len(PIECES))), max_size=30))
def test_an_answer_that_grows_is_cut_as_if_it_had_come_whole(numbers):
    text = ""
    made = cut("")
    for number in numbers:
        text += PIECES[number]
        made.update(message(text))
        same = blocks_of(made) == blocks_of(cut(text))
        assert same, "not told in full: it is long"
        assert all(part.cost <= MAX_COST + max(BLOCK_COST.values()) for part in parts_of(made))


@pytest.mark.parametrize(
    "text",
    [
        PARAGRAPH * 13 + "* a\n" * 200 + "```\nx\n```\n",
        "```py\n" + "a\n" * 570 + "a" * 9 + "\n```\nThere.",  # all but one of the cost: too much is "``", not "```"
        hostile.table(25, 8),
    ],
    ids=["fence", "code", "table"],
)
@pytest.mark.slow
def test_an_answer_that_grows_by_letters_is_cut_as_if_it_had_come_whole(text):
    made = cut("")
    for end in range(max(0, len(text) - 1_000), len(text) + 1):
        made.update(message(text[:end]))
        assert blocks_of(made) == blocks_of(cut(text[:end]))


def test_what_is_before_the_last_part_of_a_growing_answer_stays_the_same_object():
    made = cut(PARAGRAPH * 30)
    before = parts_of(made)
    made.update(message(PARAGRAPH * 30 + "More."))
    after = parts_of(made)
    assert all(new.blocks is old.blocks for new, old in zip(after, before[:-1], strict=False))
    assert after[:-2] == before[: len(after) - 2]


def test_a_folded_answer_that_grows_is_not_cut_again():
    made = cut(LONG)
    before = parts_of(made)
    made.update(message(LONG + "More."))
    after = parts_of(made)
    assert after[:-1] == before[:-1]
    assert all(new.blocks is old.blocks for new, old in zip(after, before, strict=True))
    assert after[-1].fold.size == len(LONG) + 5


def test_a_message_that_says_something_else_is_cut_anew():
    made = cut(LONG)
    made.update(message("Short."))
    (part,) = parts_of(made)
    assert part.complete
    made.update(message(LONG))
    assert parts_of(made) == parts_of(cut(LONG))


def test_each_character_is_found_in_its_part():
    made = shown_whole(LONG)
    for part in parts_of(made):
        for block in part.blocks:
            assert made.number_at(block.start) == part.number
            assert made.number_at(block.start + len(block.text) - 1) == part.number
    folded = cut(LONG)
    assert folded.number_at(0) == 0
    assert folded.number_at(len(LONG) - 1) is None


def id_of(parts, index):
    part = parts.part(index)
    return part.row.id


def text_of(parts, index):
    part = parts.part(index)
    return part.row.text


def test_parts_of_all_messages_are_numbered_and_a_message_nobody_saw_counts_as_one():
    rows = [message("Hello", 1), message(PARAGRAPH * 30, 2), message("Bye", 3)]
    parts = PartIndex()
    parts.reset(rows)
    assert [parts.first_of(row) for row in range(3)] == [0, 1, 2]
    assert id_of(parts, 0) == "am_1"
    assert parts.part(1) is None, "it has to be counted first"
    before, after = parts.recount(1)
    assert (before, after) == (1, len(cut(PARAGRAPH * 30)))
    assert [parts.row_of(index) for index in range(after + 2)] == [0, *[1] * after, 2]
    found = [parts.part(1 + number) for number in range(after)]
    assert [part.number for part in found if part is not None] == list(range(after))
    assert id_of(parts, 1 + after) == "am_3"
    rows[1] = message("Shorter", 2)
    parts.update(1, message(PARAGRAPH * 30, 2))
    assert parts.part(1) is None
    assert parts.recount(1) == (after, 1)
    assert text_of(parts, 1) == "Shorter"


def test_another_message_in_the_place_of_one_has_its_own_parts():
    rows = [message(LONG, 1)]
    parts = PartIndex()
    parts.reset(rows)
    parts.recount(0)
    before, rows[0] = rows[0], message("Other", 2)
    parts.update(0, before)
    assert parts.recount(0)[1] == 1
    assert text_of(parts, 0) == "Other"
    rows[:] = [message("First", 3), message(LONG, 1)]
    assert parts.replace(0, [message("Other", 2)], 2) == (0, 1)
    assert parts.first_of(1) == 1
    assert parts.recount(1)[1] > 2


def test_more_of_a_message_that_is_wanted_whole_is_cut_until_its_end():
    rows = [message("Hello", 1), message(LONG * 2, 2)]
    parts = PartIndex()
    parts.reset(rows)
    parts.show_whole(1, whole=True)
    for _ in range(1_000):
        if "am_2" in parts.unfinished:
            parts.split_more("am_2")
    assert not parts.unfinished
    _, count = parts.recount(1)
    assert parts.number_at(1, len(LONG * 2) - 1) == count - 1
    parts.show_whole(1, whole=False)
    assert not parts.unfinished
    assert parts.recount(1)[1] < count
