import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from alicia_desktop.ui.dialogs import EraseDialog
from alicia_desktop.ui.widgets.labels import Label


@pytest.fixture
def ask(qtbot, theme):
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()

    def made(undelivered=0):
        dialog = EraseDialog(undelivered, theme=theme, parent=parent)
        dialog.open()
        return dialog

    return made


def said(dialog):
    return " ".join(label.text() for label in dialog.findChildren(Label))


def test_it_says_what_goes_and_what_stays(ask):
    words = said(ask())
    for name in (
        "conversations",
        "memories",
        "recordings",
        "backups",
        "logs",
        "settings",
        "keyring",
        "other servers",
    ):
        assert name in words
    assert "Nothing is waiting" in words
    assert "will be lost: 1,234" in said(ask(1_234))


def test_nothing_goes_before_the_word_is_written(ask, qtbot):
    dialog = ask()
    for word, enough in (("", False), ("delet", False), ("deleted", False), (" Delete ", True), ("del", False)):
        dialog.field.setText(word)
        assert dialog.erase.isEnabled() is enough
    qtbot.mouseClick(dialog.erase, Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    dialog.field.setText("delete")
    qtbot.mouseClick(dialog.erase, Qt.MouseButton.LeftButton)
    assert dialog.result() == QDialog.DialogCode.Accepted


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_enter_and_escape_mean_no_even_then(ask, qtbot, key):
    dialog = ask()
    dialog.field.setText("delete")
    qtbot.keyClick(dialog.field, key)
    assert not dialog.isVisible()
    assert dialog.result() == QDialog.DialogCode.Rejected
