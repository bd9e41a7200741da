"""Embed every memory with the encoder in use: in the background, batch by batch, for as long as the program runs.

Each batch is committed, so a run that ends goes on where it was. After a change of encoder the rows of the old one are
embedded anew in the same way, and until then they are found by their words only. The encoder has a thread of its own,
because nothing else may wait for it.
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
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.memory.retrieval.encoders import Encoder, Vector, vector_to_bytes
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memory_search
from alicia_desktop.store.memories.memory_search import Unembedded

log = get_logger(__name__)

EMBEDDING_BATCH: Final = 64
"""Texts between two commits; queries are encoded in between."""
RETRY_SECONDS: Final = 30.0
"""Until an encoder that returned no vectors is tried again; meanwhile memories are found by words only."""
QUIET_SECONDS: Final = 1.0
"""After the last import, until embedding resumes."""
LOADING: Final = "The sentence encoder is still loading, so memories were found by words only."

EncodedRows = list[tuple[int, bytes]]
"""(pk, 1024 float32 as bytes) of some memories."""


class Embedder:
    """Loads an encoder and embeds with it; awaits `on_loaded` once and `on_batch` after every committed batch."""

    def __init__(
        self,
        *,
        database: Database,
        clock: Clock,
        load: Callable[[], Encoder],
        on_loaded: Callable[[Encoder], Awaitable[None]],
        on_batch: Callable[[EncodedRows], Awaitable[None]],
    ) -> None:
        self._database, self._clock, self._load = database, clock, load
        self._on_loaded, self._on_batch = on_loaded, on_batch
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="memory-embedding")
        self._scope = Scope("embedder")
        self._load_finished = asyncio.Event()
        self._work_pending = asyncio.Event()
        self._round_done = asyncio.Event()
        self._idle = asyncio.Event()
        """Set between rounds: `on_batch` got everything that the database has."""
        self._may_embed = asyncio.Event()
        """Clear during an import: words come first, and the encoder takes every core it can get."""
        self._may_embed.set()
        self._pauses = self._pauses_ended = 0
        self._running = True
        self.encoder: Encoder | None = None
        """None until it is loaded, and when there is none."""
        self.note = LOADING
        """Why memories are found by words only; empty when they are found by meaning too."""
        self.note_changed: Signal[str] = Signal()

    async def run(self) -> None:
        """Load the encoder, then embed whatever lacks a vector; returns only when there is none and will be none."""
        try:
            await self._run()
        finally:
            self._running = False
            self._load_finished.set()
            self._round_done.set()
            self._idle.set()

    async def close(self) -> None:
        """Finish the current batch and stop."""
        await self._scope.close()
        await asyncio.to_thread(self._thread.shutdown)

    def wake(self) -> None:
        """Look for memories without a vector again."""
        self._work_pending.set()

    @asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """Embed nothing inside the context, nor right behind it: an import may come in pieces, one after the other."""
        self._pauses += 1
        self._may_embed.clear()
        self._round_done.set()  # nobody who only wants the newest vectors waits for the end of an import
        try:
            yield
        finally:
            self._pauses -= 1
            self._pauses_ended += 1
            self._scope.spawn("embed again", self._resume_when_quiet(self._pauses_ended))

    async def wait_until_loaded(self) -> None:
        """Wait until the encoder is loaded, or known to be missing."""
        await self._load_finished.wait()

    async def count_missing(self) -> int:
        """Return how many memories lack a vector of this encoder; 0 when there is no encoder."""
        if self.encoder is None:
            return 0
        names = {"encoder": self.encoder.name, "version": self.encoder.version}
        return await self._database.read(memory_search.count_without_vectors, **names)

    async def wait_until_complete(self, progress: Callable[[int], None] | None = None) -> None:
        """Wait until no memory lacks a vector, or none can be made; `progress` gets the number that is left."""
        await self._load_finished.wait()
        while self._running:
            self._round_done.clear()  # before looking: what ends while we look must wake us
            if not self._pauses:
                self._may_embed.set()
            left = await self.count_missing()
            if not left or self.note:
                await self._idle.wait()
                return
            if progress is not None:
                progress(left)
            self._work_pending.set()
            await self._round_done.wait()

    async def wait_for_recent(self) -> None:
        """Wait until what was stored last has its vectors: a batch at most, and not while an import goes on."""
        while self._is_behind():
            self._round_done.clear()  # before looking: what ends while we look must wake us
            if await self.count_missing() > EMBEDDING_BATCH:
                return
            await self._round_done.wait()

    def _is_behind(self) -> bool:
        """Return whether a memory may lack a vector that is being made now."""
        is_done = self._idle.is_set() and not self._work_pending.is_set()
        return self._running and not self.note and self._may_embed.is_set() and not is_done

    async def _run(self) -> None:
        encoder = await self._load_encoder()
        if encoder is None:
            return
        await self._on_loaded(encoder)
        self.encoder = encoder
        self._set_note("")
        self._load_finished.set()
        self._work_pending.set()
        while True:
            await self._work_pending.wait()
            self._work_pending.clear()
            self._idle.clear()
            try:
                while await self._embed_batch(encoder):
                    self._round_done.set()
                self._set_note("")
            except WorldError as error:  # an encoder that is asked over a network may come back
                self._set_note(error.sentence)
                log.warning("the sentence encoder gives no vectors", code=error.code)
                self._work_pending.set()
                self._finish_round()
                await self._clock.sleep(RETRY_SECONDS)
            self._finish_round()

    async def _load_encoder(self) -> Encoder | None:
        """Return the encoder, as soon as it loads where it may come back; None where there is none."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                return await loop.run_in_executor(self._thread, self._load)
            except WorldError as error:
                self._set_note(error.sentence)
                log.warning("no sentence encoder", code=error.code)
                if not error.retry:
                    return None
            self._load_finished.set()
            self._finish_round()
            await self._clock.sleep(RETRY_SECONDS)

    def _set_note(self, note: str) -> None:
        if note != self.note:
            self.note = note
            self.note_changed.emit(note)

    async def _resume_when_quiet(self, piece: int) -> None:
        await self._clock.sleep(QUIET_SECONDS)
        if piece == self._pauses_ended and not self._pauses:
            self._may_embed.set()

    def _finish_round(self) -> None:
        self._idle.set()
        self._round_done.set()

    async def _embed_batch(self, encoder: Encoder) -> bool:
        names = {"encoder": encoder.name, "version": encoder.version}
        await self._may_embed.wait()
        rows = await self._database.read(memory_search.without_vectors, **names, limit=EMBEDDING_BATCH)
        if not rows:
            return False
        loop = asyncio.get_running_loop()
        columns = await loop.run_in_executor(self._thread, encode_rows, encoder, rows)
        pairs = list(zip(rows, columns, strict=True))
        await self._database.write(
            memory_search.write_vectors, pairs, **names, width=encoder.width, at=self._clock.now()
        )
        await self._on_batch([(row.pk, column) for row, column in pairs])
        return True


def encode_rows(encoder: Encoder, rows: Sequence[Unembedded]) -> list[bytes]:
    """Embed rows for the column; a text without a finite vector gets zeros and is found by its words only."""
    vectors = encoder.encode_passages([row.content for row in rows])
    return [vector_to_bytes(finite_or_zeros(vector, encoder.width)) for vector in vectors]


def finite_or_zeros(vector: Vector, width: int) -> Vector:
    """Return `vector`, or zeros, which no search compares, if it is not finite or not of shape (width,)."""
    if vector.shape != (width,) or not np.isfinite(vector).all():
        return np.zeros(width, np.float32)
    return vector
