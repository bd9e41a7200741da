"""Open the memory system of each user of a server, all over one sentence encoder."""

import asyncio
from collections.abc import Callable

from alicia_desktop.base.clock import Clock
from alicia_desktop.memory.retrieval.encoders import Encoder, SharedEncoder, load_encoder
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.server.dialogue.acts import ActRecogniser
from alicia_desktop.store import accounts
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memory_copies
from alicia_desktop.store.memories.memory_copies import MemoryChanges


class Memories:
    """The memory systems by user: opened when first asked for, closed together."""

    def __init__(self, *, database: Database, clock: Clock, encoder: Callable[[], Encoder] = load_encoder) -> None:
        from alicia_desktop.extraction.extractor import LearnedExtractor  # noqa: PLC0415 - its patterns take a tenth of a second to compile

        self._database, self._clock = database, clock
        bundled = SharedEncoder()
        self._encoder = bundled if encoder is load_encoder else SharedEncoder(encoder)
        self.extractor = LearnedExtractor(bundled)
        """Reads the turns of all of them."""
        self.acts = ActRecogniser(bundled)
        """Recognises greetings, feelings and the like in them."""
        self._systems: dict[str, MemorySystem] = {}
        self._opening = asyncio.Lock()
        self._named = False
        """Whether the database has the name that cursors carry."""

    async def of(self, user_id: str, *, guest: str = "") -> MemorySystem:
        """Return the memory of this user, with what was stored before they had a name, and as that `guest`."""
        async with self._opening:
            guests = (guest,) if guest else ()
            news = await self._database.write(accounts.sign_in, user_id, self._clock.now(), guests=guests)
            if news and user_id in self._systems:
                await self._systems[user_id].refresh_aliases()
            if user_id not in self._systems:
                system = MemorySystem(
                    database=self._database,
                    clock=self._clock,
                    user_id=user_id,
                    encoder=self._encoder.get,
                    extractor=self.extractor,
                )
                self._systems[user_id] = await system.__aenter__()
            return self._systems[user_id]

    async def changes(self, user_id: str, *, after: str, limit: int) -> MemoryChanges:
        """Return the changes of this user's memories after a cursor, for a client that keeps a copy."""
        await self.of(user_id)
        if not self._named:
            await self._database.write(memory_copies.require_origin, self._clock.now())
            self._named = True
        user_ids = await self._database.read(accounts.names_of, user_id)
        return await self._database.read(memory_copies.changes_after, user_ids, after=after, limit=limit)

    async def drop(self, user_id: str) -> None:
        """Close the memory of a user whose rooms are closed; it is opened anew with their names then."""
        async with self._opening:
            system = self._systems.pop(user_id, None)
            if system is not None:
                await system.__aexit__(None, None, None)

    async def close(self) -> None:
        """Close all memory systems."""
        systems, self._systems = self._systems, {}
        for system in systems.values():
            await system.__aexit__(None, None, None)
