"""The track of a replay: every step leads to an event, long gaps are left out, and nothing that happens is."""

from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.audio import contract
from alicia_desktop.view.replay_track import (
    AFTER_MS,
    BEFORE_MS,
    FRAME_BYTES,
    FRAME_MS,
    SAME_MS,
    ReplayClip,
    ReplayEvent,
    ReplayLine,
    ReplayTrack,
    after_each_other,
    goes_back,
)
from alicia_desktop.view.waterfall import WaterfallRow

AT = st.floats(-5_000, 60_000).map(lambda at: round(at, 1))


def stanza(at, number="1"):
    return ReplayEvent(at=at, kind="stanza", label="Transcription", id=number)


def line(start, end, sequence=1, speaker="alicia"):
    return ReplayLine(start=start, end=end, speaker=speaker, text="Yes.", message_id="am_2", sequence=sequence)


def clip(start, length, sequence=1):
    return ReplayClip(start=start, message_id="am_2", sequence=sequence, pcm=b"", length=length)


def bar(at, took, label="Tokens"):
    return WaterfallRow(id=label, kind="tokens", label=label, at_ms=at, took_ms=took, at="", took="")


def track(*, first=-5_000.0, last=60_000.0, stanzas=(), lines=(), clips=(), bars=()):
    return ReplayTrack.of(first=first, last=last, stanzas=stanzas, lines=lines, clips=clips, bars=bars)


ROUNDING = 1e-6
"""Milliseconds: 0.6 + 0.5 is 1.1, but 1.1 - 0.6 is a little more than 0.5."""
TRACKS = st.builds(
    track,
    stanzas=st.lists(st.builds(stanza, AT, st.integers(1, 99).map(str)), max_size=8),
    lines=st.lists(st.builds(lambda at, took: line(at, at + took), AT, st.floats(0, 3_000)), max_size=4),
    clips=st.lists(st.builds(clip, AT, st.floats(10, 3_000)), max_size=4),
    bars=st.lists(st.builds(bar, AT, st.one_of(st.none(), st.floats(0, 3_000))), max_size=4),
)


@given(TRACKS)
def test_steps_forward_pass_every_event_once_and_end_at_the_end_and_so_do_those_back(made):
    moments = [event.at for event in made.events]
    assert moments == sorted(moments)
    assert all(made.first <= at <= made.last for at in moments)
    for forward in (True, False):
        passed, at = [], made.first - 1 if forward else made.last + 1
        for _ in range(len(moments) + 2):
            at = made.step(at, forward=forward)
            passed.append(at)
        assert passed[-1] == (made.last if forward else made.first)
        assert all(any(abs(one - at) <= SAME_MS + ROUNDING for at in passed) for one in moments)
        assert passed == sorted(passed, reverse=not forward)


@given(TRACKS, AT)
def test_a_leap_goes_forward_over_nothing_that_happens(made, position):
    after = made.leap(position)
    assert after >= position
    assert made.leap(after) == after
    if after > position:
        assert not [event for event in made.events if position < event.at < after]
        assert not [one for one in made.clips if one.start < after and one.end > position]


@given(TRACKS, AT)
def test_what_is_shown_at_a_position_has_begun_and_lasts(made, position):
    said, heard, sentence = made.line_at(position), made.clip_at(position), made.sentence_at(position)
    assert said is None or said.start <= position
    assert heard is None or heard.start <= position < heard.end
    assert sentence is None or sentence.start <= position < sentence.end
    passed = made.stanza_at(position)
    assert bool(passed) == any(event.kind == "stanza" and event.at <= position for event in made.events)


def test_a_tool_that_waited_for_two_hours_is_played_in_two_seconds():
    made = track(first=0.0, last=7_200_000.0, stanzas=[stanza(100.0), stanza(7_200_000.0, "2")])
    assert made.gaps == ((100.0 + AFTER_MS, 7_200_000.0 - BEFORE_MS),)
    assert made.leap(3_600_000.0) == 7_200_000.0 - BEFORE_MS
    assert made.leap(200.0) == 200.0
    assert (made.stanza_at(50.0), made.stanza_at(100.0), made.stanza_at(7_200_000.0)) == ("", "1", "2")


def test_phases_are_named_while_they_last_and_lines_follow_each_other():
    several = WaterfallRow(
        id="p",
        kind="prompt",
        label="Reading",
        at_ms=0.0,
        took_ms=200.0,
        at="",
        took="",
        stretches=((0, 100), (300, 400)),
    )
    asked = ReplayLine(start=-900.0, end=-500.0, speaker="you", text="When", message_id="am_1", interim=True)
    made = track(bars=[several, bar(50, 500), bar(60, None, "First token")], lines=[asked, line(600, 900)])
    assert made.phases_at(80) == ("Reading", "Tokens")
    assert made.phases_at(200) == ("Tokens",)
    assert (made.line_at(-950), made.line_at(-100), made.sentence_at(-700)) == (None, asked, None)
    assert made.sentence_at(700) == made.lines[1]
    assert made.sentence_at(900) is None


def test_what_lies_outside_of_the_turn_is_put_at_its_nearer_end():
    made = track(first=0.0, last=100.0, stanzas=[stanza(-9e9), stanza(9e9, "2")])
    assert [event.at for event in made.events] == [0.0, 100.0]


@given(st.lists(st.floats(-1e9, 1e9), max_size=20))
def test_moments_in_their_order_are_never_before_each_other(moments):
    found = after_each_other(moments)
    assert found == sorted(found)
    assert all(after >= before for after, before in zip(found, moments, strict=True))
    assert goes_back(moments, by=0.0) == (moments != sorted(moments))


@given(st.integers(1, 40), st.integers(0, 300), st.floats(1, 200))
def test_pieces_of_a_clip_follow_each_other_without_a_gap_to_its_end(frames, into, longest):
    pcm = b"".join(bytes([number]) * FRAME_BYTES for number in range(frames))
    sound = ReplayClip(start=100.0, message_id="am_2", sequence=1, pcm=pcm, length=frames * 10.0)
    made = track(first=0.0, last=1_000.0, clips=[sound])
    position, heard = 100.0 + into, b""
    for _ in range(frames + 2):
        piece = made.piece_at(position, longest=longest)
        if piece is None:
            break
        assert position < piece.until <= sound.end
        heard += piece.pcm
        position = piece.until
    assert heard == pcm[int(into / 10) * FRAME_BYTES :]
    assert made.piece_at(99.0, longest=longest) is None
    assert (FRAME_BYTES, FRAME_MS) == (contract.FRAME_BYTES, contract.FRAME_MS)
