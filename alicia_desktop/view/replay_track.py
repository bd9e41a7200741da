"""Lay out a past turn for a replay: what was said, what sounded, which stanzas crossed the wire, and when. Pure.

    track = ReplayTrack.of(records, clips)       # `view.replay.read_replay` reads both
    track.line_at(1_240.0)                       # the words that were said or written then
    track.clip_at(1_240.0)                       # the kept sound that was heard then
    track.step(1_240.0, forward=True)            # where the next event is

A clock without a timer of its own moves through it at a chosen speed; `now` is seconds of any monotonic clock:

    clock = ReplayClock(first=0.0, last=4_100.0).play(now=loop_time)
    clock.at(now=loop_time + 0.5)      # → 500.0 at a speed of 1
    clock = clock.change_speed(0.25, now=loop_time + 0.5).seek(2_000.0, now=loop_time + 0.6).pause(now=loop_time + 1)

Positions are milliseconds on the turn's clock (`view.turn_records`), the same as those of the waterfall. Where the
sound of a sentence was heard is known of the first one only: the others follow it without a gap, but none before its
text had come.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, Literal, Self

from alicia_desktop.session.sound_archive import BYTES_A_SECOND
from alicia_desktop.view.turn_phases import Stretch
from alicia_desktop.view.waterfall import WaterfallRow

EventKind = Literal["stanza", "phase", "line", "sound"]
Speaker = Literal["you", "alicia"]
IDLE_MS: Final = 5_000.0
"""A longer stretch in which nothing happens is left out while it plays."""
AFTER_MS: Final = 1_500.0
BEFORE_MS: Final = 500.0
"""So much of it is played after what was before, and before what comes."""
SAME_MS: Final = 0.5
"""What is nearer than that to a position is where it is."""
FRAME_MS: Final = 10
FRAME_BYTES: Final = BYTES_A_SECOND * FRAME_MS // 1_000
"""The line plays whole frames."""
ROUNDING: Final = 1e-6
"""Of a frame: the end of a piece is where the next one begins."""
SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0)


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplayEvent:
    """Something that happened at one moment."""

    at: float
    kind: EventKind
    label: str
    id: str = ""
    """Of a stanza its row's, else nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplayLine:
    """Words that were said or written from `start` until others came in their place."""

    start: float
    end: float
    speaker: Speaker
    text: str
    message_id: str
    sequence: int = 0
    """Of a sentence of an answer its number."""
    interim: bool = False
    """Whether it is a transcript that changed later."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplayClip:
    """Kept sound, and where in the turn it was heard."""

    start: float
    message_id: str
    sequence: int
    pcm: bytes = field(repr=False)
    """16-bit mono at 48 kHz."""
    length: float
    """Milliseconds, of the sound itself and not of what is told of it."""

    @property
    def end(self) -> float:
        """When it was over."""
        return self.start + self.length


@dataclass(frozen=True, kw_only=True, slots=True)
class SoundPiece:
    """A piece of a clip, from some position on."""

    message_id: str
    sequence: int
    pcm: bytes = field(repr=False)
    until: float
    """The position at which it is over."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplayTrack:
    """All of a turn that a replay shows, each list in the order of time."""

    first: float
    last: float
    events: tuple[ReplayEvent, ...] = ()
    lines: tuple[ReplayLine, ...] = ()
    clips: tuple[ReplayClip, ...] = ()
    bars: tuple[WaterfallRow, ...] = ()
    notes: tuple[str, ...] = ()
    """What is missing or uncertain, as sentences."""
    gaps: tuple[Stretch, ...] = ()
    """Where nothing happens for long."""

    @classmethod
    def of(
        cls,
        *,
        first: float,
        last: float,
        stanzas: Iterable[ReplayEvent],
        lines: Iterable[ReplayLine],
        clips: Iterable[ReplayClip],
        bars: Sequence[WaterfallRow],
        notes: Iterable[str] = (),
    ) -> Self:
        """Lay out what there is between two moments; what is told of earlier or later ones is put at the nearer end."""
        said = tuple(sorted(lines, key=lambda line: line.start))
        heard = tuple(sorted(clips, key=lambda clip: clip.start))
        moments = [
            *(ReplayEvent(at=one.at, kind="stanza", label=one.label, id=one.id) for one in stanzas),
            *(ReplayEvent(at=line.start, kind="line", label=line.text) for line in said),
            *(ReplayEvent(at=clip.start, kind="sound", label="") for clip in heard),
            *(ReplayEvent(at=at, kind="phase", label=bar.label) for bar in bars for at in _ends(bar)),
        ]
        events = sorted((replace(one, at=min(max(one.at, first), last)) for one in moments), key=lambda one: one.at)
        busy = [(event.at, event.at) for event in events] + [(clip.start, clip.end) for clip in heard]
        busy += [(line.start, line.end) for line in said if line.sequence]
        return cls(
            first=first,
            last=last,
            events=tuple(events),
            lines=said,
            clips=heard,
            bars=tuple(bars),
            notes=tuple(notes),
            gaps=_gaps([(first, first), *busy, (last, last)]),
        )

    def step(self, position: float, *, forward: bool) -> float:
        """Return where the next or previous event is; the end, or the beginning, where there is none."""
        moments = [event.at for event in self.events]
        if forward:
            place = bisect_right(moments, position + SAME_MS)
            return moments[place] if place < len(moments) else self.last
        place = bisect_left(moments, position - SAME_MS)
        return moments[place - 1] if place else self.first

    def leap(self, position: float) -> float:
        """Return where playing goes on: the position itself, or the end of the long gap that it is in."""
        return next((end for start, end in self.gaps if start <= position < end), position)

    def stanza_at(self, position: float) -> str:
        """Return the id of the last stanza that had crossed the wire by then; empty before the first."""
        passed = (event.id for event in reversed(self.events) if event.kind == "stanza" and event.at <= position)
        return next(passed, "")

    def line_at(self, position: float) -> ReplayLine | None:
        """Return what was being said, or was said last; None before the first words."""
        place = bisect_right([line.start for line in self.lines], position)
        return self.lines[place - 1] if place else None

    def sentence_at(self, position: float) -> ReplayLine | None:
        """Return the sentence that is just being said; None between them."""
        line = self.line_at(position)
        return line if line is not None and line.sequence and position < line.end else None

    def clip_at(self, position: float) -> ReplayClip | None:
        """Return the sound that is heard; of two that overlap the later one."""
        return next((clip for clip in reversed(self.clips) if clip.start <= position < clip.end), None)

    def piece_at(self, position: float, *, longest: float) -> "SoundPiece | None":
        """Return the sound that is heard from a position on, at most `longest` milliseconds of it."""
        clip = self.clip_at(position)
        if clip is None:
            return None
        first = int((position - clip.start) / FRAME_MS + ROUNDING) * FRAME_BYTES
        last = first + max(1, int(longest / FRAME_MS)) * FRAME_BYTES
        pcm = clip.pcm[first:last]
        until = clip.end if last >= len(clip.pcm) else clip.start + last / FRAME_BYTES * FRAME_MS
        return SoundPiece(message_id=clip.message_id, sequence=clip.sequence, pcm=pcm, until=until)

    def phases_at(self, position: float) -> tuple[str, ...]:
        """Return what lasts at a position, in causal order."""
        return tuple(
            bar.label
            for bar in self.bars
            if bar.took_ms is not None
            and any(start <= position < end for start, end in bar.stretches or ((bar.at_ms, bar.end_ms),))
        )


def _ends(bar: WaterfallRow) -> set[float]:
    """Return when a phase began and ended: once, for an instant."""
    return {bar.at_ms} if bar.took_ms is None else {bar.at_ms, bar.end_ms}


def _gaps(busy: list[Stretch]) -> tuple[Stretch, ...]:
    """Return the middle of each long stretch that lies between others."""
    found: list[Stretch] = []
    end = busy[0][1]
    for start, until in sorted(busy):
        if start - end > IDLE_MS:
            found.append((end + AFTER_MS, start - BEFORE_MS))
        end = max(end, until)
    return tuple(found)


def after_each_other(starts: Iterable[float]) -> list[float]:
    """Return moments of things in their order so that none is before the one before it, as a clock set back tells."""
    found: list[float] = []
    for start in starts:
        found.append(max(start, found[-1]) if found else start)
    return found


def goes_back(moments: Sequence[float], *, by: float) -> bool:
    """Whether some moment is earlier than the one before it by more than `by`."""
    return any(after < before - by for before, after in pairwise(moments))


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplayClock:
    """Where a replay is, and how fast it goes on."""

    first: float
    """Where the turn begins."""
    last: float
    position: float = 0.0
    """Where it was at `since`; where it stays while it is paused."""
    speed: float = 1.0
    since: float | None = None
    """From when on it plays; None while it is paused."""

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise ValueError("a turn cannot end before it begins")
        object.__setattr__(self, "position", self._within(self.position))

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self.since is not None

    def at(self, now: float) -> float:
        """Return the position at a moment; it stops at the end, and a clock that goes back moves it nowhere."""
        if self.since is None:
            return self.position
        return self._within(self.position + max(0.0, now - self.since) * 1_000 * self.speed)

    def has_ended(self, now: float) -> bool:
        """Whether there is nothing more to play."""
        return self.at(now) >= self.last

    def play(self, now: float) -> Self:
        """Go on; from the beginning where it is at the end."""
        if self.playing:
            return self
        return replace(self, position=self.first if self.position >= self.last else self.position, since=now)

    def pause(self, now: float) -> Self:
        """Stay where it is."""
        return replace(self, position=self.at(now), since=None)

    def seek(self, position: float, now: float) -> Self:
        """Go elsewhere; what plays goes on from there."""
        return replace(self, position=self._within(position), since=now if self.playing else None)

    def change_speed(self, speed: float, now: float) -> Self:
        """Go on at another speed from where it is."""
        return replace(self.seek(self.at(now), now), speed=min(max(speed, SPEEDS[0]), SPEEDS[-1]))

    def _within(self, position: float) -> float:
        return min(max(position, self.first), self.last)
