"""Editing a question, leafing through versions, going on with a stopped answer: by keys and clicks, with a server."""

import asyncio

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from alicia_desktop.app import message_actions
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.session.events import LinkLost
from alicia_desktop.ui.widgets.notices import Toast
from tests.app.stage import on_stage, stage_on
from tests.support.scripted_model import Script, ScriptedModel


def deployed(stage) -> None:
    """Let the session take its server for a deployed one."""
    session = stage.client.sessions.active.session
    session.state = replace(session.state, profile="deployed")


async def edited(stage, text: str) -> None:
    """Edit what was asked last: by the arrow key in the empty field."""
    field = stage.window.conversation.dock.composer.field
    await stage.focus(field)
    stage.press(Qt.Key.Key_Up)
    field.selectAll()
    await stage.write(text)


@on_stage
async def test_an_edited_question_is_a_version_of_its_own_and_the_old_one_can_be_looked_at(stage) -> None:
    await stage.online()
    stage.model.say("On Monday.")
    await stage.ask("When is the recital?")
    stage.model.say("At six.")
    await edited(stage, "At what time is the recital?")
    await stage.until(lambda: stage.texts() == ["At what time is the recital?", "At six."])
    branch = stage.rows[0].branch
    assert (branch.number, branch.count) == (2, 2)
    await stage.click("Previous version")
    await stage.until(lambda: stage.texts() == ["When is the recital?", "On Monday."])
    await stage.click("Next version")
    await stage.until(lambda: stage.texts() == ["At what time is the recital?", "At six."])
    await stage.until(lambda: stage.rows[0].state == "stored")


@on_stage
async def test_later_turns_that_another_answer_hides_are_told_of_and_come_back_with_one_press(stage) -> None:
    await stage.online()
    await stage.ask("One")
    first = stage.rows[1].id
    await stage.ask("Two")
    stage.model.say("Another answer.")
    stage.window.regenerate_requested.emit(first)
    await stage.until(lambda: stage.texts() == ["One", "Another answer."])
    panel = await stage.open_inspector()
    panel.show_tab("turn")
    await stage.until(lambda: stage.presenter.launcher.inspector.view.turn is not None)
    await stage.until(lambda: stage.presenter.launcher.inspector.view.turn.title == "Turn 1 of 1")
    assert any(label.text() == "Later messages are in version 1" for label in stage.visible(QLabel))
    (await stage.button("Show")).click()
    await stage.until(lambda: stage.texts() == ["One", "Of course. I will.", "Two", "Of course. I will."])
    await stage.until(lambda: stage.presenter.launcher.inspector.view.turn.title == "Turn 2 of 2")
    assert not any(label.text().startswith("Later messages") for label in stage.visible(QLabel))


@on_stage
async def test_what_is_sent_while_looking_at_an_old_version_goes_on_with_the_newest(stage) -> None:
    await stage.online()
    await stage.ask("One")
    await edited(stage, "Two")
    await stage.until(lambda: stage.texts()[:1] == ["Two"] and len(stage.rows) == 2 and not stage.rows[1].streaming)
    await stage.click("Previous version")
    await stage.until(lambda: stage.texts()[:1] == ["One"])
    await stage.write("Three")
    await stage.until(lambda: [row.text for row in stage.rows if row.role == "user"] == ["Two", "Three"])


@on_stage
async def test_escape_ends_the_editing_and_what_was_being_written_comes_back(stage) -> None:
    await stage.online()
    await stage.ask("One")
    composer = stage.window.conversation.dock.composer
    composer.set_text("half a thought")
    await stage.click("Edit question")
    assert (composer.editing, composer.text) == (True, "One")
    await stage.focus(composer.field)
    stage.press(Qt.Key.Key_Escape)
    assert (composer.editing, composer.text) == (False, "half a thought")
    assert len(stage.rows) == 2


@on_stage
async def test_a_stopped_answer_goes_on_under_its_old_id(stage) -> None:
    await stage.online()
    hold = asyncio.Event()
    stage.model.say(Script(pieces=("One thing. ", "Another. ", "And so on."), hold=hold))
    await stage.write("Tell me all.")
    await stage.until(lambda: len(stage.rows) == 2 and stage.rows[1].text)
    await stage.click("Stop (Esc)")
    await stage.until(lambda: stage.rows[1].stopped_after is not None)
    hold.set()
    stopped = stage.rows[1]
    stage.model.say("The rest of it.")
    (await stage.button("Continue")).click()
    await stage.until(lambda: stage.rows[1].text.endswith("The rest of it.") and not stage.rows[1].streaming)
    assert stage.rows[1].id == stopped.id
    assert stage.rows[1].text.startswith(stopped.text.strip())


@pytest.mark.slow
async def test_what_waits_is_changed_where_it_stands_and_is_asked_once(theme, folder) -> None:
    async with ScriptedModel("Yes.") as model, stage_on(folder, model, theme, away=True) as stage:
        await stage.write("Are you thre?")
        await stage.until(lambda: len(stage.rows) == 1)
        await edited(stage, "Are you there?")
        await stage.until(lambda: stage.texts() == ["Are you there?"])
        stage.server.away = False
        (await stage.button("Try now")).click()
        await stage.until(lambda: stage.texts() == ["Are you there?", "Yes."] and stage.rows[0].state == "stored")
        assert stage.rows[0].branch is None


@on_stage
async def test_a_deployed_server_is_asked_anew_instead_of_being_edited(stage) -> None:
    await stage.online()
    await stage.ask("One")
    deployed(stage)
    await edited(stage, "Two")
    await stage.until(lambda: [row.text for row in stage.rows if row.role == "user"] == ["One", "Two"])
    assert all(row.branch is None for row in stage.rows)
    await stage.until(lambda: any("Sent as a new one" in toast.text for toast in stage.visible(Toast)))


@on_stage
async def test_where_no_other_answer_comes_it_is_offered_to_ask_anew(stage) -> None:
    await stage.online()
    await stage.ask("One")
    deployed(stage)
    stage.presenter.messages.clock = Impatient()
    await stage.presenter.messages.offer_new_question(stage.rows[1].id)
    (await stage.button("Ask as a new question")).click()
    await stage.until(lambda: [row.text for row in stage.rows if row.role == "user"] == ["One", "One"])


@on_stage
async def test_nothing_is_offered_where_another_conversation_is_shown_by_then(stage) -> None:
    await stage.online()
    await stage.ask("One")
    deployed(stage)
    answer, pausing = stage.rows[1].id, Pausing()
    stage.presenter.messages.clock = pausing
    async with Scope("test") as scope:
        offering = scope.spawn("offer", stage.presenter.messages.offer_new_question(answer))
        await stage.until(lambda: pausing.asked)
        stage.window.new_conversation_requested.emit()
        await stage.until(lambda: not stage.texts())
        pausing.over.set()
        await offering
    assert not any("No other answer" in toast.text for toast in stage.visible(Toast))


@on_stage
async def test_an_answer_that_was_given_up_for_none_keeps_the_offer_to_ask_again(stage) -> None:
    await stage.online()
    await stage.ask("One")
    stage.server.away = True
    active = stage.client.sessions.active
    active.session.dispatch(LinkLost(sentence="The network is gone.", code="connection_lost", retry=True))
    stage.window.regenerate_requested.emit(stage.rows[1].id)
    await stage.until(lambda: stage.rows[1].awaits_other)
    deployed(stage)
    (await stage.button("Retry")).click()
    await stage.until(lambda: [row.text for row in stage.rows if row.role == "user"] == ["One", "One"])


class Pausing(SystemClock):
    """A clock on which every pause lasts until it is over."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.over = False, asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self.asked = seconds == message_actions.NEW_ANSWER_SECONDS
        await self.over.wait()


class Impatient(SystemClock):
    """A clock on which nobody waits."""

    async def sleep(self, seconds: float) -> None:
        assert seconds == message_actions.NEW_ANSWER_SECONDS


@pytest.mark.slow
async def test_an_answer_that_was_stopped_is_interrupted_on_another_computer_too(theme, folder, tmp_path) -> None:
    hold, other = asyncio.Event(), tmp_path / "other"
    other.mkdir()
    async with ScriptedModel("Yes.") as model, stage_on(folder, model, theme) as stage:
        await stage.online()
        model.say(Script(pieces=("On Friday. ", "At six, ", "I think."), hold=hold))
        await stage.write("When is the recital?")
        await stage.until(lambda: len(stage.rows) == 2 and stage.rows[1].text)
        stage.window.stop_requested.emit()
        await stage.until(lambda: stage.rows[1].stopped_after is not None)
        here = stage.window.sidebar.current
        async with stage_on(other, model, theme, elsewhere=stage.server.address) as second:
            await second.until(lambda: here in [row.id for row in second.window.sidebar.rows])
            second.window.conversation_requested.emit(here)
            await second.until(lambda: len(second.rows) == 2)
            await second.until(lambda: second.rows[1].stopped_after is not None)
            assert second.texts() == stage.texts()
        hold.set()  # not before: the stop may still be on its way to the server when it shows here
