"""Decides which frames of the microphone go out, and when, and which received frames are played after a cut.

The microphone's stream never stops while it is open: what must not be heard is replaced by silence, so that the
server's sense of time goes on and it finds the end of a turn. Where all of it must not be heard (muted), the link is
muted besides, and nothing goes out.
"""

from collections import deque
from typing import Final

from alicia_desktop.audio.contract import SILENCE
from alicia_desktop.line.frames import VoiceMode

RELEASE_FRAMES: Final = 50
"""500 ms of silence go out at once when the key of hold-to-talk goes up: so the turn ends then.

See docs/architecture.md#sound.
"""
QUIET_SECONDS: Final = 1.0
"""So long must nothing audible come after a cut until what comes is believed to be something new."""


class MicrophoneGate:
    """Decides what goes out in the modes hands-free, hold to talk, and muted."""

    def __init__(self) -> None:
        self.mode: VoiceMode = "hands_free"
        self._held = False
        self._sent_ahead = 0

    @property
    def listening(self) -> bool:
        """Return whether the user's speech goes out, and may interrupt."""
        return self.mode == "hands_free" or (self.mode == "hold" and self._held)

    def set_mode(self, mode: VoiceMode) -> None:
        """Change the mode; a held key counts as released."""
        self.mode = mode
        self._held = False

    def hold(self, *, down: bool) -> tuple[bytes, ...]:
        """Press or release the key; return the frames to send at once."""
        released = self.mode == "hold" and self._held and not down
        self._held = down
        if not released:
            return ()
        self._sent_ahead = RELEASE_FRAMES
        return (SILENCE,) * RELEASE_FRAMES

    def filter(self, frame: bytes) -> bytes | None:
        """Return what goes out for one frame of the microphone; None where silence for it was sent ahead already."""
        if self.listening:
            self._sent_ahead = 0
            return frame
        if self._sent_ahead:
            self._sent_ahead -= 1
            return None
        return SILENCE


LOOKBACK_FRAMES: Final = 15
"""150 ms: so much of a speech has gone by when it is noticed."""
DIRECT_FRAMES: Final = 40
"""So long after her last sound the echo canceller may still weaken what comes."""


class Lookback:
    """Delays the microphone's sound while she speaks, so that who interrupts her is sent from their first sound on.

    What the echo canceller makes of it is clean, and weak in somebody's first words; what only the echo filter was
    applied to (`direct`) has them whole. Which one is right is known when somebody was noticed. Pure.

    A frame goes out for each that comes, at first silence: a stream that paused would have a receiver's jitter buffer
    take all that follows for late, and hold it back as long, over LiveKit for half a minute.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[bytes, bytes]] = deque()
        self._direct_left = 0

    def feed(self, clean: bytes, direct: bytes, *, delays: bool, speaking: bool = False) -> list[bytes]:
        """Add one frame; return those to send. What waits when she ends goes out only if somebody is `speaking`."""
        if self._direct_left:
            self._direct_left -= 1
            return [direct]
        if not delays:
            waited = [frame for frame, _ in self._waiting] if speaking else []
            self._waiting.clear()
            return [*waited, clean]
        self._waiting.append((clean, direct))
        if len(self._waiting) > LOOKBACK_FRAMES:
            return [self._waiting.popleft()[0]]
        return [] if speaking else [SILENCE]  # within a word of theirs it would be heard

    def begin(self) -> list[bytes]:
        """Return what waited, as it was said: somebody was noticed."""
        said = [direct for _, direct in self._waiting]
        self._waiting.clear()
        self._direct_left = DIRECT_FRAMES
        return said


class CutGuard:
    """Drops what is still on its way of an answer that was cut here.

    A cut is local and immediate; the server hears of it later, and until then goes on sending. It is over when another
    answer is announced, or when nothing audible came for a second: then the sound is new, whoever sends it.
    """

    def __init__(self) -> None:
        self._cutting = False
        self._message_id: str | None = None
        self._last_audible = float("-inf")

    def cut(self, *, message_id: str | None, now: float | None = None) -> None:
        """Begin to drop; `message_id` is the answer that was cut, if known.

        With `now`, it is kept out from then on, as if it had been heard: its first sound may still be on its way.
        """
        self._cutting = True
        self._message_id = message_id
        if message_id is not None and now is not None:
            self._last_audible = max(self._last_audible, now)

    def admits_segment(self, *, message_id: str, now: float) -> bool:
        """Return whether an announced sentence belongs to something new, which then ends the cut."""
        self._expire(now)
        if self._cutting and self._message_id is not None and message_id != self._message_id:
            self._cutting = False
        return not self._cutting

    def admits_sound(self, *, silent: bool, now: float) -> bool:
        """Return whether a received frame may be played; `now` in seconds of a monotonic clock."""
        self._expire(now)
        if not silent:
            self._last_audible = now
        return not self._cutting

    def _expire(self, now: float) -> None:
        if now - self._last_audible >= QUIET_SECONDS:
            self._cutting = False
