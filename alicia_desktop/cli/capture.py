"""`capture save` writes a conversation to a file with all that the inspector shows, `open` reads such a file."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from alicia_desktop.cli import output
from alicia_desktop.cli.filter_option import read_filter

if TYPE_CHECKING:
    from alicia_desktop.captures.container import Manifest
    from alicia_desktop.captures.turn_summary import TurnSummary

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `capture save`.")]


class CaptureFormat(StrEnum):
    """The formats of a saved conversation."""

    CAPTURE = "capture"
    JSONL = "jsonl"


def save(
    conversation: Annotated[str, typer.Argument(metavar="CONVERSATION", help="Its id, or its exact title.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write, such as talk.alicia-capture.")],
    *,
    filter_text: Annotated[
        str, typer.Option("--filter", metavar="FILTER", help="Save only the stanzas that fit, such as 'turn:3'.")
    ] = "",
    form: Annotated[
        CaptureFormat,
        typer.Option("--format", metavar="FORMAT", help="capture to open it again, jsonl for other programs."),
    ] = CaptureFormat.CAPTURE,
) -> None:
    """Save a conversation as a capture: its stanzas byte by byte, and what the inspector shows beside them.

    With --filter, the file holds those stanzas and nothing else. Alicia may be running.
    """
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.captures.writer import CaptureContents, write_capture, write_json_lines  # noqa: PLC0415 - as above
    from alicia_desktop.cli.conversations import find_conversation  # noqa: PLC0415 - as above
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - as above
    from alicia_desktop.store.files.readonly_access import reading  # noqa: PLC0415 - as above
    from alicia_desktop.view import text  # noqa: PLC0415 - as above

    expression = read_filter(filter_text)
    with reading(find_paths().client_database) as conn, output.overprinting() as show:
        contents = CaptureContents(
            conversation_id=find_conversation(conn, conversation), expression=expression, filter_text=filter_text
        )

        def report(done: int, total: int) -> None:
            show(f"{done:,} of {total:,}")

        if form is CaptureFormat.JSONL:
            saved = write_json_lines(conn, contents, file, report=report)
        else:
            saved = write_capture(conn, contents, file, now=SystemClock().now(), report=report)
    output.print_text(f"Saved {text.plural(saved, 'stanza')} in {file}.")


def open_(
    file: FileArgument,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")] = False,
) -> None:
    """Print what a capture holds: its conversation, and each turn in a few lines."""
    from alicia_desktop.base.clock import SystemClock  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.captures.opened import capture_connection, conversation_id_of  # noqa: PLC0415 - as above
    from alicia_desktop.captures.turn_summary import read_turns  # noqa: PLC0415 - as above
    from alicia_desktop.store.conversations import conversations  # noqa: PLC0415 - as above

    with capture_connection(file, now=SystemClock().now()) as (conn, manifest):
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
    from alicia_desktop.view import text  # noqa: PLC0415 - brings the database layer

    chosen = {
        "whole": "the whole conversation",
        "filtered": f"stanzas chosen by {manifest.filter or 'a filter'}",
        "marked": "marked stanzas",
    }[manifest.selection]
    output.print_line(f"{title or 'Untitled'} ({conversation_id})")
    output.print_line(f"{text.plural(manifest.stanzas, 'stanza')}: {chosen}")
    output.print_line(f"saved {manifest.created_at.astimezone():%Y-%m-%d %H:%M} by version {manifest.program}")
    if manifest.redacted:
        output.print_line(f"redacted: {', '.join(manifest.redacted)}")


def _print_turn(turn: "TurnSummary") -> None:
    from alicia_desktop.view import text  # noqa: PLC0415 - brings the database layer

    output.print_text("")
    output.print_line(f"{turn.number}  {text.one_line(turn.asked, 200)}")
    for memory in turn.retrieved:
        output.print_line(f"   memory  {text.one_line(memory.content, 150)}")
    for call in turn.called:
        output.print_line(
            f"   tool    {call.name}({text.one_line(text.parameters(call.arguments), 120)}): {call.status}"
        )
    if turn.said:
        output.print_line(f"   said    {text.one_line(turn.said, 200)}")
    if turn.error:
        output.print_line(f"   error   {text.one_line(turn.error, 200)}")
    times = [
        f"{text.duration(ms)} {what}"
        for ms, what in ((turn.first_word_ms, "to the first word"), (turn.took_ms, "in all"))
        if ms is not None
    ]
    if times:
        output.print_line(f"   time    {', '.join(times)}")
