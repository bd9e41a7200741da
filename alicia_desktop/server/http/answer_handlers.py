"""Handle HTTP calls about one answer: what the model read of it, and how memories would be ranked with other settings.

They are this project's own (docs/protocol.md#what-the-model-read, docs/protocol.md#what-if); another server lacks
them, and the client says so. Nothing is stored by them and nothing marked as used. What the model would read today is
told for the same question; the ranking can be tried with other weights, threshold or budget.
"""

import asyncio
from dataclasses import asdict, replace
from typing import Annotated, Any, Final

import msgspec
from aiohttp import web

from alicia_desktop.base import ids
from alicia_desktop.memory.retrieval.result import Candidate, Retrieval, candidate_map
from alicia_desktop.memory.retrieval.selection import RetrievalSettings
from alicia_desktop.server.answer_generator import AnswerGenerator
from alicia_desktop.server.attached_files import files_of
from alicia_desktop.server.conversation_model import TurnModel
from alicia_desktop.server.engines.contract import ChatRequest
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.answered_questions import AnsweredQuestions, RetrievalTrial
from alicia_desktop.server.http.guard import principal_of
from alicia_desktop.server.http.retrieval_handlers import Budget, Threshold, Weight, check_weights, settings_map
from alicia_desktop.server.prompt_recorder import parts_of
from alicia_desktop.server.question import Question
from alicia_desktop.server.recall_contract import LearnResult, RecallResult
from alicia_desktop.server.turn import task_of
from alicia_desktop.store.conversations import answer_prompts, attachments
from alicia_desktop.store.conversations.answer_prompts import PromptPart
from alicia_desktop.store.database import Database
from alicia_desktop.store.records import MessageRecord

MAX_NAMED: Final = 200
"""Memories that one call may include or exclude."""
MAX_BODY_BYTES: Final = 64 * 1024
FOUND: Final = "found"
NOT_SEARCHED: Final = "not_searched"
MemoryIds = Annotated[list[str], msgspec.Meta(max_length=MAX_NAMED)]

KEPT: Final = "kept"
EMPTIED: Final = "emptied"
NOT_KEPT: Final = "not_kept"


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST /messages/{answer}/retrieval`."""

    threshold: Threshold | None = None
    budget: Budget | None = None
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
        check_weights(body.weights)
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
        return web.json_response({"id": answer.id, **_told(found, self._questions.settings)})


def _told(found: RecallResult, settings: RetrievalSettings) -> dict[str, Any]:
    retrieval = found.context.memories if found.context is not None else None
    if retrieval is None or found.retrieval is None:
        return {"state": NOT_SEARCHED}
    fitted = asdict(retrieval.fitted)
    options = retrieval.options
    return {
        "state": FOUND,
        "defaults": settings_map(settings, fitted),
        "builtIn": settings_map(RetrievalSettings(), fitted),
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


class PromptHandlers:
    """Handlers over the answers of the caller."""

    def __init__(self, *, database: Database, questions: AnsweredQuestions) -> None:
        self._database, self._questions = database, questions

    def routes(self) -> list[web.RouteDef]:
        """Return the routes; a message is no conversation, so whose it is is asked here."""
        of = "/api/v1/messages/{answer}/prompt"
        return [web.get(of, self.prompt), web.get(f"{of}/today", self.todays)]

    async def prompt(self, request: web.Request) -> web.Response:
        """`GET /messages/{answer}/prompt` → {`id`,`state`,`createdAt`?,`tokens`,`parts`,`model`?,…}.

        `state` is `kept`, `emptied` where something in it was forgotten, or `not_kept`.
        """
        answer, _ = await self._questions.find_answer(request)
        found = await self._database.read(answer_prompts.get, answer.id)
        if found is None:
            return web.json_response({"id": answer.id, "state": NOT_KEPT, "tokens": 0, "parts": []})
        told: dict[str, Any] = {
            **found.told,
            **_listed(found.parts),
            "id": answer.id,
            "state": EMPTIED if found.emptied else KEPT,
            "createdAt": found.created_at.isoformat(),
        }
        return web.json_response(told)

    async def todays(self, request: web.Request) -> web.Response:
        """`GET /messages/{answer}/prompt/today` → {`id`,`tokens`,`parts`,`model`}: the same question, asked now.

        Tools are left out, because which there are and what they find shows only when it is asked. Nothing is stored
        and nothing marked as used.
        """
        answer, conversation = await self._questions.find_answer(request)
        question = await self._questions.question_of(answer)
        chosen = await self._questions.choose_model(conversation)
        parts = await self._parts_now(request, question, chosen)
        return web.json_response({"id": answer.id, "state": KEPT, "model": chosen.made_by(), **_listed(parts)})

    async def _parts_now(
        self, request: web.Request, question: MessageRecord, chosen: TurnModel
    ) -> tuple[PromptPart, ...]:
        kept = await self._database.read(attachments.of_message, question.id, data=True)
        files = files_of(tuple(kept), model=chosen.model)
        chosen = replace(chosen, file_tokens=files.tokens)
        found = await self._questions.recall(principal_of(request).user_id, question, chosen)
        asked = Question(id=question.id, content=question.contents, trace_id=ids.new_trace_id())
        task = replace(task_of(asked, found, LearnResult(), settings=chosen.settings), files=files)
        generator = AnswerGenerator(model=chosen.model, tools={})
        return parts_of(ChatRequest(messages=generator.prompt(task)), question.id)


def _listed(parts: tuple[PromptPart, ...]) -> dict[str, Any]:
    return {"tokens": sum(part.tokens for part in parts), "parts": msgspec.to_builtins(parts)}
