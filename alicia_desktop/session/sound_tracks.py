"""Whose sound has which track in a LiveKit room, and who is muted there.

    tracks = on_track((), PeerTrackAnnounced(link="l", identity="alicia-agent-1", sid="TR_1", muted=True, present=True))
    is_silenced(tracks, "alicia-agent-1")     # True: that one has tracks, and none that can be heard

Rooms on a WebSocket have no tracks, and nobody there is muted.
"""

from dataclasses import dataclass
from typing import Final

from alicia_desktop.line.frames import PeerTrackAnnounced

MAX_TRACKS: Final = 16
"""Whoever is let into a room may publish as many as they like; those after these are not kept."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SoundTrack:
    """One track of another participant."""

    identity: str
    sid: str
    """LiveKit's id."""
    muted: bool


def on_track(tracks: tuple[SoundTrack, ...], event: PeerTrackAnnounced) -> tuple[SoundTrack, ...]:
    """Return the tracks after one changed, in the order in which they came."""
    changed = SoundTrack(identity=event.identity, sid=event.sid, muted=event.muted)
    if not event.present:
        return tuple(track for track in tracks if track.sid != event.sid)
    if any(track.sid == event.sid for track in tracks):
        return tuple(changed if track.sid == event.sid else track for track in tracks)
    return (*tracks, changed)[:MAX_TRACKS]


def is_silenced(tracks: tuple[SoundTrack, ...], identity: str) -> bool:
    """Whether a participant has tracks and all of them are muted."""
    theirs = [track.muted for track in tracks if track.identity == identity]
    return bool(theirs) and all(theirs)
