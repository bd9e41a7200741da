"""A replay in the whole window: the turn's kept sound, the sentence in the chat, the stanza in the list, the lock."""

import wave
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from alicia_desktop.store.conversations import sounds
from alicia_desktop.ui.inspector.stanzas.stanza_table import StanzaTable
from alicia_desktop.ui.inspector.turn.chain import ChainList
from alicia_desktop.ui.inspector.turn.replay_bar import ReplayBar
from alicia_desktop.view.replay_track import ReplayClip
from tests.app.stage import WavSound, stage_on
from tests.support.scripted_model import ScriptedModel
from tests.ui.reach import button, part
from tests.view.test_replay import tone


@pytest.mark.slow
async def test_a_turn_is_replayed_from_the_inspector_by_keys_and_heard(theme, folder) -> None:
    async with (
        ScriptedModel("On Friday. At six.") as model,
        stage_on(folder, model, theme, sound=WavSound(folder)) as stage,
    ):
        await _replayed(stage)
    played = _loud_seconds(folder / "heard.wav")
    assert 0.2 < played < 3.2


async def _replayed(stage) -> None:
    await stage.online()
    stage.model.say("On Friday. At six.")
    answer = await stage.ask("When is the recital?")
    for number in (1, 2):
        await stage.client.database.write(
            sounds.store_sentence,
            answer.id,
            number,
            tone(1_500),
            audio_format="pcm_s16le_48000",
            duration_ms=1_500,
            at=stage.client.clock.now(),
        )
    panel = await stage.open_inspector()
    bar, messages = part(panel, ReplayBar), stage.window.conversation.messages
    await stage.until(lambda: button(panel, "Replay this turn (Ctrl+P)").isEnabled())
    await stage.until(lambda: len(part(panel, ChainList).model().index(1, 0).data() or "") > 0)
    await stage.focus(part(panel, ChainList))
    stage.press(Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    await stage.until(bar.isVisible)
    await stage.until(lambda: messages.spoken is not None and messages.spoken.sequence == 1)
    await stage.until(lambda: not bar.time.startswith("0.0"))
    await stage.until(lambda: _position(bar) > 0.4 + _started(bar))
    panel.show_tab("stanzas")
    table = part(panel, StanzaTable)
    bar.seek_requested.emit(_second_sentence(bar))
    await stage.until(lambda: messages.spoken is not None and messages.spoken.sequence == 2)
    await stage.until(lambda: table.currentIndex().isValid() and messages.marked == answer.id)
    lock = next(one for one in panel.findChildren(QAbstractButton) if "Hold" in one.accessibleName())
    lock.click()
    messages.mark("")
    bar.seek_requested.emit(float(bar.scrubber.minimum()))
    first = table.model().index(0, 0).data()
    await stage.until(lambda: table.model().index(table.currentIndex().row(), 0).data() != first)
    assert messages.marked == ""
    await stage.focus(bar.scrubber)
    stage.press(Qt.Key.Key_Escape)
    await stage.until(lambda: not bar.isVisible())
    assert table.hasFocus()
    assert messages.spoken is None


def _position(bar: ReplayBar) -> float:
    return float(bar.time.split(" / ")[0])


def _started(bar: ReplayBar) -> float:
    """When the first sound was heard, in seconds."""
    return _clips(bar)[0].start / 1_000


def _second_sentence(bar: ReplayBar) -> float:
    """Return a position well inside the second sentence: playing goes on, and its end must not be reached before."""
    return _clips(bar)[1].start + 100


def _clips(bar: ReplayBar) -> Sequence[ReplayClip]:
    track = bar.scrubber.track
    assert track is not None
    return track.clips


def _loud_seconds(path: Path) -> float:
    """Return how much of a file is no silence."""
    with wave.open(str(path)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(float)
        return float(np.count_nonzero(np.abs(samples) > 500) / file.getframerate())
