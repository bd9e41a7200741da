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

from alicia_desktop.audio.contract import FRAME_BYTES, FRAME_MS
from alicia_desktop.audio.ring import PLAYBACK_FRAMES
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.extensions import BRIDGE
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.store.conversations import answer_prompts, attachments, sounds
from alicia_desktop.store.database import Connection, Database

BYTES_A_SECOND: Final = 96_000
PAUSE_SECONDS: Final = 2.0
"""After so long a pause it is something else that is said."""
UNDERSTOOD_SECONDS: Final = 30.0
"""So long after its end a stretch may still become a message."""

Match = tuple[str, bytes]
"""Id of a message, and its sound."""


class SpeechAttribution:
    """Matches stretches of the user's speech to the messages they became. Pure."""

    def __init__(self) -> None:
        self._pcm = bytearray()
        self._is_done = float("-inf")
        self._message = ""
        self._since = float("-inf")

    def add_speech(self, pcm: bytes, *, now: float) -> Match | None:
        """Add a stretch of speech that has just ended; return it with its message, if that is here already."""
        begun = now - len(pcm) / BYTES_A_SECOND
        if begun - self._is_done > PAUSE_SECONDS:
            self._pcm.clear()
        self._pcm += pcm
        self._is_done = now
        if self._message and begun <= self._since:
            return self._take(self._message)
        return None

    def add_message(self, message_id: str, *, now: float) -> Match | None:
        """Add a spoken message; return it with its sound, if that has ended."""
        if self._pcm and now - self._is_done <= UNDERSTOOD_SECONDS:
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
    """Stores what sounded, loads it for a replay, and prunes it."""

    def __init__(self, *, database: Database, line: frames.Line, clock: Clock, scope: Scope) -> None:
        self._database, self._clock, self._scope = database, clock, scope
        self._attribution = SpeechAttribution()
        self._disconnect = line.event_received.connect(self._on_line)

    async def of(self, message_id: str) -> list[tuple[int, bytes]]:
        """Return number and PCM of each stored sentence of a message, in order; a message of the user's is one, 0."""
        kept = await self._database.read(sounds.of_message, message_id)
        return await asyncio.to_thread(decoded_sounds, kept)

    async def wav_of(self, message_id: str) -> bytes:
        """Return the stored sound of a message as a wav file, its sentences behind each other; empty for none."""
        from alicia_desktop.audio.wav import wav_bytes  # noqa: PLC0415 - brings NumPy

        pcm = b"".join(sound for _, sound in await self.of(message_id))
        return await asyncio.to_thread(wav_bytes, pcm) if pcm else b""

    async def tidy(self) -> None:
        """Prune what is too old, too much, or deleted: at once, since no undo outlives the window, and every hour."""
        deleted_until: datetime | None = self._clock.now()
        while True:
            with _log_disk_errors():
                await self._database.write(sounds.prune, self._clock.now(), deleted_until=deleted_until)
                if deleted_until is not None:
                    await self._database.write(attachments.prune_deleted, deleted_until, self._clock.now())
                await self._database.write(answer_prompts.prune, self._clock.now())
            deleted_until = None
            await self._clock.sleep(TIDY_SECONDS)

    def on_journaled(self, journaled: JournaledStanza) -> None:
        """Match a stanza of any conversation: a spoken message gets the speech that it was."""
        stanza = journaled.inbound
        if journaled.duplicate or not isinstance(stanza, Stanza) or not isinstance(stanza.body, UserMessage):
            return
        if stanza.meta.get("source") == "microphone":
            self._store_speech(self._attribution.add_message(stanza.body.id, now=self._clock.monotonic()))

    async def delete_speech(self) -> None:
        """Delete all of the user's speech."""
        await self._database.write(sounds.drop_speech)

    def close(self) -> None:
        """Disconnect from the line."""
        self._disconnect()

    def _on_line(self, event: frames.LineEvent) -> None:
        match event:
            case frames.SentencePlayed(message_id=message_id, sequence=sequence, pcm=pcm) if pcm and sequence != BRIDGE:
                self._scope.spawn("keep sound", self._store(message_id, sequence, pcm))
            case frames.SpeechRecorded(pcm=pcm):
                self._store_speech(self._attribution.add_speech(pcm, now=self._clock.monotonic()))
            case _:
                pass

    def _store_speech(self, match: Match | None) -> None:
        if match is not None:
            message_id, pcm = match
            self._scope.spawn("keep speech", self._store(message_id, None, pcm))

    async def _store(self, message_id: str, sequence: int | None, pcm: bytes) -> None:
        data = await asyncio.to_thread(_encoded, pcm)
        length = len(pcm) // FRAME_BYTES * FRAME_MS
        with _log_disk_errors():
            await self._database.write(_store, message_id, sequence, data, duration_ms=length, at=self._clock.now())


def _encoded(pcm: bytes) -> bytes:
    from alicia_desktop.audio.coding import encode  # noqa: PLC0415 - brings NumPy, which takes a tenth of a second

    return encode(pcm)


def _store(
    conn: Connection, message_id: str, sequence: int | None, data: bytes, *, duration_ms: int, at: datetime
) -> None:
    """Store a sentence of the assistant's, or without a number the user's speech, and prune what is too much then."""
    from alicia_desktop.audio.coding import FORMAT  # noqa: PLC0415 - as above

    if sequence is None:
        sounds.store_speech(conn, message_id, data, audio_format=FORMAT, duration_ms=duration_ms, at=at)
    else:
        sounds.store_sentence(conn, message_id, sequence, data, audio_format=FORMAT, duration_ms=duration_ms, at=at)
    sounds.prune(conn, at)


@contextmanager
def _log_disk_errors() -> Iterator[None]:
    try:
        yield
    except WorldError as error:
        log.info("a sound is not kept", code=error.code)


def decoded_sounds(kept: Sequence[sounds.StoredSound]) -> list[tuple[int, bytes]]:
    """Return number and PCM of stored sounds; those that cannot be read or heard are left out. Call it in a thread."""
    from alicia_desktop.audio.coding import decode  # noqa: PLC0415 - as above

    found = []
    for one in kept:
        try:
            pcm = decode(one.data, one.audio_format)
        except ValueError:
            log.info("a kept sound cannot be read", audio_format=one.audio_format)
            continue
        if pcm:
            found.append((one.sequence, pcm[: PLAYBACK_FRAMES * FRAME_BYTES]))
    return found
