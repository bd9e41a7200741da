import asyncio

import pytest
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.dialogs import RenameDialog, answer, confirm, error
from alicia_desktop.ui.widgets.buttons import Button


@pytest.fixture
def parent(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize("accepted", [True, False])
async def test_an_answer_is_awaited_while_other_tasks_go_on(qapp, theme, parent, accepted):
    dialog = confirm("Forget it?", "This cannot be undone.", action="Forget", theme=theme, parent=parent, danger=True)
    went_on = []

    async def person():
        went_on.append(dialog.isVisible())
        (dialog.accept if accepted else dialog.reject)()

    said, _ = await asyncio.gather(answer(dialog), person())
    assert said is accepted
    assert went_on == [True]


async def test_a_cancelled_question_closes(qapp, theme, parent):
    dialog = error("Not saved", "The disk is full.", theme=theme, parent=parent)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(answer(dialog), 0.01)
    assert not dialog.isVisible()


def test_an_empty_title_cannot_be_saved(qtbot, theme, parent):
    dialog = RenameDialog("Old", theme=theme, parent=parent)
    save = next(button for button in dialog.findChildren(Button) if button.text() == "Rename")
    dialog.field.setText("   ")
    assert not save.isEnabled()
    dialog.field.setText(" New ")
    assert save.isEnabled()
    assert dialog.title == "New"
