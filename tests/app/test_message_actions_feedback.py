"""Votes and notes in the window: given by clicks, confirmed by the server, kept offline and through a restart."""

import pytest
from msgspec.structs import replace

from alicia_desktop.store.accounts import remember_profile
from alicia_desktop.ui.conversation.annotations import Notes
from alicia_desktop.ui.dialogs import NoteDialog
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.voting import VotePair
from alicia_desktop.view.rows import VoteWish
from tests.app.stage import on_stage, stage_on
from tests.support.scripted_model import ScriptedModel


async def pair(stage):
    """The thumbs under the answer that is shown last, once they are there."""
    await stage.until(lambda: stage.visible(VotePair))
    return stage.visible(VotePair)[-1]


async def painted(stage, *, up: bool = False, down: bool = False) -> None:
    """Wait until the thumbs say so: a row is painted after its data is known."""

    def say() -> tuple[bool, bool]:
        shown = stage.visible(VotePair)[-1]
        return shown.up.isChecked(), shown.down.isChecked()

    await stage.until(lambda: say() == (up, down))


async def written(stage, words: str) -> None:
    """Write into the dialog that is open, and save."""
    await stage.until(lambda: stage.visible(NoteDialog))
    (dialog,) = stage.visible(NoteDialog)
    dialog.field.setPlainText(words)
    dialog.accept()


@on_stage
async def test_a_vote_on_an_answer_is_confirmed_changed_and_taken_back(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    (await pair(stage)).up.click()
    await stage.until(lambda: stage.rows[-1].vote.state == "confirmed")
    assert stage.rows[-1].vote.text == "Helpful · saved on server"
    await painted(stage, up=True)
    (await pair(stage)).down.click()
    await stage.until(lambda: (stage.rows[-1].vote.value, stage.rows[-1].vote.state) == ("down", "confirmed"))
    await painted(stage, down=True)
    (await pair(stage)).down.click()
    await stage.until(lambda: stage.rows[-1].vote.value == "")
    await painted(stage)


@on_stage
async def test_why_an_answer_was_not_helpful_stands_under_it(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    (await pair(stage)).down.click()
    (await stage.button("Reason")).click()
    await written(stage, "Too cheerful")
    await stage.until(lambda: [note.state for note in stage.rows[-1].notes] == ["confirmed"])
    (reason,) = stage.rows[-1].notes
    assert (reason.who, reason.text, reason.mine) == ("Why it was not helpful", "Too cheerful", False)
    await stage.until(lambda: "Reason" not in [button.text() for button in stage.visible(Button)])


@on_stage
async def test_a_vote_on_a_memory_holds_wherever_the_memory_is_shown(stage) -> None:
    await stage.online()
    answer = await stage.ask("My daughter Emma has a piano recital on Friday.")
    stored = await stage.chip("stored")
    stage.window.vote_requested.emit(
        VoteWish(message_id=answer.id, target_type="memory", target_id=stored.row.memory_id, value="up")
    )
    await stage.until(lambda: stage.rows[-1].chips[0].vote.state == "confirmed")
    stage.model.say("On Friday.")
    await stage.ask("When is Emma's recital?")
    chip = await stage.chip("retrieved")
    assert chip.row.vote.value == "up"
    assert "Helpful" in chip.accessibleDescription()


@on_stage
async def test_a_note_is_written_changed_deleted_and_brought_back(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    await stage.click("Add note to answer")
    await written(stage, "Too friendly")
    await stage.until(lambda: [note.state for note in stage.rows[-1].notes] == ["confirmed"])
    await stage.until(lambda: bool(stage.visible(Notes)))
    await stage.click("Edit note")
    await written(stage, "Just right")
    await stage.until(lambda: [(n.text, n.state) for n in stage.rows[-1].notes] == [("Just right", "confirmed")])
    await stage.click("Delete note")
    await stage.until(lambda: not stage.rows[-1].notes)
    (await stage.button("Undo")).click()
    await stage.until(lambda: [note.text for note in stage.rows[-1].notes] == ["Just right"])
    await stage.click("Add note to message")
    await written(stage, "I asked this")
    await stage.until(lambda: [note.text for note in stage.rows[0].notes] == ["I asked this"])


@pytest.mark.slow
async def test_votes_and_notes_wait_while_offline_and_are_there_after_a_restart(theme, folder) -> None:
    async with ScriptedModel("Yes.") as model:
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            await stage.ask("Are you there?")
        async with stage_on(folder, model, theme, away=True) as stage:
            await stage.until(lambda: len(stage.rows) == 2)
            (await pair(stage)).up.click()
            await stage.click("Add note to answer")
            await written(stage, "Keep this")
            await stage.until(lambda: stage.rows[-1].vote.state == "pending" and stage.rows[-1].notes)
            assert stage.rows[-1].notes[0].state_text == "waiting to be sent"
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            await stage.until(lambda: len(stage.rows) == 2 and stage.rows[-1].vote.state == "confirmed")
            await stage.until(lambda: [note.state for note in stage.rows[-1].notes] == ["confirmed"])


@pytest.mark.slow
async def test_a_server_that_takes_no_votes_is_not_waited_for(theme, folder) -> None:
    async with ScriptedModel("Yes.") as model, stage_on(folder, model, theme) as stage:
        await stage.online()
        await stage.ask("Are you there?")
        current, clock = stage.window.sidebar.current, stage.presenter.clock
        await stage.client.database.write(remember_profile, current, "deployed", clock.now())
        active = stage.client.sessions.active
        assert active is not None
        session = active.session
        session.state = replace(session.state, profile="deployed")
        (await pair(stage)).up.click()
        await stage.until(lambda: stage.rows[-1].vote.text == "Helpful · saved on this computer")
