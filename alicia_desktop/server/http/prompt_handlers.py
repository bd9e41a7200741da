"""Handle HTTP calls about what the model read of an answer, and what it would read today for the same question.

They are this project's own (docs/protocol.md#what-the-model-read); another server lacks them, and the client says so.
"""

from dataclasses import replace
from typing import Any, Final

import msgspec
from aiohttp import web

from alicia_desktop.base import ids
from alicia_desktop.context.conversation_memory import ConversationMemory
from alicia_desktop.protocol.conversation_settings import settings_in
from alicia_desktop.server.access import Ownership, Users
from alicia_desktop.server.agent import AgentResources
from alicia_desktop.server.agents import recall_of
from alicia_desktop.server.answer_generator import AnswerGenerator
from alicia_desktop.server.attached_files import files_of
from alicia_desktop.server.conversation_model import TurnModel, choose_model
from alicia_desktop.server.engines.contract import ChatRequest
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.guard import principal_of
from alicia_desktop.server.memories import Memories
from alicia_desktop.server.prompt_recorder import parts_of
from alicia_desktop.server.question import Question
from alicia_desktop.server.recall import LearnResult, RecallRequest
from alicia_desktop.server.turn import task_of
from alicia_desktop.store.conversations import answer_prompts, attachments, messages
from alicia_desktop.store.conversations.answer_prompts import PromptPart
from alicia_desktop.store.database import Database
from alicia_desktop.store.records import ConversationRecord, MessageRecord
from alicia_desktop.store.server import server_queries

KEPT: Final = "kept"
EMPTIED: Final = "emptied"
NOT_KEPT: Final = "not_kept"


class PromptHandlers:
    """Handlers over the answers of the caller."""

    def __init__(
        self, *, database: Database, ownership: Ownership, users: Users, memories: Memories, resources: AgentResources
    ) -> None:
        self._database, self._ownership, self._users = database, ownership, users
        self._memories, self._resources = memories, resources

    def routes(self) -> list[web.RouteDef]:
        """Return the routes; a message is no conversation, so whose it is is asked here."""
        of = "/api/v1/messages/{answer}/prompt"
        return [web.get(of, self.prompt), web.get(f"{of}/today", self.todays)]

    async def prompt(self, request: web.Request) -> web.Response:
        """`GET /messages/{answer}/prompt` → {`id`,`state`,`createdAt`?,`tokens`,`parts`,`model`?,…}.

        `state` is `kept`, `emptied` where something in it was forgotten, or `not_kept`.
        """
        answer, _ = await self._answer(request)
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
        answer, conversation = await self._answer(request)
        question = await self._database.read(messages.get, answer.previous_id or "")
        if question is None:
            raise json_bodies.not_found_error("question")
        by_owner = self._users.is_owner(conversation.user_id)
        settings = settings_in(conversation.preferences)
        chosen = await choose_model(self._resources.engines, settings, by_owner=by_owner)
        parts = await self._parts_now(request, question, chosen)
        return web.json_response({"id": answer.id, "state": KEPT, "model": chosen.made_by(), **_listed(parts)})

    async def _parts_now(
        self, request: web.Request, question: MessageRecord, chosen: TurnModel
    ) -> tuple[PromptPart, ...]:
        database, resources = self._database, self._resources
        private = await database.read(server_queries.is_private, question.conversation_id)
        conversation = ConversationMemory(
            database=database,
            clock=resources.clock,
            memory=await self._memories.of(principal_of(request).user_id),
            conversation_id=question.conversation_id,
            memory_tokens=resources.memory_tokens,
        )
        kept = await database.read(attachments.of_message, question.id, data=True)
        files = files_of(tuple(kept), model=chosen.model)
        chosen = replace(chosen, file_tokens=files.tokens)
        recall = recall_of(conversation, resources, self._memories.extractor).for_reader(chosen)
        found = await recall.find(RecallRequest(text=question.contents, message_id=question.id, remember=not private))
        asked = Question(id=question.id, content=question.contents, trace_id=ids.new_trace_id())
        task = replace(task_of(asked, found, LearnResult(), settings=chosen.settings), files=files)
        generator = AnswerGenerator(model=chosen.model, tools={})
        return parts_of(ChatRequest(messages=generator.prompt(task)), question.id)

    async def _answer(self, request: web.Request) -> tuple[MessageRecord, ConversationRecord]:
        """Return the answer in the path and its conversation, if it is the caller's.

        Raises:
            WorldError: `not_found`, also where it is somebody else's.
        """
        found = await self._database.read(messages.get, request.match_info["answer"])
        if found is None or found.message_role != "assistant":
            raise json_bodies.not_found_error("answer")
        return found, await self._ownership.find(principal_of(request).user_id, found.conversation_id)


def _listed(parts: tuple[PromptPart, ...]) -> dict[str, Any]:
    return {"tokens": sum(part.tokens for part in parts), "parts": msgspec.to_builtins(parts)}
