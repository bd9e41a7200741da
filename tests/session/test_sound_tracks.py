"""Tracks of a room: whose, which, and muted or not."""

from alicia_desktop.line.frames import PeerTrackAnnounced
from alicia_desktop.session.sound_tracks import MAX_TRACKS, SoundTrack, is_silenced, on_track

AGENT = "alicia-agent-1"


def after(*changes):
    tracks: tuple[SoundTrack, ...] = ()
    for identity, sid, muted, present in changes:
        event = PeerTrackAnnounced(link="l", identity=identity, sid=sid, muted=muted, present=present)
        tracks = on_track(tracks, event)
    return tracks


def test_a_track_is_kept_with_its_owner_and_its_mute_state_until_it_is_gone():
    one, two = (AGENT, "TR_1", False, True), ("phone", "TR_2", False, True)
    assert [(track.identity, track.sid, track.muted) for track in after(one, two)] == [
        (AGENT, "TR_1", False),
        ("phone", "TR_2", False),
    ]
    assert [track.muted for track in after(one, two, (AGENT, "TR_1", True, True))] == [True, False]
    assert [track.sid for track in after(one, two, (AGENT, "TR_1", True, False))] == ["TR_2"]


def test_who_has_one_track_that_can_be_heard_is_not_silenced_and_nor_is_who_has_none():
    muted, heard = (AGENT, "TR_1", True, True), (AGENT, "TR_2", False, True)
    assert is_silenced(after(muted), AGENT)
    assert not is_silenced(after(muted, heard), AGENT)
    assert not is_silenced(after(muted), "phone")


def test_a_stranger_with_many_tracks_takes_no_memory():
    assert len(after(*(("mallory", f"TR_{number}", False, True) for number in range(1_000)))) == MAX_TRACKS
