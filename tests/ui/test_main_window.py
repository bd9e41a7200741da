from dataclasses import replace
from typing import NamedTuple

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFocusFrame, QLineEdit, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.dialogs import QuestionDialog, RenameDialog
from alicia_desktop.ui.focus import FocusRing
from alicia_desktop.ui.inspector.turn.waterfall import Waterfall
from alicia_desktop.ui.main_window import MainWindow, window_keys
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.chip import MemoryChip
from alicia_desktop.view.rows import BannerRow, MessageRow
from tests.ui import samples

CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def press(qtbot, window, key, modifiers=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(window.focusWidget() or window, key, modifiers)


class ToastPlace(NamedTuple):
    toast_middle: int
    column_middle: int


def toast_place(window):
    """Return where the toast and its column are in the window."""
    toast, column = window.toast, window.conversation
    return ToastPlace(
        toast_middle=toast.mapTo(window, toast.rect().center()).x(),
        column_middle=column.mapTo(window, column.rect().center()).x(),
    )


@pytest.fixture
def active(qtbot, window):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


@pytest.mark.parametrize(
    ("stroke", "signal", "args"),
    [
        ((Qt.Key.Key_N, CTRL), "new_conversation_requested", []),
        ((Qt.Key.Key_Comma, CTRL), "settings_requested", []),
        ((Qt.Key.Key_2, CTRL), "conversation_requested", ["ac_1"]),
        ((Qt.Key.Key_Down, ALT), "conversation_requested", ["ac_1"]),
        ((Qt.Key.Key_V, CTRL | SHIFT), "voice_toggled", [False]),
        ((Qt.Key.Key_D, CTRL), "turn_requested", ["am_4"]),
        ((Qt.Key.Key_Escape,), "stop_requested", []),
    ],
)
def test_a_key_asks_for_what_the_list_says(qtbot, active, stroke, signal, args):
    with qtbot.waitSignal(getattr(active, signal)) as asked:
        press(qtbot, active, *stroke)
    assert asked.args == args


def test_every_listed_key_does_something_or_is_handled_where_it_is_pressed(window):
    keys = window_keys(window)
    assert len({key.keys for key in keys}) == len(keys)
    writing = ["Ctrl+1…9", "F2", "Delete", "Return", "Shift+Return", "Up", "Home  End", "Space", "F8"]
    writing += ["Ctrl+Alt+Return", "Ctrl+Alt+Backspace"]
    inspecting = [
        "/",
        "Ctrl+Tab  Ctrl+Shift+Tab",
        "J  K",
        "Enter",
        "Alt+Left",
        "Alt+Right",
        "Alt+.",
        "Alt+,",
        "Left  Right",
    ]
    inspecting += ["Ctrl+Return", "C", "End", "Ctrl+M"]
    inspecting += ["Ctrl+T", "T", "N", "Ctrl+Shift+N  Ctrl+Shift+B", "D", "Ctrl+P", ",  .", "-  +"]
    inspecting += ["Ctrl+G", "Ctrl+E", "Ctrl+L"]
    assert [key.keys for key in keys if key.act is None] == writing + inspecting


def test_m_mutes_outside_of_the_composer_and_writes_inside(qtbot, active):
    active.conversation.messages.setFocus()
    with qtbot.waitSignal(active.mode_requested) as asked:
        press(qtbot, active, Qt.Key.Key_M)
    assert asked.args == ["muted"]
    active.focus_composer()
    with qtbot.assertNotEmitted(active.mode_requested):
        qtbot.keyClicks(active.focusWidget(), "m")
    assert active.draft() == "m"


def test_what_is_typed_in_the_messages_is_written_in_the_message_field(qtbot, active):
    active.set_voice(replace(samples.SPEAKING, open=False))
    active.conversation.messages.setFocus()
    for letter in "my":
        qtbot.keyClicks(active.focusWidget(), letter)
    assert active.draft() == "my"
    assert active.focusWidget() is active.conversation.dock.composer.field


def test_who_opens_a_conversation_can_write_at_once(qtbot, active):
    active.sidebar.search.setFocus()
    active.sidebar.conversation_requested.emit("ac_3")
    assert active.focusWidget() is active.conversation.dock.composer.field


def test_escape_and_a_new_conversation_empty_the_search(qtbot, active):
    for empty in (active.escape, active.new_conversation, active.new_private):
        active.focus_search()
        active.sidebar.search.setText("lisbon")
        empty()
        assert active.sidebar.search.text() == ""


def test_f8_held_talks_anywhere(qtbot, active):
    held: list[bool] = []
    active.hold_changed.connect(held.append)
    qtbot.keyPress(active.focusWidget(), Qt.Key.Key_F8)
    qtbot.keyRelease(active.focusWidget(), Qt.Key.Key_F8)
    assert held == [True, False]


def test_escape_does_one_thing_a_press(qtbot, active):
    rows = active.conversation.messages.rows
    rows.put(replace(samples.growing_answer(), streaming=False, revision=8))
    active.set_voice(replace(samples.SPEAKING, state="listening", sounding=False))
    active.conversation.open_find()
    with qtbot.assertNotEmitted(active.stop_requested):
        active.escape()
    assert not active.conversation.find_bar.isVisible()
    active.focus_composer()
    active.escape()
    assert active.focusWidget() is active.conversation.messages


def test_ctrl_r_asks_for_a_finished_answer_again(qtbot, active):
    with qtbot.assertNotEmitted(active.regenerate_requested):
        press(qtbot, active, Qt.Key.Key_R, CTRL)
    active.conversation.messages.rows.put(replace(samples.growing_answer(), streaming=False, revision=8))
    with qtbot.waitSignal(active.regenerate_requested) as asked:
        press(qtbot, active, Qt.Key.Key_R, CTRL)
    assert asked.args == ["am_4"]


def test_ctrl_shift_c_copies_the_last_answer(qtbot, active):
    press(qtbot, active, Qt.Key.Key_C, CTRL | SHIFT)
    assert QGuiApplication.clipboard().text() == samples.growing_answer().text


def test_typing_while_an_answer_runs_queues_and_never_waits(qtbot, active):
    active.focus_composer()
    qtbot.keyClicks(active.focusWidget(), "and lemons")
    with qtbot.waitSignal(active.send_requested) as sent:
        press(qtbot, active, Qt.Key.Key_Return)
    assert sent.args == ["and lemons"]


def test_a_chip_opens_the_inspector_on_its_trace(qtbot, window):
    inspector = QWidget()
    window.set_inspector(inspector)
    assert not inspector.isVisible()
    chip = next(chip for chip in window.findChildren(MemoryChip) if chip.isVisible() and chip.row.id == "amu_1")
    with qtbot.waitSignal(window.chip_requested) as asked:
        chip.click()
    assert asked.args == ["amu_1"]
    assert inspector.isVisible()


def test_delete_can_be_undone_from_the_toast(qtbot, window):
    with qtbot.waitSignal(window.delete_requested) as deleted:
        window.conversation.header.menu().actions()[-1].trigger()
    undo = next(button for button in window.findChildren(Button) if button.text() == "Undo")
    with qtbot.waitSignal(window.undo_delete_requested) as undone:
        undo.click()
    assert deleted.args == undone.args == ["ac_0"]


def test_a_toast_stays_over_the_conversation_when_panels_open_and_close(qtbot, active):
    active.set_inspector(QWidget())
    active.show_toast("Copied")
    places = [toast_place(active)]
    for key, modifiers in ((Qt.Key.Key_F12, Qt.KeyboardModifier.NoModifier), (Qt.Key.Key_B, CTRL)) * 2:
        press(qtbot, active, key, modifiers)
        qtbot.waitUntil(lambda: toast_place(active) != places[-1])
        places.append(toast_place(active))
    assert len(set(places)) == 4
    assert places[-1] == places[0]
    for place in places:
        assert abs(place.toast_middle - place.column_middle) <= 1


def test_rename_asks_for_the_title_first(qtbot, window):
    window.conversation.header.menu().actions()[0].trigger()
    dialog = window.findChild(RenameDialog)
    assert dialog.title == "Emma’s recital on Friday"
    dialog.field.setText("  The recital ")
    with qtbot.waitSignal(window.rename_requested) as asked:
        dialog.accept()
    assert asked.args == ["ac_0", "The recital"]


def test_the_banner_says_what_is_and_asks_for_its_action(qtbot, window):
    window.set_banner(BannerRow(kind="warn", text="Offline: 3 messages wait", action="Try now"))
    button = next(button for button in window.findChildren(Button) if button.text() == "Try now")
    with qtbot.waitSignal(window.banner_action_requested):
        button.click()
    window.set_banner(None)
    assert not window.conversation.banner.isVisible()


def test_find_goes_through_the_messages_that_hold_the_words(qtbot, active):
    press(qtbot, active, Qt.Key.Key_F, CTRL)
    bar = active.conversation.find_bar
    with qtbot.waitSignal(bar.search_requested) as asked:
        bar.field.setText("CLEMENTI")
    assert asked.args == ["CLEMENTI"]
    bar.set_matches(["am_1"], "what was asked before")
    assert bar.matches == ()
    bar.set_matches(["am_3", "am_4"], "CLEMENTI")
    assert bar.matches == ("am_3", "am_4")
    with qtbot.waitSignal(bar.match_selected) as found:
        press(qtbot, active, Qt.Key.Key_F3)
    assert found.args == ["am_3"]


def test_the_switcher_finds_a_conversation_by_its_title(qtbot, active):
    press(qtbot, active, Qt.Key.Key_K, CTRL)
    qtbot.keyClicks(active.focusWidget(), "piano")
    with qtbot.waitSignal(active.conversation_requested) as asked:
        press(qtbot, active, Qt.Key.Key_Return)
    assert asked.args == ["ac_5"]


def test_the_switcher_leaves_the_focus_where_it_was(qtbot, active):
    field = active.conversation.dock.composer.field
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        field.setFocus()
        press(qtbot, active, Qt.Key.Key_K, CTRL)
        assert active.focusWidget() is not field
        press(qtbot, active, Qt.Key.Key_K, CTRL)
        press(qtbot, active, key)
        assert active.focusWidget() is field
        assert not active.switcher.isVisible()


def test_ctrl_q_closes_the_window(qtbot, active):
    press(qtbot, active, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not active.isVisible())


def test_the_list_of_keys_opens(qtbot, active):
    press(qtbot, active, Qt.Key.Key_Slash, CTRL)
    dialog = active.findChild(QuestionDialog)
    assert dialog.isVisible()
    dialog.reject()


def test_it_opens_as_it_was_closed(qtbot, theme, tmp_path):
    first = MainWindow(theme=theme, layout_file=tmp_path / "layout.ini")
    qtbot.addWidget(first)
    first.set_inspector(QWidget())
    first.resize(1440, 900)
    first.show()
    first.toggle_sidebar()
    first.toggle_inspector()
    with qtbot.waitSignal(first.quit_requested):
        first.close()
    second = MainWindow(theme=theme, layout_file=tmp_path / "layout.ini")
    qtbot.addWidget(second)
    inspector = QWidget()
    second.set_inspector(inspector)
    second.resize(1440, 900)
    second.show()
    assert inspector.isVisible()
    assert not second.sidebar.isVisible()


def test_in_a_small_window_the_sidebar_lies_over_the_conversation(qtbot, window):
    window.resize(900, 600)
    assert not window.sidebar.isVisible()
    window.toggle_sidebar()
    assert window.sidebar.isVisible()
    assert window.conversation.width() == 900
    window.conversation_requested.connect(lambda _: None)
    window.escape()
    assert not window.sidebar.isVisible()
    window.resize(1440, 900)
    assert window.sidebar.isVisible()


def test_tab_shows_the_ring_and_the_mouse_does_not(qtbot, qapp, theme, clock):
    ring = FocusRing(theme=theme, app=qapp)
    window = MainWindow(theme=theme, clock=clock, ring=ring)
    qtbot.addWidget(window)
    rows = samples.messages()
    rows.remove("am_4")
    window.set_messages(rows)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    worn_by = [ring.widget]
    for move in (window.escape, window.focus_composer):
        move()
        worn_by.append(ring.widget)
    dock = window.findChild(QWidget, "dock")
    assert worn_by == [None, window.conversation.messages, dock]
    frame = window.findChild(QFocusFrame)
    assert frame is not None
    assert dock is not None
    wearer = frame.parentWidget()
    assert wearer is not None
    assert frame.geometry().contains(dock.rect().translated(dock.mapTo(wearer, dock.rect().topLeft())))
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    assert ring.widget is window.focusWidget()


def test_a_button_that_goes_when_it_is_clicked_leaves_no_ring(qtbot, qapp, theme, clock):
    ring = FocusRing(theme=theme, app=qapp)
    window = MainWindow(theme=theme, clock=clock, ring=ring)
    qtbot.addWidget(window)
    window.set_voice(replace(samples.SPEAKING, state="off", open=False))
    window.voice_toggled.connect(lambda: window.set_voice(samples.SPEAKING))
    with qtbot.waitActive(window):
        window.show()
    window.focus_next_panel()
    assert ring.widget is not None
    talk = next(button for button in window.findChildren(Button) if button.text() == "Talk")
    QTest.mouseClick(
        window.windowHandle(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        talk.mapTo(window, talk.rect().center()),
    )
    assert not talk.isVisible()
    assert ring.widget is None


def test_an_empty_conversation_says_how_to_start(window):
    rows: Rows[MessageRow] = Rows(lambda row: row.id)
    window.set_messages(rows)
    window.show_first_run(shown=True)
    assert window.conversation.first_run.isVisible()
    rows.put(samples.question(1, "Hello"))
    assert window.conversation.messages.isVisible()


def test_every_control_has_a_name(window):
    nameless = [
        type(widget).__name__
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not widget.accessibleName()
        and not getattr(widget, "text", str)()
    ]
    assert nameless == []


def test_what_fills_a_panel_wears_the_ring_inside(qtbot, qapp, theme, clock):
    ring = FocusRing(theme=theme, app=qapp)
    window = MainWindow(theme=theme, clock=clock, ring=ring)
    qtbot.addWidget(window)
    window.set_messages(samples.messages())
    with qtbot.waitActive(window):
        window.show()
    window.focus_search()
    window.focus_next_panel()
    messages = window.conversation.messages
    assert ring.widget is messages
    frame = window.findChild(QFocusFrame)
    assert frame is not None
    wearer = frame.parentWidget()
    assert wearer is not None
    inside = messages.rect().translated(messages.mapTo(wearer, messages.rect().topLeft()))
    assert inside.contains(frame.geometry())
    assert frame.isVisible()


def test_a_painted_widget_that_fills_its_panel_has_the_ring_inside_too(qtbot, qapp, theme):
    panel = QWidget()
    qtbot.addWidget(panel)
    rows = Waterfall(theme=theme, parent=panel)
    rows.resize(panel.size())
    ring = FocusRing(theme=theme, app=qapp)
    with qtbot.waitActive(panel):
        panel.show()
    rows.clearFocus()
    ring.expect_keyboard()
    rows.setFocus()
    qtbot.waitUntil(lambda: ring.widget is rows)
    frames = [frame for frame in panel.findChildren(QFocusFrame) if frame.isVisible()]
    assert frames
    assert all(rows.geometry().contains(frame.geometry()) for frame in frames)


def test_the_next_panel_follows_the_one_in_which_the_focus_is(qtbot, active):
    conversation = active.conversation
    field, buttons = conversation.dock.composer.field, active.sidebar.findChildren(IconButton)
    places = [active.sidebar.search, conversation.messages, field]
    for begin, expected in ((buttons[-1], places[1]), (conversation.header.findChildren(IconButton)[0], field)):
        begin.setFocus()
        active.focus_next_panel()
        assert active.focusWidget() is expected
    active.focus_next_panel()
    assert active.focusWidget() is places[0]
    active.set_messages(Rows(lambda row: row.id))  # nothing to read: there is no panel of messages
    active.focus_next_panel()
    assert active.focusWidget() is field
    active.focus_next_panel()
    assert active.focusWidget() is places[0]


def test_what_is_being_thought_of_can_be_stopped(qtbot, active):
    rows: Rows[MessageRow] = Rows(lambda row: row.id)
    rows.put(samples.question(1, "Why?"))
    active.set_messages(rows)
    active.set_voice(replace(samples.SPEAKING, state="thinking", open=False, sounding=False))
    stop = next(button for button in active.findChildren(Button) if button.text() == "Stop")
    assert stop.isVisible()
    with qtbot.waitSignal(active.stop_requested):
        press(qtbot, active, Qt.Key.Key_Escape)
    active.set_voice(replace(samples.SPEAKING, state="off", open=False, sounding=False))
    assert not stop.isVisible()


def test_what_is_being_written_can_be_stopped_while_questions_are_queued_below_it(qtbot, active):
    rows: Rows[MessageRow] = Rows(lambda row: row.id)
    rows.extend([samples.question(1, "Why?"), replace(samples.growing_answer(), id="am_2", streaming=True)])
    rows.extend(samples.question(number, "And then?") for number in range(3, 9))
    active.set_messages(rows)
    active.set_voice(replace(samples.SPEAKING, state="off", open=False, sounding=False))
    stop = next(button for button in active.findChildren(Button) if button.text() == "Stop")
    assert stop.isVisible()
    rows.put(replace(rows[1], streaming=False))
    assert not stop.isVisible()


@pytest.mark.parametrize("state", ["speaking", "hearing", "reconnecting"])
def test_her_voice_can_be_stopped_whatever_else_there_is_to_say_and_what_is_sent_is_not_queued(qtbot, active, state):
    rows: Rows[MessageRow] = Rows(lambda row: row.id)
    rows.put(samples.question(1, "Why?"))
    active.set_messages(rows)
    active.set_voice(replace(samples.SPEAKING, state=state))
    buttons = [button.text() for button in active.conversation.dock.findChildren(Button) if button.isVisible()]
    assert "Stop" in buttons
    assert "Send" in buttons
    with qtbot.waitSignal(active.stop_requested):
        press(qtbot, active, Qt.Key.Key_Escape)


def test_every_button_has_a_name_and_every_icon_a_tool_tip(window):
    window.set_voice(replace(samples.SPEAKING, state="off", open=False))
    buttons = [button for button in window.findChildren(QAbstractButton) if button.isVisible()]
    assert len(buttons) > 20
    for button in buttons:
        assert button.accessibleName() or button.text(), button
        assert button.text() or button.toolTip(), button.accessibleName()


@pytest.mark.parametrize("key", ["Ctrl+N", "Ctrl+B", "Ctrl+F", "F12", "Ctrl+,", "Ctrl+Shift+V", "Ctrl+Shift+M"])
@pytest.mark.slow
def test_a_button_with_a_key_says_so(window, key):
    assert any(key in button.toolTip() for button in window.findChildren(QAbstractButton))


def test_a_key_and_the_switcher_open_the_memories(qtbot, active):
    with qtbot.waitSignal(active.memories_requested):
        press(qtbot, active, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    active.open_switcher()
    qtbot.keyClicks(active.switcher.field, "memories")
    with qtbot.waitSignal(active.memories_requested):
        qtbot.keyClick(active.switcher.field, Qt.Key.Key_Return)


def test_f12_opens_the_inspector_with_the_keyboard_and_gives_it_back(qtbot, active):
    inspector = QLineEdit()
    active.set_inspector(inspector)
    active.focus_composer()
    press(qtbot, active, Qt.Key.Key_F12)
    assert inspector.hasFocus()
    press(qtbot, active, Qt.Key.Key_F12)
    assert not inspector.isVisible()
    assert active.conversation.dock.composer.field.hasFocus()


def test_the_button_of_the_inspector_leaves_the_keyboard_with_who_writes(qtbot, active):
    inspector = QLineEdit()
    active.set_inspector(inspector)
    active.focus_composer()
    active.conversation.header.inspector_toggled.emit()
    assert inspector.isVisible()
    assert active.conversation.dock.composer.field.hasFocus()


def test_f12_requests_an_inspector_that_is_not_there_and_gives_it_the_keyboard(qtbot, active):
    active.focus_composer()
    with qtbot.waitSignal(active.inspector_requested):
        press(qtbot, active, Qt.Key.Key_F12)
    assert active.conversation.dock.composer.field.hasFocus()
    inspector = QLineEdit()
    active.set_inspector(inspector)
    assert inspector.hasFocus()
    press(qtbot, active, Qt.Key.Key_F12)
    active.set_inspector(None)
    with qtbot.waitSignal(active.inspector_requested):
        press(qtbot, active, Qt.Key.Key_F12)
    active.conversation.header.inspector_toggled.emit()
    active.set_inspector(QLineEdit())
    assert not active.findChild(QLineEdit).isVisible()
