from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.line.playback_tracker import PlaybackTracker, Report
from tests.line.support import segment


def play(sentences, pattern):
    """Play a pattern of frames (`#` sound, `.` silence) and return the reports."""
    return [report for each in pattern if (report := sentences.played(silent=each == "."))]


def sound_changed(reports):
    return [(each.segment.sequence, each.state, each.spoken_ms) for each in reports if each.state != "playing"]


def test_a_sentence_is_told_as_it_is_spoken_ten_times_a_second():
    sentences = PlaybackTracker()
    sentences.announce(segment(1, 300))
    reports = play(sentences, "#" * 30)
    assert [(each.state, each.spoken_ms) for each in reports] == [
        ("started", 10),
        ("playing", 100),
        ("playing", 200),
        ("finished", 300),
    ]


def test_sentences_announced_far_ahead_follow_each_other():
    sentences = PlaybackTracker()
    for number in (1, 2, 3):
        sentences.announce(segment(number, 100))
    reports = play(sentences, "." * 20 + "#" * 10 + "." * 30 + "#" * 20)
    assert [number for number, state, _ in sound_changed(reports) if state == "finished"] == [1, 2, 3]


def test_an_announcement_that_comes_after_its_sound_began_still_counts():
    sentences = PlaybackTracker()
    assert not play(sentences, "#" * 3)
    sentences.announce(segment(1, 200))
    assert sound_changed(play(sentences, "#" * 17 + "." * 20)) == [(1, "started", 10), (1, "finished", 200)]


def test_a_lost_rest_does_not_eat_into_the_next_sentence():
    sentences = PlaybackTracker()
    sentences.announce(segment(1, 500))
    sentences.announce(segment(2, 500))
    reports = play(sentences, "#" * 40 + "." * 10 + "#" * 50)
    assert sound_changed(reports) == [
        (1, "started", 10),
        (1, "finished", 500),
        (2, "started", 10),
        (2, "finished", 500),
    ]


def test_a_pause_within_a_sentence_is_part_of_it():
    sentences = PlaybackTracker()
    sentences.announce(segment(1, 2_000))
    assert sound_changed(play(sentences, "#" * 50 + "." * 50 + "#" * 100))[-1] == (1, "finished", 2_000)


def test_a_cut_tells_how_far_it_was_heard_and_forgets_the_rest():
    sentences = PlaybackTracker()
    sentences.announce(segment(1, 1_000))
    sentences.announce(segment(2, 1_000))
    play(sentences, "#" * 37)
    cut = sentences.cut()
    assert cut is not None
    assert (cut.state, cut.segment.sequence, cut.spoken_ms) == ("cut", 1, 370)
    assert sentences.cut() is None
    assert not play(sentences, "#" * 100)


@given(
    st.lists(st.one_of(st.sampled_from("#."), st.integers(10, 400), st.just("cut")), max_size=400),
)
def test_every_sentence_starts_and_ends_once_in_order(steps):
    sentences, number = PlaybackTracker(), 0
    seen: list[Report] = []
    for step in steps:
        if isinstance(step, int):
            number += 1
            sentences.announce(segment(number, step))
        elif report := sentences.cut() if step == "cut" else sentences.played(silent=step == "."):
            seen.append(report)
    ends = [each.segment.sequence for each in seen if each.state in {"finished", "cut"}]
    starts = [each.segment.sequence for each in seen if each.state == "started"]
    assert starts == sorted(set(starts))
    assert ends == starts[: len(ends)]
    assert len(starts) - len(ends) == sentences.speaking
    assert all(0 < each.spoken_ms <= each.segment.duration_ms for each in seen)
