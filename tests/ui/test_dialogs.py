import asyncio

import pytest
from PySide6.QtWidgets import QScrollArea, QWidget

from alicia_desktop.ui.dialogs import RenameDialog, answer, confirm, error
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label
from tests.ui.reach import part


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


@pytest.mark.parametrize("at_once", [True, False])
def test_buttons_stay_on_a_screen_that_is_too_low_and_the_rest_scrolls(qtbot, theme, parent, at_once):
    dialog = confirm("Delete?", "It cannot be restored.", action="Delete", theme=theme, parent=parent)
    qtbot.addWidget(dialog)
    high = Label("All of it", theme=theme)
    high.setFixedHeight(2_000)
    high.setVisible(at_once)
    dialog.column.addWidget(high)
    with qtbot.waitExposed(dialog):
        dialog.open()
    if not at_once:
        high.show()
        dialog.reveal(high)
    button = next(one for one in dialog.findChildren(Button) if one.text() == "Delete")
    area = part(dialog, QScrollArea)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    assert dialog.height() <= dialog.screen().availableGeometry().height()
    assert dialog.rect().contains(button.mapTo(dialog, button.rect().bottomRight()))
    assert area.horizontalScrollBar().maximum() == 0


def test_a_question_that_fits_does_not_scroll(qtbot, theme, parent):
    dialog = confirm("Forget it?", "This cannot be undone. " * 10, action="Forget", theme=theme, parent=parent)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.open()
    assert part(dialog, QScrollArea).verticalScrollBar().maximum() == 0
