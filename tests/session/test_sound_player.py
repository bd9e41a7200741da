"""Playing stored sound: the loudspeaker is opened without the microphone, and whoever had it gets it back."""

from dataclasses import dataclass, field

import pytest

from alicia_desktop.line import frames
from alicia_desktop.session.sound_player import SoundPlayer
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.session.voice_state import VoiceState
from tests.session.rehearsal import QuietLine

PCM = bytes(960)


@dataclass
class Stage:
    line: QuietLine = field(default_factory=QuietLine)
    given_back: int = 0
    states: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        choice = SoundChoice(input="Mic", output="Speakers")
        self.player = SoundPlayer(line=self.line, choice=lambda: choice, give_back=self._give_back)
        self.player.changed.connect(self.states.append)

    def _give_back(self) -> None:
        self.given_back += 1

    def opened(self, output: str = "Speakers", *, link: str = "", sentence: str = "") -> None:
        asked = link or self.line.of(frames.OpenSound)[-1].link
        self.line.tell(
            frames.SoundChanged(open=bool(output), opened_for=asked, output=output or None, sentence=sentence)
        )


@pytest.fixture
def stage() -> Stage:
    return Stage()


def test_pieces_are_played_once_the_loudspeaker_is_open(stage: Stage) -> None:
    stage.player.play("am_2", 1, PCM)
    stage.player.open()
    stage.player.open()
    (opened,) = stage.line.of(frames.OpenSound)
    assert (opened.output, opened.input, opened.listens) == ("Speakers", None, False)
    stage.player.play("am_2", 1, PCM)
    assert stage.line.of(frames.PlaySentence) == []
    stage.opened()
    stage.player.play("am_2", 1, PCM)
    stage.player.play("am_2", 2, b"")
    (played,) = stage.line.of(frames.PlaySentence)
    assert (played.link, played.message_id, played.sequence, played.pcm) == (opened.link, "am_2", 1, PCM)
    assert stage.player.override(VoiceState(open=True)).open is False
    stage.player.cut()
    stage.player.cut()
    assert [one.message_id for one in stage.line.of(frames.ClearSound)] == ["am_2"]
    assert stage.player.close()
    assert not stage.player.close()
    assert (stage.states, stage.given_back) == (["opening", "open", "closed"], 1)
    assert stage.player.override(VoiceState(open=True)).open is True


def test_without_a_loudspeaker_it_says_why(stage: Stage) -> None:
    stage.player.open()
    stage.opened("", sentence="No loudspeaker was found.")
    assert (stage.player.state, stage.player.problem, stage.given_back) == ("closed", "No loudspeaker was found.", 1)


def test_whoever_takes_the_devices_keeps_them(stage: Stage) -> None:
    stage.player.open()
    stage.line.tell(frames.SoundChanged(open=False))  # what was open before was closed for it
    assert stage.states == ["opening"]
    stage.opened()
    stage.opened(link="ac_1 x")
    assert (stage.states[1:], stage.given_back) == (["open", "closed"], 0)
    stage.player.open()
    stage.opened()
    stage.line.tell(frames.LineRestarted(reason="died"))
    assert (stage.states[-1], stage.given_back) == ("closed", 0)
    stage.player.end()
    stage.opened()
    assert stage.states[-1] == "closed"
