"""Save the stanzas of a conversation as a capture, or as JSON lines for other programs.

    with reading(paths.client_database) as conn:
        write_capture(conn, CaptureContents(conversation_id="ac_1"), path, now=clock.now())

Rows are read by one snapshot and pass through a `Redaction` one at a time on their way into the file.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from alicia_desktop import __version__
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.base.files import writing_private
from alicia_desktop.base.translation import translate
from alicia_desktop.captures.container import STANZAS, VERSION, CaptureWriter, Manifest, Selection
from alicia_desktop.captures.redaction import Redaction
from alicia_desktop.filtering.expression import EVERYTHING, Expression
from alicia_desktop.protocol.canonical import as_object
from alicia_desktop.protocol.codec import decode
from alicia_desktop.store.conversations import captured_rows
from alicia_desktop.store.conversations.captured_rows import HEAD, MARKS, SOUNDS, TABLES
from alicia_desktop.store.conversations.conversation_file import Row
from alicia_desktop.store.database import Connection

REPORT_EVERY: Final = 500
TIMES: Final = "alicia_meta"
"""The table that has, among other things, the times that were measured."""
Report = Callable[[int, int], None]
"""Told (done, total) now and then; what it raises stops the work, and no file is left."""
_FLAGS: Final = ("duplicate", "out_of_order", "after_stop", "unknown", "malformed", "stranger")


@dataclass(frozen=True, kw_only=True, slots=True)
class CaptureContents:
    """Which stanzas of a conversation are saved: all of them, unless a filter or numbers are given."""

    conversation_id: str
    expression: Expression = EVERYTHING
    filter_text: str = ""
    """The expression as it was typed."""
    seqs: tuple[int, ...] | None = None
    """Numbers of the marked stanzas."""
    with_sound: bool = True
    """Whether kept sound goes along; only into a capture of the whole conversation that is not redacted."""
    time_references: tuple[int, ...] = ()
    """Numbers of stanzas from which times are counted anew."""

    @property
    def selection(self) -> Selection:
        """How they are chosen."""
        if self.seqs is not None:
            return "marked"
        return "whole" if self.expression == EVERYTHING else "filtered"


class CaptureStoppedError(Exception):
    """Somebody stopped the work; raised by a `Report`."""


def no_report(done: int, total: int) -> None:
    """Tell nobody."""


def write_capture(
    conn: Connection,
    contents: CaptureContents,
    path: Path,
    *,
    now: datetime,
    redaction: Redaction | None = None,
    report: Report = no_report,
) -> int:
    """Write a capture and return how many stanzas it holds; a file that it replaces stays until the new one is whole.

    Raises:
        WorldError: there is no such conversation, nothing is chosen, it is too large, or the file cannot be written.
    """
    rows = CapturedRows(conn, contents, redaction=redaction, report=report)
    try:
        with writing_private(path) as file, CaptureWriter(file) as writer:
            manifest = _write_rows(writer, rows, contents, now=now, redaction=redaction)
            writer.finish(manifest)
    except OSError as error:
        raise _unwritten(path, error) from error
    return manifest.stanzas


def _write_rows(
    writer: CaptureWriter,
    rows: "CapturedRows",
    contents: CaptureContents,
    *,
    now: datetime,
    redaction: Redaction | None,
) -> Manifest:
    """Write everything but the manifest, and return that: it has what the redaction told by then."""
    stanzas = writer.write_lines(STANZAS, (captured_rows.to_line(captured_rows.STANZAS, row) for row in rows.stanzas()))
    counts = {
        name: writer.write_lines(name, (captured_rows.to_line(name, row) for row in rows.table(name)))
        for name in rows.tables
    }
    sounds = writer.write_lines(SOUNDS, rows.sounds()) if rows.has_sound else 0
    marks = writer.write_lines(MARKS, rows.marks())
    return Manifest(
        version=VERSION,
        program=__version__,
        created_at=now,
        selection=contents.selection,
        filter="" if redaction else contents.filter_text,
        redacted=redaction.told if redaction else (),
        conversation=msgspec.Raw(captured_rows.to_line(HEAD, rows.head)),
        stanzas=stanzas,
        rows=counts,
        sounds=sounds,
        marks=marks,
        time_references=rows.time_references,
    )


def write_json_lines(
    conn: Connection,
    contents: CaptureContents,
    path: Path,
    *,
    redaction: Redaction | None = None,
    report: Report = no_report,
) -> int:
    """Write the stanzas as JSON objects, one a line, and return how many.

    Raises:
        WorldError: as `write_capture`.
    """
    rows = CapturedRows(conn, contents, redaction=redaction, report=report)
    count = 0
    try:
        with writing_private(path) as file:
            for row in rows.stanzas():
                file.write(msgspec.json.encode(stanza_object(row), enc_hook=str) + b"\n")
                count += 1
    except OSError as error:
        raise _unwritten(path, error) from error
    return count


def preview_redaction(
    conn: Connection, contents: CaptureContents, redaction: Redaction, *, report: Report = no_report
) -> int:
    """Redact all chosen stanzas without writing them; `redaction` then tells what it replaced. Returns how many.

    Raises:
        WorldError: as `write_capture`.
    """
    rows = CapturedRows(conn, contents, redaction=redaction, report=report)
    found = sum(1 for _ in rows.stanzas())
    for _ in rows.marks():
        pass
    return found


def stanza_object(row: Row) -> dict[str, Any]:
    """Return a row of the journal as a JSON object for other programs."""
    inbound = as_object(decode(row.get("raw") or b""))
    return {
        "number": row["seq"],
        "at": row["received_at"],
        "direction": row["direction"],
        "stanza_id": row.get("stanza_id"),
        "type": row.get("type"),
        "name": row["name"],
        "turn": row.get("turn_ref"),
        "size": row["size"],
        "badges": [flag.replace("_", "-") for flag in _FLAGS if row.get(flag)],
        "sender": row.get("sender"),
        "problems": decode_json(row.get("problems") or "[]"),
        "body": inbound["body"],
        "meta": inbound["meta"],
        "raw": row.get("raw"),
    }


class CapturedRows:
    """The rows of a capture, redacted, from one snapshot."""

    def __init__(
        self,
        conn: Connection,
        contents: CaptureContents,
        *,
        redaction: Redaction | None,
        report: Report = no_report,
    ) -> None:
        """Count them.

        Raises:
            WorldError: there is no such conversation, or no such stanza in it.
        """
        self._conn, self._contents, self._redaction, self._report = conn, contents, redaction, report
        head = captured_rows.head_row(conn, contents.conversation_id)
        self._chosen = captured_rows.chosen_stanzas(
            conn, contents.conversation_id, expression=contents.expression, seqs=contents.seqs
        )
        self.total = captured_rows.count_stanzas(conn, self._chosen)
        if not self.total and contents.selection != "whole":
            raise WorldError(sentence=translate("No stanza fits, so there is nothing to save."), code="nothing_to_save")
        if redaction is not None:
            redaction.learn(captured_rows.stanza_rows(conn, self._chosen), self._memory_contents())
        self.head = head if redaction is None else redaction.head(head)

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables whose rows belong to it; of a redacted one, the rest is projected from the stanzas."""
        if self._contents.selection != "whole":
            return ()
        return tuple(TABLES) if self._redaction is None else (TIMES,)

    @property
    def has_sound(self) -> bool:
        """Whether kept sound goes along: what is said in it cannot be redacted."""
        return self._contents.with_sound and self._contents.selection == "whole" and self._redaction is None

    @property
    def time_references(self) -> tuple[int, ...]:
        """Numbers of the chosen stanzas from which times are counted anew."""
        return captured_rows.chosen_among(self._conn, self._chosen, self._contents.time_references)

    def sounds(self) -> Iterator[bytes]:
        """Yield the kept sounds, a line each."""
        for line in captured_rows.sound_lines(self._conn, self._contents.conversation_id):
            self._report(self.total, self.total)
            yield line

    def marks(self) -> Iterator[bytes]:
        """Yield the marks of the chosen stanzas, a line each."""
        redact = self._redaction.note if self._redaction is not None else None
        return captured_rows.mark_lines(self._conn, self._chosen, redact)

    def stanzas(self) -> Iterator[Row]:
        """Yield the rows of the journal."""
        for done, row in enumerate(captured_rows.stanza_rows(self._conn, self._chosen)):
            if not done % REPORT_EVERY:
                self._report(done, self.total)
            yield row if self._redaction is None else self._redaction.stanza(row)
        self._report(self.total, self.total)

    def table(self, name: str) -> Iterator[Row]:
        """Yield the rows of a table."""
        for done, row in enumerate(captured_rows.table_rows(self._conn, name, self._contents.conversation_id)):
            if not done % REPORT_EVERY:
                self._report(self.total, self.total)
            if (kept := row if self._redaction is None else self._redaction.time_entry(row)) is not None:
                yield kept

    def _memory_contents(self) -> Iterator[str]:
        for name in ("alicia_memory", "alicia_memory_used"):
            for row in captured_rows.table_rows(self._conn, name, self._contents.conversation_id):
                yield row["content"]


def _unwritten(path: Path, error: OSError) -> WorldError:
    return WorldError(
        sentence=translate("{path} cannot be written: {reason}.").format(path=path, reason=system_reason(error)),
        code="not_written",
    )
