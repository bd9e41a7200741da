"""What all messages are: a frozen struct with the number of its type, and the kinds of value that its fields have."""

from typing import Annotated, ClassVar

import msgspec

Id = Annotated[str, msgspec.Meta(min_length=1)]
"""Any text but the empty one, which would make strangers the same thing."""
Int = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
"""What a column of the database holds; MessagePack alone would allow one bit more."""


class Message(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=False):
    """Base of all message bodies."""

    TYPE: ClassVar[int] = 0
