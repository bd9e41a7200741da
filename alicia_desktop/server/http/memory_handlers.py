"""Handle HTTP calls about memories: for the command line while a server runs, and for the copies that clients keep."""

import asyncio
from typing import Any, Final

import msgspec
from aiohttp import web

from alicia_desktop.memory.retrieval.result import Candidate, Retrieval, explain_retrieval
from alicia_desktop.memory.retrieval.search_filter import NO_FILTER, SearchFilter
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.guard import principal_of
from alicia_desktop.server.memories import Memories
from alicia_desktop.store.memories.memory_copies import MAX_CHANGES

MAX_RESULTS: Final = 200
MAX_QUERIES: Final = 1_000


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST /memories/search`."""

    queries: list[str]
    k: int = 10
    explain: bool = False
    filter: SearchFilter = NO_FILTER


class WaitForVectors(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST /memories/vectors`."""

    seconds: float | None = None
    """How long to wait; without end when it is not given."""


class MemoryHandlers:
    """Handlers over the memory of the caller."""

    def __init__(self, *, memories: Memories) -> None:
        self._memories = memories

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [
            web.get("/api/v1/memories", self.list_all),
            web.get("/api/v1/memories/changes", self.changes),
            web.post("/api/v1/memories/search", self.search),
            web.post("/api/v1/memories/import", self.import_lines),
            web.post("/api/v1/memories/vectors", self.wait_for_vectors),
        ]

    async def list_all(self, request: web.Request) -> web.Response:
        """`GET /memories` → {`memories`,`total`}, the newest first."""
        memory = await self._memory_of(request)
        found = [json_bodies.memory(record) for record in await memory.list_memories()]
        return web.json_response({"memories": found, "total": len(found)})

    async def changes(self, request: web.Request) -> web.Response:
        """`GET /memories/changes?after&limit` → `MemoryChanges`: what changed since `after`, deletions among it."""
        limit = json_bodies.read_number(request, "limit", default=MAX_CHANGES, most=MAX_CHANGES)
        after = request.query.get("after", "")
        changes = await self._memories.changes(principal_of(request).user_id, after=after, limit=limit)
        return web.Response(body=msgspec.json.encode(changes), content_type="application/json")

    async def search(self, request: web.Request) -> web.Response:
        """`POST /memories/search` {`queries`,`k`?,`explain`?,`filter`?} → {`results`:[{`query`,`results`}]}."""
        body = await json_bodies.read_body(request, Search)
        memory = await self._memory_of(request)
        k = max(1, min(body.k, MAX_RESULTS))
        found = [await memory.search(query, k=k, filters=body.filter) for query in body.queries[:MAX_QUERIES]]
        return web.json_response({"results": [search_result(one, explain=body.explain) for one in found]})

    async def import_lines(self, request: web.Request) -> web.Response:
        """`POST /memories/import`, JSON lines → {`stored`,`already_there`,`problems`,`unknown_categories`}."""
        memory = await self._memory_of(request)
        lines = (await json_bodies.read_text(request)).split("\n")  # a text may hold what else ends lines
        report = await memory.import_lines(lines)
        problems = [{"line": problem.line, "problem": problem.problem} for problem in report.problems]
        return web.json_response(
            {
                "stored": report.stored,
                "already_there": report.already_there,
                "problems": problems,
                "unknown_categories": dict(report.unknown_categories),
            }
        )

    async def wait_for_vectors(self, request: web.Request) -> web.Response:
        """`POST /memories/vectors` {`seconds`?} → {`ready`,`left`,`note`}, ready when none lacks one it can have."""
        body = await json_bodies.read_body(request, WaitForVectors)
        memory = await self._memory_of(request)
        left = [0]
        try:
            async with asyncio.timeout(body.seconds):
                await memory.wait_for_vectors(left.append)
            ready = True
        except TimeoutError:
            ready = False
        return web.json_response({"ready": ready, "left": 0 if ready else left[-1], "note": memory.note})

    async def _memory_of(self, request: web.Request) -> MemorySystem:
        guest = request.headers.get("X-Guest-Session-ID", "")
        return await self._memories.of(principal_of(request).user_id, guest=guest)


def search_result(retrieval: Retrieval, *, explain: bool) -> dict[str, Any]:
    """Return one search as JSON for the command line."""
    kept = [one for one in retrieval.candidates if one.cut is None]
    found = {"query": retrieval.query, "results": [_result(one, explain=explain) for one in kept]}
    if not explain:
        return found
    return found | {
        "considered": retrieval.considered,
        "encoder": retrieval.encoder,
        "timings_ms": dict(retrieval.timings_ms),
        "retrieval": explain_retrieval(retrieval),
    }


def _result(one: Candidate, *, explain: bool) -> dict[str, Any]:
    result = {**json_bodies.memory(one.memory), "relevance": one.relevance}
    if explain:
        result["similarity"] = one.similarity
        result["rank"] = one.rank
        result["parts"] = [{"name": part.name, "value": part.value, "weight": part.weight} for part in one.parts]
    return result
