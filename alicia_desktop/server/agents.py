"""Agents with what they need: whose memory, which conversation, and where its stanzas stand."""

from functools import partial

from alicia_desktop.base import ids
from alicia_desktop.extraction.extractor import LearnedExtractor
from alicia_desktop.memory.conversation import ConversationMemory
from alicia_desktop.server.agent import Agent, Mind
from alicia_desktop.server.extracting import model_extractor
from alicia_desktop.server.ledger import ServerLedger
from alicia_desktop.server.memories import Memories
from alicia_desktop.server.prompts import BUDGET_SMALL, limits_for
from alicia_desktop.server.recall import MemoryRecall
from alicia_desktop.server.speech_room import Interpreter
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database


class Agents:
    """Brings agents; whoever asked for one closes it."""

    def __init__(self, *, database: Database, mind: Mind, memories: Memories) -> None:
        self._database, self._mind, self._memories = database, mind, memories

    async def interpret(self, room: str) -> Interpreter:
        """Return who hears and says in a speech room, started."""
        interpreter = Interpreter(name=room, engines=self._mind.engines, clock=self._mind.clock)
        await interpreter.start()
        return interpreter

    async def summon(self, conversation_id: str | None, user_id: str) -> Agent:
        """Return the started agent of a conversation of this user, which is made where there is no id."""
        if conversation_id is None:
            conversation_id = await self._make(user_id)
        ledger = ServerLedger(database=self._database, conversation_id=conversation_id, clock=self._mind.clock)
        conversation = ConversationMemory(
            database=self._database,
            clock=self._mind.clock,
            memory=await self._memories.of(user_id),
            conversation_id=conversation_id,
            memory_tokens=self._mind.memory_tokens,
        )
        agent = Agent(
            mind=self._mind,
            ledger=ledger,
            conversation=conversation,
            recall=recall_of(conversation, self._mind, self._memories.extractor),
            last_id=await ledger.last_id(),
        )
        try:
            await agent.start()
        except BaseException:  # the server closes: what was started must not outlive its database
            await agent.close()
            raise
        return agent

    async def _make(self, user_id: str) -> str:
        conversation_id = ids.new_id(ids.CONVERSATION)
        await self._database.write(
            conversations.create,
            at=self._mind.clock.now(),
            conversation_id=conversation_id,
            user_id=user_id,
            livekit_room_name=conversation_id,
        )
        return conversation_id


def recall_of(conversation: ConversationMemory, mind: Mind, learned: LearnedExtractor) -> MemoryRecall:
    """Return the memory of one conversation as the model that answers there can bear it."""
    small = mind.engines.model.small
    return MemoryRecall(
        conversation=conversation,
        clock=mind.clock,
        budget=BUDGET_SMALL if small else mind.context_tokens,
        limits=partial(limits_for, small=small),
        model_extractor=model_extractor(mind.engines.model, wanted=mind.model_memories, learned=learned),
    )
