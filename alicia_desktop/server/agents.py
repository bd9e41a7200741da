"""Start agents with what they need: the memory of their user, their conversation, and its last stanza id."""

from functools import partial
from typing import TYPE_CHECKING

from alicia_desktop.context.conversation_memory import ConversationMemory
from alicia_desktop.server.access import Users
from alicia_desktop.server.agent import Agent, AgentResources
from alicia_desktop.server.ledger import ServerLedger
from alicia_desktop.server.memories import Memories, model_extractor
from alicia_desktop.server.prompts import BUDGET_SMALL, limits_for
from alicia_desktop.server.recall import MemoryRecall
from alicia_desktop.server.speech.speech_room import SpeechAgent
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database

if TYPE_CHECKING:
    from alicia_desktop.extraction.extractor import LearnedExtractor


class Agents:
    """Starts agents; whoever asked for one closes it."""

    def __init__(self, *, database: Database, resources: AgentResources, memories: Memories, users: Users) -> None:
        self._database, self._resources, self._memories, self._users = database, resources, memories, users

    async def open_speech_agent(self, room: str) -> SpeechAgent:
        """Return the started agent of a speech room."""
        interpreter = SpeechAgent(
            name=room,
            engines=self._resources.engines,
            clock=self._resources.clock,
            patience=self._resources.patience,
        )
        await interpreter.start()
        return interpreter

    async def open_agent(self, conversation_id: str | None, user_id: str, room_name: str) -> Agent:
        """Return the started agent of a conversation of this user; without an id it is created, called as its room."""
        if conversation_id is None:
            conversation_id = room_name
            await self._make(user_id, conversation_id)
        ledger = ServerLedger(database=self._database, conversation_id=conversation_id, clock=self._resources.clock)
        conversation = ConversationMemory(
            database=self._database,
            clock=self._resources.clock,
            memory=await self._memories.of(user_id),
            conversation_id=conversation_id,
            retrieval=lambda: self._resources.retrieval.settings,
        )
        agent = Agent(
            resources=self._resources,
            ledger=ledger,
            conversation=conversation,
            recall=recall_of(conversation, self._resources, self._memories.extractor),
            acts=self._memories.acts,
            by_owner=self._users.is_owner(user_id),
            last_id=await ledger.last_id(),
        )
        try:
            await agent.start()
        except BaseException:  # the server closes: what was started must not outlive its database
            await agent.close()
            raise
        return agent

    async def _make(self, user_id: str, conversation_id: str) -> None:
        await self._database.write(
            conversations.create,
            at=self._resources.clock.now(),
            conversation_id=conversation_id,
            user_id=user_id,
            livekit_room_name=conversation_id,
        )


def recall_of(conversation: ConversationMemory, resources: AgentResources, learned: "LearnedExtractor") -> MemoryRecall:
    """Return the memory of one conversation, with a context that suits the model."""
    return MemoryRecall(
        conversation=conversation,
        clock=resources.clock,
        model=resources.engines.model,
        budget=lambda model: BUDGET_SMALL if model.small else model.context_budget(resources.context_tokens),
        limits=lambda question, small: limits_for(question, small=small),
        model_extractor=partial(model_extractor, learned=learned),
    )
