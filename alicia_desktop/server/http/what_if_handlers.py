"""Handle the HTTP call that ranks the memories for an answered question anew, with other weights, threshold or budget.

It is this project's own (docs/protocol.md#what-if). Nothing is stored by it and nothing marked as used.
"""

import asyncio
from dataclasses import asdict
from typing import Annotated, Any, Final

import msgspec
from aiohttp import web

from alicia_desktop.config import MAX_MEMORY_TOKENS
from alicia_desktop.memory.retrieval.calibration import DEFAULT_WEIGHTS
from alicia_desktop.memory.retrieval.result import Candidate, Retrieval, candidate_map
from alicia_desktop.memory.retrieval.selection import DEFAULT_THRESHOLD
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.answered_questions import AnsweredQuestions, RetrievalTrial
from alicia_desktop.server.http.guard import principal_of
from alicia_desktop.server.recall import RecallResult

MAX_WEIGHT: Final = 2.0
MAX_NAMED: Final = 200
"""Memories that one call may include or exclude."""
MAX_BODY_BYTES: Final = 64 * 1024
FOUND: Final = "found"
NOT_SEARCHED: Final = "not_searched"
WEIGHTS: Final = frozenset(asdict(DEFAULT_WEIGHTS))

Weight = Annotated[float, msgspec.Meta(ge=-MAX_WEIGHT, le=MAX_WEIGHT)]
MemoryIds = Annotated[list[str], msgspec.Meta(max_length=MAX_NAMED)]


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST /messages/{answer}/retrieval`."""

    threshold: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = DEFAULT_THRESHOLD
    budget: Annotated[int, msgspec.Meta(ge=0, le=MAX_MEMORY_TOKENS)] | None = None
    weights: dict[str, Weight] = {}
    exclude: MemoryIds = []
    include: MemoryIds = []


class WhatIfHandlers:
    """Handlers over the answers of the caller."""

    def __init__(self, *, questions: AnsweredQuestions) -> None:
        self._questions = questions
        self._one_at_a_time = asyncio.Lock()

    def routes(self) -> list[web.RouteDef]:
        """Return the routes; a message is no conversation, so whose it is is asked here."""
        return [web.post("/api/v1/messages/{answer}/retrieval", self.try_retrieval)]

    async def try_retrieval(self, request: web.Request) -> web.Response:
        """`POST /messages/{answer}/retrieval` {…} → {`id`,`state`,`defaults`,`tried`,`used`,`retrieval`}."""
        answer, conversation = await self._questions.find_answer(request)
        body = await json_bodies.read_body(request, WhatIf, max_bytes=MAX_BODY_BYTES)
        if unknown := sorted(body.weights.keys() - WEIGHTS):
            raise json_bodies.bad_request(f"There is no weight called {unknown[0][:40]!r}.")
        question = await self._questions.question_of(answer)
        trial = RetrievalTrial(
            threshold=body.threshold,
            budget=body.budget,
            weights=body.weights,
            exclude=body.exclude,
            include=body.include,
        )
        async with self._one_at_a_time:  # who drags a slider must not slow down who speaks
            chosen = await self._questions.choose_model(conversation)
            found = await self._questions.recall(principal_of(request).user_id, question, chosen, trial)
        return web.json_response({"id": answer.id, **_told(found, self._questions.memory_tokens)})


def _told(found: RecallResult, memory_tokens: int) -> dict[str, Any]:
    retrieval = found.context.memories if found.context is not None else None
    if retrieval is None or found.retrieval is None:
        return {"state": NOT_SEARCHED}
    fitted = asdict(retrieval.fitted)
    options = retrieval.options
    return {
        "state": FOUND,
        "defaults": {"threshold": DEFAULT_THRESHOLD, "budget": memory_tokens, "weights": fitted},
        "tried": {
            "threshold": options.threshold,
            "budget": options.budget,
            "weights": {**fitted, **options.weights},
        },
        "used": [_used(retrieval, one) for one in found.used],
        "retrieval": found.retrieval,
    }


def _used(retrieval: Retrieval, one: Candidate) -> dict[str, Any]:
    told = candidate_map(retrieval, one)
    return {**told, "reason": "", "pinned": one.memory.pinned, "included": one.memory.id in retrieval.options.include}
