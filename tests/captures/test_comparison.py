"""What differs between this run and yesterday's: turns beside one another, what was asked, used and said in each."""

from collections.abc import Callable

import pytest

from alicia_desktop.captures.comparison import differences, pair_turns, time_difference
from alicia_desktop.captures.turn_summary import TurnSummary, read_turns
from tests.captures.conftest import FACT, Recorded

Blank = Callable[[], Recorded]


@pytest.fixture
def turns(blank):
    """From turns as they are told to what is read of them."""

    def make(*told) -> list[TurnSummary]:
        recorded = blank()
        for number, (arguments, options) in enumerate(told, start=1):
            recorded.turn(number, *arguments, **options)
        return list(read_turns(recorded.conn, "ac_1"))

    return make


def said(*arguments, **options):
    return arguments, options


FIRST = said("When is Emma's recital?", "On Friday.", memory=FACT)
SUM = said("What is 17 * 23?", "It is 391.", tool="calculator")


def numbers(pairs):
    return [tuple(one and one.number for one in (pair.before, pair.after)) for pair in pairs]


def test_the_same_run_twice_has_no_difference(turns):
    pairs = pair_turns(turns(FIRST, SUM), turns(FIRST, SUM))
    assert numbers(pairs) == [(1, 1), (2, 2)]
    assert [list(differences(pair)) for pair in pairs] == [[], []]


def test_each_aspect_of_a_turn_is_told_by_itself(turns):
    other = said(
        "When is Emma's recital?", "I don't know.", memory="Emma has a dog", tool="calculator", result=None, ms=900
    )
    (pair,) = pair_turns(turns(FIRST), turns(other))
    found = {one.aspect: (one.before, one.after) for one in differences(pair)}
    assert found == {
        "retrieved": ((FACT,), ("Emma has a dog",)),
        "called": ((), ("calculator(17 * 23): error",)),
        "said": (("On Friday.",), ("I don't know.",)),
    }
    time = time_difference(pair)
    assert time is not None
    assert (time.before, time.after) == (
        ("400 ms to the first word, 400 ms in all",),
        ("910 ms to the first word, 910 ms in all",),
    )


def test_a_turn_that_only_one_has_stands_alone_and_the_others_stay_together(turns):
    pairs = pair_turns(turns(FIRST, SUM), turns(said("Hello.", "Hi."), FIRST, SUM))
    assert numbers(pairs) == [(None, 1), (1, 2), (2, 3)]
    (only,) = differences(pairs[0])
    assert (only.aspect, only.before, only.after) == ("turn", (), ("Hello.", "said: Hi."))
    whole = pair_turns(turns(said("How many?", "391.", memory=FACT, tool="calculator")), [])
    (only,) = differences(whole[0])
    called = "tools: calculator(17 * 23): success → 391"
    assert only.before == ("How many?", f"memories: {FACT}", called, "said: 391.")


def test_a_question_that_was_reworded_stands_beside_the_one_in_its_place(turns):
    pairs = pair_turns(turns(FIRST, SUM), turns(said("When is it?", "On Friday.", memory=FACT), SUM))
    assert numbers(pairs) == [(1, 1), (2, 2)]
    assert [one.aspect for one in differences(pairs[0])] == ["asked"]
