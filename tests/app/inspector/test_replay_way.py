"""A replay in the whole window: the turn's kept sound, the sentence in the chat, the stanza in the list, the lock."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from alicia_desktop.store.conversations import sounds
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.inspector.stanzas.stanza_table import StanzaTable
from alicia_desktop.ui.inspector.turn.chain import ChainList
from alicia_desktop.ui.inspector.turn.replay_bar import ReplayBar
from tests.app.stage import on_stage
from tests.ui.reach import button, part
from tests.view.test_replay import tone


@on_stage
async def test_a_turn_is_replayed_from_the_inspector_by_keys(stage) -> None:
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
    stage.window.show_inspector()
    panel = part(stage.window, InspectorPanel)
    bar, messages = part(panel, ReplayBar), stage.window.conversation.messages
    await stage.until(lambda: button(panel, "Replay this turn (Ctrl+P)").isEnabled())
    await stage.until(lambda: len(part(panel, ChainList).model().index(1, 0).data() or "") > 0)
    await stage.focus(part(panel, ChainList))
    stage.press(Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    await stage.until(bar.isVisible)
    await stage.until(lambda: "There is no loudspeaker." in bar.note)
    await stage.until(lambda: messages.spoken is not None and messages.spoken.sequence == 1)
    panel.show_tab("stanzas")
    table = part(panel, StanzaTable)
    bar.seek_requested.emit(bar.scrubber.maximum() - 1.0)
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
    stage.press(Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    await stage.until(lambda: not bar.isVisible())
    assert messages.spoken is None
