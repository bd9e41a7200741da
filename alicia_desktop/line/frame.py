"""What all frames between an owner and its line are made of (`frames`)."""

import msgspec


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of what an owner asks of its line."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of what a line tells its owner."""
