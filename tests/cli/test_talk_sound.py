"""When an answer has sounded: announced sentence by sentence, or only as a level."""

import pytest

from alicia_desktop.cli import talk_sound
from alicia_desktop.cli.talk_sound import SpokenAnswers
from alicia_desktop.line import frames


def level(output: float) -> frames.Levels:
    return frames.Levels(input=0.0, output=output, voice=0.0)


def played(sequence: int, state: str) -> frames.PlaybackProgressed:
    return frames.PlaybackProgressed(
        link="l",
        message_id="am_1",
        sequence=sequence,
        spoken_ms=10,
        duration_ms=900,
        state=state,  # type: ignore[arg-type]  # one of them
    )


async def test_every_sentence_that_is_announced_is_waited_for() -> None:
    spoken = SpokenAnswers()
    assert spoken.has_sounded("am_1"), "nothing was to be heard"
    spoken.begin()
    spoken.write("am_1", 1)
    spoken.write("am_1", 2)
    for event in (played(1, "started"), level(0.6), played(1, "finished")):
        spoken.on_line(event)
        assert not spoken.has_sounded("am_1")
    spoken.on_line(played(2, "cut"))
    assert spoken.has_sounded("am_1")


async def test_a_voice_that_nobody_announces_is_waited_for_until_it_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = SpokenAnswers()
    spoken.on_line(level(0.6))  # of another answer
    spoken.begin()
    spoken.write("am_1", 1)
    spoken.on_line(level(0.0))
    assert (spoken.has_sounded("am_1"), spoken.is_loud) == (False, False)
    spoken.on_line(level(0.6))
    assert (spoken.has_sounded("am_1"), spoken.is_loud) == (False, True)
    monkeypatch.setattr(talk_sound, "QUIET_SECONDS", 0.0)
    assert (spoken.has_sounded("am_1"), spoken.is_loud) == (True, False)
