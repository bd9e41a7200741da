"""The inspector is made when it is first wanted: by a key, by what leads there, or because it was left open."""

import pytest
from PySide6.QtCore import Qt

from alicia_desktop.session.message_factory import MemoryRefusal
from alicia_desktop.ui.inspector.panel import InspectorPanel
from tests.app.stage import Stage, on_stage, stage_on
from tests.support.scripted_model import ScriptedModel
from tests.ui.reach import shown_texts

FACT = "My daughter Emma has a recital on the piano on Friday."


@on_stage
async def test_a_conversation_needs_no_inspector(stage: Stage) -> None:
    await stage.online()
    await stage.ask(FACT)
    stage.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    await stage.until(lambda: not stage.rows)
    stage.window.message_chosen.emit("am_none")
    assert not stage.window.findChildren(InspectorPanel)


@on_stage
async def test_f12_makes_the_inspector_of_what_was_said_before_and_puts_the_keyboard_there(stage: Stage) -> None:
    await stage.online()
    answer = await stage.ask("When is the recital?")
    stage.press(Qt.Key.Key_F12)
    panel = await stage.inspector()
    await stage.until(lambda: panel.isAncestorOf(stage.window.focusWidget()))
    await stage.until(lambda: answer.id == (panel.reference.id if panel.reference is not None else ""))
    assert "Turn 1 of 1" in shown_texts(panel)
    stage.press(Qt.Key.Key_F12)
    assert not panel.isVisible()
    stage.press(Qt.Key.Key_F12)
    assert panel.isVisible()


@on_stage
async def test_f12_pressed_twice_leaves_it_closed_and_the_keyboard_where_it_was(stage: Stage) -> None:
    await stage.online()
    field = stage.window.conversation.dock.composer.field
    await stage.focus(field)
    stage.press(Qt.Key.Key_F12)
    stage.press(Qt.Key.Key_F12)
    await stage.until(lambda: stage.window.findChildren(InspectorPanel))
    assert not stage.visible(InspectorPanel)
    assert field.hasFocus()


@on_stage
async def test_what_was_wanted_while_it_is_made_is_shown_by_one_inspector(stage: Stage) -> None:
    await stage.online()
    await stage.ask(FACT)
    chip = await stage.chip("stored")
    chip.click()
    chip.click()
    stage.window.turn_requested.emit(stage.rows[1].id)
    panel = await stage.inspector()
    await stage.until(lambda: panel.tab == "turn" and "Turn 1 of 1" in shown_texts(panel))
    assert stage.window.findChildren(InspectorPanel) == [panel]


@on_stage
async def test_a_refusal_leads_to_the_memory_though_there_was_no_inspector(stage: Stage) -> None:
    await stage.online()
    await stage.ask(FACT)
    memory_id = (await stage.chip("stored")).row.memory_id
    refusal = MemoryRefusal(
        memory_id=memory_id, reason="changed", sentence="The server refused: too long", theirs="", yours=""
    )
    stage.client.sessions.memory_refused.emit(refusal)
    await stage.until(lambda: "too long" in stage.toast.text)
    assert not stage.visible(InspectorPanel)
    stage.toast.action_requested.emit()
    panel = await stage.inspector()
    await stage.until(lambda: panel.memory.details.memory_page is not None)


@pytest.mark.slow
async def test_it_is_open_again_where_it_was_left_open(theme, folder) -> None:
    async with ScriptedModel("Of course.") as model:
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            await stage.open_inspector()
            stage.window.save_layout()
        async with stage_on(folder, model, theme) as stage:
            await stage.inspector()


@on_stage
async def test_the_end_waits_for_an_inspector_that_is_being_made(stage: Stage) -> None:
    await stage.online()
    stage.press(Qt.Key.Key_F12)
