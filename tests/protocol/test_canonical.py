"""The canonical form: exactly the kinds that a strict reader takes, and what JSON can say of them."""

import json
from datetime import UTC, datetime
from typing import Any

import msgpack
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.protocol import messages as m
from alicia_desktop.protocol.canonical import body_map, free, message_map, to_json, to_json_body
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Stanza
from tests.protocol.samples import ANYTHING, CONVERSATION, QUESTION


def test_kinds_are_exactly_those_that_a_strict_reader_takes():
    loose: dict[str, Any] = {"id": "amu_1", "memory_id": "amem_1", "confidence": 1}
    stanza = Stanza(stanza_id=-2, conversation_id="c", body=m.MemoryTrace(**loose), meta={7: 0.1})  # type: ignore[dict-item]  # what mypy would refuse is what is tried
    whole = msgpack.unpackb(encode(stanza), strict_map_key=False)
    assert type(whole["body"]["confidence"]) is float
    assert b"\xca" in encode(stanza)
    assert b"\xcb" not in encode(stanza)
    assert list(whole["meta"]) == ["7"]


def test_none_is_left_out_and_free_values_keep_theirs():
    stanza = Stanza(
        stanza_id=-2,
        conversation_id="c",
        body=m.ToolUseResult(request_id="atu_1", success=True, result={"nothing": None, "huge": 2**70, "far": 1e300}),
    )
    whole = msgpack.unpackb(encode(stanza))
    assert whole["body"] == {
        "requestId": "atu_1",
        "success": True,
        "result": {"nothing": None, "huge": str(2**70), "far": "1e+300"},
    }


def test_a_body_without_a_conversation_is_written_with_that_of_the_envelope():
    stanza = Stanza(stanza_id=1, conversation_id=CONVERSATION, body=m.UserMessage(id=QUESTION, content="Hi"))
    assert body_map(stanza)["conversationId"] == CONVERSATION
    new = Stanza(stanza_id=1, conversation_id="", body=m.Configuration())
    assert body_map(new) == {}
    assert decode(encode(new)) == new


def test_fields_are_forced_to_their_kind():
    loose: dict[str, Any] = {"id": "am_1", "content": "x", "timestamp": 12.0}
    assert type(message_map(m.UserMessage(**loose))["timestamp"]) is int
    loose = {"note_id": "n", "message_id": "m", "success": 1}
    assert message_map(m.NoteConfirmation(**loose))["success"] is True


def test_free_values_become_what_the_wire_carries():
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    assert free({1: (2, {3}), "t": moment}) == {"1": [2, [3]], "t": 1_767_225_600_000}


@given(st.lists(st.floats()))
def test_a_list_of_numbers_becomes_what_its_numbers_become_one_by_one(numbers: list[float]):
    assert repr(free(numbers)) == repr([free(number) for number in numbers])


def test_an_extra_field_never_goes_before_a_real_one():
    body = m.UserMessage(id=QUESTION, content="Hi")
    stanza = Stanza(stanza_id=1, conversation_id="c", body=body, extra={"content": "other", "previousId": 7})
    assert body_map(stanza) == {
        "id": QUESTION, "conversationId": "c", "content": "Hi", "previousId": 7,
    }  # fmt: skip


@given(ANYTHING)
def test_any_value_can_be_said_in_json(value: object):
    assert json.loads(json.dumps(to_json(value), allow_nan=False)) is not NotImplemented


def test_bytes_enter_json_as_their_count_only():
    assert to_json_body(m.AudioChunk(data=b"abc", format="x"))["data"] == {"bytes": 3}
    assert to_json({"n": float("nan"), "l": (b"", 1)}) == {"n": "nan", "l": [{"bytes": 0}, 1]}
