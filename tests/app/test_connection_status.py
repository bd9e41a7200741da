"""What the window tells of the server when one asks."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from alicia_desktop.line import frames
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import SessionStats
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.store import outbox
from alicia_desktop.ui.conversation.voice_bar import VoiceBar
from alicia_desktop.ui.dialogs import FactsDialog
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.notices import Banner
from alicia_desktop.view.status import SERVER_MUTED
from tests.app.stage import Stage, on_stage, stage_on
from tests.support.scripted_model import ScriptedModel


@on_stage
async def test_the_menu_tells_of_the_server_and_of_the_session(stage) -> None:
    await stage.online()
    counted: list[SessionStats] = []

    def passed(one: JournaledStanza) -> None:
        if isinstance(one.inbound, Stanza) and isinstance(one.inbound.body, SessionStats):
            counted.append(one.inbound.body)

    stage.client.sessions.stanza_journaled.connect(passed)
    await stage.ask("Good morning")
    await stage.until(lambda: counted)  # it comes after the answer
    menu = stage.window.conversation.header.menu()

    def told() -> str:
        return " ".join(label.text() for dialog in stage.visible(FactsDialog) for label in dialog.findChildren(QLabel))

    next(action for action in menu.actions() if action.text().startswith("About the server")).trigger()
    await stage.until(lambda: "1 message" in told())
    assert "scripted" in told()
    stage.visible(FactsDialog)[0].accept()


@on_stage
async def test_who_is_muted_in_the_room_is_told_in_the_menu_and_in_the_voice_bar(stage) -> None:
    await stage.online()
    active = stage.client.sessions.active
    peer, link = active.session.state.peer, active.session.link
    stage.client.line.event_received.emit(frames.SoundChanged(open=True, input="mic", output="speaker"))
    stage.client.line.event_received.emit(
        frames.PeerTrackAnnounced(link=link, identity=peer, sid="TR_7", muted=True, present=True)
    )
    await stage.until(lambda: SERVER_MUTED in stage.visible(VoiceBar)[0].accessibleName())
    menu = stage.window.conversation.header.menu()
    next(action for action in menu.actions() if action.text().startswith("About the server")).trigger()
    await stage.until(lambda: stage.visible(FactsDialog))
    dialog = stage.visible(FactsDialog)[0]
    assert "track TR_7 · muted" in [label.text() for label in dialog.findChildren(QLabel)]
    dialog.accept()


@on_stage
async def test_a_silent_microphone_is_told_unless_it_is_muted_here_and_leads_to_its_settings(stage) -> None:
    await stage.online()
    active = stage.client.sessions.active
    assert active is not None
    told = frames.SoundChanged(open=True, input="mic", code="silent_microphone", sentence="It gives no sound.")
    active.voice.set_mode("muted")
    stage.client.line.event_received.emit(told)
    assert not stage.visible(Banner)
    active.voice.set_mode("hands_free")
    await stage.until(lambda: stage.visible(Banner))
    stage.window.banner_action_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    dialog = stage.visible(SettingsDialog)[0]
    assert dialog.sound.isVisible()
    dialog.reject()
    await stage.until(lambda: not stage.presenter.settings.is_open)


@pytest.mark.slow
async def test_what_one_person_wrote_waits_while_another_is_signed_in(theme: Theme, folder: Path) -> None:
    def listed(stage: Stage) -> set[str]:
        return {row.last_line for row in stage.window.sidebar.rows}

    def line(stage: Stage) -> str:
        return stage.window.sidebar.sync_status.whole_text

    async with ScriptedModel("Of course.") as model:
        async with stage_on(folder, model, theme, user="ann", away=True) as stage:
            await stage.write("Bring the lamp")
            await stage.until(lambda: "Bring the lamp" in stage.texts())
        async with stage_on(folder, model, theme, user="bob") as stage:
            await stage.online()
            await stage.ask("Good morning")
            await stage.until(lambda: line(stage).startswith("1 waits for ann · Synced "))
            assert not any("lamp" in line for line in listed(stage))
            assert sum((await stage.client.database.read(outbox.conversations_waiting)).values()) == 1
            syncing = stage.presenter.sync
            syncing.open()
            said = "1 message written as ann waits until ann is signed in again."
            await stage.until(lambda: syncing.shown is not None and said in syncing.shown.line.text())
        async with stage_on(folder, model, theme, user="ann") as stage:
            await stage.until(lambda: stage.texts() == ["Bring the lamp", "Of course."])
            assert "waits for" not in line(stage)
            assert not any("Good morning" in line for line in listed(stage))
            there = await (await stage.client.rooms.api()).conversations()
            assert [(one.user_id, one.title) for one in there.conversations] == [("ann", "Bring the lamp")]


@pytest.mark.slow
async def test_what_was_sent_and_not_acknowledged_waits_for_the_next_try(theme: Theme, folder: Path) -> None:
    async with ScriptedModel("Of course.") as model, stage_on(folder, model, theme, away=True) as stage:
        await stage.write("Bring the lamp")
        await stage.until(lambda: stage.rows and stage.rows[0].state == "queued")
        (waiting,) = await stage.client.database.read(outbox.waiting, stage.window.sidebar.current)
        await stage.client.database.write(outbox.mark_sent, waiting.pk, stage.client.clock.now())
        conversation = stage.presenter.conversation
        await conversation.show("")
        await conversation.show(stage.window.sidebar.current)
        await stage.until(lambda: stage.rows[0].state_text.startswith("Queued · next try at"))
