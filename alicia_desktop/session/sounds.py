"""Kept sound: her sentences as they were heard here, and what the person said where they want that.

The line tells what its loudspeaker played and its microphone heard; the one process that writes the database makes it
small in a thread and keeps it. What cannot be kept, because the disk is full or the message is gone, is missed by
nobody but a replay. See docs/architecture.md#retention.
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
from alicia_desktop.line import frames, kept_frames
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.session.ledger import Passed
from alicia_desktop.session.speech_attribution import Match, SpeechAttribution
from alicia_desktop.store import sounds
from alicia_desktop.store.database import Connection, Database

log = get_logger(__name__)
TIDY_SECONDS: Final = 3600.0
"""How often what is too old goes while nothing new is kept."""


class SoundKeeper:
    """Keeps what sounds, gives it back, and lets it go in time."""

    def __init__(self, *, database: Database, line: frames.Line, clock: Clock, scope: Scope) -> None:
        self._database, self._clock, self._scope = database, clock, scope
        self._said = SpeechAttribution()
        self._disconnect = line.happened.connect(self._on_line)

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

    def on_passed(self, passed: Passed) -> None:
        """Hear of a stanza of any conversation: of a spoken message what was said is the sound."""
        stanza = passed.inbound
        if passed.duplicate or not isinstance(stanza, Stanza) or not isinstance(stanza.body, UserMessage):
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
            case kept_frames.SentenceSounded(message_id=message_id, sequence=sequence, pcm=pcm) if pcm:
                self._scope.spawn("keep sound", self._keep(message_id, sequence, pcm))
            case kept_frames.SpeechSounded(pcm=pcm):
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
