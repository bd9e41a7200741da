import hypothesis.strategies as st
import pytest
from hypothesis import given

from alicia_desktop.ui.conversation.blocks import align, shown_range, split_blocks

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


@given(st.text(alphabet="ab`~ \n#*"))
def test_every_block_stands_where_it_says(source):
    for block in split_blocks(source):
        assert source[block.start :].startswith(block.text)


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
