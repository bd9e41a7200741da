"""Give the recogniser the names that a user has told of, so that "Siapen" becomes their sister Siobhan.

Names come out of the newest memories and messages each time they are needed: what was forgotten gives none any more,
and a private conversation has only its own.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

from alicia_desktop.context.conversation_memory import ConversationMemory
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.server.engines.contract import (
    EngineState,
    PartialTranscript,
    RecognizedSpeech,
    Samples,
    SpeechToText,
)
from alicia_desktop.server.engines.name_correction import MAX_NAMES, MIN_LETTERS
from alicia_desktop.store.conversations import messages
from alicia_desktop.store.server import server_queries

MAX_MESSAGES: Final = 40
MAX_MEMORIES: Final = 400
MAX_CHARACTERS: Final = 2_000
"""Of one text that is looked through."""
NOT_NAMES: Final = frozenset({"User", "Alicia"})
"""How memories call the user, and what everybody says to her."""


class NamingRecogniser:
    """A recogniser that is told names with every transcript; else as the one in it (`contract.SpeechToText`)."""

    def __init__(self, engine: SpeechToText, *, load_names: Callable[[], Awaitable[Sequence[str]]]) -> None:
        self._engine, self._load_names = engine, load_names
        self.state_changed = engine.state_changed

    @property
    def state(self) -> EngineState:
        """See `Engine`."""
        return self._engine.state

    def prepare(self) -> None:
        """See `SpeechEngine`."""
        self._engine.prepare()

    async def transcribe(self, samples: Samples, *, names: Sequence[str] = ()) -> RecognizedSpeech:
        """See `SpeechToText`."""
        return await self._engine.transcribe(samples, names=(*names, *await self._load_names()))

    async def extend(self, partial: PartialTranscript, samples: Samples) -> PartialTranscript:
        """See `SpeechToText`."""
        return await self._engine.extend(partial, samples)


async def load_names(conversation: ConversationMemory) -> tuple[str, ...]:
    """Return the names that may be said in a conversation, the newest first."""
    database, conversation_id = conversation.database, conversation.conversation_id
    said = await database.read(messages.of_conversation, conversation_id, limit=MAX_MESSAGES, with_superseded=False)
    texts = [one.contents for one in reversed(said)]
    if not await database.read(server_queries.is_private, conversation_id):
        texts += await conversation.memory.newest_contents(MAX_MEMORIES)
    return await asyncio.to_thread(names_of, texts)


def names_of(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the names in texts, each also by each of its words, at most `MAX_NAMES`."""
    names = dict[str, None]()
    for text in texts:
        for name in names_in(text[:MAX_CHARACTERS]):
            names.update(dict.fromkeys((name, *name.split())))
        if len(names) >= MAX_NAMES:
            break
    return tuple(name for name in names if len(name) >= MIN_LETTERS and name not in NOT_NAMES)[:MAX_NAMES]
