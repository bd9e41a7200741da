"""Questions that wait while an answer is written: by keys, with a server."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from alicia_desktop.session import events
from alicia_desktop.store.conversations import drafts
from tests.app.stage import on_stage, stage_on
from tests.support.scripted_model import Script, ScriptedModel


@on_stage
async def test_answers_stand_under_their_questions_while_they_grow_and_after_a_restart(stage) -> None:
    await stage.online()
    hold = asyncio.Event()
    stage.model.say(Script(pieces=("On Friday. ", "At six, ", "I think."), hold=hold), "At the school.")
    await stage.write("When is the recital?")
    await stage.until(lambda: len(stage.rows) == 2 and stage.rows[1].text)
    await stage.write("And where is it?")
    await stage.until(lambda: len(stage.rows) == 3)
    assert stage.texts()[::2] == ["When is the recital?", "And where is it?"]
    hold.set()
    wanted = ["When is the recital?", "On Friday. At six, I think.", "And where is it?", "At the school."]
    await stage.until(lambda: stage.texts() == wanted and not stage.rows[3].streaming)
    conversation = stage.presenter.conversation
    await conversation.show("")
    await conversation.show(stage.window.sidebar.current)
    assert stage.texts() == wanted


@on_stage
async def test_a_question_that_an_error_ended_is_asked_again_with_retry(stage) -> None:
    await stage.online()
    stage.model.say(Script(status=401, error={"error": {"message": "No."}}))
    await stage.write("When is the recital?")
    await stage.until(lambda: stage.rows and "refused the key" in "".join(stage.rows[0].errors))
    stage.model.say("On Friday.")
    (await stage.button("Retry")).click()
    await stage.until(lambda: stage.texts() == ["When is the recital?", "On Friday."] and not stage.rows[1].streaming)
    assert not stage.rows[0].errors
    assert not [one for one in stage.visible(QAbstractButton) if one.text() == "Retry"]


@pytest.mark.slow
@pytest.mark.parametrize("by_key", [True, False])
async def test_what_waits_to_be_sent_is_taken_back_into_the_field_newest_first(theme, folder, by_key) -> None:
    async with ScriptedModel("Yes.") as model, stage_on(folder, model, theme, away=True) as stage:
        field = stage.window.conversation.dock.composer.field
        await stage.write("Are you there?")
        await stage.write("Hello?")
        await stage.until(lambda: len(stage.rows) == 2 and stage.rows[1].unsent)

        async def take_back() -> None:
            stop = await stage.button("Don’t send")
            if by_key:
                stage.press(Qt.Key.Key_Escape)
            else:
                stop.click()

        await take_back()
        await stage.until(lambda: stage.texts() == ["Are you there?"] and field.toPlainText() == "Hello?")
        header = stage.window.conversation.header
        await stage.until(lambda: header.title == "Are you there?")
        await take_back()
        await stage.until(lambda: not stage.rows)
        stored = await stage.client.database.read(drafts.get, stage.window.sidebar.current)
        assert stored.text == "Are you there?\nHello?"
        await stage.until(lambda: header.title == "New conversation")
        await stage.until(lambda: not stage.rows and field.toPlainText() == "Are you there?\nHello?")
        assert not [one for one in stage.visible(QAbstractButton) if one.text().startswith("Don’t send")]
        stage.server.away = False
        await stage.focus(field)
        stage.press(Qt.Key.Key_Return)
        await stage.until(lambda: stage.texts() == ["Are you there?\nHello?"])
        (await stage.button("Try now")).click()
        await stage.until(lambda: stage.texts()[1:] == ["Yes."])


@pytest.mark.slow
async def test_what_waits_is_taken_back_after_a_restart_with_its_file_and_nothing_of_it_is_sent(theme, folder) -> None:
    async with ScriptedModel("Yes.") as model:
        async with stage_on(folder, model, theme, away=True) as stage:
            note = folder / "list.txt"
            note.write_text("milk")
            stage.window.conversation.dock.composer.files_given.emit([note])
            await stage.until(lambda: stage.window.conversation.dock.composer.draft.files)
            await stage.write("Read this.")
            await stage.until(lambda: stage.rows and stage.rows[0].unsent)
        async with stage_on(folder, model, theme, away=True) as stage:
            composer = stage.window.conversation.dock.composer
            await stage.until(lambda: stage.rows and stage.rows[0].unsent)
            stage.press(Qt.Key.Key_Escape)
            await stage.until(lambda: not stage.rows and composer.draft.text == "Read this.")
            assert [one.attachment.name for one in composer.draft.files] == ["list.txt"]
            assert composer.draft.files[0].attachment.data == b"milk"
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            assert stage.window.conversation.dock.composer.draft.text == "Read this."
            assert not stage.rows
            assert not model.requests


@pytest.mark.slow
async def test_an_edited_question_that_is_taken_back_leaves_what_was_there(theme, folder) -> None:
    async with ScriptedModel("Yes.") as model, stage_on(folder, model, theme) as stage:
        await stage.online()
        await stage.ask("Is it open?")
        stage.server.away = True
        active = stage.client.sessions.active
        assert active is not None
        active.session.dispatch(events.LinkLost(sentence="Away.", code="unreachable"))
        await stage.until(lambda: not stage.connected)
        stage.window.edit_sent.emit(stage.rows[0].id, "Is it shut?")
        await stage.until(lambda: stage.texts() == ["Is it shut?"])
        await stage.button("Don’t send")
        stage.press(Qt.Key.Key_Escape)
        await stage.until(lambda: stage.texts() == ["Is it open?", "Yes."])
        assert stage.rows[0].branch is None
