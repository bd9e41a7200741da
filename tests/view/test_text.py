"""How figures are written."""

import json
import sys
from datetime import UTC, datetime, timedelta
from unicodedata import bidirectional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.view import text

NOW = datetime(2026, 11, 19, 18, 2, 10, 566_000, tzinfo=UTC)


@pytest.mark.parametrize(
    ("before", "shown"),
    [
        (timedelta(), "18:02"),
        (timedelta(hours=3), "15:02"),
        (timedelta(days=1), "Wed"),
        (timedelta(days=6), "Fri"),
        (timedelta(days=7), "12 Nov"),
        (timedelta(days=400), "15 Oct 2025"),
    ],
)
def test_a_list_says_the_time_by_its_distance(before: timedelta, shown: str) -> None:
    assert text.list_time(NOW - before, NOW, UTC) == shown


@pytest.mark.parametrize(
    ("milliseconds", "shown"),
    [
        (0, "< 1 ms"),
        (0.01, "< 1 ms"),
        (0.49, "< 1 ms"),
        (0.6, "1 ms"),
        (624, "624 ms"),
        (999.6, "1.0 s"),
        (9_800, "9.8 s"),
        (59_900, "59.9 s"),
        (59_960, "1 min 0 s"),
        (125_000, "2 min 5 s"),
    ],
)
def test_durations_keep_their_unit(milliseconds: float, shown: str) -> None:
    assert text.duration(milliseconds) == shown


def test_signed_milliseconds_have_a_true_minus_and_no_minus_zero() -> None:
    assert text.signed(-4200) == "\N{MINUS SIGN}4,200"
    assert text.signed(-0.2) == "0"


def test_times_are_exact_to_the_millisecond() -> None:
    assert text.exact_time(NOW, UTC) == "18:02:10.566"
    assert text.long_time(NOW, UTC) == "Thursday, 19 November, 18:02"


@given(st.text(), st.integers(2, 200))
def test_one_line_is_one_line_and_no_longer_than_asked(written: str, most: int) -> None:
    line = text.one_line(written, most)
    assert "\n" not in line
    assert len(line) <= most


@pytest.mark.parametrize(
    ("values", "shown"),
    [({}, ""), ({"expression": "17 * 23"}, "17 * 23"), ({"city": "Oslo", "days": 3}, "city Oslo · days 3")],
)
def test_parameters_stand_on_one_line(values: dict[str, object], shown: str) -> None:
    assert text.parameters(values) == shown


def test_counts_have_their_word() -> None:
    assert text.memories(1) == "1 memory"
    assert text.memories(3) == "3 memories"
    assert text.tokens(1_224) == "1,224 tokens"
    assert text.byte_count(1) == "1 byte"


@pytest.mark.parametrize(
    ("days", "said"),
    [(0.4, "less than a day"), (1, "1 day"), (27, "27 days"), (28, "4 weeks"), (61, "2 months"), (425, "14 months")],
)
def test_a_span_has_one_unit(days: float, said: str) -> None:
    assert text.span(days) == said


def test_endless_words_can_be_broken_and_others_stay() -> None:
    assert text.breakable("Emma is allergic") == "Emma is allergic"
    endless = "x" * 100
    assert text.breakable(endless).replace(text.BREAK, "") == endless
    assert max(len(part) for part in text.breakable(endless).split(text.BREAK)) == 32


def test_of_a_text_without_end_only_the_beginning_is_put_on_one_line() -> None:
    assert text.one_line("a\n b" * 1_000_000, 20) == "a ba ba ba ba ba ba…"
    assert text.one_line("a" + " " * 1_000_000 + "b", 20) == "a…"
    assert text.one_line("\n" * 1_000_000 + "b") == "b"
    assert text.one_line(" a  b ") == "a b"


@pytest.mark.parametrize(
    "value",
    [
        {"name": "Emma", "age": 7, "list": [1, 2.5, None, True], "inner": {"empty": {}, "none": []}},
        {"big": 2**70, "text": "naïve 漢"},
        ["\ud800"],
        "only text",
        {1: "a", "b": {"c": "d"}},
    ],
)
def test_a_value_reads_the_same_whoever_indents_it(value: object) -> None:
    assert text.as_json(value) == json.dumps(value, ensure_ascii=False, indent=2)


@pytest.mark.parametrize(("count", "said"), [(1, "1 byte"), (812, "812 bytes"), (48_210, "48 KB"), (999_499, "999 KB")])
def test_sizes_below_a_million_bytes(count: int, said: str) -> None:
    assert text.data_size(count) == said


@pytest.mark.parametrize(("count", "said"), [(999_500, "1 MB"), (2_000_000, "2 MB"), (7_100_000, "7.1 MB")])
def test_sizes_from_a_million_bytes_on(count: int, said: str) -> None:
    assert text.data_size(count) == said


def test_of_very_many_parameters_only_those_are_written_that_have_room():
    class Watched(dict[str, object]):
        asked = 0

        def items(self):
            for item in super().items():
                self.asked += 1
                yield item

    many = Watched({str(number): [number] for number in range(10_000)})
    assert text.parameters(many, 20) == "0 [0] · 1 [1] · 2 [" + text.ELLIPSIS
    assert many.asked <= 21


def test_every_letter_that_goes_from_right_to_left_is_isolated():
    letters = [letter for letter in map(chr, range(sys.maxunicode + 1)) if bidirectional(letter) in {"R", "AL", "AN"}]
    marks = {"\u061c", "\u200f"}  # are taken away
    assert [letter for letter in letters if text.isolated(letter)[:1] != text.FIRST_STRONG] == sorted(
        marks & {*letters}
    )
