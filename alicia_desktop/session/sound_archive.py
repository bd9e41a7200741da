"""Stores sound: the assistant's sentences as they were heard here, and the user's speech where they want that.

The line sends what its loudspeaker played and its microphone recorded; the one process that writes the database makes
it small in a thread and stores it. What cannot be stored, because the disk is full or the message is gone, is missed by
nothing but a replay. See docs/architecture.md#retention.

A message comes when the server has understood it, which is mostly after the last stretch of speech, and sometimes
before this computer has noticed its end. Speech that never became a message, such as somebody else's in the room,
belongs to none.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from alicia_desktop.audio import coding
from alicia_desktop.audio.contract import FRAME_BYTES, FRAME_MS
from alicia_desktop.audio.ring import PLAYBACK_FRAMES
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.store.conversations import sounds
from alicia_desktop.store.database import Connection, Database

BYTES_A_SECOND: Final = 96_000
PAUSE_SECONDS: Final = 2.0
"""After so long a pause it is something else that is said."""
UNDERSTOOD_SECONDS: Final = 30.0
"""So long after its end a stretch may still become a message."""

Match = tuple[str, bytes]
"""Id of a message, and its sound."""


class SpeechAttribution:
    """What was said last, and the message whose sound has not ended."""

    def __init__(self) -> None:
        self._pcm = bytearray()
        self._ended = float("-inf")
        self._message = ""
        self._since = float("-inf")

    def sounded(self, pcm: bytes, *, now: float) -> Match | None:
        """Hear a stretch that has just ended; returns it with its message, if that is here already."""
        begun = now - len(pcm) / BYTES_A_SECOND
        if begun - self._ended > PAUSE_SECONDS:
            self._pcm.clear()
        self._pcm += pcm
        self._ended = now
        if self._message and begun <= self._since:
            return self._take(self._message)
        return None

    def understood(self, message_id: str, *, now: float) -> Match | None:
        """Hear that a spoken message has come; returns it with its sound, if that has ended."""
        if self._pcm and now - self._ended <= UNDERSTOOD_SECONDS:
            return self._take(message_id)
        self._message, self._since = message_id, now
        return None

    def _take(self, message_id: str) -> Match:
        pcm = bytes(self._pcm[: PLAYBACK_FRAMES * FRAME_BYTES])
        self._pcm.clear()
        self._message = ""
        return message_id, pcm


log = get_logger(__name__)
TIDY_SECONDS: Final = 3600.0
"""How often what is too old goes while nothing new is kept."""


class SoundArchive:
    """Keeps what sounds, gives it back, and lets it go in time."""

    def __init__(self, *, database: Database, line: frames.Line, clock: Clock, scope: Scope) -> None:
        self._database, self._clock, self._scope = database, clock, scope
        self._said = SpeechAttribution()
        self._disconnect = line.event_received.connect(self._on_line)

    async def of(self, message_id: str) -> list[tuple[int, bytes]]:
        """Return number and sound of each kept sentence of a message, in order; a message of the person's is one, 0."""
        kept = await self._database.read(sounds.of_message, message_id)
        return await asyncio.to_thread(_decoded, kept)

    async def tidy(self) -> None:
        """Let go what is too old, too much, or deleted: at once, since no undo outlives the window, and every hour."""
        deleted_until: datetime | None = self._clock.now()
        while True:
            with _missed_by_nobody():
                await self._database.write(sounds.prune, self._clock.now(), deleted_until=deleted_until)
            deleted_until = None
            await self._clock.sleep(TIDY_SECONDS)

    def on_journaled(self, journaled: JournaledStanza) -> None:
        """Hear of a stanza of any conversation: of a spoken message what was said is the sound."""
        stanza = journaled.inbound
        if journaled.duplicate or not isinstance(stanza, Stanza) or not isinstance(stanza.body, UserMessage):
            return
        if stanza.meta.get("source") == "microphone":
            self._keep_speech(self._said.understood(stanza.body.id, now=self._clock.monotonic()))

    async def let_speech_go(self) -> None:
        """Let go all that the person said."""
        await self._database.write(sounds.drop_speech)

    async def let_deleted_go(self, until: datetime) -> None:
        """Let go what belongs to conversations that were deleted up to `until`, when undo is over."""
        with _missed_by_nobody():
            await self._database.write(sounds.prune, self._clock.now(), deleted_until=until)

    def close(self) -> None:
        """Hear of nothing more."""
        self._disconnect()

    def _on_line(self, event: frames.LineEvent) -> None:
        match event:
            case frames.SentencePlayed(message_id=message_id, sequence=sequence, pcm=pcm) if pcm:
                self._scope.spawn("keep sound", self._keep(message_id, sequence, pcm))
            case frames.SpeechRecorded(pcm=pcm):
                self._keep_speech(self._said.sounded(pcm, now=self._clock.monotonic()))
            case _:
                pass

    def _keep_speech(self, match: Match | None) -> None:
        if match is not None:
            message_id, pcm = match
            self._scope.spawn("keep speech", self._keep(message_id, None, pcm))

    async def _keep(self, message_id: str, sequence: int | None, pcm: bytes) -> None:
        data = await asyncio.to_thread(coding.encode, pcm)
        length = len(pcm) // FRAME_BYTES * FRAME_MS
        with _missed_by_nobody():
            await self._database.write(_keep, message_id, sequence, data, duration_ms=length, at=self._clock.now())


def _keep(
    conn: Connection, message_id: str, sequence: int | None, data: bytes, *, duration_ms: int, at: datetime
) -> None:
    """Keep a sentence of hers, or where it has no number what the person said, and let go what is too much then."""
    audio_format = coding.FORMAT
    if sequence is None:
        sounds.keep_speech(conn, message_id, data, audio_format=audio_format, duration_ms=duration_ms, at=at)
    else:
        sounds.keep_sentence(
            conn, message_id, sequence, data, audio_format=audio_format, duration_ms=duration_ms, at=at
        )
    sounds.prune(conn, at)


@contextmanager
def _missed_by_nobody() -> Iterator[None]:
    try:
        yield
    except WorldError as error:
        log.info("a sound is not kept", code=error.code)


def _decoded(kept: Sequence[sounds.KeptSound]) -> list[tuple[int, bytes]]:
    found = []
    for one in kept:
        try:
            pcm = coding.decode(one.data, one.audio_format)
        except ValueError:
            log.warning("a kept sound cannot be read", audio_format=one.audio_format)
            continue
        if pcm:
            found.append((one.sequence, pcm[: PLAYBACK_FRAMES * FRAME_BYTES]))
    return found
