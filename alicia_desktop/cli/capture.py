"""`capture save` writes a conversation to a file with all that the inspector shows; `open`, `diff`, `check` read it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, get_args

import typer

from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.cli import output
from alicia_desktop.cli.data_paths import existing_paths
from alicia_desktop.cli.options import read_filter
from alicia_desktop.cli.window import open_capture

if TYPE_CHECKING:
    from alicia_desktop.captures.checks import CheckResult, Expectations
    from alicia_desktop.captures.comparison import Difference
    from alicia_desktop.captures.container import Manifest
    from alicia_desktop.captures.redaction import Redaction
    from alicia_desktop.captures.turn_summary import TurnSummary
    from alicia_desktop.store.database import Connection

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `capture save`.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]

Conversation = Annotated[str, typer.Argument(metavar="CONVERSATION", help="Its id, or its exact title.")]
NewFile = Annotated[Path, typer.Argument(metavar="FILE", help="File to write, such as talk.alicia-capture.")]
FilterText = Annotated[
    str, typer.Option("--filter", metavar="FILTER", help="Save only the stanzas that fit, such as 'turn:3'.")
]
FormatName = Annotated[
    str,
    typer.Option(
        "--format", metavar="FORMAT", help="capture to open it again, jsonl for other programs, otlp for OpenTelemetry."
    ),
]
Redact = Annotated[
    list[str] | None,
    typer.Option(
        "--redact",
        metavar="RULE",
        help="Replace memories, audio, field:PATH, /PATTERN/, or any other words. Can be repeated.",
    ),
]
NoSound = Annotated[bool, typer.Option("--no-sound", help="Leave out the sound that is kept.")]
Preview = Annotated[bool, typer.Option("--preview", help="Print what would be replaced, and write nothing.")]

ExpectTool = Annotated[
    list[str] | None, typer.Option("--expect-tool", metavar="NAME", help="A tool that was called and succeeded.")
]
ForbidTool = Annotated[
    list[str] | None, typer.Option("--forbid-tool", metavar="NAME", help="A tool that no turn asks for.")
]
ExpectMemory = Annotated[
    list[str] | None,
    typer.Option("--expect-memory", metavar="TEXT", help="Words or id of a memory that an answer was given."),
]
ExpectSaid = Annotated[
    list[str] | None, typer.Option("--expect-said", metavar="TEXT", help="Words that an answer says.")
]
ExpectStanza = Annotated[
    list[str] | None,
    typer.Option("--expect-stanza", metavar="FILTER", help="A filter that some stanza fits, such as 'tool:clock'."),
]
ForbidStanza = Annotated[
    list[str] | None,
    typer.Option("--forbid-stanza", metavar="FILTER", help="A filter that no stanza fits, such as 'is:malformed'."),
]
ForbidError = Annotated[
    bool, typer.Option("--forbid-error", help="No error, no failed tool, no question without an answer.")
]
MaxFirstWord = Annotated[
    str, typer.Option("--max-first-word", metavar="TIME", help="Longest time to a first word, such as 800ms or 1.5s.")
]
MaxTool = Annotated[
    str, typer.Option("--max-tool", metavar="TIME", help="Longest time of a tool, such as 800ms or 1.5s.")
]
JunitFile = Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write the results as JUnit XML, too.")]

UNUSABLE_STATUS: Final = 2
"""A file cannot be read, or there is nothing to do: a script must not take that for a difference or a failure."""


def save(
    conversation: Conversation,
    file: NewFile,
    *,
    filter_text: FilterText = "",
    form: FormatName = "capture",
    redact: Redact = None,
    no_sound: NoSound = False,
    preview: Preview = False,
) -> None:
    """Save a conversation as a capture: its stanzas byte by byte, and what the inspector shows beside them.

    The sound that is kept of it goes along, yours too, unless --no-sound says otherwise.

    With --filter, the file holds those stanzas and nothing else. With --redact, nothing of what the rules name is left
    in it. Alicia may be running.
    """
    from alicia_desktop.captures.redaction import Redaction, parse_rules  # noqa: PLC0415 - database layer: half a second
    from alicia_desktop.captures.writer import CaptureContents, preview_redaction  # noqa: PLC0415 - as above
    from alicia_desktop.cli.conversations import find_conversation  # noqa: PLC0415 - as above
    from alicia_desktop.store.files.readonly_access import reading  # noqa: PLC0415 - as above

    write = _writer_of(form)
    expression = read_filter(filter_text)
    redaction = Redaction(parse_rules(redact or ()))
    with reading(existing_paths().client_database) as conn, output.overprinting() as show:
        contents = CaptureContents(
            conversation_id=find_conversation(conn, conversation),
            expression=expression,
            filter_text=filter_text,
            with_sound=not no_sound,
        )
        report = _counting(show)
        if preview:
            saved = preview_redaction(conn, contents, redaction, report=report)
        else:
            saved = write(conn, contents, file, redaction=redaction if redaction.rules else None, report=report)
    _print_saved(saved, None if preview else file, redaction)


def _counting(show: "Callable[[str], None]") -> "Callable[[int, int], None]":
    """Return what shows how many of all stanzas are done."""
    return lambda done, total: show(f"{done:,} of {total:,}")


def _print_saved(stanzas: int, file: Path | None, redaction: "Redaction") -> None:
    """Print how many stanzas were saved in a file; without one, what would be replaced and how many would be saved."""
    if file is None:
        _print_preview(redaction)
    count = output.plural(stanzas, "stanza")
    done = f"Would save {count}" if file is None else f"Saved {count} in {file}"
    redacted = f"; {redaction.changed:,} redacted, {redaction.left_out:,} left out" if redaction.rules else ""
    output.print_text(f"{done}{redacted}.")
    for field in redaction.missing:
        output.print_text(f"Nothing stands in {field}, which was to be redacted.")


def _writer_of(form: str) -> "Callable[..., int]":
    """Return what writes a format; one that there is not ends the command."""
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.captures.formats import CaptureFormat, save_as  # noqa: PLC0415 - as above

    for known in get_args(CaptureFormat):
        if known == form:
            return partial(save_as, known, now=SystemClock().now())
    raise output.stop(f"{form} is none of the formats {', '.join(get_args(CaptureFormat))}.", UNUSABLE_STATUS)


def _print_preview(redaction: "Redaction") -> None:
    from alicia_desktop.captures.redaction import MAX_EXAMPLES  # noqa: PLC0415 - brings the database layer
    from alicia_desktop.view import text  # noqa: PLC0415 - the same

    for one in redaction.examples:
        output.print_line(f"{one.number:>7}  {one.field}")
        output.print_line(f"       - {text.one_line(one.before, 200)}")
        output.print_line(f"       + {text.one_line(one.after, 200)}")
    if len(redaction.examples) >= MAX_EXAMPLES:
        output.print_line(f"         These are the first {MAX_EXAMPLES:,} finds.")


def open_(
    file: FileArgument,
    *,
    as_json: AsJson = False,
    window: Annotated[bool, typer.Option("--window", help="Open it in a window, with all tabs and replay.")] = False,
) -> None:
    """Print what a capture holds: its conversation, and each turn in a few lines.

    With --window, the inspector opens on it, without server or database.
    """
    if window:
        raise typer.Exit(open_capture(file))
    from alicia_desktop.captures.opened import conversation_id_of  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.captures.turn_summary import read_turns  # noqa: PLC0415 - as above
    from alicia_desktop.store.conversations import conversations  # noqa: PLC0415 - as above

    with _opened(file) as (conn, manifest):
        conversation_id = conversation_id_of(manifest)
        if not as_json:
            head = conversations.get(conn, conversation_id)
            _print_manifest(manifest, head.title if head is not None else "", conversation_id)
        for turn in read_turns(conn, conversation_id):
            if as_json:
                output.print_json(as_object(turn))
            else:
                _print_turn(turn)


def as_object(turn: "TurnSummary") -> dict[str, object]:
    """Return a turn as plain values for JSON."""
    return {
        "turn": turn.number,
        "asked": turn.asked,
        "retrieved": [{"id": one.id, "content": one.content, "score": one.score} for one in turn.retrieved],
        "called": [
            {"tool": one.name, "arguments": one.arguments, "status": one.status, "result": one.result}
            for one in turn.called
        ],
        "said": turn.said,
        "error": turn.error,
        "model": turn.model,
        "first_word_ms": turn.first_word_ms,
        "took_ms": turn.took_ms,
    }


def _print_manifest(manifest: "Manifest", title: str, conversation_id: str) -> None:
    chosen = {
        "whole": "the whole conversation",
        "filtered": f"stanzas chosen by {manifest.filter or 'a filter'}",
        "marked": "marked stanzas",
    }[manifest.selection]
    counts = ((manifest.sounds, "sound"), (manifest.marks, "mark"))
    output.print_line(f"{title or 'Untitled'} ({conversation_id})")
    output.print_line(f"{output.plural(manifest.stanzas, 'stanza')}: {chosen}")
    if beside := [output.plural(count, name) for count, name in counts if count]:
        output.print_line(f"with {', '.join(beside)}")
    output.print_line(f"saved {manifest.created_at.astimezone():%Y-%m-%d %H:%M} by version {manifest.program}")
    if manifest.redacted:
        output.print_line(f"redacted: {', '.join(manifest.redacted)}")


def _print_turn(turn: "TurnSummary") -> None:
    from alicia_desktop.captures.comparison import call_line, time_line  # noqa: PLC0415 - brings the database layer
    from alicia_desktop.view import text  # noqa: PLC0415 - brings the database layer

    output.print_text("")
    output.print_line(f"{turn.number}  {text.one_line(turn.asked, 200)}")
    for memory in turn.retrieved:
        output.print_line(f"   memory  {text.one_line(memory.content, 150)}")
    for call in turn.called:
        output.print_line(f"   tool    {call_line(call)}")
    if turn.said:
        output.print_line(f"   said    {text.one_line(turn.said, 200)}")
    if turn.error:
        output.print_line(f"   error   {text.one_line(turn.error, 200)}")
    if times := time_line(turn):
        output.print_line(f"   time    {times}")


def diff(
    before: Annotated[Path, typer.Argument(metavar="BEFORE", help="A file written by `capture save`.")],
    after: Annotated[Path, typer.Argument(metavar="AFTER", help="Another one, to compare with it.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, one object a difference.")] = False,
) -> None:
    """Compare two captures turn by turn: asked, retrieved, called, said, and how long it took.

    Exit status 0 means that they say the same, 1 that they differ, and 2 that a file cannot be read. Times are printed
    with a turn that differs, and alone make no difference.
    """
    from alicia_desktop.captures.comparison import differences, pair_turns, time_difference  # noqa: PLC0415 - the database layer takes half a second

    pairs = pair_turns(_turns_of(before), _turns_of(after))
    differs = False
    for pair in pairs:
        found = list(differences(pair))
        if not found:
            continue
        differs = True
        if (time := time_difference(pair)) is not None and time.before != time.after:
            found.append(time)
        numbers = [turn.number if turn is not None else None for turn in (pair.before, pair.after)]
        if as_json:
            for one in found:
                aspects = {"aspect": one.aspect, "before": list(one.before), "after": list(one.after)}
                output.print_json({"turn_before": numbers[0], "turn_after": numbers[1], **aspects})
        else:
            _print_differences(numbers, found)
    if differs:
        raise typer.Exit(1)
    if not as_json:
        output.print_text(f"No difference in {output.plural(len(pairs), 'turn')}.")


def check(
    file: FileArgument,
    *,
    expect_tool: ExpectTool = None,
    forbid_tool: ForbidTool = None,
    expect_memory: ExpectMemory = None,
    expect_said: ExpectSaid = None,
    expect_stanza: ExpectStanza = None,
    forbid_stanza: ForbidStanza = None,
    forbid_error: ForbidError = False,
    max_first_word: MaxFirstWord = "",
    max_tool: MaxTool = "",
    junit: JunitFile = None,
) -> None:
    """Check what a capture has to hold, for tests of an assistant in CI. Options that name something can be repeated.

    Exit status 0 means that all holds, 1 that something does not, and 2 that nothing could be checked.
    """
    from alicia_desktop.captures.checks import Expectations, to_junit  # noqa: PLC0415 - the database layer takes half a second

    expected = Expectations(
        tools=tuple(expect_tool or ()),
        forbidden_tools=tuple(forbid_tool or ()),
        memories=tuple(expect_memory or ()),
        sentences=tuple(expect_said or ()),
        stanzas=tuple((said, read_filter(said)) for said in expect_stanza or ()),
        forbidden_stanzas=tuple((said, read_filter(said)) for said in forbid_stanza or ()),
        forbid_error=forbid_error,
        max_first_word_ms=_milliseconds(max_first_word),
        max_tool_ms=_milliseconds(max_tool),
    )
    if not expected:
        raise output.stop("There is nothing to check: give at least one expectation.", UNUSABLE_STATUS)
    results = _results_of(file, expected)
    _print_results(results)
    if junit is not None:
        _write_junit(junit, to_junit(results, name=file.name))
    if any(result.failures for result in results):
        raise typer.Exit(1)


def _results_of(file: Path, expected: "Expectations") -> "Sequence[CheckResult]":
    """Check the conversation of a capture."""
    from alicia_desktop.captures.checks import run_checks  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.captures.opened import conversation_id_of  # noqa: PLC0415 - as above

    with _opened(file) as (conn, manifest):
        return run_checks(conn, conversation_id_of(manifest), expected)


def _print_results(results: "Sequence[CheckResult]") -> None:
    for result in results:
        output.print_line(f"{'failed' if result.failures else 'ok':6}  {result.name}")
        for failure in result.failures:
            output.print_line(f"        {failure}")


def _write_junit(path: Path, content: bytes) -> None:
    from alicia_desktop.base.files import write_private  # noqa: PLC0415 - not for every command

    try:
        write_private(path, content)
    except OSError as error:
        raise output.stop(f"{path} cannot be written: {system_reason(error)}.", UNUSABLE_STATUS) from error


def _milliseconds(said: str) -> float | None:
    from alicia_desktop.filtering.values import read_duration  # noqa: PLC0415 - not for every command

    if not said:
        return None
    microseconds = read_duration(said)
    if microseconds is None:
        raise output.stop(f"{said} is no time such as 800ms or 1.5s.", UNUSABLE_STATUS)
    return microseconds / 1_000


@contextmanager
def _opened(file: Path) -> "Iterator[tuple[Connection, Manifest]]":
    """Open a capture; one that cannot be read ends the command with a status of its own."""
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.captures.opened import capture_connection  # noqa: PLC0415 - as above

    try:
        with capture_connection(file, now=SystemClock().now()) as opened:
            yield opened
    except WorldError as error:
        raise output.stop(error.sentence, UNUSABLE_STATUS) from error


def _turns_of(file: Path) -> "list[TurnSummary]":
    from alicia_desktop.captures.opened import conversation_id_of  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.captures.turn_summary import read_turns  # noqa: PLC0415 - as above

    with _opened(file) as (conn, manifest):
        return list(read_turns(conn, conversation_id_of(manifest)))


def _print_differences(numbers: "Sequence[int | None]", found: "Sequence[Difference]") -> None:
    before, after = ("none" if number is None else number for number in numbers)
    output.print_line(f"turn {before}" if before == after else f"turn {before} → {after}")
    for one in found:
        output.print_line(f"  {one.aspect}")
        for sign, lines in (("-", one.before), ("+", one.after)):
            for line in lines:
                output.print_line(f"  {sign} {' '.join(line.split())}")
