"""Drafts in the whole window: each conversation has its own, and it survives a change, a restart and a crash."""

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from alicia_desktop.server import notices
from alicia_desktop.server.engines.engine_set import server_info
from alicia_desktop.store.conversations import drafts
from alicia_desktop.store.memories import forgetting, memories
from tests.app.attachments.test_attachments_controller import bar, drop, folder_of, picture
from tests.app.stage import on_stage, stage_on
from tests.support.scripted_model import ScriptedModel

pytestmark = pytest.mark.slow


def composer(stage):
    return stage.window.conversation.dock.composer


async def type_in(stage, text):
    await stage.focus(composer(stage).field)
    QTest.keyClicks(composer(stage).field, text)


async def two_conversations(stage):
    """Ask in one, open a new one, and return both ids."""
    await stage.online()
    await stage.ask("Who plays on Friday?")
    first = stage.window.sidebar.current
    stage.window.new_conversation_requested.emit()
    await stage.until(lambda: stage.window.sidebar.current != first)
    await stage.online()
    return first, stage.window.sidebar.current


async def go(stage, conversation_id):
    stage.window.conversation_requested.emit(conversation_id)
    await stage.until(lambda: stage.window.sidebar.current == conversation_id)
    await stage.moved()


async def stored(stage, conversation_id):
    return await stage.client.database.read(drafts.get, conversation_id)


async def until_stored(stage, conversation_id, text):
    while (await stored(stage, conversation_id)).text != text:
        await stage.client.clock.sleep(0.02)


@on_stage
async def test_what_is_written_in_one_conversation_is_not_sent_in_another(stage) -> None:
    first, second = await two_conversations(stage)
    await type_in(stage, "Only for the second")
    drop(stage, picture(folder_of(stage)))
    await stage.until(lambda: bar(stage).files)
    cursor = composer(stage).field.textCursor()
    cursor.setPosition(4)
    composer(stage).field.setTextCursor(cursor)
    await go(stage, first)
    assert (stage.window.draft(), bar(stage).files) == ("", ())
    await type_in(stage, "For the first")
    await go(stage, second)
    assert stage.window.draft() == "Only for the second"
    assert composer(stage).field.textCursor().position() == 4
    (file,) = bar(stage).files
    assert file.attachment.name == "cat.png"
    assert file.thumbnail is not None
    await go(stage, first)
    assert (stage.window.draft(), bar(stage).files) == ("For the first", ())


@on_stage
async def test_a_file_that_is_read_while_another_conversation_is_opened_stays_with_its_own(stage) -> None:
    first, second = await two_conversations(stage)
    async with stage.presenter.attachments.reading:  # as if a file before it took long
        drop(stage, picture(folder_of(stage)))
        await go(stage, first)
    await stage.presenter.drafts.store()
    while len((await stored(stage, second)).files) != 1:
        await stage.client.clock.sleep(0.02)
    assert bar(stage).files == ()
    await go(stage, second)
    assert len(bar(stage).files) == 1


@on_stage
async def test_sending_empties_the_draft_also_where_it_is_stored(stage) -> None:
    await stage.online()
    here = stage.window.sidebar.current
    await type_in(stage, "Who plays")
    await until_stored(stage, here, "Who plays")
    stage.press(Qt.Key.Key_Return)
    await stage.until(lambda: stage.rows)
    await until_stored(stage, here, "")
    assert stage.window.draft() == ""


@on_stage
async def test_an_edited_message_neither_overwrites_the_draft_nor_goes_elsewhere(stage) -> None:
    first, second = await two_conversations(stage)
    await go(stage, first)
    await type_in(stage, "Still to say")
    composer(stage).start_editing(stage.rows[0].id, "Who plays on Monday?")
    await go(stage, second)
    assert (composer(stage).editing, stage.window.draft()) == (False, "")
    await go(stage, first)
    assert stage.window.draft() == "Still to say"


@on_stage
async def test_the_draft_of_a_private_conversation_comes_back_and_is_never_written(stage) -> None:
    await stage.online()
    await stage.ask("Who plays on Friday?")
    first = stage.window.sidebar.current
    stage.window.private_requested.emit()
    await stage.until(lambda: stage.window.sidebar.current != first)
    await stage.online()
    hidden = stage.window.sidebar.current
    await type_in(stage, "Nobody may know")
    await go(stage, first)
    assert stage.window.draft() == ""
    await stage.presenter.drafts.store()
    assert (await stored(stage, hidden)).empty
    await go(stage, hidden)
    assert stage.window.draft() == "Nobody may know"


@on_stage
async def test_a_deleted_conversation_takes_its_draft_along_and_brings_it_back(stage) -> None:
    first, second = await two_conversations(stage)
    await go(stage, first)
    await type_in(stage, "Still to say")
    stage.window.delete_requested.emit(first)
    await stage.until(lambda: stage.window.sidebar.current == second)
    await stage.moved()
    assert stage.window.draft() == ""
    stage.window.undo_delete_requested.emit(first)
    await stage.until(lambda: stage.window.sidebar.current == first)
    await stage.until(lambda: stage.window.draft() == "Still to say")
    stage.window.delete_requested.emit(first)
    await stage.until(lambda: stage.window.sidebar.current == second)
    await stage.presenter.drafts.store()
    await stage.presenter.library.purge([first])
    assert (await stored(stage, first)).empty


@on_stage
async def test_what_is_forgotten_leaves_the_draft_that_is_shown(stage) -> None:
    await stage.online()
    here, at, database = stage.window.sidebar.current, stage.client.clock.now(), stage.client.database
    memory = memories.new_memory(memory_id="amem_1", content="Emma lives in Lisbon", at=at, user_id="user")
    await database.write(memories.insert_memories, [memory])
    await type_in(stage, "Say that Emma lives in Lisbon now")
    await until_stored(stage, here, "Say that Emma lives in Lisbon now")
    await database.write(forgetting.forget, ["amem_1"], at)
    await stage.until(lambda: "Lisbon" not in stage.window.draft())
    assert stage.window.draft().startswith("Say that")


async def test_a_draft_survives_a_restart_offline_with_its_files(theme, folder) -> None:
    async with ScriptedModel("Of course.") as model:
        async with stage_on(folder, model, theme, away=True) as stage:
            await type_in(stage, "Dear Emma")
            drop(stage, picture(folder_of(stage)))
            await stage.until(lambda: bar(stage).files)
            note = bar(stage).files[0].note
        async with stage_on(folder, model, theme, away=True) as stage:
            await stage.until(lambda: stage.window.draft() == "Dear Emma")
            (file,) = bar(stage).files
            assert (file.attachment.name, file.note) == ("cat.png", note)


async def test_a_draft_made_offline_follows_its_conversation_to_the_server(theme, folder) -> None:
    async with ScriptedModel("Of course.") as model, stage_on(folder, model, theme, away=True) as stage:
        assert stage.window.sidebar.current.startswith("local_")
        await type_in(stage, "Dear Emma")
        stage.server.away = False
        await stage.online()
        assert stage.window.draft() == "Dear Emma"
        await until_stored(stage, stage.window.sidebar.current, "Dear Emma")


async def test_what_was_written_before_the_first_conversation_stands_behind_its_draft(theme, folder) -> None:
    async with ScriptedModel("Of course.") as model:
        async with stage_on(folder, model, theme, away=True) as stage:
            await type_in(stage, "Dear Emma")
        async with stage_on(folder, model, theme, away=True) as stage:
            kept, here = stage.presenter.drafts, stage.window.sidebar.current
            assert kept is not None
            kept.stop()
            await kept.close()
            assert stage.window.draft() == ""
            stage.window.set_draft("and Clara")
            kept.show(here, await kept.load(here), private=False)
            assert stage.window.draft() == "Dear Emma\nand Clara"


async def test_what_the_model_does_with_files_is_told_again_where_a_draft_is_shown_again(
    theme, folder, monkeypatch
) -> None:
    def without_files(engines, **more):
        return msgspec.structs.replace(server_info(engines, **more), model={"files": False})

    monkeypatch.setattr(notices, "server_info", without_files)
    async with ScriptedModel("She does.") as model, stage_on(folder, model, theme) as stage:
        first, second = await two_conversations(stage)
        drop(stage, picture(folder_of(stage)), picture(folder_of(stage), "dog.png"))
        await stage.until(lambda: len(bar(stage).files) == 2 and "nor read files" in bar(stage).notice)
        await go(stage, first)
        assert bar(stage).notice == ""
        await go(stage, second)
        await stage.until(lambda: len(bar(stage).files) == 2 and "nor read files" in bar(stage).notice)
        await stage.click("Remove dog.png")
        await stage.until(lambda: len(bar(stage).files) == 1 and "nor read files" in bar(stage).notice)
        await stage.click("Remove cat.png")
        assert (bar(stage).files, bar(stage).notice) == ((), "")
