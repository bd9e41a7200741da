"""A stanza written by hand in the real window: it is answered, marked for ever, and memories are asked about first."""

import asyncio
import json

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    Configuration,
    MemoryAction,
    MemoryConfirmation,
    UserMessage,
)
from alicia_desktop.store import journal
from alicia_desktop.store.journal import JournalFilter
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.inspector.stanzas.compose_dialog import ComposeDialog
from alicia_desktop.ui.widgets.notices import Toast
from tests.app.stage import on_stage
from tests.support.patience import PATIENCE
from tests.ui.reach import button, shown_texts


async def composing(stage):
    """Open the dialog by its button."""
    (await stage.open_inspector()).show_tab("stanzas")
    await stage.until(lambda: button(stage.window, "Send by hand…").isVisible())
    QTest.mouseClick(button(stage.window, "Send by hand…"), Qt.MouseButton.LeftButton)
    await stage.until(lambda: stage.visible(ComposeDialog))
    return stage.visible(ComposeDialog)[0]


def write(dialog, message, **changes):
    dialog.type.setCurrentIndex(dialog.type.findData(message.TYPE))
    dialog.json.set_text(json.dumps(json.loads(dialog.json.text) | changes))


async def journaled(stage):
    conversation = stage.presenter.active.current
    return await stage.client.database.read(journal.page, JournalFilter(conversation_id=conversation), limit=1_000)


async def by_hand(stage):
    found = await journaled(stage)
    return [record.name for record in found if record.direction == "out" and (record.meta or {}).get("sentByHand")]


async def confirmed(stage):
    bodies = [decode(record.raw).body for record in await journaled(stage) if record.name == "MemoryConfirmation"]
    return [body.success for body in bodies if isinstance(body, MemoryConfirmation)]


def titled(stage, title):
    return [one for one in stage.visible(QuestionDialog) if one.windowTitle() == title]


@on_stage
async def test_a_message_written_by_hand_is_answered_and_marked(stage) -> None:
    await stage.online()
    dialog = await composing(stage)
    write(dialog, UserMessage, content="Hello by hand")
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    await stage.until(lambda: titled(stage, "Send this message?"))
    question = titled(stage, "Send this message?")[0]
    assert "The server may learn from this message, or forget because of it." in shown_texts(question)
    QTest.keyClick(question, Qt.Key.Key_Return)
    await stage.until(lambda: "Hello by hand" in stage.texts() and len(stage.texts()) >= 2)
    assert await by_hand(stage) == ["UserMessage"]


@on_stage
async def test_what_changes_memories_is_asked_about_first(stage) -> None:
    await stage.online()
    dialog = await composing(stage)
    write(dialog, MemoryAction, memory={"content": "Emma plays the recorder."})
    for answer, stored in (("Cancel", 0), ("Send", 1)):
        await stage.until(dialog.isVisible)  # what was written is still there after a “Cancel”
        dialog.send.click()
        await stage.until(lambda: titled(stage, "Change memories?"))
        button(titled(stage, "Change memories?")[0], answer).click()
        await stage.until(lambda: not stage.visible(QuestionDialog))
        if stored:
            await stage.until(lambda: any("Sent by hand" in toast.text for toast in stage.visible(Toast)))
        assert len(await by_hand(stage)) == stored
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while await confirmed(stage) != [True]:
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.05)


@on_stage
async def test_the_session_goes_on_after_its_own_stanzas_were_sent_by_hand(stage) -> None:
    await stage.online()
    for message in (Acknowledgement, Configuration):
        dialog = await composing(stage)
        write(dialog, message)
        dialog.send.click()
        await stage.until(lambda: not stage.visible(ComposeDialog))
        await stage.until(lambda: any("Sent by hand" in toast.text for toast in stage.visible(Toast)))
    await stage.write("Still there?")
    await stage.until(lambda: "Still there?" in stage.texts() and len(stage.texts()) >= 2)
    assert await by_hand(stage) == ["Acknowledgement", "Configuration"]
