"""Tracks which sentence is being spoken, by counting the frames that the loudspeaker really played. Pure.

Sentences are announced on the data channel, their sound comes on another one, and over LiveKit nobody promises their
order: an announcement is early by whole sentences (speech is made faster than spoken) or late by a few frames, and
between the sentences there is silence of any length. So a sentence begins with the first frame that is not silent
while none is open, and ends when its duration was played. Where it ends a little before that, its closing silence
having been shortened on the way, the silence ends it; so errors do not add up from sentence to sentence.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final, Literal

from alicia_desktop.audio.contract import FRAME_MS
from alicia_desktop.line.stanza_sniffer import AnnouncedSegment

REPORT_MS: Final = 100
"""How often a sentence that is being spoken is told: ten times a second."""
CLOSING_MS: Final = 400
"""Silence in this last part of a sentence may be its end."""
PAUSE_MS: Final = 80
"""So long must the silence be: within a word it is shorter."""

SpokenState = Literal["started", "playing", "finished", "cut"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """How far a sentence was played."""

    segment: AnnouncedSegment
    spoken_ms: int
    state: SpokenState


class PlaybackTracker:
    """Tracks the sentences of one link: announced, open, done."""

    def __init__(self) -> None:
        self._announced: deque[AnnouncedSegment] = deque()
        self._open: AnnouncedSegment | None = None
        self._played_ms = 0
        self._silent_ms = 0

    @property
    def speaking(self) -> bool:
        """Return whether a sentence has begun and not ended."""
        return self._open is not None

    @property
    def message_id(self) -> str | None:
        """Return the answer of the sentence that is spoken, or of the next one."""
        if self._open is not None:
            return self._open.message_id
        return self._announced[0].message_id if self._announced else None

    def announce(self, segment: AnnouncedSegment) -> None:
        """Add a sentence whose sound follows."""
        self._announced.append(segment)

    def played(self, *, silent: bool) -> Report | None:
        """Count one frame (10 ms) that the loudspeaker played; return the report that is due, if any."""
        if self._open is None:
            return None if silent or not self._announced else self._begin(self._announced.popleft())
        self._played_ms += FRAME_MS
        self._silent_ms = self._silent_ms + FRAME_MS if silent else 0
        if self._played_ms >= self._open.duration_ms or self._has_paused(self._open):
            return self._end(self._open, "finished")
        if self._played_ms % REPORT_MS:
            return None
        return Report(segment=self._open, spoken_ms=self._played_ms, state="playing")

    def cut(self) -> Report | None:
        """Drop all announced sentences; return where the open one was cut."""
        self._announced.clear()
        return None if self._open is None else self._end(self._open, "cut")

    def _begin(self, segment: AnnouncedSegment) -> Report:
        self._open, self._played_ms, self._silent_ms = segment, FRAME_MS, 0
        return Report(segment=segment, spoken_ms=FRAME_MS, state="started")

    def _has_paused(self, segment: AnnouncedSegment) -> bool:
        return self._silent_ms >= PAUSE_MS and segment.duration_ms - self._played_ms <= CLOSING_MS

    def _end(self, segment: AnnouncedSegment, state: SpokenState) -> Report:
        self._open = None
        spoken_ms = segment.duration_ms if state == "finished" else self._played_ms
        return Report(segment=segment, spoken_ms=min(spoken_ms, segment.duration_ms), state=state)
