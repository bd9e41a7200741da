"""Outgoing sound on its way to the carrier: a short queue that forgets the oldest frame rather than grow old itself."""

import asyncio
from collections import deque

from alicia_desktop.transport.contract import FRAME_BYTES, SOUND_FRAMES


class SoundQueue:
    """Frames of 10 ms between the owner, who never waits, and one task that carries them out."""

    def __init__(self, *, frames: int = SOUND_FRAMES) -> None:
        self._frames: deque[bytes] = deque(maxlen=frames)
        self._filled = asyncio.Event()
        self._muted = False

    def __len__(self) -> int:
        return len(self._frames)

    def put(self, pcm: bytes) -> None:
        """Add one frame of `FRAME_BYTES`; a full queue forgets its oldest."""
        if len(pcm) != FRAME_BYTES:
            raise ValueError(f"a frame of sound has {FRAME_BYTES} bytes, not {len(pcm)}")
        if not self._muted:
            self._frames.append(pcm)
            self._filled.set()

    def mute(self, *, muted: bool) -> None:
        """Take nothing from now on and forget what waits, or take frames again."""
        self._muted = muted
        if muted:
            self.clear()

    def clear(self) -> None:
        """Forget what waits."""
        self._frames.clear()
        self._filled.clear()

    async def get(self) -> bytes:
        """Return the oldest frame; wait for one."""
        while not self._frames:
            self._filled.clear()
            await self._filled.wait()
        return self._frames.popleft()
