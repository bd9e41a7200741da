"""The messages as assistive technology asks for them: those out of sight are items, and go with their messages."""

import pytest
from PySide6.QtGui import QAccessible

from alicia_desktop.ui.accessible_roles import Role
from tests.ui import samples

pytestmark = [pytest.mark.usefixtures("screen_reader"), pytest.mark.slow]

MANY = 60


@pytest.fixture
def messages(window):
    rows = samples.messages()
    for number in range(MANY):
        rows.insert(number, samples.question(number + 100, f"Question {number + 1}"))
    window.set_messages(rows)
    window.conversation.messages.place()
    return window.conversation.messages


def tree_of(messages):
    return QAccessible.queryAccessibleInterface(messages.viewport())


def names(tree):
    return [tree.child(place).text(QAccessible.Text.Name) for place in range(tree.childCount())]


def questions(tree):
    return [name.split(": ", 1)[1].removesuffix(" Stored") for name in names(tree)[:MANY]]


def test_every_message_is_in_the_list_once_and_at_its_place(messages):
    tree = tree_of(messages)
    assert tree.childCount() == MANY + 4
    assert questions(tree) == [f"Question {one + 1}" for one in range(MANY)]
    assert all(tree.indexOfChild(tree.child(place)) == place for place in range(tree.childCount()))
    messages.scroll_to_message("am_100")
    messages.place()
    assert questions(tree) == [f"Question {one + 1}" for one in range(MANY)]


def test_a_message_out_of_sight_is_an_item_that_is_off_the_screen(messages):
    item = tree_of(messages).child(0)
    assert (item.role(), item.text(QAccessible.Text.Name)) == (Role.ListItem, "You, 17:58: Question 1")
    assert item.state().offscreen
    assert item.parent() is tree_of(messages)
    assert (item.childCount(), item.text(QAccessible.Text.Description)) == (0, "")
    assert tree_of(messages).child(MANY + 4) is None


def test_an_item_goes_with_its_message(messages, window):
    tree = tree_of(messages)
    item = tree.child(0)
    assert item.isValid()
    window.set_messages(samples.messages())
    messages.place()
    assert not item.isValid()
    assert tree.childCount() == len(names(tree)) == 4
