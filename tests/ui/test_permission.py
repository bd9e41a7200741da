import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.permission import PermissionDialog

CTRL_ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


def buttons(dialog):
    return dialog.allow_button, dialog.deny_button, dialog.never_button


@pytest.fixture
def dialog(qtbot, theme):
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    made = PermissionDialog(
        "read_file", {"path": "Notes/\u202eplan.txt"}, server="https://alicia.home", theme=theme, parent=parent
    )
    with qtbot.waitActive(made):
        made.open()
    yield made
    made.close()


def test_it_shows_exactly_what_would_be_run_and_who_asks(dialog):
    assert dialog.arguments.toPlainText() == "read_file\npath: Notes/\\u202eplan.txt"
    words = " ".join(label.text() for label in dialog.findChildren(QWidget) if hasattr(label, "text"))
    assert "May Alicia read this file?" in words
    assert "https://alicia.home" in words


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Y, Qt.Key.Key_A])
def test_who_is_typing_when_it_opens_allows_nothing(dialog, key):
    QTest.keyClick(dialog.focusWidget() or dialog, key)
    QTest.keyClick(dialog, key)
    assert dialog.isVisible()
    assert dialog.permission == "denied"
    assert not any(button.isDefault() or button.autoDefault() for button in buttons(dialog))


@pytest.mark.parametrize(
    ("key", "permission"),
    [(Qt.Key.Key_Return, "once"), (Qt.Key.Key_Enter, "once"), (Qt.Key.Key_Backspace, "denied")],
)
def test_the_keys_of_the_list_answer(qtbot, dialog, key, permission):
    QTest.keyClick(dialog, key, CTRL_ALT)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert dialog.permission == permission


def test_escape_says_no(qtbot, dialog):
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert dialog.permission == "denied"


@pytest.mark.parametrize("scope", ["once", "conversation", "always"])
def test_it_is_allowed_for_as_long_as_was_chosen(dialog, scope):
    assert dialog.scope.value == "once"
    dialog.scope.choose(scope)
    dialog.allow_button.click()
    assert dialog.permission == scope


def test_never_is_kept(dialog):
    dialog.never_button.click()
    assert dialog.permission == "never"
    assert not dialog.isVisible()
