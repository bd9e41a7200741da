from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.audio.contract import FRAME_BYTES, SILENCE
from alicia_desktop.audio.ring import FrameRing, PlaybackRing


def frame(number):
    return number.to_bytes(2, "little") * (FRAME_BYTES // 2)


def test_a_full_ring_forgets_the_oldest_and_counts_it():
    ring = FrameRing(frames=2)
    for number in (1, 2, 3):
        ring.push(frame(number))
    assert (ring.pop(), ring.pop(), ring.pop()) == (frame(2), frame(3), None)
    assert (ring.pushed, ring.dropped) == (3, 1)


@given(st.lists(st.sampled_from(["push", "take"]), max_size=200), st.integers(1, 20))
def test_what_is_pushed_is_taken_in_order_or_counted_as_dropped(steps, limit):
    ring = FrameRing(frames=limit)
    pushed, taken = 0, []
    for step in steps:
        if step == "push":
            pushed += 1
            ring.push(frame(pushed))
        elif (got := ring.pop()) is not None:
            taken.append(int.from_bytes(got[:2], "little"))
    assert taken == sorted(taken)
    assert pushed == ring.pushed == len(taken) + len(ring) + ring.dropped


def test_playing_waits_for_a_few_frames_and_then_has_no_gap():
    ring = PlaybackRing(prefill=3)
    ring.put(frame(1) + frame(2))
    assert ring.next_frame() == SILENCE
    ring.put(frame(3))
    assert [ring.next_frame() for _ in range(4)] == [frame(1), frame(2), frame(3), SILENCE]
    assert ring.gaps == 1


def test_a_sound_shorter_than_the_prefill_is_played_all_the_same():
    ring = PlaybackRing(prefill=3)
    ring.put(frame(7))
    assert frame(7) in [ring.next_frame() for _ in range(5)]


def test_a_cut_forgets_what_waits():
    ring = PlaybackRing(prefill=1)
    ring.put(frame(1) * 50)
    assert ring.next_frame() == frame(1)
    assert ring.cut() == 49
    assert ring.next_frame() == SILENCE
    assert len(ring) == 0


def put_live(ring, *numbers):
    for number in numbers:
        ring.put(loud_frame(number) if number else SILENCE, live=True)


def loud_frame(number):
    return (1_000 + number).to_bytes(2, "little") * 480


def test_a_live_stream_is_played_from_its_first_frame_on():
    ring = PlaybackRing()
    put_live(ring, 1)
    assert ring.next_frame() == loud_frame(1)


def test_each_gap_of_a_live_stream_has_it_gathered_10_ms_longer_up_to_80():
    ring = PlaybackRing()
    waited = []
    for _ in range(10):
        waits = 0
        put_live(ring, 1)
        while ring.next_frame() == SILENCE:
            waits += 1
            put_live(ring, 1)
        waited.append(waits)
        while ring.next_frame() != SILENCE:
            pass
    assert waited == [0, 1, 2, 3, 4, 5, 6, 7, 7, 7]


def test_a_live_stream_is_gathered_10_ms_less_after_a_minute_without_a_gap():
    ring = PlaybackRing()
    put_live(ring, 1)
    assert [ring.next_frame(), ring.next_frame()] == [loud_frame(1), SILENCE]
    put_live(ring, 2)
    assert ring.next_frame() == SILENCE, "the gap is remembered"
    for _ in range(6_000):
        put_live(ring, 3)
        assert ring.next_frame() != SILENCE
    ring.cut()
    put_live(ring, 4)
    assert ring.next_frame() == loud_frame(4)


def test_what_a_live_stream_is_behind_is_left_out_where_it_is_silent():
    ring = PlaybackRing()
    put_live(ring, 1, 2, 3, 4, 0, 0, 0, 5)
    assert [ring.next_frame() for _ in range(6)] == [*map(loud_frame, (1, 2, 3, 4, 5)), SILENCE]


def test_silence_of_what_is_sent_ahead_is_kept():
    ring = PlaybackRing(prefill=1)
    ring.put(frame(1) + SILENCE * 5 + frame(2))
    assert [ring.next_frame() for _ in range(7)] == [frame(1), *[SILENCE] * 5, frame(2)]


@given(st.lists(st.integers(0, 12), max_size=30), st.integers(1, 8))
def test_nothing_put_is_lost_or_played_twice(puts, prefill):
    ring = PlaybackRing(prefill=prefill)
    number, played = 0, []
    for count in puts:
        for _ in range(count):
            number += 1
            ring.put(frame(number))
        played.append(ring.next_frame())
    played += [ring.next_frame() for _ in range(number + prefill + 1)]
    assert [each for each in played if each != SILENCE] == [frame(each + 1) for each in range(number)]


def test_a_hold_fades_out_keeps_the_rest_and_goes_on_with_the_next_frame():
    ring = PlaybackRing(prefill=1)
    loud = b"\x00\x40" * 480
    for _ in range(5):
        ring.put(loud)
    assert ring.next_frame() == loud
    ring.hold()
    fading = ring.next_frame()
    assert fading[:2] == loud[:2]
    assert fading[-2:] == b"\0\0"
    assert [ring.next_frame() for _ in range(30)] == [SILENCE] * 30
    assert (len(ring), ring.gaps) == (3, 0)
    ring.resume()
    rising = ring.next_frame()
    assert (rising[:2], rising[-2:]) == (b"\0\0", loud[-2:])
    assert ring.next_frame() == loud


def test_a_cut_ends_a_hold():
    ring = PlaybackRing(prefill=1)
    ring.put(b"\x00\x40" * 480)
    ring.hold()
    ring.next_frame()
    ring.cut()
    ring.put(b"\x00\x40" * 480)
    assert ring.next_frame() == b"\x00\x40" * 480
