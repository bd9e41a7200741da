"""Tab in the real window: reading order, few stops, and arrows within one."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from alicia_desktop.ui.conversation.message_controls import MessageWidget

TAB, BACKTAB = Qt.Key.Key_Tab, Qt.Key.Key_Backtab


@pytest.fixture
def active(qtbot, window):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.sidebar.search.setFocus()
    return window


def name():
    focused: Any = QApplication.focusWidget()
    return focused.accessibleName() or focused.text()


def press(qtbot, key):
    back = Qt.KeyboardModifier.ShiftModifier if key == BACKTAB else Qt.KeyboardModifier.NoModifier
    qtbot.keyClick(QApplication.focusWidget(), key, back)
    return name()


def test_tab_goes_in_reading_order_and_comes_round(qtbot, active):
    stops = [name()]
    while (reached := press(qtbot, TAB)) != stops[0]:
        stops.append(reached)
        assert len(stops) < 20
    assert stops == [
        "Search all conversations",
        "New conversation (Ctrl+N)",
        "Conversations",
        "Sync (Ctrl+Shift+Y)",
        "Sidebar (Ctrl+B)",
        "Messages",
        "Turn the microphone off",
        "Attach files (Ctrl+O)",
        "Message Alicia",
        "Stop",
    ]


def test_backwards_it_is_the_same_way(qtbot, active):
    active.focus_composer()
    assert [press(qtbot, BACKTAB) for _ in range(2)] == ["Attach files (Ctrl+O)", "Muted"]
    assert [press(qtbot, BACKTAB) for _ in range(2)] == ["Messages", "Inspector (F12)"]
    assert [press(qtbot, BACKTAB) for _ in range(2)] == ["Settings (Ctrl+,)", "Conversations"]


def test_from_the_messages_the_field_is_at_most_three_presses_away(qtbot, active):
    active.conversation.messages.setFocus()
    assert "Message Alicia" in [press(qtbot, TAB) for _ in range(3)]


def test_from_within_a_message_it_is_no_farther(qtbot, active):
    active.conversation.messages.setFocus()
    press(qtbot, Qt.Key.Key_Up)
    press(qtbot, Qt.Key.Key_Right)
    assert "Message Alicia" in [press(qtbot, TAB) for _ in range(3)]


def test_from_the_list_of_conversations_the_field_is_at_most_three_panels_away(qtbot, active):
    reached = []
    for _ in range(3):
        active.focus_next_panel()
        reached.append(name())
    assert reached == ["Messages", "Message Alicia", "Search all conversations"]


def test_arrows_move_within_a_bar(qtbot, active):
    active.focus_search()
    for _ in range(3):
        press(qtbot, TAB)
    right, left = Qt.Key.Key_Right, Qt.Key.Key_Left
    moved = [press(qtbot, key) for key in (right, right, right, left)]
    assert moved == ["Memories (Ctrl+Shift+M)", "Settings (Ctrl+,)", "Sync (Ctrl+Shift+Y)", "Settings (Ctrl+,)"]


def test_arrows_move_between_messages_and_through_what_is_in_one(qtbot, active):
    active.conversation.messages.setFocus()
    up, down, right, left = Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Left
    read = [press(qtbot, key)[:13] for key in (up, up, down, up, up)]
    assert read == ["Alicia, 18:02", "You, 18:02: G", "Alicia, 18:02", "You, 18:02: G", "Alicia, 17:58"]
    assert press(qtbot, down).startswith("You, 18:02")
    assert [press(qtbot, key) for key in (right, right, left)] == ["Edit question", "Copy message", "Edit question"]
    assert press(qtbot, left).startswith("You, 18:02")
    press(qtbot, right)
    assert press(qtbot, up).startswith("Alicia, 17:58")


def test_a_message_that_is_scrolled_away_gives_the_keyboard_to_the_list(qtbot, active):
    messages = active.conversation.messages
    messages.setFocus()
    press(qtbot, Qt.Key.Key_Up)
    assert isinstance(QApplication.focusWidget(), MessageWidget)
    for number in range(50, 150):
        row = messages.rows.get("am_1")
        assert row is not None
        messages.rows.put(type(row)(**{**{key: getattr(row, key) for key in row.__slots__}, "id": f"am_{number}"}))
    messages.scroll_to_end()
    assert QApplication.focusWidget() is messages
