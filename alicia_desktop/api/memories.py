"""The memories of the server on this computer, over its HTTP interface: for the command line while that server runs."""

from collections.abc import Sequence
from typing import Final

import msgspec

from alicia_desktop.api.client import ApiClient
from alicia_desktop.api.records import JsonObject

MAX_MEMORIES_BYTES: Final = 512 * 1024 * 1024
"""Of what the server of this computer gives at once: all memories, some 500 bytes each."""
TIMEOUT_SECONDS: Final = 120.0
"""The first search waits until the sentence encoder is loaded."""


class ImportProblem(msgspec.Struct, frozen=True, kw_only=True):
    """A line that is no memory."""

    line: int
    """From 1."""
    problem: str


class ImportResponse(msgspec.Struct, frozen=True, kw_only=True):
    """What became of imported lines."""

    stored: int
    already_there: int
    problems: list[ImportProblem]


class Vectors(msgspec.Struct, frozen=True, kw_only=True):
    """How far the sentence encoder is with what was imported."""

    ready: bool
    note: str = ""
    """Why memories are found by words only; empty when they are found by meaning too."""
    left: int = 0
    """How many memories it has yet to read."""


class _Found(msgspec.Struct, frozen=True, kw_only=True):
    results: list[JsonObject]


class _Listed(msgspec.Struct, frozen=True, kw_only=True):
    memories: list[JsonObject]


class MemoryApi(ApiClient):
    """The calls of one person about memories."""

    def __init__(self, *, url: str, user_id: str, token: str) -> None:
        super().__init__(url=url, user_id=user_id, token=token, seconds=TIMEOUT_SECONDS)

    async def list_memories(self) -> list[JsonObject]:
        """Return all memories, the newest first."""
        return self._read(await self._ask("GET", "memories", max_bytes=MAX_MEMORIES_BYTES), _Listed).memories

    async def search_memories(self, query: str, *, k: int, explain: bool, narrowed: JsonObject) -> JsonObject:
        """Return {`query`,`results`} with the best `k` memories, best first; `narrowed` is the call's `filter`."""
        body: JsonObject = {"queries": [query], "k": k, "explain": explain, "filter": narrowed}
        found = await self._ask("POST", "memories", "search", body=body, max_bytes=MAX_MEMORIES_BYTES)
        return self._read(found, _Found).results[0]

    async def import_memories(self, lines: Sequence[str]) -> ImportResponse:
        """Store what JSON lines hold; words are searchable when it returns, the vectors follow."""
        return self._read(await self._ask("POST", "memories", "import", text="\n".join(lines)), ImportResponse)

    async def wait_for_vectors(self, *, seconds: float) -> Vectors:
        """Wait until every memory has a vector, or none can be made, but no longer than `seconds`."""
        return self._read(await self._ask("POST", "memories", "vectors", body={"seconds": seconds}), Vectors)
