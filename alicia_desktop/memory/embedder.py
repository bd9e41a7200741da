"""Gives every memory a vector of the encoder in use, in the background, batch by batch, for as long as it runs.

What is done is in the database after each batch, so a run that ends goes on where it was; after a change of encoder
the rows of the old one are read anew in the same way, and until then they are found by their words only. The encoder
has a thread of its own, because nothing else may wait for it.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Final

import numpy as np

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.memory.embedding import Encoder, Vector, to_column
from alicia_desktop.store import memory_search
from alicia_desktop.store.database import Database
from alicia_desktop.store.memory_search import Unembedded

log = get_logger(__name__)

EMBEDDED_TOGETHER: Final = 64
"""Texts between two commits; the encoder lets questions in between."""
AGAIN_SECONDS: Final = 30.0
"""After an encoder gave no vectors; until then words find alone."""
QUIET_SECONDS: Final = 1.0
"""Without anything brought in, until what came is read."""
_LOADING: Final = "The sentence encoder is still loading: found by words only."

Columns = list[tuple[int, bytes]]
"""(pk, 1024 float32) of some memories."""


class Embedder:
    """Loads an encoder and lets it read; `loaded` is told once it is there, `embedded` after every batch."""

    def __init__(
        self,
        *,
        database: Database,
        clock: Clock,
        load: Callable[[], Encoder],
        loaded: Callable[[Encoder], Awaitable[None]],
        embedded: Callable[[Columns], Awaitable[None]],
    ) -> None:
        self._database, self._clock, self._load = database, clock, load
        self._loaded, self._embedded = loaded, embedded
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="memory-embedding")
        self._scope = Scope("embedder")
        self._settled = asyncio.Event()
        self._to_embed = asyncio.Event()
        self._round_done = asyncio.Event()
        self._resting = asyncio.Event()
        """Set between rounds: what the database has then, `embedded` was told of."""
        self._free = asyncio.Event()
        """Not set while memories are brought in: words come first, and the encoder takes every core it can get."""
        self._free.set()
        self._bringing_in = self._pieces = 0
        self._running = True
        self.encoder: Encoder | None = None
        """None until it is loaded, and where there is none."""
        self.note = _LOADING
        """Why only words are used; empty when they are not alone."""

    async def run(self) -> None:
        """Load the encoder, then let it read whatever lacks a vector, without end unless there is no encoder."""
        try:
            await self._run()
        finally:
            self._running = False
            self._settled.set()
            self._round_done.set()
            self._resting.set()

    async def close(self) -> None:
        """Let the batch in work be finished."""
        await self._scope.close()
        await asyncio.to_thread(self._thread.shutdown)

    def wake(self) -> None:
        """Look for memories without a vector again."""
        self._to_embed.set()

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Read nothing while memories come in, nor right behind them: many come in pieces, one after the other."""
        self._bringing_in += 1
        self._free.clear()
        try:
            yield
        finally:
            self._bringing_in -= 1
            self._pieces += 1
            self._scope.spawn("embed again", self._free_again(self._pieces))

    async def settled(self) -> None:
        """Wait until the encoder is loaded, or known to be missing."""
        await self._settled.wait()

    async def lacking(self) -> int:
        """Return how many memories the encoder has yet to read; 0 when there is no encoder."""
        if self.encoder is None:
            return 0
        names = {"encoder": self.encoder.name, "version": self.encoder.version}
        return await self._database.read(memory_search.count_without_vectors, **names)

    async def ready(self, progress: Callable[[int], None] | None = None) -> None:
        """Wait until no memory lacks a vector, or none can be made; `progress` is told how many are left."""
        await self._settled.wait()
        while self._running:
            self._round_done.clear()  # before looking: what ends while we look must wake us
            if not self._bringing_in:
                self._free.set()
            left = await self.lacking()
            if not left or self.note:
                await self._resting.wait()
                return
            if progress is not None:
                progress(left)
            self._to_embed.set()
            await self._round_done.wait()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            encoder = await loop.run_in_executor(self._thread, self._load)
        except WorldError as error:
            self.note = error.sentence
            log.warning("no sentence encoder", code=error.code)
            return
        await self._loaded(encoder)
        self.encoder, self.note = encoder, ""
        self._settled.set()
        self._to_embed.set()
        while True:
            await self._to_embed.wait()
            self._to_embed.clear()
            self._resting.clear()
            try:
                while await self._embed_some(encoder):
                    self._round_done.set()
                self.note = ""
            except WorldError as error:  # an encoder that is asked over a network may come back
                self.note = error.sentence
                log.warning("the sentence encoder gives no vectors", code=error.code)
                self._to_embed.set()
                self._rest()
                await self._clock.sleep(AGAIN_SECONDS)
            self._rest()

    async def _free_again(self, piece: int) -> None:
        await self._clock.sleep(QUIET_SECONDS)
        if piece == self._pieces and not self._bringing_in:
            self._free.set()

    def _rest(self) -> None:
        self._resting.set()
        self._round_done.set()

    async def _embed_some(self, encoder: Encoder) -> bool:
        names = {"encoder": encoder.name, "version": encoder.version}
        await self._free.wait()
        rows = await self._database.read(memory_search.without_vectors, **names, limit=EMBEDDED_TOGETHER)
        if not rows:
            return False
        loop = asyncio.get_running_loop()
        columns = await loop.run_in_executor(self._thread, columns_of, encoder, rows)
        pairs = list(zip(rows, columns, strict=True))
        await self._database.write(
            memory_search.write_vectors, pairs, **names, width=encoder.width, at=self._clock.now()
        )
        await self._embedded([(row.pk, column) for row, column in pairs])
        return True


def columns_of(encoder: Encoder, rows: Sequence[Unembedded]) -> list[bytes]:
    """Return vectors for the column; a text for which the encoder gives no numbers is left to be found by its words."""
    vectors = encoder.passages([row.content for row in rows])
    return [to_column(fit(vector, encoder.width)) for vector in vectors]


def fit(vector: Vector, width: int) -> Vector:
    """Return a vector of the encoder, or zeros, which no search compares, for what is no finite one of its width."""
    if vector.shape != (width,) or not np.isfinite(vector).all():
        return np.zeros(width, np.float32)
    return vector
