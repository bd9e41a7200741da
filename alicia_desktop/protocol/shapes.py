"""What a message struct is made of: its base, and the name on the wire, the kind and the need of each field.

    shape = shape_of(UserMessage)
    shape.by_wire["previousId"].attribute    →  "previous_id"

Worked out once for each struct: codec and leniency go through these instead of asking `msgspec.inspect` for every
stanza.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Annotated, ClassVar, Final

import msgspec
from msgspec import inspect

Id = Annotated[str, msgspec.Meta(min_length=1)]
"""Any text but the empty one, which would make strangers the same thing."""
Int = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
"""What a column of the database holds; MessagePack alone would allow one bit more."""
DECISIVE: Final = msgspec.Meta(extra={"decisive": True})
"""Marks an optional field of which an unknown value makes the message unreadable: the default may not be guessed."""


class Message(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=False):
    """Base of all message bodies."""

    TYPE: ClassVar[int] = 0


class FieldKind(Enum):
    """The kinds of field that are read and written differently."""

    TEXT = auto()
    ID = auto()
    """Text that may not be empty."""
    INTEGER = auto()
    NUMBER = auto()
    """A float, on the wire always of 32 bits."""
    BOOLEAN = auto()
    BYTES = auto()
    MAP = auto()
    LIST = auto()
    ANYTHING = auto()


@dataclass(frozen=True, kw_only=True, slots=True)
class Field:
    """One field of a message."""

    attribute: str
    wire: str
    kind: FieldKind
    required: bool
    choices: tuple[str | int, ...] = ()
    """The values that the protocol lists, where no other has a meaning."""
    decisive: bool = False
    """Whether a value that cannot be read makes the message unreadable, though the field may be left out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageShape:
    """All fields of a message."""

    fields: tuple[Field, ...]
    by_wire: Mapping[str, Field]
    wires: frozenset[str]
    numbers: tuple[str, ...]
    """Attributes that hold floats, which may have come as something that is no number."""
    fills_conversation: bool
    """Whether the body repeats the envelope's conversation id when its own is empty."""


_KINDS: Mapping[type[inspect.Type], FieldKind] = {
    inspect.IntType: FieldKind.INTEGER,
    inspect.FloatType: FieldKind.NUMBER,
    inspect.BoolType: FieldKind.BOOLEAN,
    inspect.BytesType: FieldKind.BYTES,
    inspect.DictType: FieldKind.MAP,
    inspect.VarTupleType: FieldKind.LIST,
    inspect.AnyType: FieldKind.ANYTHING,
}


def shape_of(struct: type[Message]) -> MessageShape:
    """Return the shape of `struct`; a type of field that no `FieldKind` covers is a bug and raises `KeyError`."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    fields = tuple(_field(one) for one in info.fields)
    defaults = {one.name: one.default for one in info.fields}
    return MessageShape(
        fields=fields,
        by_wire={one.wire: one for one in fields},
        wires=frozenset(one.wire for one in fields),
        numbers=tuple(one.attribute for one in fields if one.kind is FieldKind.NUMBER),
        fills_conversation=defaults.get("conversation_id") == "",
    )


def _field(info: inspect.Field) -> Field:
    marked = isinstance(info.type, inspect.Metadata)
    kind, choices = _kind(info.type.type if isinstance(info.type, inspect.Metadata) else info.type)
    return Field(
        attribute=info.name,
        wire=info.encode_name,
        kind=kind,
        required=info.required,
        choices=choices,
        decisive=info.required or marked,
    )


def _kind(info: inspect.Type) -> tuple[FieldKind, tuple[str | int, ...]]:
    if isinstance(info, inspect.UnionType):
        (info,) = (one for one in info.types if not isinstance(one, inspect.NoneType))
    if isinstance(info, inspect.LiteralType):
        choices = tuple(value for value in info.values if isinstance(value, str | int))
        return (FieldKind.INTEGER if isinstance(choices[0], int) else FieldKind.TEXT), choices
    if isinstance(info, inspect.StrType):
        return (FieldKind.ID if info.min_length else FieldKind.TEXT), ()
    return _KINDS[type(info)], ()
