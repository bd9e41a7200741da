"""Replaying a turn: bar, waterfall, chat, stanzas and loudspeaker move together; what is missing or gone says so."""

from collections.abc import Coroutine
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt

from alicia_desktop.app.inspector.replay_controller import OPEN_SECONDS, ReplayController
from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.session.sound_player import SoundPlayer
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.inspector.turn.replay_bar import ReplayBar
from alicia_desktop.ui.inspector.turn.waterfall import Waterfall
from alicia_desktop.view.replay import NO_SOUND, ReplayRecords
from tests.session.rehearsal import QuietLine
from tests.support.scripted_server import until
from tests.ui.inspector import samples
from tests.ui.reach import button, part
from tests.view.test_replay import SPOKEN, pcm, records
from tests.view.test_waterfall import turn

pytestmark = pytest.mark.slow

STANZAS = [("UserMessage", 0), ("StartAnswer", 500), ("AssistantSentence", 600), ("AssistantSentence", 800)]


@dataclass
class Stage:
    panel: InspectorPanel
    found: ReplayRecords | None
    clock: JumpingClock = field(default_factory=JumpingClock)
    line: QuietLine = field(default_factory=QuietLine)
    scope: Scope = field(default_factory=lambda: Scope("test"))
    spoken: list[Any] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    given_back: int = 0

    def __post_init__(self) -> None:
        shown = samples.turn("am_1", answer_id="am_2")
        self.view = SimpleNamespace(turn=shown, turn_changed=Signal())
        self.panel.set_turn(shown)
        self.bar = part(self.panel, ReplayBar)
        self.controller = ReplayController(
            panel=self.panel,
            view=self.view,  # type: ignore[arg-type]  # as much of it as is used
            database=self,  # type: ignore[arg-type]  # as above
            clock=self.clock,
            scope=self.scope,
            player=SoundPlayer(line=self.line, choice=SoundChoice, give_back=self._give_back),
            current=lambda: "ac_1",
            mark_spoken=self.spoken.append,
            pass_stanza=self._pass_stanza,
            run_action=self._run,
        )

    async def read(self, function: object, *args: object) -> ReplayRecords | None:
        return self.found

    async def open(self) -> None:
        await self.controller.open()

    def opened(self, output: str = "Speakers", sentence: str = "") -> None:
        link = self.line.of(frames.OpenSound)[-1].link
        told = frames.SoundChanged(open=bool(output), opened_for=link, output=output or None, sentence=sentence)
        self.line.tell(told)

    @property
    def played(self) -> list[tuple[int, int]]:
        """Number and milliseconds of each piece that the loudspeaker was given."""
        return [(one.sequence, len(one.pcm) // 96) for one in self.line.of(frames.PlaySentence)]

    def _give_back(self) -> None:
        self.given_back += 1

    def _run(self, name: str, action: Coroutine[Any, Any, object]) -> None:
        self.scope.spawn(name, action)

    async def _pass_stanza(self, stanza_id: str) -> None:
        self.passed.append(stanza_id)


@pytest.fixture
async def stage(qtbot, theme):
    panel = InspectorPanel(theme=theme)
    qtbot.addWidget(panel)
    panel.resize(568, 860)
    panel.show()
    made = turn(600, 800, sounds=SPOKEN)
    stage = Stage(panel=panel, found=records(made, stanzas=STANZAS, voice=[pcm(1, 500), pcm(2, 23_000)]))
    async with stage.scope:
        yield stage
        stage.controller.end()
        await stage.scope.close()


@pytest.mark.slow
async def test_it_plays_once_the_loudspeaker_is_open_and_everything_goes_along(stage):
    await stage.open()
    assert stage.bar.isVisible()
    assert stage.bar.time == "0.00 / 24.20 s"
    await stage.clock.advance(0.5)
    assert stage.bar.time.startswith("0.00 ")
    stage.opened()
    await stage.clock.advance(0.8)
    assert stage.bar.words == "Alicia: Yes."
    assert (stage.spoken[-1].message_id, stage.spoken[-1].sequence) == ("am_2", 1)
    assert stage.played == [(1, 500)]
    await stage.clock.advance(0.5)
    assert stage.spoken[-1].sequence == 2
    assert stage.played == [(1, 500), (2, 20_000)]
    await stage.clock.advance(24)
    assert stage.played == [(1, 500), (2, 20_000), (2, 3_000)]
    assert stage.bar.time.startswith("24.20 ")
    assert stage.spoken[-1] is None
    assert stage.given_back == 1
    stage.bar.close_requested.emit()
    assert not stage.bar.isVisible()


async def test_without_a_loudspeaker_it_goes_on_by_the_times_and_says_why(stage):
    await stage.open()
    stage.opened("", sentence="There is no loudspeaker.")
    await stage.clock.advance(1)
    assert "There is no loudspeaker." in stage.bar.note
    assert not stage.bar.time.startswith("0.00 ")
    stage.bar.play_toggled.emit()
    stage.bar.play_toggled.emit()
    await stage.clock.advance(OPEN_SECONDS + 1)
    assert stage.played == []
    assert stage.spoken[-1].sequence == 2


async def test_nothing_is_opened_where_no_sound_is_kept(stage):
    stage.found = records(turn(600, 800), stanzas=STANZAS)
    await stage.open()
    await stage.clock.advance(0.7)
    assert NO_SOUND in stage.bar.note
    assert stage.spoken[-1].sequence == 1
    assert stage.line.posted == []


async def test_speed_seeking_and_steps(stage):
    await stage.open()
    stage.opened()
    stage.bar.speed_chosen.emit(4.0)
    stage.panel.turn_tab.seek_requested.emit(1_200.0)
    await stage.clock.advance(0.5)
    await stage.clock.advance(0.5)
    assert 5_000 < float(stage.bar.time.split(" ")[0]) * 1_000 < 5_400
    await until(lambda: stage.played)  # made in a thread
    sequence, milliseconds = stage.played[-1]
    assert (sequence, milliseconds) == (2, 5_750)
    assert stage.line.of(frames.ClearSound) == []  # nothing was playing yet
    stage.bar.seek_requested.emit(100.0)
    assert [one.message_id for one in stage.line.of(frames.ClearSound)] == ["am_2"]
    stage.bar.step_requested.emit(True)
    assert stage.bar.time.startswith("0.50 ")
    before = stage.bar.time
    await stage.clock.advance(1)
    assert stage.bar.time == before
    stage.bar.step_requested.emit(False)
    assert stage.bar.time.startswith("0.00 ")


async def test_the_stanza_just_passed_is_chosen_where_stanzas_are_seen(stage):
    await stage.open()
    stage.opened()
    await stage.clock.advance(0.55)
    assert stage.passed == []
    stage.panel.show_tab("stanzas")
    await stage.clock.advance(0.1)
    await stage.clock.advance(0.2)
    assert stage.passed == ["2", "3", "4"]
    assert stage.bar.isVisible()


async def test_it_ends_with_another_turn_and_where_the_conversation_was_deleted(stage):
    await stage.open()
    stage.opened()
    stage.view.turn_changed.emit(samples.turn("am_1", answer_id="am_2", note="refreshed"))
    assert stage.controller.is_open
    stage.view.turn_changed.emit(None)
    assert not stage.controller.is_open
    assert not stage.bar.isVisible()
    assert stage.given_back == 1
    stage.found = None
    with pytest.raises(WorldError, match="not here any more"):
        await stage.open()
    assert not stage.controller.is_open


async def test_whoever_takes_the_loudspeaker_pauses_it(stage):
    await stage.open()
    stage.opened()
    await stage.clock.advance(0.3)
    stage.line.tell(frames.SoundChanged(open=True, opened_for="ac_1 x", output="Speakers"))
    before = stage.bar.time
    await stage.clock.advance(1)
    assert stage.bar.time == before
    assert button(stage.bar, "Play (Space)").isVisible()
    assert stage.given_back == 0


async def test_it_pauses_where_the_inspector_is_closed(stage):
    await stage.open()
    stage.opened()
    await stage.clock.advance(0.3)
    stage.panel.hide()
    await stage.clock.advance(0.1)
    before = stage.bar.time
    await stage.clock.advance(1)
    assert stage.bar.time == before
    assert stage.given_back == 1


async def test_the_waterfall_shows_the_position_and_leads_there(stage, qtbot):
    await stage.open()
    waterfall = part(stage.panel, Waterfall)
    asked: list[float] = []
    stage.panel.turn_tab.seek_requested.connect(asked.append)
    place = waterfall.row_rect(2).center()
    place.setX(waterfall.width() - 250)
    qtbot.mouseClick(waterfall, Qt.MouseButton.LeftButton, pos=place)
    assert len(asked) == 1
    assert button(stage.panel, "Replay this turn (Ctrl+P)").isChecked()
    stage.controller.close()
    qtbot.mouseClick(waterfall, Qt.MouseButton.LeftButton, pos=place)
    assert len(asked) == 1
