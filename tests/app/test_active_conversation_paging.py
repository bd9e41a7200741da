"""An old answer read aloud in the window: marked as it sounds, ended by Stop, and the devices are as they were."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from alicia_desktop.line import frames
from alicia_desktop.protocol.messages import AudioChunk, ControlStop
from alicia_desktop.store import journal
from alicia_desktop.store.conversations import sounds
from alicia_desktop.store.journal import JournalFilter
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.rows import SpokenPosition
from tests.app.stage import Stage, WavSound, stage_on
from tests.audio.sounds import frames_of
from tests.support.scripted_model import ScriptedModel

AUDIBLE = 300
"""Of 32,767."""

READ, REPLAY = "Read aloud", "Replay answer"


def made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def marked(stage: Stage) -> list[SpokenPosition]:
    """What is marked as it sounds from now on, however soon the mark is gone again."""
    messages = stage.window.conversation.messages
    marks: list[SpokenPosition] = []
    mark = messages.set_spoken

    def set_spoken(position: SpokenPosition | None) -> None:
        if position is not None and position not in marks[-1:]:
            marks.append(position)
        mark(position)

    messages.set_spoken = set_spoken  # type: ignore[method-assign]  # and does what it did
    return marks


@pytest.mark.slow
async def test_an_answer_is_read_aloud_marked_as_it_sounds_and_the_loudspeaker_closes_again(theme, folder) -> None:
    opened, spoken = [], []
    async with (
        ScriptedModel("Of course. I will.") as model,
        stage_on(folder, model, theme, sound=WavSound(made(folder))) as stage,
    ):
        await stage.online()
        stage.client.line.event_received.connect(
            lambda event: opened.append(event) if isinstance(event, frames.SoundChanged) else None
        )
        stage.client.line.event_received.connect(
            lambda event: (
                spoken.append((event.sequence, event.state)) if isinstance(event, frames.PlaybackProgressed) else None
            )
        )
        answer = await stage.ask("Please help me to move house.")
        messages, marks = stage.window.conversation.messages, marked(stage)
        await stage.click(READ)
        await stage.until(lambda: opened and not opened[-1].open)
        assert {mark.message_id for mark in marks} == {answer.id}
        assert [one for one in spoken if one[1] == "finished"] == [(1, "finished"), (2, "finished")]
        assert (opened[0].open, opened[0].input) == (True, None)
        assert messages.spoken is None
        which = JournalFilter(names=(AudioChunk.__name__, ControlStop.__name__))
        assert await stage.client.database.read(journal.page, which) == []


@pytest.mark.slow
async def test_stop_ends_the_reading_and_nothing_else(theme, folder) -> None:
    async with (
        ScriptedModel("Of course. " + "I will say it at length. " * 20) as model,
        stage_on(folder, model, theme, sound=WavSound(made(folder))) as stage,
    ):
        await stage.online()
        await stage.ask("Please help me to move house.")
        await stage.click(READ)
        messages = stage.window.conversation.messages
        await stage.until(lambda: messages.spoken is not None)
        (await stage.button("Stop")).click()
        await stage.until(lambda: messages.spoken is None)
        active = stage.client.sessions.active
        assert active is not None
        await stage.until(lambda: not active.voice.state.open)
        which = JournalFilter(names=(ControlStop.__name__,))
        assert await stage.client.database.read(journal.page, which) == []
        assert stage.rows[-1].stopped_after is None


@pytest.mark.slow
async def test_without_a_loudspeaker_it_says_so(theme, folder) -> None:
    async with ScriptedModel("Of course. I will.") as model, stage_on(folder, model, theme) as stage:
        await stage.online()
        await stage.ask("Please help me to move house.")
        await stage.click(READ)
        await stage.until(lambda: [one for one in stage.visible(Label) if "loudspeaker" in one.text()])


@pytest.mark.slow
async def test_what_she_said_is_replayed_later_and_without_a_server_as_it_sounded(theme, folder) -> None:
    sound = WavSound(made(folder))
    async with ScriptedModel("Of course. I will.") as model, stage_on(folder, model, theme, sound=sound) as stage:
        await stage.online()
        await stage.ask("Please help me to pack.")
        await talking(stage)
        answer = await stage.ask("Please help me to move house.")
        assert not stage.rows[1].replayable
        while [one.sequence for one in await stage.client.database.read(sounds.of_message, answer.id)] != [1, 2]:
            await stage.moved()
        await stage.until(lambda: stage.rows[-1].replayable)
    async with (
        ScriptedModel("Of course.") as model,
        stage_on(folder, model, theme, away=True, sound=sound) as stage,
    ):
        opened = []
        stage.client.line.event_received.connect(
            lambda event: opened.append(event.open) if isinstance(event, frames.SoundChanged) else None
        )
        await stage.until(lambda: len(replays(stage)) == 2)
        written, spoken = replays(stage)
        assert (written.isEnabled(), spoken.isEnabled()) == (False, True)
        assert (written.toolTip() != REPLAY, spoken.toolTip()) == (True, REPLAY)
        messages, marks = stage.window.conversation.messages, marked(stage)
        spoken.click()
        await stage.until(lambda: opened[-1:] == [False] and messages.spoken is None)
        assert marks == [SpokenPosition(message_id=answer.id, sequence=number) for number in (1, 2)]
        sounded = [frame for frame in frames_of((folder / "heard.wav").read_bytes()[44:]) if is_loud(frame)]
        assert len(sounded) == pytest.approx(40, abs=4), "four words of a tenth of a second"
        spoken.click()
        await stage.until(lambda: len(marks) > 2)
        stage.press(Qt.Key.Key_Escape)
        await stage.until(lambda: messages.spoken is None)


@pytest.mark.slow
async def test_what_is_no_longer_kept_says_so_and_a_private_conversation_keeps_nothing(theme, folder) -> None:
    async with (
        ScriptedModel("Of course. I will.") as model,
        stage_on(folder, model, theme, sound=WavSound(made(folder))) as stage,
    ):
        await stage.online()
        stage.window.private_requested.emit()
        await stage.moved()
        await stage.online()
        await talking(stage)
        finished = []
        stage.client.line.event_received.connect(
            lambda event: finished.append(event) if isinstance(event, frames.SentencePlayed) else None
        )
        answer = await stage.ask("Please help me to move house.")
        await stage.until(lambda: len(finished) == 2)
        await stage.client.database.write(sounds.prune, stage.client.clock.now())
        assert await stage.client.database.read(sounds.of_message, answer.id) == []
        stage.window.replay_requested.emit(answer.id)
        await stage.until(lambda: [one for one in stage.visible(Label) if "no longer stored" in one.text()])


async def talking(stage: Stage) -> None:
    """Turn the microphone on."""
    stage.window.voice_toggled.emit(True)
    await stage.until(lambda: stage.client.sessions.active and stage.client.sessions.active.voice.state.open)


def is_loud(frame: bytes) -> bool:
    """Whether somebody hears it: sound that was kept is encoded, and its rests are no longer all zeros."""
    return bool(np.abs(np.frombuffer(frame, "<i2").astype(int)).max() > AUDIBLE)


def replays(stage: Stage) -> list[IconButton]:
    """Return the buttons from the top of the window down."""
    found = [button for button in stage.visible(IconButton) if button.accessibleName() == REPLAY]
    return sorted(found, key=lambda button: button.mapToGlobal(QPoint()).y())
