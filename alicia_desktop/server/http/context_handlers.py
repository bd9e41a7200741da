"""Handle HTTP calls about an answer's context: pins, summaries, statistics, and the context of the next answer.

They are this project's own (docs/protocol.md#http-api); another server lacks them, and the client says so where it
shows.
"""

from typing import Any, Literal

import msgspec
from aiohttp import web

from alicia_desktop.base import ids
from alicia_desktop.context import api_types
from alicia_desktop.context.api_types import CreatePinRequest, CreateSummaryRequest
from alicia_desktop.context.conversation_memory import ConversationMemory
from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.protocol.conversation_settings import settings_in
from alicia_desktop.server.access import Ownership, Users
from alicia_desktop.server.agent import AgentResources
from alicia_desktop.server.agents import recall_of
from alicia_desktop.server.answer_generator import AnswerGenerator
from alicia_desktop.server.conversation_model import TurnModel, choose_model
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.guard import conversation_of, principal_of
from alicia_desktop.server.memories import Memories, summary_writer
from alicia_desktop.server.question import Question
from alicia_desktop.server.recall_contract import LearnResult, RecallRequest
from alicia_desktop.server.turn import task_of
from alicia_desktop.store import accounts
from alicia_desktop.store.database import Database
from alicia_desktop.store.server import server_queries


class NewPin(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST /conversations/{id}/pins`: a CreatePinRequest, whose `session_id` is in the path."""

    content: str
    session_id: str | None = None
    source_message_id: str | None = None
    importance_score: float | None = None
    pin_type: Literal["manual", "auto", "code", "concept", "system"] | None = None


class NewSummary(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST /conversations/{id}/summaries`: a CreateSummaryRequest, whose `session_id` is in the path."""

    start_message_id: str
    end_message_id: str
    session_id: str | None = None
    message_count: int = 0
    """Given back as it really is."""


class ContextHandlers:
    """Handlers over the conversations and memories of the caller."""

    def __init__(
        self, *, database: Database, ownership: Ownership, users: Users, memories: Memories, resources: AgentResources
    ) -> None:
        self._database, self._ownership, self._users = database, ownership, users
        self._memories, self._resources = memories, resources

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        of = "/api/v1/conversations/{id}"
        return [
            web.get(f"{of}/pins", self.pins),
            web.post(f"{of}/pins", self.add_pin),
            web.delete(f"{of}/pins/{{pin}}", self.delete_pin),
            web.get(f"{of}/summaries", self.summaries),
            web.post(f"{of}/summaries", self.add_summary),
            web.delete(f"{of}/summaries/{{summary}}", self.delete_summary),
            web.get(f"{of}/context", self.context),
            web.get("/api/v1/memories/stats", self.stats),
        ]

    async def pins(self, request: web.Request) -> web.Response:
        """`GET /conversations/{id}/pins` → {`pins`,`total`}, the oldest first."""
        found = await (await self._conversation(request)).pins()
        return web.json_response({"pins": msgspec.to_builtins(found), "total": len(found)})

    async def add_pin(self, request: web.Request) -> web.Response:
        """`POST /conversations/{id}/pins` CreatePinRequest → SemanticPin; by hand unless it says otherwise."""
        body = await json_bodies.read_body(request, NewPin)
        if not body.content.strip():
            raise json_bodies.bad_request("A pin needs content.")
        conversation = await self._conversation(request, to_keep=True)
        pin = await conversation.pin(
            CreatePinRequest(
                session_id=conversation.conversation_id,
                content=body.content,
                source_message_id=body.source_message_id,
                importance_score=body.importance_score,
                pin_type=body.pin_type,
            )
        )
        return web.json_response(msgspec.to_builtins(pin), status=201)

    async def delete_pin(self, request: web.Request) -> web.Response:
        """`DELETE /conversations/{id}/pins/{pin}`."""
        if not await (await self._conversation(request)).unpin(request.match_info["pin"]):
            raise json_bodies.not_found_error("pin")
        return web.Response(status=204)

    async def summaries(self, request: web.Request) -> web.Response:
        """`GET /conversations/{id}/summaries` → {`summaries`,`total`}, in the order of what they sum up."""
        found = await (await self._conversation(request)).summaries()
        return web.json_response({"summaries": msgspec.to_builtins(found), "total": len(found)})

    async def add_summary(self, request: web.Request) -> web.Response:
        """`POST /conversations/{id}/summaries` CreateSummaryRequest → ConversationSummary."""
        body = await json_bodies.read_body(request, NewSummary)
        conversation = await self._conversation(request, to_keep=True)
        made = await conversation.summarise(
            CreateSummaryRequest(
                session_id=conversation.conversation_id,
                start_message_id=body.start_message_id,
                end_message_id=body.end_message_id,
                message_count=body.message_count,
            ),
            summary_writer((await self._chosen(request)).model),
        )
        if made is None:
            raise json_bodies.bad_request("There is nothing to summarize between these messages.")
        return web.json_response(msgspec.to_builtins(made), status=201)

    async def delete_summary(self, request: web.Request) -> web.Response:
        """`DELETE /conversations/{id}/summaries/{summary}`."""
        if not await (await self._conversation(request)).delete_summary(request.match_info["summary"]):
            raise json_bodies.not_found_error("summary")
        return web.Response(status=204)

    async def context(self, request: web.Request) -> web.Response:
        """`GET /conversations/{id}/context?query=…`: what the answer to `query` would read, and what it would not.

        → {`query`,`budget`,`tokens`,`private`,`parts`,`retrieval`?,`prompt`:[{`role`,`content`,`tokens`}],
        `promptTokens`,`model`}; nothing is stored and nothing marked as used.
        """
        conversation = await self._conversation(request)
        query = request.query.get("query", "")
        private = await self._database.read(server_queries.is_private, conversation.conversation_id)
        chosen = await self._chosen(request)
        recall = recall_of(conversation, self._resources, self._memories.extractor).for_reader(chosen)
        found = await recall.find(RecallRequest(text=query, remember=not private))
        assert found.context is not None
        generator = AnswerGenerator(model=chosen.model, tools={})
        question = Question(id="", content=query, trace_id=ids.new_trace_id())
        prompt = [
            {"role": message.role, "content": message.content, "tokens": token_count(message.content)}
            for message in generator.prompt(task_of(question, found, LearnResult(), settings=chosen.settings))
        ]
        answer: dict[str, Any] = {
            **found.context.explanation.to_dict(),
            "retrieval": found.retrieval,
            "prompt": prompt,
            "promptTokens": sum(token_count(str(message["content"])) for message in prompt),
            "model": chosen.model.name,
        }
        return web.json_response(answer)

    async def stats(self, request: web.Request) -> web.Response:
        """`GET /memories/stats?conversation=…` → MemoryStats of one conversation or of all, and `memories`."""
        conversation_id, user_id = request.query.get("conversation"), principal_of(request).user_id
        if conversation_id is not None:
            await self._ownership.find(user_id, conversation_id)
        user_ids = await self._database.read(accounts.names_of, user_id)
        counted = await self._database.read(
            api_types.memory_overview,
            user_ids=user_ids,
            now=self._resources.clock.now(),
            conversation_id=conversation_id,
        )
        return web.json_response(counted)

    async def _chosen(self, request: web.Request) -> TurnModel:
        """Return what the conversation in the path is answered with."""
        record = conversation_of(request)
        by_owner = self._users.is_owner(record.user_id)
        return await choose_model(self._resources.engines, settings_in(record.preferences), by_owner=by_owner)

    async def _conversation(self, request: web.Request, *, to_keep: bool = False) -> ConversationMemory:
        """Return the memory of the conversation in the path; of a private one nothing is stored."""
        record = conversation_of(request)
        if to_keep and await self._database.read(server_queries.is_private, record.id):
            raise json_bodies.bad_request("This conversation is private, so nothing of it is saved.")
        return ConversationMemory(
            database=self._database,
            clock=self._resources.clock,
            memory=await self._memories.of(principal_of(request).user_id),
            conversation_id=record.id,
            retrieval=lambda: self._resources.retrieval.settings,
        )
