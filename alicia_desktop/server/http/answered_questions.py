"""Ask the memory again for the question of an answer that was given, without storing or marking anything.

`AnsweredQuestions` finds an answer for whom it belongs to, its question, and what recall brings for it today, with the
settings of now or with others that are tried.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from aiohttp import web

from alicia_desktop.context.conversation_memory import ConversationMemory
from alicia_desktop.memory.retrieval.selection import RetrievalSettings
from alicia_desktop.protocol.conversation_settings import settings_in
from alicia_desktop.server.access import Ownership, Users
from alicia_desktop.server.agent import AgentResources
from alicia_desktop.server.agents import recall_of
from alicia_desktop.server.conversation_model import TurnModel, choose_model
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.guard import principal_of
from alicia_desktop.server.memories import Memories
from alicia_desktop.server.recall import MemoryRecall
from alicia_desktop.server.recall_contract import RecallRequest, RecallResult
from alicia_desktop.server.tools.server_tools import Tool, allowed_tools, server_tools
from alicia_desktop.store.conversations import messages
from alicia_desktop.store.database import Database
from alicia_desktop.store.records import ConversationRecord, MessageRecord
from alicia_desktop.store.server import server_queries


@dataclass(frozen=True, kw_only=True, slots=True)
class RetrievalTrial:
    """What is tried in place of the settings of now."""

    threshold: float | None = None
    """Relevance that a fresh memory needs, 0-1; None for the setting, as below."""
    budget: int | None = None
    """Tokens of all memories."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """Of score parts by name; the others are as they are set."""
    exclude: Sequence[str] = ()
    include: Sequence[str] = ()


AS_SET: Final = RetrievalTrial()


class AnsweredQuestions:
    """The questions of answers that were given."""

    def __init__(
        self, *, database: Database, ownership: Ownership, users: Users, memories: Memories, resources: AgentResources
    ) -> None:
        self._database, self._ownership, self._users = database, ownership, users
        self._memories, self._resources = memories, resources

    @property
    def settings(self) -> RetrievalSettings:
        """What memories are retrieved by now."""
        return self._resources.retrieval.settings

    async def find_answer(self, request: web.Request) -> tuple[MessageRecord, ConversationRecord]:
        """Return the answer in the path and its conversation, if it is the caller's.

        Raises:
            WorldError: `not_found`, also where it is somebody else's.
        """
        found = await self._database.read(messages.get, request.match_info["answer"])
        if found is None or found.message_role != "assistant":
            raise json_bodies.not_found_error("answer")
        return found, await self._ownership.find(principal_of(request).user_id, found.conversation_id)

    async def question_of(self, answer: MessageRecord) -> MessageRecord:
        """Return what was asked.

        Raises:
            WorldError: `not_found`; it is gone.
        """
        question = await self._database.read(messages.get, answer.previous_id or "")
        if question is None:
            raise json_bodies.not_found_error("question")
        return question

    async def choose_model(self, conversation: ConversationRecord) -> TurnModel:
        """Return the model that the conversation has now.

        Raises:
            WorldError: as `conversation_model.choose_model`.
        """
        by_owner = self._users.is_owner(conversation.user_id)
        settings = settings_in(conversation.preferences)
        return await choose_model(self._resources.engines, settings, by_owner=by_owner)

    async def recall(
        self, user_id: str, question: MessageRecord, chosen: TurnModel, trial: RetrievalTrial = AS_SET
    ) -> RecallResult:
        """Return what an answer to the question would read now, by the code that every answer is recalled with."""
        private = await self._database.read(server_queries.is_private, question.conversation_id)
        recall = await self._recall_of(user_id, question.conversation_id, trial)
        return await recall.for_reader(chosen).find(
            RecallRequest(
                text=question.contents,
                message_id=question.id,
                remember=not private,
                exclude=tuple(trial.exclude),
                include=tuple(trial.include),
            )
        )

    async def tools_of(self, user_id: str, conversation_id: str) -> Mapping[str, Tool]:
        """Return the tools of the server that a question in this conversation may use."""
        private = await self._database.read(server_queries.is_private, conversation_id)
        recall = await self._recall_of(user_id, conversation_id, AS_SET)
        tools = server_tools(clock=self._resources.clock, find_memories=recall.search)
        return allowed_tools(tools, remember=not private)

    async def _recall_of(self, user_id: str, conversation_id: str, trial: RetrievalTrial) -> MemoryRecall:
        now = self.settings
        tried = RetrievalSettings(
            threshold=now.threshold if trial.threshold is None else trial.threshold,
            budget=now.budget if trial.budget is None else trial.budget,
            weights={**now.weights, **trial.weights},
        )
        conversation = ConversationMemory(
            database=self._database,
            clock=self._resources.clock,
            memory=await self._memories.of(user_id),
            conversation_id=conversation_id,
            retrieval=lambda: tried,
        )
        return recall_of(conversation, self._resources, self._memories.extractor)
