"""Rows behave as a plain list with a limit, and every change they tell turns the old list into the new one."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from alicia_desktop.base.observable import Rows, RowsChange


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    key: str
    text: str = ""


def lines(*keys: str) -> list[Line]:
    return [Line(key=key) for key in keys]


def rows_of(*keys: str, limit: int | None = None) -> Rows[Line]:
    rows = Rows[Line](lambda line: line.key, limit=limit)
    rows.extend(lines(*keys))
    return rows


def changes_of(rows: Rows[Line]) -> list[RowsChange[Line]]:
    seen: list[RowsChange[Line]] = []
    rows.changed.connect(seen.append)
    return seen


def test_a_row_is_put_in_its_place_or_at_the_end():
    rows = rows_of("a", "b")
    seen = changes_of(rows)
    rows.put(Line(key="a", text="new"))
    rows.put(Line(key="c"))
    assert [line.key for line in rows] == ["a", "b", "c"]
    assert [(change.first, len(change.before), len(change.after)) for change in seen] == [(0, 1, 1), (2, 0, 1)]


def test_a_row_that_is_the_same_changes_nothing():
    rows = rows_of("a")
    seen = changes_of(rows)
    rows.put(Line(key="a"))
    rows.reset(lines("a"))
    rows.remove("nobody")
    rows.extend([])
    assert seen == []


def test_the_change_is_told_before_and_after():
    rows = rows_of("a")
    lengths: list[int] = []
    rows.changing.connect(lambda _: lengths.append(len(rows)))
    rows.changed.connect(lambda _: lengths.append(len(rows)))
    rows.extend(lines("b", "c"))
    assert lengths == [1, 3]


def test_the_oldest_fall_out_over_the_limit_and_are_counted():
    rows = rows_of("a", "b", "c", limit=3)
    rows.extend(lines("d", "e"))
    assert ([line.key for line in rows], rows.dropped) == (["c", "d", "e"], 2)
    rows.extend(lines(*"fghij"))
    assert ([line.key for line in rows], rows.dropped) == (["h", "i", "j"], 7)
    assert [rows.position(key) for key in "chij"] == [None, 0, 1, 2]


def test_a_row_inserted_into_full_rows_pushes_out_the_first():
    rows = rows_of("a", "b", limit=2)
    rows.insert(1, Line(key="x"))
    assert [line.key for line in rows] == ["x", "b"]
    rows.insert(0, Line(key="older"))
    assert ([line.key for line in rows], rows.dropped) == (["x", "b"], 2)


def test_reset_tells_only_what_differs():
    rows = rows_of("a", "b", "c", "d")
    seen = changes_of(rows)
    rows.reset(lines("a", "x", "d"))
    assert seen == [RowsChange(first=1, before=tuple(lines("b", "c")), after=tuple(lines("x")))]


def test_a_place_beyond_the_end_is_the_end():
    rows = rows_of("a")
    seen = changes_of(rows)
    rows.insert(9, Line(key="b"))
    rows.insert(-3, Line(key="c"))
    assert ([line.key for line in rows], [change.first for change in seen]) == (["c", "a", "b"], [1, 0])


def test_rows_are_read_like_a_sequence():
    rows = rows_of("a", "b", "c")
    assert (rows[0], rows[-1], list(rows[1:])) == (Line(key="a"), Line(key="c"), lines("b", "c"))
    assert rows.get("b") == Line(key="b")
    assert rows.get("x") is None
    assert rows.key_of(Line(key="z")) == "z"


def test_many_fall_out_at_once_so_that_few_appends_drop():
    rows = Rows[Line](lambda line: line.key, limit=4, drops=3)
    rows.extend(lines("a", "b", "c", "d"))
    rows.extend(lines("e"))
    assert ([line.key for line in rows], rows.dropped) == (["d", "e"], 3)
    rows.extend(lines("f", "g"))
    assert ([line.key for line in rows], rows.dropped) == (["d", "e", "f", "g"], 3)
    rows.extend(lines("h", "i", "j", "k"))
    assert ([line.key for line in rows], rows.dropped) == (["h", "i", "j", "k"], 7)
    assert rows.get("d") is None
    assert rows.position("k") == 3


@given(st.lists(st.text(max_size=2), unique=True), st.integers(0, 5))
def test_extend_keeps_the_last(keys: list[str], limit: int):
    rows = rows_of(*keys, limit=limit)
    assert list(rows) == lines(*keys)[max(len(keys) - limit, 0) :]
    assert rows.dropped == max(len(keys) - limit, 0)


class RowsAgainstAList(RuleBasedStateMachine):
    """Every operation on both; the told changes are applied to a third copy, as a Qt model would."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = Rows[Line](lambda line: line.key, limit=6)
        self.plain: list[Line] = []
        self.told: list[Line] = []
        self.rows.changed.connect(self._apply)

    def _apply(self, change: RowsChange[Line]) -> None:
        assert tuple(self.told[change.first : change.first + len(change.before)]) == change.before
        self.told[change.first : change.first + len(change.before)] = change.after

    def _has(self, key: str) -> bool:
        return any(line.key == key for line in self.plain)

    @rule(key=st.sampled_from("abcdefgh"), text=st.sampled_from("xy"))
    def put(self, key: str, text: str) -> None:
        line = Line(key=key, text=text)
        if self._has(key):
            self.plain = [line if one.key == key else one for one in self.plain]
        else:
            self.plain = [*self.plain, line][-6:]
        self.rows.put(line)

    @rule(place=st.integers(0, 6), key=st.sampled_from("abcdefgh"))
    def insert(self, place: int, key: str) -> None:
        place = min(place, len(self.plain))
        if not self._has(key):
            self.plain = [*self.plain[:place], Line(key=key), *self.plain[place:]][-6:]
            self.rows.insert(place, Line(key=key))

    @rule(key=st.sampled_from("abcdefgh"))
    def remove(self, key: str) -> None:
        self.plain = [line for line in self.plain if line.key != key]
        self.rows.remove(key)

    @rule(keys=st.lists(st.sampled_from("abcdefgh"), unique=True))
    def reset(self, keys: list[str]) -> None:
        self.plain = lines(*keys)[-6:]
        self.rows.reset(lines(*keys))

    @invariant()
    def both_are_the_same(self) -> None:
        assert list(self.rows) == self.plain == self.told
        assert [self.rows.position(key) for key in "abcdefgh"] == [
            next((place for place, line in enumerate(self.plain) if line.key == key), None) for key in "abcdefgh"
        ]


TestRowsAgainstAList = RowsAgainstAList.TestCase
