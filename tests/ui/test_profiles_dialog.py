import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.profiles_dialog import ProfilesDialog


@pytest.fixture
def dialog(qtbot, theme):
    made = ProfilesDialog(theme=theme, parent=None)
    qtbot.addWidget(made)
    made.set_profiles(["default", "Anna", "Work"], used="Anna")
    with qtbot.waitExposed(made):
        made.show()
    return made


def can(dialog, row) -> tuple[bool, bool]:
    dialog.list.setCurrentRow(row)
    return dialog.open_profile.isEnabled(), dialog.remove.isEnabled()


def test_this_windows_profile_is_not_opened_and_the_default_one_not_removed(dialog):
    assert dialog.list.item(1).text() == "Anna (this window)"
    assert [can(dialog, row) for row in range(3)] == [(True, False), (False, False), (True, True)]


def test_a_profile_is_asked_for_by_its_name(qtbot, dialog):
    dialog.list.setCurrentRow(2)
    with qtbot.waitSignal(dialog.open_requested) as asked:
        dialog.open_profile.click()
    assert asked.args == ["Work"]


def test_enter_in_the_field_adds_and_a_problem_is_said_there(qtbot, dialog):
    assert not dialog.add.isEnabled()
    qtbot.keyClicks(dialog.name, "Home")
    with qtbot.waitSignal(dialog.add_requested) as asked:
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    assert asked.args == ["Home"]
    dialog.show_problem("There is a profile “Home” already.")
    assert dialog.note.isVisible()
    assert dialog.isVisible()
    dialog.set_profiles(["default", "Anna", "Home", "Work"], used="Anna")
    dialog.select("Home")
    assert (dialog.list.currentRow(), dialog.name.text()) == (2, "")


def test_before_one_is_removed_it_is_asked(qtbot, dialog):
    dialog.list.setCurrentRow(2)
    dialog.remove.click()
    question = dialog.findChild(QuestionDialog)
    yes = next(button for button in question.findChildren(QAbstractButton) if button.text() == "Remove")
    with qtbot.waitSignal(dialog.remove_requested) as asked:
        yes.click()
    assert asked.args == ["Work"]


def test_the_windows_title_says_the_profile(qtbot, theme):
    window = MainWindow(theme=theme, profile="Work")
    qtbot.addWidget(window)
    assert window.windowTitle() == "Alicia (Work)"
    window.set_header("Tides")
    assert window.windowTitle() == "Tides – Alicia (Work)"
