"""Expectations over a capture, each with what it says when it does not hold, and as JUnit XML."""

import xml.etree.ElementTree as ET

import pytest

from alicia_desktop.captures.checks import CheckResult, Expectations, run_checks, to_junit
from alicia_desktop.filtering.parser import parse
from alicia_desktop.filtering.vocabulary import STANZAS
from alicia_desktop.protocol.messages import ErrorMessage, ToolUseRequest, UserMessage


def results(told, **expected):
    return [(one.name, one.failures) for one in run_checks(told.conn, "ac_1", Expectations(**expected))]


def filtered(said):
    return said, parse(said, STANZAS)


def test_what_holds_says_nothing(told):
    found = results(
        told,
        tools=("calculator",),
        memories=("recital", "amem_1"),
        sentences=("391",),
        forbid_error=True,
        forbidden_tools=("clock",),
        stanzas=(filtered("tool:calculator"),),
        forbidden_stanzas=(filtered("type:Feedback"),),
        max_first_word_ms=610,
        max_tool_ms=60_000,
    )
    assert [name for name, failures in found if failures] == []
    assert [name for name, _ in found] == [
        "expect-tool calculator",
        "expect-memory recital",
        "expect-memory amem_1",
        "expect-said 391",
        "forbid-tool clock",
        "expect-stanza tool:calculator",
        "forbid-stanza type:Feedback",
        "forbid-error",
        "max-first-word 610 ms",
        "max-tool 1 min 0 s",
    ]


@pytest.mark.parametrize(
    ("expected", "failure"),
    [
        ({"tools": ("clock",)}, "clock was not called; calculator was."),
        ({"memories": ("dog",)}, "No answer was given a memory with “dog”."),
        ({"sentences": ("Monday",)}, "No answer says “Monday”."),
        ({"max_first_word_ms": 609.0}, "Turn 2: 610 ms."),
        ({"forbidden_tools": ("calculator",)}, "calculator was called in turn 2."),
    ],
)
def test_what_does_not_hold_says_where(told, expected, failure):
    assert [failures for _, failures in results(told, **expected)] == [(failure,)]


def test_a_filter_that_nothing_or_something_fits_is_told_with_its_stanzas(told):
    missing, present = filtered("type:Feedback"), filtered("type:ToolUseRequest OR type:ToolUseResult")
    assert results(told, stanzas=(missing,)) == [("expect-stanza type:Feedback", ("No stanza fits type:Feedback.",))]
    ((_, failures),) = results(told, forbidden_stanzas=(present,))
    assert [failure.partition(": ")[2] for failure in failures] == ["ToolUseRequest.", "ToolUseResult."]


def test_a_tool_that_failed_was_not_used_and_is_an_error(blank):
    recorded = blank()
    recorded.turn(1, "What is 1 / 0?", "I cannot say.", tool="calculator", result=None)
    assert results(recorded, tools=("calculator",), forbid_error=True) == [
        ("expect-tool calculator", ("calculator was called in turn 1, and did not succeed.",)),
        ("forbid-error", ("Turn 1: calculator failed.",)),
    ]


def test_a_tool_that_took_too_long_or_never_ended_is_told(blank):
    recorded = blank()
    recorded.turn(1, "What is 17 * 23?", "391.", tool="calculator", result=391)
    recorded.came(ToolUseRequest(id="atu_9", message_id="am_a1", tool_name="clock", parameters={}, execution="server"))
    ((_, failures),) = results(recorded, max_tool_ms=-1)
    assert failures[0].startswith("Turn 1: calculator took ")
    assert failures[1:] == ("Turn 1: clock has no result.",)
    ((_, failures),) = results(recorded, max_tool_ms=60_000)
    assert failures == ("Turn 1: clock has no result.",)


def test_an_error_on_the_wire_and_a_question_without_an_answer_are_errors(blank):
    recorded = blank()
    recorded.sent(UserMessage(id="am_1", content="Hello?"))
    recorded.came(ErrorMessage(id="ae_1", code=500, message="No model", severity=2, recoverable=False))
    (_, failures), (_, slow) = results(recorded, forbid_error=True, max_first_word_ms=800)
    assert failures[0].startswith("Turn 1")
    assert failures[-1] == "1 error crossed the wire."
    assert slow == ("There is no answer whose first word could be timed.",)


def test_junit_has_a_case_for_each_expectation_and_stays_xml():
    found = [
        CheckResult(name="expect-tool a<b>&\x00", failures=()),
        CheckResult(name="forbid-error", failures=("Turn 1: \x1b[31m]]>\ud800 no", "Turn 2.")),
    ]
    suite = ET.fromstring(to_junit(found, name='talk "1".alicia-capture')).find("testsuite")
    assert suite is not None
    assert suite.attrib == {
        "name": 'talk "1".alicia-capture',
        "tests": "2",
        "failures": "1",
        "errors": "0",
        "skipped": "0",
    }
    cases = list(suite)
    assert [case.get("name") for case in cases] == ["expect-tool a<b>&\ufffd", "forbid-error"]
    assert [len(case) for case in cases] == [0, 1]
    assert cases[1][0].text == "Turn 1: \ufffd[31m]]>\ufffd no\nTurn 2."
