"""Tools of this computer in the window: asked for in words, allowed by clicks and keys, shown, kept, taken back."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel

from alicia_desktop.config import load_settings
from alicia_desktop.store import journal
from alicia_desktop.store.conversations import tools
from alicia_desktop.store.journal import JournalFilter
from alicia_desktop.ui.inspector.tools.tool_details import ValuePane
from alicia_desktop.ui.permission import PermissionDialog
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.widgets.tool_card import ToolCard
from tests.app.stage import on_stage, stage_on
from tests.support.patience import PATIENCE
from tests.support.scripted_model import Script, ScriptedModel

CTRL_ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


def wants(stage, tool: str, *answers: str, **arguments: str) -> None:
    """Let the model ask for a tool once, and then say these."""
    stage.model.say(Script(calls=((tool, arguments),)), *(answers or ("Done.",)))


async def asked(stage) -> PermissionDialog:
    """Return the dialog that asks, once it is there and can allow."""
    await stage.until(lambda: [dialog for dialog in stage.visible(PermissionDialog) if can_allow(dialog)])
    dialog: PermissionDialog = stage.visible(PermissionDialog)[0]
    return dialog


def can_allow(dialog: PermissionDialog) -> bool:
    """Whether it has had the focus for long enough; another window may just have taken it."""
    if not dialog.isActiveWindow():
        dialog.activateWindow()
    return dialog.allow_button.isEnabled()


def outcomes(stage) -> list[str]:
    """How the tools ended that are shown, each below its question or, once that has begun, its answer."""
    return [tool.outcome for row in stage.rows for tool in row.tools]


async def finished(stage, text: str):
    """Return the answer that ends with this, when it is whole."""
    await stage.until(lambda: stage.rows and stage.rows[-1].text == text and not stage.rows[-1].streaming)
    return stage.rows[-1]


@on_stage
async def test_the_clipboard_is_read_when_the_person_allows_it_and_the_card_and_the_inspector_tell(stage) -> None:
    await stage.online()
    QGuiApplication.clipboard().setText("four words to read")
    wants(stage, "clipboard_read", "It says four words.")
    await stage.write("What did I copy?")
    dialog = await asked(stage)
    await stage.until(lambda: [card.outcome for card in stage.visible(ToolCard)] == ["Waiting for you"])
    assert stage.rows[0].tools[0].state == "waiting"
    QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL_ALT)
    answer = await finished(stage, "It says four words.")
    assert "four words to read" in str(stage.model.requests)
    (card,) = answer.tools
    assert stage.rows[0].tools == ()
    assert (card.name, card.state) == ("clipboard_read", "done")
    assert card.outcome.endswith("on this computer")
    await stage.open_inspector()
    tools = stage.presenter.launcher.inspector.tools
    await stage.until(lambda: [row.permission for row in tools] == ["Allowed once"])


@on_stage
async def test_a_tool_is_run_again_when_the_person_allows_it_and_no_server_hears_of_it(stage) -> None:
    await stage.online()
    QGuiApplication.clipboard().setText("four words to read")
    wants(stage, "clipboard_read", "It says four words.")
    await stage.write("What did I copy?")
    QTest.keyClick(await asked(stage), Qt.Key.Key_Return, CTRL_ALT)
    answer = await finished(stage, "It says four words.")
    stage.window.tool_requested.emit(answer.tools[0].id)
    QGuiApplication.clipboard().setText("other words")
    sent = len(stage.model.requests)
    again = await stage.button("Run again")
    await stage.until(again.isEnabled)
    QTest.mouseClick(again, Qt.MouseButton.LeftButton)
    dialog = await asked(stage)
    assert any("sent to nobody" in label.text() for label in dialog.findChildren(QLabel))
    QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL_ALT)
    await stage.until(lambda: [pane for pane in stage.visible(ValuePane) if "other words" in pane.text])
    assert len(stage.visible(ValuePane)) == 3
    assert "other words" not in str(stage.model.requests[sent:])
    assert len(stage.presenter.launcher.inspector.tools) == 1


@on_stage
async def test_a_refusal_closes_the_dialog_runs_nothing_and_says_so(stage) -> None:
    await stage.online()
    QGuiApplication.clipboard().setText("mine")
    wants(stage, "clipboard_write", "As you wish.", text="hers")
    await stage.write("Replace my clipboard")
    dialog = await asked(stage)
    QTest.keyClick(dialog, Qt.Key.Key_Backspace, CTRL_ALT)
    answer = await finished(stage, "As you wish.")
    assert QGuiApplication.clipboard().text() == "mine"
    assert answer.tools[0].outcome == "Not allowed"
    await stage.until(lambda: [card for card in stage.visible(ToolCard) if card.outcome == "Not allowed"])
    assert "not allowed" in str(stage.model.requests)


@on_stage
async def test_the_answer_can_be_stopped_while_it_is_asked_which_takes_the_question_away(stage) -> None:
    await stage.online()
    wants(stage, "clipboard_read")
    await stage.write("What did I copy?")
    assert not (await asked(stage)).isModal()
    QTest.mouseClick(await stage.button("Stop"), Qt.MouseButton.LeftButton)
    await stage.until(lambda: not stage.visible(PermissionDialog))
    await stage.until(lambda: outcomes(stage) == ["Cancelled"])
    wants(stage, "clipboard_read")
    await stage.write("What did I copy now?")
    await asked(stage)
    stage.window.activateWindow()
    await stage.until(stage.window.isActiveWindow)
    stage.press(Qt.Key.Key_Escape)
    await stage.until(lambda: not stage.visible(PermissionDialog))
    await stage.until(lambda: outcomes(stage) == ["Cancelled", "Cancelled"])


@pytest.mark.qt_log_ignore("does not support raise")
@on_stage
async def test_it_is_allowed_by_keys_while_the_person_goes_on_writing(stage) -> None:
    await stage.online()
    wants(stage, "clipboard_read", "It says something.")
    await stage.write("What did I copy?")
    dialog = await asked(stage)
    field = stage.window.conversation.dock.composer.field
    await stage.focus(field)
    QTest.keyClicks(field, "and then")
    QTest.keyClick(field, Qt.Key.Key_Return, CTRL_ALT)
    await stage.until(dialog.isActiveWindow)
    assert dialog.isVisible()
    await stage.until(dialog.allow_button.isEnabled)
    QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL_ALT)
    await finished(stage, "It says something.")
    assert stage.window.conversation.dock.composer.text == "and then"


@on_stage
async def test_a_folder_is_allowed_in_the_settings_and_a_grant_is_taken_back_there(stage) -> None:
    await stage.online()
    notes = Path(stage.client.paths.folder).parent / "Notes"
    notes.mkdir()
    (notes / "plan.txt").write_text("Water the roses.")
    await _settings(stage, lambda dialog: dialog.tools.add_folder(str(notes)))
    await stage.until(lambda: load_settings(stage.client.paths.settings, {}).tools.folders == [str(notes)])
    wants(stage, "search_files", "In your plan.", text="roses")
    await stage.write("Where are my roses?")
    dialog = await asked(stage)
    assert dialog.arguments.toPlainText() == "search_files\ntext: roses"
    dialog.scope.choose("always")
    dialog.allow_button.click()
    await finished(stage, "In your plan.")
    assert "Notes/plan.txt" in str(stage.model.requests)
    wants(stage, "read_file", "Water them.", path="Notes/plan.txt")
    await stage.write("And what does it say?")
    (await asked(stage)).never_button.click()
    await finished(stage, "Water them.")
    grants = await stage.client.database.read(tools.grants)
    assert [(grant.tool_name, grant.decision) for grant in grants] == [
        ("read_file", "never"),
        ("search_files", "always"),
    ]

    def take_back(dialog: SettingsDialog) -> None:
        for button in dialog.tools.findChildren(QAbstractButton):
            if button.accessibleName().startswith("Revoke"):
                button.click()

    await _settings(stage, take_back)
    async with asyncio.timeout(PATIENCE):
        while await stage.client.database.read(tools.grants):
            await stage.client.clock.sleep(0.01)


async def _settings(stage, act) -> None:
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    (dialog,) = stage.visible(SettingsDialog)
    act(dialog)
    dialog.accept()
    await stage.until(lambda: not stage.presenter.settings.is_open)


@pytest.mark.slow
async def test_a_question_that_was_open_when_the_window_closed_is_asked_again_and_answered_once(theme, folder) -> None:
    async with ScriptedModel("Yes.") as model:
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            wants(stage, "clipboard_read", "There it is.")
            await stage.write("What did I copy?")
            await asked(stage)
        model.say(Script(calls=(("clipboard_read", {}),)), "There it is.")
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            await asked(stage)
            await stage.until(lambda: allowed(stage) and stage.texts()[-1:] == ["There it is."])
            which = JournalFilter(names=("ToolUseResult",), direction="out")
            results = await stage.client.database.read(journal.page, which)
            assert len({result.content_id for result in results}) == len(results) > 0


def allowed(stage) -> bool:
    """Allow what is asked just now: what the server asked before it ended may still be on the screen for a moment."""
    for dialog in stage.visible(PermissionDialog):
        if can_allow(dialog):
            dialog.allow()
    return not stage.visible(PermissionDialog)
