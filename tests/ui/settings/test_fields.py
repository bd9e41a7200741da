import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QKeySequenceEdit

from alicia_desktop.ui.settings.fields import PushToTalkField
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label


@pytest.fixture
def field(qtbot, theme):
    made = PushToTalkField("Ctrl+F9", theme=theme)
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_key_is_chosen_by_pressing_it_and_taken_away_again(field, qtbot):
    assert field.keys == "Ctrl+F9"
    with qtbot.waitSignal(field.chosen) as chosen:
        QTest.keyClick(field.findChild(QKeySequenceEdit), Qt.Key.Key_F8)
    assert (chosen.args, field.keys) == (["F8"], "F8")
    (remove,) = field.findChildren(Button)
    with qtbot.waitSignal(field.chosen) as chosen:
        remove.click()
    assert (chosen.args, field.keys, remove.isVisible()) == ([""], "", False)


def test_where_it_is_not_available_that_is_said_and_nothing_can_be_chosen(field):
    edit = field.findChild(QKeySequenceEdit)
    field.set_state("A key for every window is available on Linux only.", possible=False)
    assert not edit.isEnabled()
    assert edit.accessibleDescription() == "A key for every window is available on Linux only."
    shown = [label.text() for label in field.findChildren(Label) if label.isVisible()]
    assert edit.accessibleDescription() in shown


def test_nothing_is_claimed_of_no_key(field):
    field.set_state("")
    assert not any(label.isVisible() and not label.text() for label in field.findChildren(Label))
