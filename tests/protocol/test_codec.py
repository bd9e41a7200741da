"""The codec: bytes of every type as they were, any message there and back, any bytes without an exception."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol import messages as m
from alicia_desktop.protocol.codec import body_map, decode, encode, read_envelope, to_json_body
from alicia_desktop.protocol.envelope import Malformed, Stanza, Unknown
from alicia_desktop.protocol.registry import ENTRIES, TypeEntry, entry_of
from tests.protocol.make_golden import GOLDEN, golden_stanzas
from tests.protocol.samples import ANSWER, ANYTHING, CONVERSATION, QUESTION, SATURATED, stanza_of, stanzas
from tests.support.examples import examples

RECORDED = Path(__file__).parent.parent / "data" / "golden_deployed.jsonl"
each_body = pytest.mark.parametrize("body", SATURATED, ids=lambda body: type(body).__name__)
each_entry = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)


def packed(number: object = 2, body: object = None, **envelope: Any) -> bytes:
    """An envelope as another program might write it."""
    whole = {"stanzaId": -2, "conversationId": CONVERSATION, "type": number, "body": body} | envelope
    return bytes(msgpack.packb(whole))


def read(number: int, body: dict[str, Any], **envelope: Any) -> Stanza:
    found = decode(packed(number, body, **envelope))
    assert isinstance(found, Stanza), found
    return found


def refused(data: bytes) -> str:
    found = decode(data)
    assert isinstance(found, Malformed), found
    assert found.raw == data
    return found.reason


# --- there and back --------------------------------------------------------------------------------------------------


def test_the_samples_are_saturated_and_of_every_type():
    assert [type(body) for body in SATURATED] == [entry.struct for entry in ENTRIES]
    for body in SATURATED:
        for field in msgspec.structs.fields(body):
            assert getattr(body, field.name) not in {None, ""} if field.type is str else True
            assert field.required or getattr(body, field.name) != field.default, (type(body).__name__, field.name)


@each_body
def test_a_saturated_message_survives_field_by_field(body: m.Message):
    found = decode(encode(stanza_of(body)))
    assert isinstance(found, Stanza)
    for name in body.__struct_fields__:
        assert getattr(found.body, name) == getattr(body, name), name
    assert found == stanza_of(body)


def test_every_type_is_written_as_ever():
    assert json.loads(GOLDEN.read_text(encoding="utf-8")) == golden_stanzas()


@pytest.mark.parametrize("golden", json.loads(GOLDEN.read_text(encoding="utf-8")), ids=lambda golden: golden["name"])
def test_every_type_is_read_as_ever(golden: dict[str, Any]):
    found = decode(bytes.fromhex(golden["hex"]))
    assert isinstance(found, Stanza)
    assert (found.body.TYPE, type(found.body).__name__) == (golden["type"], golden["name"])
    assert to_json_body(found.body) == golden["body"]


@each_entry
@settings(max_examples=examples(25))
@given(data=st.data())
@pytest.mark.slow
def test_any_message_survives(entry: TypeEntry, data: st.DataObject):
    stanza = data.draw(stanzas(entry))
    assert decode(encode(stanza)) == stanza


# --- what cannot be written as it is ----------------------------------------------------------------------------------


def test_half_a_surrogate_pair_is_sent_as_a_question_mark():
    stanza = Stanza(stanza_id=1, conversation_id="c", body=m.UserMessage(id="am_1", content="a\ud83d"))
    found = decode(encode(stanza))
    assert isinstance(found, Stanza)
    assert found.body == m.UserMessage(id="am_1", content="a?", conversation_id="c")


def test_what_no_receiver_would_read_is_not_written():
    deep: list[Any] = []
    for _ in range(40):
        deep = [deep]
    large = m.UserMessage(id="am_1", content="x" * 2**21)
    for body in (large, m.ToolUseResult(request_id="atu_1", success=True, result=deep)):
        with pytest.raises(WorldError, match="cannot be sent") as caught:
            encode(Stanza(stanza_id=1, conversation_id="c", body=body))
        assert caught.value.code == "stanza_unsendable"


def test_depth_is_told_apart_from_other_values_and_no_value_is_repeated():
    deep: list[Any] = []
    deep.append(deep)
    number: Any = "my secret"
    trace = m.MemoryTrace(id="amu_1", memory_id="amem_1", content="x", confidence=number)
    reasons = {
        "Nested too deep.": m.ToolUseResult(request_id="atu_1", success=True, result=deep),
        "A value cannot be written: confidence is of another kind.": trace,
        "A value cannot be written: it is too large.": m.UserMessage(id="am_1", content="x"),
    }
    for reason, body in reasons.items():
        meta = {"n": 10**5000} if isinstance(body, m.UserMessage) else {}
        with pytest.raises(WorldError) as caught:
            encode(Stanza(stanza_id=1, conversation_id="c", body=body, meta=meta))
        assert caught.value.sentence == f"This message cannot be sent. {reason}"
        assert "secret" not in "".join(map(str, (caught.value, caught.value.__cause__)))


def test_a_value_without_a_form_on_the_wire_is_a_bug_and_loud():
    body = m.ToolUseResult(request_id="atu_1", success=True, result=object())
    with pytest.raises(TypeError, match="object"):
        encode(Stanza(stanza_id=1, conversation_id="c", body=body))


# --- other forms -----------------------------------------------------------------------------------------------------


def test_the_recorded_packets_are_read_without_a_problem():
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        packet = json.loads(line)
        found = decode(bytes.fromhex(packet["hex"]))
        assert isinstance(found, Stanza)
        assert (found.stanza_id, type(found.body).__name__) == (packet["stanzaId"], packet["name"])
        assert not found.problems
        assert not found.extra


def test_the_deployed_memory_trace_keeps_what_was_sent_and_what_it_was_called():
    found = read(14, {"id": "t", "messageId": QUESTION, "memoryId": "amem_1", "content": "x", "relevance": 0.5})
    trace = m.MemoryTrace(id="t", previous_id=QUESTION, memory_id="amem_1", content="x", confidence=0.5)
    assert found.body == trace
    assert trace.action is None
    assert found.aliases == {"previousId": "messageId", "confidence": "relevance"}


@pytest.mark.parametrize(
    ("entry", "alias"), [(entry, alias) for entry in ENTRIES for alias in entry.aliases], ids=lambda one: str(one)[:9]
)
def test_an_alias_is_read_as_its_field(entry: TypeEntry, alias: str):
    saturated = next(body for body in SATURATED if type(body) is entry.struct)
    body = body_map(stanza_of(saturated))
    body[alias] = body.pop(entry.aliases[alias])
    found = read(entry.number, body)
    assert found.body == saturated
    assert found.aliases == {entry.aliases[alias]: alias}


def test_the_field_itself_goes_before_its_alias():
    found = read(16, {"previousId": ANSWER, "messageId": "other", "sequence": 1, "text": "x"})
    assert isinstance(found.body, m.AssistantSentence)
    assert found.body.previous_id == ANSWER
    assert found.extra == {"messageId": "other"}
    trace = read(14, {"id": "t", "memoryId": "x", "previousId": None, "messageId": QUESTION})
    assert trace.body == m.MemoryTrace(id="t", memory_id="x", previous_id=QUESTION)


@pytest.mark.parametrize(
    "field",
    [
        *({"format": "opus"}, {"trackSid": "TR"}, {"data": b"x"}, {"duration": 20}, {"durationMs": 20}),
        *({"seq": 0}, {"sequence": 1}, {"isLast": False}),
    ],
)
def test_type_10_with_sound_is_an_audio_chunk(field: dict[str, Any]):
    assert isinstance(read(10, field).body, m.AudioChunk)


def test_type_10_without_sound_is_a_stop():
    assert read(10, {"targetId": ANSWER, "format": None}).body == m.ControlStop(target_id=ANSWER)


def test_fields_that_nobody_knows_are_kept_and_written_back():
    found = read(3, {"id": ANSWER, "content": "x", "mood": {"warm": True}})
    assert found.extra == {"mood": {"warm": True}}
    again = decode(encode(found))
    assert isinstance(again, Stanza)
    assert again.extra == found.extra


def test_an_unknown_type_is_read_as_far_as_it_goes():
    found = decode(packed(31, {"a": 1}, meta={"source": "x"}))
    assert found == Unknown(stanza_id=-2, conversation_id=CONVERSATION, type=31, body={"a": 1}, meta={"source": "x"})


def test_a_composed_envelope_is_read_like_bytes():
    found = read_envelope({"stanzaId": 1, "conversationId": "c", "type": 2, "body": {"id": "am_1", "content": "x"}})
    assert isinstance(found, Stanza)
    assert found.body == m.UserMessage(id="am_1", content="x")


# --- odd input -------------------------------------------------------------------------------------------------------


def test_keys_and_texts_of_other_kinds_are_read_and_told():
    body = b"\x83\xa2id\xa1m\xa7content\xa2a\xff\x07\xa1x"
    data = b"\x84\xa8stanzaId\xfe\xaeconversationId\xa1c\xa4type\x02\xa4body" + body
    found = decode(data)
    assert isinstance(found, Stanza)
    assert found.body == m.UserMessage(id="m", content="a\ufffd")
    assert found.extra == {"7": "x"}
    assert len(found.problems) == 2


def test_times_and_extensions_of_messagepack_are_read_and_told():
    found = read(2, {"id": "m", "content": "x", "timestamp": msgpack.Timestamp(12, 5_000_000)})
    assert isinstance(found.body, m.UserMessage)
    assert found.body.timestamp == 12_005
    assert found.problems
    found = read(2, {"id": "m", "content": "x", "y": [msgpack.ExtType(5, b"zz"), msgpack.Timestamp(1, 0)]})
    assert found.extra == {"y": [{"extension": 5, "data": b"zz"}, 1_000]}


def test_a_packet_without_a_type_or_body_says_so():
    assert "type is missing" in refused(packed(None, {}))
    assert "type is not a number" in refused(packed("MemoryTrace", {}))
    assert "type is not a number" in refused(packed(70_000, {}))
    assert "body is missing" in refused(packed(2, None))
    assert "body is not a map" in refused(packed(2, [1]))


def test_a_packet_that_is_no_map_says_so():
    assert "not a map" in refused(msgpack.packb([1, 2]))
    assert "Empty" in refused(b"")
    assert "0xc1" in refused(b"\xc1")
    assert "MessagePack" in refused(b"\x81\xa1a\xc7\x00\xff")


def test_a_refused_body_is_kept_for_the_answer_to_it():
    found = decode(packed(6, {"id": "atu_1", "toolName": "shell", "execution": "somewhere"}))
    assert isinstance(found, Malformed)
    assert (found.type, found.stanza_id) == (6, -2)
    assert found.reason.startswith("execution is text, not one of")
    assert found.body == {"id": "atu_1", "toolName": "shell", "execution": "somewhere"}


def test_problems_never_repeat_what_was_said():
    found = read(9, {"id": "t", "text": "x", "confidence": "my secret", "language": ["my secret"]})
    assert len(found.problems) == 2
    assert "secret" not in str(found.problems)
    assert found.extra == {"confidence": "my secret", "language": ["my secret"]}


# --- anything at all -------------------------------------------------------------------------------------------------


@given(st.binary(max_size=300))
def test_any_bytes_are_read_without_an_exception(data: bytes):
    assert isinstance(decode(data), Stanza | Unknown | Malformed)


@given(
    st.fixed_dictionaries({}, optional=dict.fromkeys(("stanzaId", "conversationId", "type", "meta", "body"), ANYTHING))
)
def test_any_envelope_is_read_without_an_exception(envelope: dict[str, object]):
    found = decode(msgpack.packb(envelope))
    assert isinstance(found, Stanza | Unknown | Malformed)


@each_entry
@settings(max_examples=examples(25))
@given(data=st.data())
@pytest.mark.slow
def test_any_values_in_the_fields_of_a_type_are_read_without_an_exception(entry: TypeEntry, data: st.DataObject):
    names = sorted(entry.shape.wires | set(entry.aliases))
    body = data.draw(st.dictionaries(st.sampled_from(names), ANYTHING | st.just("1") | st.just(float("nan"))))
    found = decode(packed(entry.number, body))
    assert isinstance(found, Stanza | Malformed)
    if isinstance(found, Stanza):
        again = decode(encode(replace(found, problems=())))
        assert isinstance(again, Stanza)
        assert again.stanza_id == found.stanza_id
        assert entry_of(again.body) == entry_of(found.body)


def read_both_ways(packet: bytes) -> None:
    """A small packet takes the short way; the walk, which large ones take, must come to the same."""
    short = decode(packet)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("alicia_desktop.protocol.codec._SMALL_BYTES", -1)
        assert repr(decode(packet)) == repr(short)


@given(st.binary(max_size=100) | ANYTHING.map(msgpack.packb))
@example(b"\x91" * 16_000)
@example(b"\x81\xa1a" * 33)
@example(b"\xdd\x00\x00\xff\xff" * 3_000)
@example(msgpack.packb({"type": 31, "body": {"a": msgpack.Timestamp(1, 0), b"b": {1: [msgpack.ExtType(5, b"z")]}}}))
@example(msgpack.packb({"type": 31, "body": {"a": 2**64 - 1, "b": b"x", "c": -(2**63)}, b"meta": {}}))
def test_small_packets_are_read_like_large_ones(inner: bytes):
    read_both_ways(inner)
    read_both_ways(b"\x82\xa4type\x1f\xa4body\x81\xa1a" + inner)


@each_body
@settings(max_examples=examples(25))
@given(data=st.data())
def test_a_damaged_packet_is_read_without_an_exception(body: m.Message, data: st.DataObject):
    packet = bytearray(encode(stanza_of(body)))
    for _ in range(data.draw(st.integers(1, 4))):
        packet[data.draw(st.integers(0, len(packet) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(packet)))
    assert isinstance(decode(bytes(packet)), Stanza | Unknown | Malformed)
    read_both_ways(bytes(packet))
    assert isinstance(decode(bytes(packet[:cut])), Stanza | Unknown | Malformed)
