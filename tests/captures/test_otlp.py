"""A turn is a trace that OpenTelemetry's own parser reads, with the names of its conventions for generative AI."""

import base64
import importlib.util
import json
from typing import Any

import pytest

from alicia_desktop.captures.otlp import trace_of, write_otlp
from alicia_desktop.captures.redaction import Redaction, parse_rules
from alicia_desktop.captures.turn_summary import read_turns
from alicia_desktop.captures.writer import CaptureContents
from tests.captures.conftest import FACT, NOW
from tests.support.missing import require

WHOLE = CaptureContents(conversation_id="ac_1")


def spans_of(path) -> list[list[dict[str, Any]]]:
    traces = [json.loads(line) for line in path.read_text().splitlines()]
    return [trace["resourceSpans"][0]["scopeSpans"][0]["spans"] for trace in traces]


def named(span) -> dict[str, Any]:
    return {one["key"]: next(iter(one["value"].values())) for one in span["attributes"]}


@pytest.fixture
def written(told, tmp_path):
    path = tmp_path / "traces.jsonl"
    assert write_otlp(told.conn, WHOLE, path, now=NOW) == 10
    return path


def test_a_turn_is_a_trace_and_its_phases_are_spans(told, written):
    first, second = spans_of(written)
    assert [span["name"] for span in first][:1] == ["invoke_agent Alicia"]
    assert {span["traceId"] for span in first} & {span["traceId"] for span in second} == set()
    for spans in (first, second):
        root, *rest = spans
        assert len({span["traceId"] for span in spans}) == 1
        assert len({span["spanId"] for span in spans}) == len(spans)
        assert {span["parentSpanId"] for span in rest} == {root["spanId"]}
        assert all(int(root["startTimeUnixNano"]) <= int(span["startTimeUnixNano"]) for span in rest)
        assert all(int(span["endTimeUnixNano"]) <= int(root["endTimeUnixNano"]) for span in rest)
    assert len(second) == 1 + len(list(read_turns(told.conn, "ac_1"))[1].waterfall)


def test_attributes_are_those_of_the_conventions(written):
    first, second = spans_of(written)
    root = named(first[0])
    assert root["gen_ai.operation.name"] == "invoke_agent"
    assert root["gen_ai.conversation.id"] == "ac_1"
    assert (root["gen_ai.request.model"], root["gen_ai.provider.name"]) == ("small", "here")
    assert root["gen_ai.response.time_to_first_chunk"] == 0.4
    asked = [{"role": "user", "parts": [{"type": "text", "content": "When is Emma's recital?"}]}]
    assert json.loads(root["gen_ai.input.messages"]) == asked
    (retrieval,) = [span for span in first if span["name"] == "Memory retrieval"]
    (document,) = json.loads(named(retrieval)["gen_ai.retrieval.documents"])
    assert (document["id"], document["content"]) == ("amem_1", FACT)
    (tool,) = [span for span in second if span["name"] == "execute_tool calculator"]
    assert named(tool) == {
        "gen_ai.operation.name": "execute_tool",
        "alicia.phase": "tool",
        "gen_ai.tool.name": "calculator",
        "gen_ai.tool.call.id": "atu_2",
        "gen_ai.tool.type": "function",
        "gen_ai.tool.call.arguments": '{"expression":"17 * 23"}',
        "gen_ai.tool.call.result": '"391"',
    }
    assert int(tool["endTimeUnixNano"]) - int(tool["startTimeUnixNano"]) == 10_000_000


def test_a_tool_that_failed_is_a_span_that_failed(blank):
    recorded = blank()
    recorded.turn(1, "What is 1 / 0?", "I cannot say.", tool="calculator", result=None)
    (turn,) = read_turns(recorded.conn, "ac_1")
    spans = trace_of(turn, "ac_1")["resourceSpans"][0]["scopeSpans"][0]["spans"]
    (tool,) = [span for span in spans if span["name"].startswith("execute_tool")]
    assert tool["status"]["code"] == 2
    assert named(tool)["error.type"] == "tool_failed"


def test_opentelemetry_reads_every_line(written):
    found = importlib.util.find_spec("opentelemetry") and importlib.util.find_spec("opentelemetry.proto")
    require(part="opentelemetry-proto", present=found is not None, command="make setup-test")
    json_format: Any = pytest.importorskip("google.protobuf.json_format")
    trace_pb2: Any = importlib.import_module("opentelemetry.proto.trace.v1.trace_pb2")
    for line in written.read_text().splitlines():
        trace = json.loads(line, object_hook=in_base64)
        parsed = json_format.ParseDict(trace, trace_pb2.TracesData())
        spans = parsed.resource_spans[0].scope_spans[0].spans
        assert {(len(span.trace_id), len(span.span_id)) for span in spans} == {(16, 8)}
        assert all(span.end_time_unix_nano >= span.start_time_unix_nano > 0 for span in spans)
        assert {span.kind for span in spans} == {trace_pb2.Span.SPAN_KIND_INTERNAL}


def in_base64(span: dict[str, Any]) -> dict[str, Any]:
    """Return an object with its ids as ProtoJSON has them: OTLP/JSON differs from it in this alone, and has hex."""
    ids = {key: span[key] for key in ("traceId", "spanId", "parentSpanId") if key in span}
    return {**span, **{key: base64.b64encode(bytes.fromhex(one)).decode() for key, one in ids.items()}}


def test_a_filter_and_a_redaction_hold_for_traces(told, tmp_path):
    path = tmp_path / "traces.jsonl"
    write_otlp(told.conn, WHOLE, path, now=NOW, redaction=Redaction(parse_rules(["Emma", "memories"])))
    assert not {b"Emma", b"recital", b"Friday"} & set(path.read_bytes().replace(b'"', b" ").split())
    contents = CaptureContents(conversation_id="ac_1", seqs=(1, 2, 3, 4))
    write_otlp(told.conn, contents, path, now=NOW)
    (only,) = spans_of(path)
    assert named(only[0])["alicia.turn.number"] == "1"
