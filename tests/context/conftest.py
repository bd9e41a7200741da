"""The fixtures of the memory: a context is assembled over a database with memories."""

from tests.memory.conftest import clock, database, memory, tell

__all__ = ["clock", "database", "memory", "tell"]
