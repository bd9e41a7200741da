"""Shapes say of each field what its struct says."""

import msgspec
import pytest

from alicia_desktop.protocol.messages import (
    AudioChunk,
    Configuration,
    ErrorMessage,
    MemoryTrace,
    Message,
    ToolUseRequest,
)
from alicia_desktop.protocol.registry import ENTRIES, TypeEntry
from alicia_desktop.protocol.shapes import FieldKind, shape_of


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_all_fields_are_there_under_their_wire_names(entry: TypeEntry):
    assert [field.attribute for field in entry.shape.fields] == list(entry.struct.__struct_fields__)
    assert [field.wire for field in entry.shape.fields] == list(entry.struct.__struct_encode_fields__)
    assert entry.shape.wires == set(entry.shape.by_wire)


def kinds(struct: type[Message]) -> dict[str, FieldKind]:
    return {field.wire: field.kind for field in shape_of(struct).fields}


def test_kinds_follow_the_annotations():
    trace = kinds(MemoryTrace)
    assert (trace["id"], trace["content"], trace["confidence"], trace["metadata"]) == (
        FieldKind.ID, FieldKind.TEXT, FieldKind.NUMBER, FieldKind.MAP,
    )  # fmt: skip
    assert (kinds(AudioChunk)["data"], kinds(AudioChunk)["isLast"]) == (FieldKind.BYTES, FieldKind.BOOLEAN)
    assert (kinds(Configuration)["features"], kinds(ErrorMessage)["severity"]) == (FieldKind.LIST, FieldKind.INTEGER)


def test_choices_and_what_must_be_there():
    field = shape_of(ToolUseRequest).by_wire["execution"]
    assert set(field.choices) == {"server", "client", "either"}
    assert (field.required, field.decisive) == (False, True)
    assert shape_of(ErrorMessage).by_wire["severity"].choices == (0, 1, 2, 3)


def test_who_repeats_the_conversation():
    assert shape_of(MemoryTrace).fills_conversation
    assert not shape_of(Configuration).fills_conversation


def test_a_kind_of_field_that_nobody_thought_of_is_loud():
    class Odd(Message, frozen=True, kw_only=True):
        moment: msgspec.Raw

    with pytest.raises(KeyError):
        shape_of(Odd)
