"""What a screen reader is told of widgets that were made while it was running, before they had their place."""

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QMenu, QPushButton, QWidget

from alicia_desktop.ui.accessible_roles import Role, set_role
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.widgets.buttons import IconButton
from tests.ui import samples

pytestmark = pytest.mark.usefixtures("screen_reader")


class Panel(QWidget):
    """A widget of the program."""


def role_of(widget):
    return QAccessible.queryAccessibleInterface(widget).role()


def test_a_widget_is_a_window_only_as_long_as_it_is_one(qtbot):
    panel = Panel()
    panel.setAccessibleName("Memories")
    assert role_of(panel) is Role.Window
    outer = Panel()
    qtbot.addWidget(outer)
    QHBoxLayout(outer).addWidget(panel)
    assert role_of(panel) is Role.Client


def test_what_is_named_before_it_has_its_place_is_what_it_is(qtbot):
    line = QLineEdit()
    line.setAccessibleName("Search")
    item = QFrame()
    item.setAccessibleName("Message")
    set_role(item, Role.ListItem)
    for widget in (line, item):
        qtbot.addWidget(widget)
    assert role_of(line) is Role.EditableText
    assert QAccessible.queryAccessibleInterface(line).textInterface() is not None
    assert role_of(item) is Role.ListItem


def test_a_button_becomes_a_toggle_or_a_menu_also_after_it_was_named(qtbot, theme):
    toggle, menu = IconButton("x", "Details", theme=theme), QPushButton("More")
    menu.setAccessibleName("More")
    toggle.setCheckable(True)
    toggle.setChecked(True)
    menu.setMenu(QMenu(menu))
    for widget in (toggle, menu):
        qtbot.addWidget(widget)
    state = QAccessible.queryAccessibleInterface(toggle).state()
    assert (role_of(toggle), state.checkable, state.checked) == (Role.Button, True, True)
    assert (role_of(menu), QAccessible.queryAccessibleInterface(menu).state().hasPopup) == (Role.ButtonMenu, True)


def test_nothing_inside_the_window_is_called_a_window(qtbot, theme):
    window = MainWindow(theme=theme)
    qtbot.addWidget(window)
    window.set_messages(samples.messages())
    window.show()
    inside = [one for one in window.findChildren(QWidget) if not one.isWindow() and one.accessibleName()]
    assert len(inside) > 20
    assert [one.accessibleName() for one in inside if role_of(one) is Role.Window] == []
    assert role_of(window.conversation.dock.composer.field) is Role.EditableText
