"""Whose sound it is: which message of the person's the stretches of speech belong to that the microphone heard. Pure.

A message comes when the server has understood it, which is mostly after the last stretch, and sometimes before this
computer has noticed its end. What never became a message, such as somebody else in the room, belongs to none.
"""

from typing import Final

from alicia_desktop.line.speech_recorder import MAX_BYTES

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
        pcm = bytes(self._pcm[:MAX_BYTES])
        self._pcm.clear()
        self._message = ""
        return message_id, pcm
