"""What the desktop is told of answers while the window is away, and of tools."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QSystemTrayIcon

from alicia_desktop.app.desktop.desktop_presence import DesktopPresence
from alicia_desktop.app.desktop.notifications import MISSING, Notifications
from alicia_desktop.base.tasks import Scope
from alicia_desktop.config import LookSettings
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.widgets.notices import Toast
from tests.support.scripted_server import until
from tests.ui import samples

pytestmark = pytest.mark.qt_log_ignore("systemTrayWindowChanged", "does not support raise", extend=True)
"""Of the platform of the tests, which has no tray."""
MUTE = replace(samples.SPEAKING, state="off", open=False, sounding=False)


@pytest.fixture
def window(qtbot, theme):
    made = MainWindow(theme=theme)
    qtbot.addWidget(made)
    made.set_conversations(samples.conversations())
    made.set_current("ac_0")
    made.set_header("Emma’s recital on Friday")
    made.set_voice(MUTE)
    return made


class Shown(Notifications):
    """Keeps what it was to show; the desktop shows nothing once it is not there."""

    def __init__(self, scope):
        super().__init__(scope=scope, address="")
        self.words, self.pressed, self.is_there = [], None, True

    def show(self, title, text, *, pressed, otherwise):
        self.pressed = pressed
        if self.is_there:
            self.words.append((title, text))
        else:
            otherwise()


def made(window, theme, scope, look):
    shown = Shown(scope)
    presence = DesktopPresence(window=window, theme=theme, scope=scope, notifications=shown)
    presence.use(look)
    return presence, shown


def finish_answer(window):
    window.conversation.answering_changed.emit(True)
    window.conversation.answering_changed.emit(False)


async def test_an_answer_is_told_without_its_words_and_a_click_brings_its_conversation(qtbot, window, theme):
    async with Scope("test") as scope:
        _, shown = made(window, theme, scope, LookSettings(notify=True))
        finish_answer(window)
        assert shown.words == [("Emma’s recital on Friday", "Alicia has answered")]
        window.set_current("ac_1")
        with qtbot.waitSignal(window.conversation_requested) as asked:
            shown.pressed()
        assert asked.args == ["ac_0"]
        assert window.isVisible()


async def test_nothing_is_told_that_is_not_wanted_or_is_heard_anyway(window, theme):
    async with Scope("test") as scope:
        presence, shown = made(window, theme, scope, LookSettings())
        finish_answer(window)
        presence.use(LookSettings(notify=True))
        window.set_voice(samples.SPEAKING)
        finish_answer(window)
        assert shown.words == []


async def test_where_the_desktop_shows_nothing_the_icon_does_and_else_the_window(window, theme, monkeypatch):
    told = []
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: True))
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda _icon, title, text, *_: told.append((title, text)))
    async with Scope("test") as scope:
        presence, shown = made(window, theme, scope, LookSettings(notify=True, tray=True))
        shown.is_there = False
        finish_answer(window)
        assert told == [("Emma’s recital on Friday", "Alicia has answered")]
        presence.use(LookSettings(notify=True))
        window.show()
        presence.notify("Tea", "It is ready.")
        assert window.findChild(Toast).text == "Tea: It is ready."
        assert len(told) == 1
        presence.close()


async def test_that_the_desktop_shows_none_is_a_sentence(window, theme):
    async with Scope("test") as scope:
        presence, _ = made(window, theme, scope, LookSettings(notify=True))
        window.show()
        presence.check()
        await until(lambda: MISSING in [toast.text for toast in window.findChildren(Toast)])
