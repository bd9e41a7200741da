"""The HTTP calls about what an answer gets to read: pins, summaries, statistics, and the context of the next answer.

They are this project's own (docs/protocol.md#http-api); another server lacks them, and the client says so where it
shows.
"""

from typing import Any, Literal

import msgspec
from aiohttp import web

from alicia_desktop.base import ids
from alicia_desktop.memory import api_types
from alicia_desktop.memory.api_types import CreatePinRequest, CreateSummaryRequest
from alicia_desktop.memory.conversation import ConversationMemory
from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.server import http_json
from alicia_desktop.server.agent import Mind
from alicia_desktop.server.agents import recall_of
from alicia_desktop.server.answer_generator import AnswerGenerator
from alicia_desktop.server.http_guard import principal_of
from alicia_desktop.server.memories import Memories
from alicia_desktop.server.memory_upkeep import summary_writer
from alicia_desktop.server.ownership import Ownership, conversation_of
from alicia_desktop.server.recall import Asked, Learned
from alicia_desktop.server.turn import Question, task_of
from alicia_desktop.store import aliases
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


class ContextCalls:
    """Handlers over the conversations and memories of whoever asks."""

    def __init__(self, *, database: Database, ownership: Ownership, memories: Memories, mind: Mind) -> None:
        self._database, self._ownership, self._memories, self._mind = database, ownership, memories, mind

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
        body = await http_json.read_body(request, NewPin)
        if not body.content.strip():
            raise http_json.refused("A pin needs some content.")
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
            raise http_json.missing("pin")
        return web.Response(status=204)

    async def summaries(self, request: web.Request) -> web.Response:
        """`GET /conversations/{id}/summaries` → {`summaries`,`total`}, in the order of what they sum up."""
        found = await (await self._conversation(request)).summaries()
        return web.json_response({"summaries": msgspec.to_builtins(found), "total": len(found)})

    async def add_summary(self, request: web.Request) -> web.Response:
        """`POST /conversations/{id}/summaries` CreateSummaryRequest → ConversationSummary."""
        body = await http_json.read_body(request, NewSummary)
        conversation = await self._conversation(request, to_keep=True)
        made = await conversation.summarise(
            CreateSummaryRequest(
                session_id=conversation.conversation_id,
                start_message_id=body.start_message_id,
                end_message_id=body.end_message_id,
                message_count=body.message_count,
            ),
            summary_writer(self._mind.engines.model),
        )
        if made is None:
            raise http_json.refused("From the one message to the other there is nothing to sum up.")
        return web.json_response(msgspec.to_builtins(made), status=201)

    async def delete_summary(self, request: web.Request) -> web.Response:
        """`DELETE /conversations/{id}/summaries/{summary}`."""
        if not await (await self._conversation(request)).delete_summary(request.match_info["summary"]):
            raise http_json.missing("summary")
        return web.Response(status=204)

    async def context(self, request: web.Request) -> web.Response:
        """`GET /conversations/{id}/context?query=…`: what the answer to `query` would read, and what it would not.

        → {`query`,`budget`,`tokens`,`private`,`parts`,`retrieval`?,`prompt`:[{`role`,`content`,`tokens`}],
        `promptTokens`,`model`}; nothing is stored and nothing marked as used.
        """
        conversation = await self._conversation(request)
        query = request.query.get("query", "")
        private = await self._database.read(server_queries.is_private, conversation.conversation_id)
        found = await recall_of(conversation, self._mind, self._memories.extractor).find(
            Asked(text=query, remember=not private)
        )
        assert found.context is not None
        composer = AnswerGenerator(model=self._mind.engines.model, tools={})
        question = Question(id="", content=query, trace_id=ids.new_trace_id())
        prompt = [
            {"role": message.role, "content": message.content, "tokens": token_count(message.content)}
            for message in composer.prompt(task_of(question, found, Learned()))
        ]
        answer: dict[str, Any] = {
            **found.context.explanation.to_dict(),
            "retrieval": found.retrieval,
            "prompt": prompt,
            "promptTokens": sum(token_count(str(message["content"])) for message in prompt),
            "model": self._mind.engines.model.name,
        }
        return web.json_response(answer)

    async def stats(self, request: web.Request) -> web.Response:
        """`GET /memories/stats?conversation=…` → MemoryStats of one conversation or of all, and `memories`."""
        conversation_id, user_id = request.query.get("conversation"), principal_of(request).user_id
        if conversation_id is not None:
            await self._ownership.find(user_id, conversation_id)
        user_ids = await self._database.read(aliases.of_user, user_id)
        counted = await self._database.read(
            api_types.memory_overview, user_ids=user_ids, now=self._mind.clock.now(), conversation_id=conversation_id
        )
        return web.json_response(counted)

    async def _conversation(self, request: web.Request, *, to_keep: bool = False) -> ConversationMemory:
        """Return the memory of the conversation in the path; of a private one nothing is kept."""
        record = conversation_of(request)
        if to_keep and await self._database.read(server_queries.is_private, record.id):
            raise http_json.refused("This conversation is private: nothing of it is kept.")
        return ConversationMemory(
            database=self._database,
            clock=self._mind.clock,
            memory=await self._memories.of(principal_of(request).user_id),
            conversation_id=record.id,
            memory_tokens=self._mind.memory_tokens,
        )
