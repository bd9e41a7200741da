from contextlib import contextmanager
from itertools import islice

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

from alicia_desktop.ui.conversation import blocks as module
from alicia_desktop.ui.conversation.blocks import BlockStart, align, blocks_from, code_from, shown_range, split_blocks
from alicia_desktop.ui.untrusted.layout_cost import MAX_COST, layout_cost
from tests.support import hostile

ANSWER = "Take this:\n\n```python\nx = 1\n```\n\nand **that**.\n~~~\nplain\n~~~\n"


def test_prose_and_code_are_cut_at_the_fences():
    blocks = split_blocks(ANSWER)
    assert [(block.kind, block.language) for block in blocks] == [
        ("prose", ""),
        ("code", "python"),
        ("prose", ""),
        ("code", ""),
    ]
    assert blocks[1].text == "x = 1"
    assert blocks[3].text == "plain"


SOURCES = st.lists(
    st.sampled_from(
        [
            "a",
            "b ",
            "\n",
            "\n\n",
            "```\n",
            "```py\n",
            "~~~\n",
            "* a\n",
            "  * b\n",
            "> ",
            "|a|b|\n|-|-|\n",
            "|c|d|\n",
            "|a|b|c|d|\n",
            "|-|-|-|-|\n",
            "|-",
            "`",
            "word" * 9,
            "\n" * 120,
        ]
    )
).map("".join)


@contextmanager
def small_blocks():
    """Cut where a text of a few lines is too much, so that every kind of cut is tried."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("MAX_COST", 400), ("CUT_COST", 60), ("MAX_WORD_LETTERS", 30), ("MAX_COLUMNS", 3)):
            patch.setattr(module, name, value)
        yield


@given(st.text(alphabet="ab`~ \n#*"))
def test_every_block_stands_where_it_says(source):
    for block in split_blocks(source):
        assert source[block.start :].startswith(block.text)


@given(SOURCES)
def test_blocks_follow_on_each_other_and_nothing_is_lost(source):
    with small_blocks():
        blocks = split_blocks(source)
    at = 0
    for block in blocks:
        assert block.start >= at
        between = source[at : block.start].split("\n")
        assert all(not line.strip() or line.strip()[0] in "`~" for line in between)
        assert source[block.start :].startswith(block.text)
        at = block.start + len(block.text)
    assert all(not line.strip() or line.strip()[0] in "`~" for line in source[at:].split("\n"))


@given(SOURCES)
def test_no_block_costs_more_than_is_laid_out_at_once(source):
    with small_blocks():
        blocks = split_blocks(source)
    for block in blocks:
        assert block.cost <= 400
        assert layout_cost(block.head + block.text, plain=block.kind == "code") <= block.cost


@given(SOURCES, st.integers(0, 200))
@example("|a|b|\n|-|-|\n\n" + "word" * 9 + "|a|b|\n|-|-|\n", 55)
@example("a" * 90 + "\n\n" + "b" * 90 + "\n" * 110 + "c", 290)
def test_a_text_that_grows_by_lines_is_cut_anew_only_from_its_last_block(source, length):
    with small_blocks():
        known = list(blocks_from(source[: source.rfind("\n", 0, length) + 1], BlockStart()))
        places = [BlockStart(), *(place for _, place in known)]
        kept = [block for block, _ in known[:-1]]
        grown = [block for block, _ in blocks_from(source, places[max(0, len(known) - 1)])]
        assert (*kept, *grown) == split_blocks(source)


@given(SOURCES, st.integers(0, 200))
@example("a\n" * 18 + "```\n", 38)
@example("```\n" + "a\n" * 19 + "```\n", 44)
@example("|c|d|\n" + "\n> a\n|-|-|\n|-x", 20)
def test_a_text_that_grows_by_letters_is_cut_anew_only_from_the_last_block_that_is_not_tentative(source, length):
    with small_blocks():
        known = list(blocks_from(source[:length], BlockStart()))
        places = [BlockStart(), *(place for _, place in known)][: len(known) or 1]
        last = max(number for number, place in enumerate(places) if not place.tentative)
        grown = [block for block, _ in blocks_from(source, places[last])]
        assert (*(block for block, _ in known[:last]), *grown) == split_blocks(source)


def test_the_last_line_moves_no_place_once_it_is_neither_fence_nor_table():
    whole = "a " * 5_000 + "\n\n" + "b " * 2_000
    assert not any(place.tentative for _, place in blocks_from(whole, BlockStart()))
    assert not any(place.tentative for _, place in blocks_from("```\n" + "code\n" * 1_000, BlockStart()))


@pytest.mark.parametrize("empty", [">", "> ", "\t>", "   "])
def test_an_empty_line_of_a_quote_is_not_the_head_of_a_wide_table(empty):
    blocks = [block for block, _ in islice(blocks_from(f"{empty}\n{'|-' * 30}|\na", BlockStart()), 5)]
    assert "".join(block.text for block in blocks).strip() == f"{empty}\n{'|-' * 30}|\na".strip()


def test_a_line_of_too_many_cells_is_shown_as_it_was_written_before_the_line_under_it_has_come():
    head = "|" + "cell|" * 1_000 + "\n"
    (block,) = split_blocks(head)
    assert (block.kind, block.text) == ("code", head.rstrip("\n"))
    assert split_blocks(head + "|-" * 1_000 + "|\n")[0].kind == "code"


@pytest.mark.parametrize("name", hostile.TEXTS)
def test_no_text_makes_a_block_that_holds_the_window(name):
    blocks = islice(blocks_from(hostile.TEXTS[name](), BlockStart()), 50)
    for block, _ in blocks:
        assert block.cost <= MAX_COST
        assert len(block.head) + len(block.text) <= MAX_COST


def test_a_table_that_is_cut_goes_on_under_its_head():
    table = hostile.table(5, 60)
    first, *others = split_blocks(table)
    head = "".join(table.splitlines(keepends=True)[:2])
    assert first.text.startswith(head)
    assert others
    assert all((block.head, block.continues) == (head, True) for block in others)
    assert first.text + "".join(block.text for block in others) == table


def test_a_row_that_says_little_costs_as_much_as_its_table_has_columns():
    head = "|" + "a|" * 10 + "\n|" + "-|" * 10 + "\n"
    blocks = split_blocks(head + "b\n" * 1_000)
    assert max(block.text.count("\n") for block in blocks) * 10 < 200


def test_a_table_that_is_too_wide_is_shown_as_it_was_written():
    table = hostile.table(200, 3)
    before, code, after = split_blocks(f"Here:\n\n{table}\n\nThere.")
    assert (before.text.strip(), code.kind, code.text, after.text) == ("Here:", "code", table, "There.")
    assert code_from(f"Here:\n\n{table}\n\nThere.", code.start) == table


def test_code_in_several_blocks_is_copied_as_one():
    code = "".join(f"line {number}\n" for number in range(2_000))
    source = f"Look:\n\n```py\n{code}```\nThere."
    first, *others = [block for block in split_blocks(source) if block.kind == "code"]
    assert (first.goes_on, first.continues) == (True, False)
    assert all(block.continues and block.language == "py" for block in others)
    assert code_from(source, first.start) == code.rstrip("\n")
    assert "\n".join(block.text for block in (first, *others)) == code.rstrip("\n")


def test_a_fence_that_is_still_open_runs_to_the_end():
    assert split_blocks("```js\nlet a")[0].text == "let a"


def test_a_shorter_fence_does_not_close_a_longer_one():
    (block,) = split_blocks("````\n```\nx\n```\n````")
    assert block.text == "```\nx\n```"


@pytest.mark.parametrize(
    ("source", "shown", "sentence", "expected"),
    [
        ("One **two**. Three.", "One two. Three.", "Three.", "Three."),
        ("See [here](http://a.b/c). Then go.", "See here. Then go.", "Then go.", "Then go."),
        ("- a\n- b `c` d", "a\u2029b c d", "b `c` d", "b c d"),
        ("First line\nsecond. Third.", "First line second. Third.", "Third.", "Third."),
    ],
)
def test_a_sentence_is_found_in_what_is_shown(source, shown, sentence, expected):
    start = source.index(sentence)
    first, last = shown_range(align(source, shown), start, start + len(sentence))
    assert shown[first:last].strip() == expected


@given(st.text(max_size=80), st.text(max_size=80))
def test_places_never_fall_and_lie_in_the_source(source, shown):
    places = align(source, shown)
    assert len(places) == len(shown)
    assert list(places) == sorted(places)
    assert all(0 <= place < max(1, len(source)) for place in places)
