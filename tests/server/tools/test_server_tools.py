from datetime import UTC, datetime

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.server.tools.server_tools import ToolFailure, server_tools


@pytest.fixture
def tools():
    async def find(query):
        return [{"content": "Your dog is called Biscuit.", "relevance": 0.9}] if query == "dog" else []

    clock = JumpingClock(start=datetime(2026, 11, 21, 17, 5, tzinfo=UTC))
    return server_tools(clock=clock, find_memories=find)


async def test_the_clock_tells_the_time_anywhere(tools):
    result = await tools["clock"].run({"timezone": "Europe/Oslo"})
    assert (result["time"], result["date"], result["weekday"]) == ("18:05", "2026-11-21", "Saturday")
    assert tools["clock"].result_text(result) == "In Oslo it is 18:05 on Saturday, 21 November 2026."


async def test_the_calculator_shows_the_sum_with_its_result(tools):
    assert tools["calculator"].result_text(await tools["calculator"].run({"expression": "17 * 23"})) == "17 * 23 = 391"
    assert tools["calculator"].result_text(await tools["calculator"].run({"expression": "2^20"})) == "2^20 = 1,048,576"


async def test_what_was_converted_is_said_with_its_units(tools):
    asked = {"expression": "12 * 1 / 0.01", "amount": "12 metres", "unit": "centimetres"}
    calculator = tools["calculator"]
    assert calculator.result_text(await calculator.run(asked)) == "12 metres = 1200 centimetres"


async def test_numbers_are_drawn_from_all_that_were_named_and_no_other(tools):
    draw = tools["random_number"]
    drawn = {(await draw.run({"low": 1, "high": "3"}))["value"] for _ in range(200)}
    assert drawn == {1, 2, 3}
    coin = await draw.run({"low": "0", "high": "1", "of": "coin"})
    assert draw.result_text(coin) in {"I tossed a coin: heads.", "I tossed a coin: tails."}
    dice = await draw.run({"low": "1", "high": "6", "of": "die", "count": "2"})
    assert dice["value"] == sum(dice["each"])
    assert draw.result_text(dice).startswith("I rolled ")


async def test_the_memory_says_what_it_found_or_that_it_found_nothing(tools):
    search = tools["search_memory"]
    assert "- Your dog is called Biscuit." in search.result_text(await search.run({"query": "dog"}))
    assert search.result_text(await search.run({"query": "cats"})) == "I remember nothing about cats."


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("clock", {"day": "my birthday"}, "invalid_parameters"),
        ("clock", {"day": 7}, "invalid_parameters"),
        ("clock", {"born": "long ago"}, "invalid_parameters"),
        ("clock", {"born": "2031"}, "invalid_parameters"),
        ("clock", {"born": 7}, "invalid_parameters"),
        ("clock", {"timezone": "Middle/Earth"}, "invalid_parameters"),
        ("clock", {"timezone": "../etc/passwd"}, "invalid_parameters"),
        ("clock", {"timezone": 7}, "invalid_parameters"),
        ("calculator", {}, "invalid_parameters"),
        ("calculator", {"expression": "1/0"}, "execution_error"),
        ("random_number", {"low": "6", "high": "1"}, "invalid_parameters"),
        ("random_number", {"low": "one", "high": "6"}, "invalid_parameters"),
        ("random_number", {"low": "0", "high": "9" * 20}, "invalid_parameters"),
        ("search_memory", {"query": " "}, "invalid_parameters"),
        ("search_memory", {"unreadable": "{"}, "invalid_parameters"),
    ],
)
async def test_bad_parameters_are_an_answer_too(tools, name, arguments, code):
    outcome = await tools[name].run(arguments)
    assert isinstance(outcome, ToolFailure)
    assert outcome.code == code


@pytest.mark.parametrize(
    ("day", "told"),
    [
        ("today", "Today is Saturday, 21 November 2026."),
        ("tomorrow", "Tomorrow is Sunday, 22 November 2026."),
        ("yesterday", "Yesterday was Friday, 20 November 2026."),
        ("next Friday", "That is Friday, 27 November 2026, in 6 days."),
        ("Christmas", "That is Friday, 25 December 2026, in 34 days."),
        ("two weeks", "That is Saturday, 5 December 2026, in 14 days."),
        ("3 days ago", "That was Wednesday, 18 November 2026, 3 days ago."),
    ],
)
async def test_the_clock_tells_which_day_another_one_is_and_how_far(tools, day, told):
    assert tools["clock"].result_text(await tools["clock"].run({"day": day})) == told


@pytest.mark.parametrize(
    ("born", "told"),
    [
        ("9th feb 1951", "Somebody born on Friday, 9 February 1951 is 75 years old today."),
        ("22 November 1951", "Somebody born on Thursday, 22 November 1951 is 74 years old today."),
        ("1951", "Somebody born in 1951 is 74 or 75 years old today."),
        ("2026", "Somebody born in 2026 is 0 years old today."),
    ],
)
async def test_the_clock_tells_how_old_somebody_is(tools, born, told):
    assert tools["clock"].result_text(await tools["clock"].run({"born": born})) == told
