"""The icon in the tray: what its menu does, when the window only hides, and when a notice is shown."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QSystemTrayIcon

from alicia_desktop.ui.tray import Tray
from tests.ui import samples

pytestmark = [
    pytest.mark.qt_log_ignore("systemTrayWindowChanged", "does not support raise", extend=True),
    pytest.mark.slow,
]
"""Of the platform of the tests, which has no tray."""


@pytest.fixture
def notices(monkeypatch):
    told = []
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: True))
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda _icon, title, text, *_: told.append((title, text)))
    return told


@pytest.fixture
def tray(notices, window, theme):
    made = Tray(window=window, theme=theme)
    yield made
    made.close()


def item(tray, text):
    return next(action for action in tray.menu.actions() if action.text() == text)


def test_its_menu_has_state_mute_new_conversation_and_quit(qtbot, tray, window):
    window.set_voice(samples.SPEAKING)
    assert not item(tray, "Alicia: Speaking").isEnabled()
    with qtbot.waitSignal(window.mode_requested) as asked:
        item(tray, "Mute").trigger()
    assert asked.args == ["muted"]
    window.set_voice(replace(samples.SPEAKING, mode="muted", state="muted", title="Muted"))
    assert item(tray, "Unmute").isEnabled()
    with qtbot.waitSignal(window.new_conversation_requested):
        item(tray, "New conversation").trigger()
    with qtbot.waitSignal(window.quit_requested):
        item(tray, "Quit").trigger()


def test_who_closes_the_window_ends_the_program_unless_it_is_to_keep_running(qtbot, tray, window):
    tray.use(shown=True, keep_running=False)
    with qtbot.waitSignal(window.quit_requested):
        window.close()
    window.show()
    tray.use(shown=True, keep_running=True)
    with qtbot.assertNotEmitted(window.quit_requested):
        window.close()
    assert not window.isVisible()
    item(tray, "Open Alicia").trigger()
    assert window.isVisible()
    window.close()
    with qtbot.waitSignal(window.quit_requested):
        window.quit()


def test_without_an_icon_nothing_goes_on_behind(qtbot, tray, window, monkeypatch):
    tray.use(shown=False, keep_running=True)
    assert not window.keeps_running
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: False))
    tray.use(shown=True, keep_running=True)
    assert not window.keeps_running


def test_a_tray_that_comes_later_gets_the_icon_and_one_that_goes_ends_keeping_on(qtbot, window, theme, monkeypatch):
    is_there = False
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: is_there))
    monkeypatch.setattr("alicia_desktop.ui.tray.CHECK_MS", 5)
    tray = Tray(window=window, theme=theme)
    tray.use(shown=True, keep_running=True)
    assert (tray.is_shown, window.keeps_running, tray.findChildren(QSystemTrayIcon)) == (False, False, [])
    is_there = True
    qtbot.waitUntil(lambda: tray.is_shown and window.keeps_running)
    is_there = False
    qtbot.waitUntil(lambda: not window.keeps_running)
    assert not tray.show_message("Tea", "It is ready.")
    is_there = True
    qtbot.waitUntil(lambda: window.keeps_running)
    tray.close()
    assert not window.keeps_running


def test_it_shows_a_notice_only_while_it_is_there(tray, notices):
    tray.use(shown=False, keep_running=False)
    assert not tray.show_message("Tea", "It is ready.")
    tray.use(shown=True, keep_running=False)
    assert tray.show_message("<b>Tea</b>", "It is ready.")
    ((title, text),) = notices
    assert not set("<>") & set(title)
    assert text == "It is ready."
