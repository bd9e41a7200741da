"""What a person does in the window, by keys and clicks, and what they see of it."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from sqlalchemy import Connection

from alicia_desktop.ui.dialogs import RenameDialog
from alicia_desktop.view.message_window import PAGE_MESSAGES
from tests.app.stage import WavSound, on_stage, stage_on
from tests.support.patience import PATIENCE
from tests.support.scripted_model import Script, ScriptedModel

CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
FACT = "My daughter Emma has a piano recital on Friday."


@on_stage
async def test_a_question_appears_at_enter_and_its_answer_grows_by_sentences(stage) -> None:
    await stage.online()
    hold = asyncio.Event()
    stage.model.say(Script(pieces=("It is on Friday. ", "It begins", " at six."), hold=hold))
    await stage.write("Tell me about the recital.")
    await stage.until(lambda: stage.texts()[:1] == ["Tell me about the recital."])
    assert stage.window.draft() == ""
    await stage.until(lambda: [text.strip() for text in stage.texts()[1:]] == ["It is on Friday."])
    assert stage.rows[1].streaming
    hold.set()
    await stage.until(lambda: stage.texts()[1:] == ["It is on Friday. It begins at six."])
    await stage.until(lambda: not stage.rows[1].streaming and stage.rows[0].state == "stored")
    assert stage.window.windowTitle().startswith("Tell me about")


@on_stage
async def test_escape_stops_the_answer(stage) -> None:
    await stage.online()
    hold = asyncio.Event()
    stage.model.say(Script(pieces=("One thing. ", "Another. ", "And so on."), hold=hold))
    await stage.write("Tell me all.")
    await stage.until(lambda: len(stage.rows) == 2 and stage.rows[1].text)
    stage.press(Qt.Key.Key_Escape)
    await stage.until(lambda: stage.rows[1].stopped_after is not None)
    hold.set()
    assert not stage.rows[1].streaming
    assert "And so on." not in stage.rows[1].text


@pytest.mark.slow
async def test_escape_stops_the_speech_of_a_written_answer_before_its_first_sound(theme, folder) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    async with (
        ScriptedModel("Of course. I will.") as model,
        stage_on(folder, model, theme, sound=WavSound(folder)) as stage,
    ):
        await stage.online()
        stage.window.voice_toggled.emit(True)
        active = stage.client.sessions.active
        assert active is not None
        voice = active.voice
        await stage.until(lambda: voice.state.open)
        stage.server.voice.ready.clear()
        await stage.ask("Please help.")
        await stage.until(lambda: stage.window.conversation.answering and stage.server.voice.said)
        assert (await stage.button("Stop")).isVisible()
        stage.press(Qt.Key.Key_Escape)
        await stage.until(lambda: not stage.window.conversation.answering)
        stage.server.voice.ready.set()
        said = await stage.ask("Please help again.")
        await stage.until(lambda: voice.state.heard_to and not stage.window.conversation.answering)
        assert voice.state.heard_to is not None
        assert voice.state.heard_to.message_id == said.id
        assert stage.rows[1].stopped_after is None


@on_stage
async def test_a_chip_leads_to_its_trace_and_the_trace_back_to_the_turn_it_came_from(stage) -> None:
    await stage.online()
    await stage.ask(FACT)
    stored = await stage.chip("stored")
    assert "Emma" in stored.row.content
    first = stage.window.sidebar.current
    await stage.focus(stage.window.conversation.messages)
    stage.press(Qt.Key.Key_N, CTRL)
    await stage.until(lambda: stage.window.sidebar.current != first)
    stage.model.say("On Friday.")
    await stage.ask("When is Emma's recital?")
    chip = await stage.chip("retrieved")
    assert chip.row.score
    chip.click()
    panel = await stage.inspector()
    await stage.until(lambda: panel.tab == "memory")
    second = stage.window.sidebar.current
    (await stage.button("Show in chat")).click()
    await stage.until(lambda: stage.window.sidebar.current == second)
    (await stage.button("My daughter")).click()
    await stage.until(lambda: stage.window.sidebar.current == first)
    await stage.until(lambda: stage.texts()[0] == FACT)


@on_stage
async def test_the_first_thing_said_becomes_the_title_and_can_be_changed(stage) -> None:
    await stage.online()
    await stage.ask("Good morning Alicia")
    await stage.until(lambda: stage.window.sidebar.rows[0].title == "Good morning Alicia")
    stage.window.conversation.header.menu().actions()[0].trigger()
    dialog = stage.window.findChild(RenameDialog)
    dialog.field.setText("Morning")
    dialog.accept()
    await stage.until(lambda: stage.window.sidebar.rows[0].title == "Morning")
    assert stage.window.windowTitle().startswith("Morning")


@on_stage
async def test_a_deleted_conversation_comes_back_by_undo(stage) -> None:
    await stage.online()
    await stage.ask("Keep this")
    kept = stage.window.sidebar.current
    stage.window.conversation.header.menu().actions()[-1].trigger()
    await stage.until(lambda: stage.window.sidebar.current != kept)
    await stage.until(lambda: kept not in [row.id for row in stage.window.sidebar.rows])
    (await stage.button("Undo")).click()
    await stage.until(lambda: stage.window.sidebar.current == kept)
    await stage.until(lambda: stage.texts()[:1] == ["Keep this"])
    await stage.until(lambda: kept in [row.id for row in stage.window.sidebar.rows])


@pytest.mark.slow
async def test_what_is_written_while_the_server_is_away_waits_and_goes_out_once(theme, folder) -> None:
    async with ScriptedModel("Yes.") as model, stage_on(folder, model, theme, away=True) as stage:
        banner = stage.window.conversation.banner
        await stage.write("Are you there?")
        await stage.until(lambda: stage.rows and stage.rows[0].state == "queued")
        await stage.until(lambda: banner.isVisible() and "1 message will be sent" in banner.text)
        await stage.until(lambda: "next try at" in stage.rows[0].state_text)
        assert stage.rows[0].state_reason == "The server does not answer."
        stage.server.away = False
        (await stage.button("Try now")).click()
        await stage.until(lambda: stage.texts() == ["Are you there?", "Yes."] and stage.rows[0].state_text == "Stored")
        await stage.until(lambda: not banner.isVisible())


@on_stage
async def test_what_is_sent_right_after_a_change_of_conversation_goes_to_the_new_one(stage) -> None:
    await stage.online()
    await stage.ask("In the first")
    first = stage.window.sidebar.current
    await stage.focus(stage.window.conversation.dock.composer.field)
    stage.press(Qt.Key.Key_N, CTRL)
    await stage.write("In the second")  # nothing was waited for
    await stage.until(lambda: stage.window.sidebar.current != first and stage.texts()[:1] == ["In the second"])
    stage.window.conversation_requested.emit(first)
    await stage.until(lambda: stage.texts()[:1] == ["In the first"])
    assert "In the second" not in stage.texts()


@on_stage
async def test_going_quickly_through_conversations_ends_in_the_last_one(stage) -> None:
    await stage.online()
    names = []
    for text in ("one", "two"):
        await stage.ask(text)
        names.append(stage.window.sidebar.current)
        stage.window.new_conversation()
        await stage.moved()
    for wanted in (names[0], names[1], names[0], names[1]):
        stage.window.conversation_requested.emit(wanted)
    await stage.moved()
    assert stage.texts()[:1] == ["two"]
    assert stage.window.sidebar.current == names[1]
    active = stage.client.sessions.active
    assert active.session.state.conversation_id == names[1]
    await stage.online()


@pytest.mark.slow
async def test_it_opens_where_one_left(theme, folder) -> None:
    async with ScriptedModel("I will.") as model:
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            await stage.ask("Remember this place")
            left = stage.window.sidebar.current
        async with stage_on(folder, model, theme) as again:
            assert again.window.sidebar.current == left
            assert again.texts() == ["Remember this place", "I will."]


@on_stage
async def test_a_failure_is_told_and_the_window_lives_on(stage) -> None:
    await stage.online()
    stage.window.conversation_requested.emit("ac_gone")
    toast = stage.toast
    await stage.until(lambda: toast.isVisible() and "no longer here" in toast.text)
    await stage.ask("Still there?")


@on_stage
async def test_by_keys_alone(stage) -> None:
    await stage.online()
    await stage.ask("First of all")
    first = stage.window.sidebar.current
    stage.press(Qt.Key.Key_N, CTRL)
    await stage.until(lambda: stage.window.sidebar.current != first)
    await stage.ask("Second")
    await stage.until(lambda: [row.title for row in stage.window.sidebar.rows] == ["Second", "First of all"])
    stage.press(Qt.Key.Key_Down, ALT)
    await stage.until(lambda: stage.texts()[:1] == ["First of all"])
    stage.press(Qt.Key.Key_1, CTRL)
    await stage.until(lambda: stage.texts()[:1] == ["Second"])
    stage.press(Qt.Key.Key_D, CTRL)
    panel = await stage.inspector()
    await stage.until(lambda: panel.tab == "turn")
    stage.press(Qt.Key.Key_F12)
    assert not panel.isVisible()
    stage.press(Qt.Key.Key_R, CTRL)
    await stage.until(lambda: stage.rows[1].branch is not None and stage.rows[1].branch.number == 2)


@on_stage
async def test_what_is_sent_while_the_conversation_changes_follows_nothing_of_the_one_before(stage) -> None:
    await stage.online()
    await stage.ask("First of all")
    stage.press(Qt.Key.Key_N, CTRL)
    stage.window.send_requested.emit("Second")
    await stage.until(lambda: stage.texts()[:1] == ["Second"] and len(stage.rows) == 2 and not stage.rows[1].streaming)
    assert stage.rows[0].previous_id is None


@on_stage
async def test_a_conversation_that_got_its_real_id_is_found_under_its_old_one(stage) -> None:
    first = stage.window.sidebar.current
    await stage.online()
    await stage.ask("Named")
    real = stage.window.sidebar.current
    assert first.startswith("local_")
    assert real != first
    stage.window.new_conversation()
    await stage.until(lambda: stage.window.sidebar.current != real)
    stage.window.conversation_requested.emit(first)
    await stage.until(lambda: stage.window.sidebar.current == real)


@pytest.mark.slow
async def test_the_seconds_until_the_next_try_are_counted_down(theme, folder) -> None:
    async with ScriptedModel("Yes.") as model, stage_on(folder, model, theme, away=True) as stage:
        voice = stage.window.conversation.dock.voice
        await stage.until(lambda: "Next try in 2 s" in [label.text() for label in voice.findChildren(QLabel)])
        await stage.until(lambda: "Next try in 1 s" in [label.text() for label in voice.findChildren(QLabel)])


@pytest.mark.slow
async def test_a_deletion_that_the_server_never_heard_of_is_told_at_the_next_start(theme, folder) -> None:
    async with ScriptedModel("Yes.") as model:
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            await stage.ask("Forget this")
            deleted = stage.window.sidebar.current
            stage.window.conversation.header.menu().actions()[-1].trigger()
            await stage.until(lambda: stage.window.sidebar.current != deleted)
            assert deleted in await on_the_server(stage)
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            async with asyncio.timeout(PATIENCE):
                while deleted in await on_the_server(stage):
                    await stage.client.clock.sleep(0.05)
            assert deleted not in [row.id for row in stage.window.sidebar.rows]


async def on_the_server(stage) -> list[str]:
    """The ids of the conversations that the server has."""
    api = await stage.client.rooms.api()
    return [record.id for record in (await api.conversations()).conversations]


@on_stage
async def test_what_was_searched_for_is_jumped_to(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    jumped: list[str] = []
    messages = stage.window.conversation.messages
    scroll = messages.scroll_to_message

    def scroll_to_message(message):
        jumped.append(message)
        return scroll(message)

    messages.scroll_to_message = scroll_to_message
    stage.window.search_requested.emit("from:me morn")
    found = f"message {stage.rows[0].id}"
    await stage.until(lambda: [row.id for row in stage.window.sidebar.rows] == [found])
    stage.press(Qt.Key.Key_Down, ALT)
    await stage.until(lambda: jumped == [stage.rows[0].id])


@on_stage
async def test_a_memory_that_is_found_opens_its_page(stage) -> None:
    await stage.online()
    await stage.ask(FACT)
    chip = await stage.chip("stored")
    stage.window.search_requested.emit("recital piano")
    rows = stage.window.sidebar.rows
    await stage.until(lambda: rows.get(f"memory {chip.row.memory_id}") is not None)
    stage.window.conversation_requested.emit(f"memory {chip.row.memory_id}")
    panel = await stage.inspector()
    await stage.until(lambda: panel.tab == "memory")
    await stage.button("Forget")


@pytest.mark.slow
async def test_a_long_conversation_is_read_from_its_end_to_its_begin(theme, folder) -> None:
    async with ScriptedModel("Of course.") as model:
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            await stage.ask("First of all")
            await stage.client.database.write(_much_said, stage.window.sidebar.current)
        async with stage_on(folder, model, theme) as stage:
            await stage.until(lambda: len(stage.rows) >= PAGE_MESSAGES)
            assert len(stage.rows) < 1_000
            stage.press(Qt.Key.Key_F, CTRL)
            bar = stage.window.conversation.find_bar
            bar.field.setText("word 5")
            await stage.until(lambda: len(bar.matches) == 111)
            messages = stage.window.conversation.messages
            bar.next()
            await stage.until(lambda: bar.matches[0] in messages.visible_ids())
            stage.press(Qt.Key.Key_Escape)
            await stage.focus(messages)
            stage.press(Qt.Key.Key_Home)
            await stage.until(lambda: stage.texts()[0] == "First of all" and stage.rows[0].id in messages.visible_ids())
            stage.press(Qt.Key.Key_End)
            await stage.until(lambda: stage.texts()[-1] == "word 999" and messages.at_end)
            await stage.until(lambda: stage.rows[-1].id in messages.visible_ids())
            await stage.online()
            messages.scroll_to_message(stage.rows[-50].id)
            assert not messages.at_end
            await stage.write("And now?")  # what one sends is seen, wherever one was reading
            await stage.until(lambda: [row for row in stage.rows if row.text == "And now?"])
            asked = next(row.id for row in stage.rows if row.text == "And now?")
            await stage.until(lambda: asked in messages.visible_ids() and messages.at_end)


def _much_said(conn: Connection, conversation_id: str) -> None:
    conn.exec_driver_sql(
        "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) "
        "INSERT INTO alicia_messages(id, conversation_id, sequence_number, message_role, contents, completion_status, "
        "created_at, updated_at) SELECT 'am_w' || i, ?1, 10 + i, 'user', 'word ' || i, 'completed', at, at FROM n, "
        "(SELECT created_at AS at FROM alicia_conversations WHERE id = ?1)",
        (conversation_id,),
    )
