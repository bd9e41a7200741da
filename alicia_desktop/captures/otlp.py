"""Write turns as OpenTelemetry traces: OTLP/JSON, a line a turn, as its file exporter writes and collectors read it.

    write_otlp(conn, CaptureContents(conversation_id="ac_1"), path, now=clock.now())

A turn is a trace: its root is the turn from the question to the end of the answer, below it stands a span for each bar
of the waterfall. Names of attributes are those of the semantic conventions for generative AI
(https://github.com/open-telemetry/semantic-conventions-genai), and `alicia.…` where these have none. Ids are made of
the ids of conversation, question and bar, so that the same turn is the same trace however often it is written.
"""

import hashlib
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import msgspec

from alicia_desktop import __version__
from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.base.files import writing_private
from alicia_desktop.base.translation import translate
from alicia_desktop.captures.opened import capture_connection, conversation_id_of
from alicia_desktop.captures.redaction import Redaction
from alicia_desktop.captures.turn_summary import ToolCallSummary, TurnSummary, read_turns
from alicia_desktop.captures.writer import CaptureContents, Report, no_report, write_capture
from alicia_desktop.store.database import Connection
from alicia_desktop.view.payload_reader import json_map
from alicia_desktop.view.turn_records import TurnClock
from alicia_desktop.view.waterfall import WaterfallRow

AGENT: Final = "Alicia"
INTERNAL: Final = 1
"""`SPAN_KIND_INTERNAL`; enumerations are numbers in OTLP/JSON."""
ERROR: Final = 2
"""`STATUS_CODE_ERROR`."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_OPERATIONS: Final = {"retrieval": "retrieval", "tool": "execute_tool", "sentence": "chat"}
"""Kind of a bar → `gen_ai.operation.name`."""
Attributes = Mapping[str, str | int | float | bool | None]


def write_otlp(
    conn: Connection,
    contents: CaptureContents,
    path: Path,
    *,
    now: datetime,
    redaction: Redaction | None = None,
    report: Report = no_report,
) -> int:
    """Write the turns and return how many stanzas they were chosen from.

    They are read from a capture of the chosen stanzas, so that a redacted file rests on nothing but what was redacted.

    Raises:
        WorldError: as `write_capture`.
    """
    with tempfile.TemporaryDirectory(prefix="alicia-capture-") as folder:
        capture = Path(folder) / "capture"
        stanzas = write_capture(conn, contents, capture, now=now, redaction=redaction, report=report)
        with capture_connection(capture, now=now) as (opened, manifest):
            conversation_id = conversation_id_of(manifest)
            try:
                with writing_private(path) as file:
                    for turn in read_turns(opened, conversation_id):
                        file.write(msgspec.json.encode(trace_of(turn, conversation_id)) + b"\n")
            except OSError as error:
                sentence = translate("{path} cannot be written: {reason}.").format(
                    path=path, reason=system_reason(error)
                )
                raise WorldError(sentence=sentence, code="not_written") from error
    return stanzas


def trace_of(turn: TurnSummary, conversation_id: str) -> dict[str, Any]:
    """Return a turn as one `TracesData` of OTLP/JSON."""
    resource = {"service.name": "alicia-desktop", "service.version": __version__}
    scope = {"name": "alicia_desktop.captures", "version": __version__}
    spans = list(_spans(turn, conversation_id))
    return {
        "resourceSpans": [
            {"resource": {"attributes": _attributes(resource)}, "scopeSpans": [{"scope": scope, "spans": spans}]}
        ]
    }


def _spans(turn: TurnSummary, conversation_id: str) -> Iterator[dict[str, Any]]:
    trace_id = _id(16, conversation_id, turn.question_id)
    root_id = _id(8, conversation_id, turn.question_id, "turn")
    zero = TurnClock(turn.records).zero
    begin = min((row.at_ms for row in turn.waterfall), default=0.0)
    end = max((row.at_ms + (row.took_ms or 0) for row in turn.waterfall), default=0.0)
    common = {"traceId": trace_id, "kind": INTERNAL}
    yield {
        **common,
        "spanId": root_id,
        "name": f"invoke_agent {AGENT}",
        **_times(zero, begin, end - begin),
        "attributes": _attributes(_root_attributes(turn, conversation_id)),
        **_status(turn.error),
    }
    calls = {call.id: call for call in turn.called}
    for row in turn.waterfall:
        call = calls.get(row.id)
        yield {
            **common,
            "spanId": _id(8, conversation_id, turn.question_id, row.kind, row.id),
            "parentSpanId": root_id,
            "name": _name(row, turn),
            **_times(zero, row.at_ms, row.took_ms or 0.0),
            "attributes": _attributes(_row_attributes(row, turn, call)),
            **_status(call.error or call.status if call is not None and call.status == "error" else ""),
        }


def _root_attributes(turn: TurnSummary, conversation_id: str) -> Attributes:
    return {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": AGENT,
        "gen_ai.conversation.id": conversation_id,
        **_model(turn),
        "gen_ai.input.messages": _message("user", turn.asked),
        "gen_ai.output.messages": _message("assistant", turn.said) if turn.said else None,
        "gen_ai.response.time_to_first_chunk": None if turn.first_word_ms is None else turn.first_word_ms / 1_000,
        "alicia.turn.number": turn.number,
        "error.type": "answer_failed" if turn.error else None,
    }


def _row_attributes(row: WaterfallRow, turn: TurnSummary, call: ToolCallSummary | None) -> Attributes:
    common = {"gen_ai.operation.name": _OPERATIONS.get(row.kind), "alicia.phase": row.id if call is None else row.kind}
    if call is not None:
        return {
            **common,
            "gen_ai.tool.name": call.name,
            "gen_ai.tool.call.id": call.id,
            "gen_ai.tool.type": "function",
            "gen_ai.tool.call.arguments": _json(call.arguments),
            "gen_ai.tool.call.result": None if call.result is None else _json(call.result),
            "error.type": "tool_failed" if call.status == "error" else None,
        }
    if row.kind == "sentence":
        return {**common, **_model(turn)}
    if row.id == "retrieval":
        found = [{"id": one.id, "score": one.score, "content": one.content} for one in turn.retrieved]
        return {**common, "gen_ai.retrieval.documents": _json(found), "gen_ai.retrieval.query.text": turn.asked}
    return common


def _model(turn: TurnSummary) -> dict[str, str | int | float | bool | None]:
    told = json_map(turn.records.answer_meta, "model")
    name, provider, settings = told.get("name"), told.get("provider"), told.get("settings")
    temperature = settings.get("temperature") if isinstance(settings, Mapping) else None
    return {
        "gen_ai.provider.name": provider if isinstance(provider, str) else None,
        "gen_ai.request.model": name if isinstance(name, str) else None,
        "gen_ai.request.temperature": float(temperature) if isinstance(temperature, int | float) else None,
    }


def _name(row: WaterfallRow, turn: TurnSummary) -> str:
    if row.kind == "tool":
        return f"execute_tool {row.label}"
    if row.kind == "sentence":
        return f"chat {_model(turn)['gen_ai.request.model'] or ''}".strip()
    return row.label


def _message(role: str, said: str) -> str:
    return _json([{"role": role, "parts": [{"type": "text", "content": said}]}])


def _json(value: Any) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode()


def _status(error: str) -> dict[str, Any]:
    return {"status": {"code": ERROR, "message": error}} if error else {}


def _times(zero: datetime, at_ms: float, took_ms: float) -> dict[str, str]:
    begin, end = (_nanoseconds(zero + timedelta(milliseconds=ms)) for ms in (at_ms, at_ms + max(0.0, took_ms)))
    return {"startTimeUnixNano": begin, "endTimeUnixNano": end}


def _nanoseconds(moment: datetime) -> str:
    """Return whole microseconds as nanoseconds; 64 bits are text in OTLP/JSON."""
    since = moment - _EPOCH
    microseconds = (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds
    return str(max(0, microseconds) * 1_000)


def _attributes(named: Attributes) -> list[dict[str, Any]]:
    return [{"key": key, "value": _value(value)} for key, value in named.items() if value is not None]


def _value(value: str | float | bool) -> dict[str, Any]:  # noqa: FBT001 - a value, not a switch
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}
        case float():
            return {"doubleValue": value}
        case _:
            return {"stringValue": value}


def _id(size: int, *parts: str) -> str:
    """Return an id of so many bytes as hex, which is how OTLP/JSON writes them."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "replace")).digest()[:size].hex()
