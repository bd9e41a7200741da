"""Save stanzas in one of the formats that the command and the window offer."""

from datetime import datetime
from pathlib import Path
from typing import Final, Literal

from alicia_desktop.captures.container import SUFFIX
from alicia_desktop.captures.otlp import write_otlp
from alicia_desktop.captures.redaction import Redaction
from alicia_desktop.captures.writer import CaptureContents, Report, no_report, write_capture, write_json_lines
from alicia_desktop.store.database import Connection

CaptureFormat = Literal["capture", "jsonl", "otlp"]
SUFFIXES: Final[dict[CaptureFormat, str]] = {"capture": SUFFIX, "jsonl": "jsonl", "otlp": "jsonl"}
"""Of names of files."""


def save_as(
    form: CaptureFormat,
    conn: Connection,
    contents: CaptureContents,
    path: Path,
    *,
    now: datetime,
    redaction: Redaction | None = None,
    report: Report = no_report,
) -> int:
    """Write a file and return how many stanzas it was made of.

    Raises:
        WorldError: as `write_capture`.
    """
    match form:
        case "capture":
            return write_capture(conn, contents, path, now=now, redaction=redaction, report=report)
        case "jsonl":
            return write_json_lines(conn, contents, path, redaction=redaction, report=report)
        case "otlp":
            return write_otlp(conn, contents, path, now=now, redaction=redaction, report=report)
