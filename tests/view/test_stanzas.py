"""Rows and details of single stanzas: every message says something, every byte has its place."""

import gc
import json
import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from alicia_desktop.filtering.expression import Words
from alicia_desktop.protocol.attachments import without_data
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import (
    AssistantSentence,
    AudioChunk,
    ErrorMessage,
    MemoryTrace,
    Message,
    ToolUseRequest,
    ToolUseResult,
    UserMessage,
)
from alicia_desktop.protocol.registry import ENTRIES
from alicia_desktop.view.stanza_details import stanza_details
from alicia_desktop.view.stanzas import FORGOTTEN, stanza_row, stanza_rows, summary
from tests.protocol.samples import SATURATED
from tests.view.records import after, journaled


def record_of(body: Message, **given: Any) -> Any:
    raw = encode(Stanza(stanza_id=-7, conversation_id="ac_1", body=body, meta={"model": "m"}))
    return journaled(type(body).__name__, type=body.TYPE, raw=raw, size=len(raw), stanza_id=-7, **given)


def test_every_type_of_the_protocol_has_a_sample() -> None:
    assert {type(body) for body in SATURATED} == {entry.struct for entry in ENTRIES}


@pytest.mark.parametrize("body", SATURATED, ids=lambda body: type(body).__name__)
def test_every_message_says_something_in_one_line(body) -> None:
    row = stanza_row(record_of(body), None)
    assert row.summary
    assert "\n" not in row.summary
    assert row.type == type(body).__name__


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_message_with_nothing_but_what_it_must_have_can_be_shown(entry) -> None:
    needed = {
        field.name: _least(field.type) for field in __import__("msgspec").structs.fields(entry.struct) if field.required
    }
    details = stanza_details(record_of(entry.struct(**needed)))
    assert details.json
    assert details.tree[0].name == entry.name


def _least(kind: Any) -> Any:
    literal = getattr(kind, "__args__", ())
    if literal and isinstance(literal[0], str):
        return literal[0]
    return {"bool": False, "int": 0, "float": 0.0, "dict": {}, "list": []}.get(
        getattr(kind, "__name__", ""), _of_text(kind)
    )


def _of_text(kind: Any) -> Any:
    return 0 if "int" in str(kind) else {} if "dict" in str(kind) else "x"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (UserMessage(id="a", content="x" * 99), "“" + "x" * 47 + "…”"),
        (AssistantSentence(previous_id="a", sequence=3, text="On Friday.", is_final=True), "3 “On Friday.” · final"),
        (MemoryTrace(id="a", memory_id="b", content="Emma"), "action not sent “Emma”"),
        (ToolUseRequest(id="a", tool_name="clock", parameters={}, execution="server"), "clock · server"),
        (ToolUseResult(request_id="a", success=False), "failed · no reason sent"),
        (ErrorMessage(id="", code=503, message="Busy", severity=2, recoverable=False), "503 “Busy” · fatal"),
        (AudioChunk(format="pcm", duration=640, seq=2), "sentence 2 · 640 ms · pcm"),
    ],
)
def test_a_summary_says_the_most_in_the_fewest_words(body, said) -> None:
    assert summary(record_of(body)) == said


def test_a_row_counts_from_the_one_above_it() -> None:
    body = UserMessage(id="a", content="x")
    rows = stanza_rows([record_of(body, seq=4), record_of(body, seq=5, received_at=after(1.25))])
    assert [(row.id, row.delta) for row in rows] == [("4", "0.000"), ("5", "1.250")]
    assert rows[0].stanza == "−7"


def test_what_is_odd_about_a_stanza_is_a_badge() -> None:
    odd = record_of(UserMessage(id="a", content="x"), duplicate=True, out_of_order=True, after_stop=True)
    row = stanza_row(odd, None)
    assert row.badges == ("duplicate", "out of order", "after stop")
    assert row.summary.startswith("Duplicate of")


def test_a_forgotten_stanza_keeps_its_row_and_says_so() -> None:
    gone = replace(record_of(UserMessage(id="a", content="secret")), raw=None)
    assert summary(gone) == FORGOTTEN
    details = stanza_details(gone)
    assert (details.note, details.raw, details.tree, details.json) == (FORGOTTEN, b"", (), "")


def test_an_unknown_type_shows_its_number_and_its_fields() -> None:
    raw = encode(Stanza(stanza_id=-7, conversation_id="ac_1", body=UserMessage(id="a", content="x")))
    raw = raw.replace(b"\xa4type\x02", b"\xa4type\x63")
    assert decode(raw).type == 99  # type: ignore[union-attr]  # an unknown stanza has its type
    unknown = journaled("Unknown", type=99, raw=raw, size=len(raw), unknown=True)
    row = stanza_row(unknown, None)
    assert (row.type, row.badges) == ("type 99", ("unknown",))
    assert "99" in row.summary
    assert stanza_details(unknown).tree[0].name == "type 99"


@pytest.mark.parametrize("body", SATURATED, ids=lambda body: type(body).__name__)
def test_every_node_of_the_tree_names_its_bytes(body) -> None:
    details = stanza_details(record_of(body))
    (root,) = details.tree
    assert (root.start, root.end) == (0, len(details.raw))
    _check(root)
    assert {child.name for child in root.children} >= {"stanzaId", "conversationId", "type", "body", "meta"}


def _check(node: Any) -> None:
    end = node.value_start
    for child in node.children:
        assert end <= child.start <= child.value_start < child.end <= node.end
        end = child.end
        _check(child)


def test_sizes_are_parted_as_in_the_table() -> None:
    large = record_of(UserMessage(id="a", content="x" * 1_180))
    details = stanza_details(large)
    assert details.title.startswith(f"1,{large.size % 1000:03d} bytes")
    assert details.tree[0].kind.endswith(f"· 1,{large.size % 1000:03d} B")


@pytest.mark.parametrize(
    ("milliseconds", "named"),
    [(1_763_571_730_588, True), (0, True), (-1, False), (1_763_571_730_588_000, False), (2**63 - 1, False)],
)
def test_a_timestamp_has_its_time_beside_it(milliseconds: int, named: bool) -> None:
    node = _named("timestamp", stanza_details(record_of(UserMessage(id="a", content="x", timestamp=milliseconds))).tree)
    time = f" {datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone():%H:%M:%S}" if named else ""
    assert node.value == f"{milliseconds}{time}"


def _named(name: str, nodes: Any) -> Any:
    inner = [_named(name, node.children) for node in nodes]
    return next((node for node in [*nodes, *inner] if node is not None and node.name == name), None)


def test_a_cut_stanza_says_how_much_is_kept() -> None:
    whole = record_of(UserMessage(id="a", content="x" * 400))
    cut = replace(whole, raw=whole.raw[:100], malformed=True, problems=("It ends too soon.",))
    assert stanza_details(cut).note == f"It ends too soon. Only the first 100 of {whole.size} bytes are stored."


def test_a_message_with_files_shows_their_heads_and_not_their_bytes() -> None:
    body = UserMessage(id="am_1", content="Look", attachments=({"name": "cat.png", "data": b"c" * 50_000},))
    details = stanza_details(replace(record_of(without_data(body)), size=50_100))
    assert details.note == "With its files it is 50 KB; the journal has their names, sizes and digests."
    assert "cat.png" in details.json


def test_a_strangers_stanza_has_its_badge_and_says_whose_it_is() -> None:
    body = AssistantSentence(previous_id="a", sequence=3, text="Give me your keys.")
    strange = record_of(body, stranger=True, sender="mallory\u202e" + "x" * 99)
    row = stanza_row(strange, None)
    assert row.badges == ("stranger",)
    assert row.summary == r"mallory\u202e" + "x" * 26 + "…: 3 “Give me your keys.”"
    details = stanza_details(strange)
    assert details.title.endswith(r" · from mallory\u202e" + "x" * 26 + "…")
    assert details.note.startswith(r"Sent by mallory\u202exxx")
    unnamed = stanza_details(record_of(body, stranger=True))
    assert unnamed.note.startswith("Sent by somebody, not by the server.")


def test_the_servers_stanzas_say_by_which_participant_they_came() -> None:
    details = stanza_details(record_of(UserMessage(id="a", content="x"), sender="alicia-agent-local"))
    assert details.title.endswith(" · from alicia-agent-local")
    assert details.note == ""


def test_the_tree_says_what_it_leaves_out_and_agrees_with_the_head_about_the_size() -> None:
    many = record_of(ToolUseResult(request_id="a", success=True, result=list(range(3_000))))
    details = stanza_details(many)
    assert details.tree[0].kind == f"map · {many.size:,} B"
    assert f"{many.size:,} bytes" in details.title
    assert "ends after 1,000 values" in details.note
    nodes = list(_every(details.tree[0]))
    (result,) = (node for node in nodes if node.name == "result")
    assert result.value == "3,000 items"
    shown, left = len(result.children) - 1, result.children[-1]
    assert (left.name, left.value) == ("…", f"{3_000 - shown:,} more items not shown")
    assert nodes[-1].end == many.size
    _check(details.tree[0])


def _every(node: Any) -> Any:
    yield node
    for child in node.children:
        yield from _every(child)


def test_what_a_filter_found_more_often_than_it_is_marked_is_said() -> None:
    details = stanza_details(record_of(UserMessage(id="a", content="x" * 2_000)), Words(text="x"))
    assert len(details.hits) == 1_000
    assert "first 1,000 finds" in details.note


def test_text_from_right_to_left_moves_nothing_beside_it() -> None:
    trace = MemoryTrace(id="a", memory_id="b", content="שלום", confidence=0.91, action="retrieved")
    assert summary(record_of(trace)) == "retrieved \u2068“שלום”\u2069 · 0.91"
    escaping = MemoryTrace(id="a", memory_id="b", content="ש\u2069\u202e", confidence=0.91, action="retrieved")
    assert summary(record_of(escaping)) == "retrieved \u2068“ש”\u2069 · 0.91"


@pytest.mark.e2e
@pytest.mark.parametrize("length", [5, 20_000])
def test_the_decode_command_works_when_pasted(length) -> None:
    details = stanza_details(record_of(UserMessage(id="a", content="ü" * length)))
    done = subprocess.run(
        ["bash"],
        input=details.command,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(done.stdout)["body"]["content"] == "ü" * length


def test_rows_are_out_of_sight_of_garbage_collection() -> None:
    """Two hundred thousand of them would hold up the window for as long as five frames."""
    row = stanza_row(record_of(SATURATED[-1]), None)
    assert not gc.is_tracked(row)
