"""Check what a capture has to hold, for tests of an assistant in CI, and report it as JUnit XML.

    results = run_checks(conn, conversation_id, Expectations(tools=("calculator",), max_first_word_ms=800))
    path.write_bytes(to_junit(results, name="talk"))

Each expectation is one test case; its failure says in which turns it does not hold.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from alicia_desktop.base.translation import translate_count
from alicia_desktop.captures.turn_summary import TurnSummary, read_turns
from alicia_desktop.filtering.expression import Expression
from alicia_desktop.protocol.messages import ErrorMessage
from alicia_desktop.protocol.registry import name_of
from alicia_desktop.store import journal
from alicia_desktop.store.database import Connection
from alicia_desktop.view import text

PAGE: Final = 1_000
"""Stanzas that are read at once."""
MAX_TOLD: Final = 10
"""Turns that a failure names."""
_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 has no way to write."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Expectations:
    """What is to hold."""

    tools: tuple[str, ...] = ()
    """Names; each was called, and succeeded, in some turn."""
    forbidden_tools: tuple[str, ...] = ()
    """Names; none was asked for in any turn."""
    memories: tuple[str, ...] = ()
    """Texts; each stands in a memory that some answer was given, or is its id."""
    sentences: tuple[str, ...] = ()
    """Texts; each stands in some answer."""
    stanzas: tuple[tuple[str, Expression], ...] = ()
    """Filters, as they are written and as they are read; some stanza fits each."""
    forbidden_stanzas: tuple[tuple[str, Expression], ...] = ()
    """Filters; no stanza fits any."""
    forbid_error: bool = False
    """No error was sent, no answer failed or is missing, and no tool failed."""
    max_first_word_ms: float | None = None
    """For every answer."""
    max_tool_ms: float | None = None
    """For every use of a tool."""

    def __bool__(self) -> bool:
        return self != Expectations()


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckResult:
    """How one expectation came out."""

    name: str
    """As its option is written: `expect-tool calculator`."""
    failures: tuple[str, ...]
    """Sentences; none where it holds."""


def run_checks(conn: Connection, conversation_id: str, expected: Expectations) -> list[CheckResult]:
    """Return the result of each expectation, in the order of the options."""
    turns = list(read_turns(conn, conversation_id))
    results = [_some(turns, f"expect-tool {name}", _calls(name), _not_called(turns, name)) for name in expected.tools]
    results += [
        _some(turns, f"expect-memory {said}", _remembers(said), f"No answer was given a memory with “{said}”.")
        for said in expected.memories
    ]
    results += [
        _some(turns, f"expect-said {said}", _says(said), f"No answer says “{said}”.") for said in expected.sentences
    ]
    results += [
        CheckResult(name=f"forbid-tool {name}", failures=_told(list(_uses(turns, name))))
        for name in expected.forbidden_tools
    ]
    results += _stanza_results(conn, conversation_id, expected)
    if expected.forbid_error:
        errors = journal.counts(conn, conversation_id).get(name_of(ErrorMessage.TYPE), 0)
        results.append(CheckResult(name="forbid-error", failures=_told([*_errors(turns), *_sent(errors)])))
    if expected.max_first_word_ms is not None:
        limit = expected.max_first_word_ms
        name = f"max-first-word {text.duration(limit)}"
        results.append(CheckResult(name=name, failures=_told(list(_slow(turns, limit)))))
    if expected.max_tool_ms is not None:
        name = f"max-tool {text.duration(expected.max_tool_ms)}"
        results.append(CheckResult(name=name, failures=_told(list(_slow_tools(turns, expected.max_tool_ms)))))
    return results


def _stanza_results(conn: Connection, conversation_id: str, expected: Expectations) -> Iterator[CheckResult]:
    def which(expression: Expression) -> journal.JournalFilter:
        return journal.JournalFilter(conversation_id=conversation_id, expression=expression)

    for said, expression in expected.stanzas:
        found = journal.page(conn, which(expression), after=0, limit=1)
        failures = () if found else (f"No stanza fits {said}.",)
        yield CheckResult(name=f"expect-stanza {said}", failures=failures)
    for said, expression in expected.forbidden_stanzas:
        pages = journal.pages(conn, which(expression), size=PAGE)
        told = [f"Stanza {record.seq}: {record.name}." for page in pages for record in page]
        yield CheckResult(name=f"forbid-stanza {said}", failures=_told(told))


def _some(turns: Sequence[TurnSummary], name: str, holds: Callable[[TurnSummary], bool], failure: str) -> CheckResult:
    return CheckResult(name=name, failures=() if any(map(holds, turns)) else (failure,))


def _calls(name: str) -> Callable[[TurnSummary], bool]:
    return lambda turn: any(call.name == name and call.status == "success" for call in turn.called)


def _not_called(turns: Sequence[TurnSummary], name: str) -> str:
    failed = [turn.number for turn in turns for call in turn.called if call.name == name]
    called = ", ".join(sorted({call.name for turn in turns for call in turn.called}))
    if failed:
        return f"{name} was called in turn {failed[0]}, and did not succeed."
    return f"{name} was not called{f'; {called} was' if called else '; no tool was'}."


def _remembers(said: str) -> Callable[[TurnSummary], bool]:
    wanted = said.casefold()
    return lambda turn: any(wanted in memory.content.casefold() or memory.id == said for memory in turn.retrieved)


def _says(said: str) -> Callable[[TurnSummary], bool]:
    wanted = said.casefold()
    return lambda turn: wanted in turn.said.casefold()


def _errors(turns: Sequence[TurnSummary]) -> Iterator[str]:
    for turn in turns:
        if turn.error:
            yield f"Turn {turn.number}: {turn.error}"
        elif not turn.answered:
            yield f"Turn {turn.number} has no answer."
        for call in turn.called:
            if call.status == "error":
                yield f"Turn {turn.number}: {call.name} failed{f': {call.error}' if call.error else '.'}"


def _sent(errors: int) -> list[str]:
    return (
        [translate_count("{count} error crossed the wire.", "{count} errors crossed the wire.", errors)]
        if errors
        else []
    )


def _slow(turns: Sequence[TurnSummary], limit: float) -> Iterator[str]:
    if not any(turn.first_word_ms is not None for turn in turns):
        yield "There is no answer whose first word could be timed."
    for turn in turns:
        if turn.first_word_ms is not None and turn.first_word_ms > limit:
            yield f"Turn {turn.number}: {text.duration(turn.first_word_ms)}."


def _uses(turns: Sequence[TurnSummary], name: str) -> Iterator[str]:
    for turn in turns:
        if any(call.name == name for call in turn.called):
            yield f"{name} was called in turn {turn.number}."


def _slow_tools(turns: Sequence[TurnSummary], limit: float) -> Iterator[str]:
    for turn in turns:
        for call in turn.called:
            if call.took_ms is None:
                yield f"Turn {turn.number}: {call.name} has no result."
            elif call.took_ms > limit:
                yield f"Turn {turn.number}: {call.name} took {text.duration(call.took_ms)}."


def _told(failures: Sequence[str]) -> tuple[str, ...]:
    rest = len(failures) - MAX_TOLD
    return (*failures[:MAX_TOLD], *([f"{rest:,} more."] if rest > 0 else []))


def to_junit(results: Sequence[CheckResult], *, name: str) -> bytes:
    """Return the results as JUnit XML; `name` is that of the suite."""
    failed = sum(bool(result.failures) for result in results)
    figures = {"tests": str(len(results)), "failures": str(failed), "errors": "0"}
    root = ET.Element("testsuites", {"name": "alicia-desktop capture check", **figures})
    suite = ET.SubElement(root, "testsuite", {"name": _xml(name), **figures, "skipped": "0"})
    for result in results:
        case = ET.SubElement(suite, "testcase", {"classname": _xml(name), "name": _xml(result.name)})
        if result.failures:
            failure = ET.SubElement(case, "failure", {"message": _xml(text.one_line(result.failures[0], 200))})
            failure.text = _xml("\n".join(result.failures))
    ET.indent(root)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _xml(said: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", said)
