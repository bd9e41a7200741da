"""Tab in the real window: reading order, few stops, and arrows within one."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from alicia_desktop.protocol.attachments import Attachment
from alicia_desktop.ui.conversation.message_controls import MessageWidget
from alicia_desktop.ui.conversation.unsent_draft import PendingFile
from alicia_desktop.view.rows import BannerRow

pytestmark = pytest.mark.slow

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


def presses(qtbot, key, *, until):
    """Press `key` until what is called `until` has the keyboard; return the stops on the way, with that one."""
    stops = [press(qtbot, key)]
    while stops[-1] != until:
        stops.append(press(qtbot, key))
        assert len(stops) < 20
    return stops


def test_tab_goes_in_reading_order_and_comes_round(qtbot, active):
    assert presses(qtbot, TAB, until="Search all conversations") == [
        "New conversation (Ctrl+N)",
        "Conversations",
        "Sidebar (Ctrl+B)",
        "Messages",
        "Message Alicia",
        "Stop",
        "Attach files (Ctrl+O)",
        "Turn the microphone off",
        "Sync (Ctrl+Shift+Y)",
        "Search all conversations",
    ]


def test_backwards_it_is_the_same_way(qtbot, active):
    active.focus_composer()
    assert presses(qtbot, BACKTAB, until="Message Alicia") == [
        "Messages",
        "Inspector (F12)",
        "Conversations",
        "New conversation (Ctrl+N)",
        "Search all conversations",
        "Settings (Ctrl+,)",
        "Muted",
        "Attach files (Ctrl+O)",
        "Stop",
        "Message Alicia",
    ]


BANNER = BannerRow(kind="warn", text="Offline: 3 messages will be sent", action="Retry all", second="Discard all")


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
def test_from_the_list_of_conversations_the_field_is_three_presses_away(qtbot, active, narrow):
    active.resize(900 if narrow else 1440, 600)
    active.set_banner(BANNER)
    active.sidebar.set_archived(3)
    active.sidebar.set_recently_deleted(2)
    active.focus_search()
    presses(qtbot, TAB, until="Conversations")
    assert presses(qtbot, TAB, until="Message Alicia") == ["Sidebar (Ctrl+B)", "Messages", "Message Alicia"]
    assert presses(qtbot, BACKTAB, until="Conversations") == ["Messages", "Discard all", "Conversations"]


def test_arrows_reach_what_the_header_and_the_footer_hold(qtbot, active):
    active.set_banner(BANNER)
    active.sidebar.set_archived(3)
    active.sidebar.set_recently_deleted(2)
    right, home, end = Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End
    active.focus_composer()
    assert [press(qtbot, key) for key in (BACKTAB, BACKTAB, home)][2] == "Sidebar (Ctrl+B)"
    assert presses(qtbot, right, until="Discard all") == [
        "Find in this conversation (Ctrl+F)",
        "More actions",
        "Inspector (F12)",
        "Retry all",
        "Discard all",
    ]
    assert press(qtbot, home) == "Sidebar (Ctrl+B)"
    assert press(qtbot, end) == "Discard all"
    active.focus_search()
    assert press(qtbot, BACKTAB) == "Settings (Ctrl+,)"
    assert press(qtbot, home) == "Archived (3)"
    assert press(qtbot, right) == "Recently deleted (2)"


def test_what_belongs_to_the_draft_follows_the_field(qtbot, active):
    composer = active.conversation.dock.composer
    composer.start_editing("am_1", "Is it at six?")
    composer.aside.add("A long text")
    names = ("notes.txt", "plan.txt")
    composer.attachments.set_files(
        [PendingFile(attachment=Attachment(name=one, media_type="text/plain", size=1)) for one in names]
    )
    active.focus_composer()
    assert presses(qtbot, TAB, until="Turn the microphone off") == [
        "Stop",
        "Queue",
        "Cancel",
        "Show all of “Long text”, 11 bytes",
        "Remove long text",
        "Attach files (Ctrl+O)",
        "Remove notes.txt",
        "Remove plan.txt",
        "Turn the microphone off",
    ]


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
    press(qtbot, BACKTAB)
    press(qtbot, Qt.Key.Key_Home)
    assert name() == "Sync (Ctrl+Shift+Y)"
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
