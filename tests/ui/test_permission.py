from contextlib import asynccontextmanager

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QScreen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea, QWidget

from alicia_desktop.base.clock import settle
from alicia_desktop.base.tasks import Scope
from alicia_desktop.ui.permission import FOCUS_SECONDS, PermissionDialog
from tests.support.patience import PATIENCE
from tests.support.scripted_server import until
from tests.ui.reach import part

CTRL_ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
pytestmark = pytest.mark.qt_log_ignore("does not support raise", "not accepted by receiving widget")


def buttons(dialog):
    return dialog.allow_button, dialog.deny_button, dialog.never_button


def words(dialog):
    return " ".join(label.text() for label in dialog.findChildren(QWidget) if hasattr(label, "text"))


@pytest.fixture
def parent(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def make(qtbot, theme, clock, parent):
    def make(tool="read_file", **arguments):
        dialog = PermissionDialog(
            tool, arguments, server="https://alicia.home", theme=theme, clock=clock, parent=parent
        )
        with qtbot.waitActive(dialog):
            dialog.show()
        return dialog

    return make


@pytest.fixture
def dialog(make):
    return make(path="Notes/\u202eplan.txt")


@asynccontextmanager
async def watched(dialog):
    """Let a dialog watch its focus, as who asks does."""
    async with Scope("test") as scope:
        scope.spawn("focus", dialog.watch_focus())
        await settle()
        yield


async def until_active(window, *, active=True):
    await until(lambda: window.isActiveWindow() is active, PATIENCE)
    await settle()


def test_it_shows_exactly_what_would_be_run_and_who_asks(dialog):
    assert dialog.arguments.toPlainText() == "read_file\npath: Notes/\\u202eplan.txt"
    assert "May Alicia read this file?" in words(dialog)
    assert "https://alicia.home" in words(dialog)


@pytest.mark.parametrize(
    ("url", "shown", "host"),
    [
        ("https://example.org/a?b", "https://example.org/a?b", "example.org"),
        ("https://example.org/\u3164\u2044", "https://example.org/%E3%85%A4%E2%81%84", "example.org"),
        ("https://müller.example/", "https://xn--mller-kva.example/", "xn--mller-kva.example (müller.example)"),
        ("https://\u0430pple.example/", "https://xn--pple-43d.example/", "xn--pple-43d.example"),
        ("https://\uff47oogle.example/", "https://google.example/", "google.example"),
        ("http://0x7f.1/", "http://127.0.0.1/", "127.0.0.1"),
    ],
)
def test_an_address_is_shown_as_it_is_opened_and_its_host_apart(make, url, shown, host):
    dialog = make("open_address", url=url)
    assert dialog.arguments.toPlainText() == f"open_address\nurl: {shown}"
    assert dialog.host.text() == host


def test_an_address_that_cannot_be_opened_says_so(make):
    dialog = make("open_address", url="https://a\u2100b.example/")
    assert "can’t be opened" in words(dialog)
    assert dialog.arguments.toPlainText() == "open_address\nurl: https://a\\u2100b.example/"


def test_what_is_longer_than_the_dialog_says_so(qtbot, make):
    note = "Scroll down to read everything"
    assert note not in [label.text() for label in make(path="a").findChildren(QWidget) if shown(label)]
    long = make("clipboard_write", text="line\n" * 30)
    qtbot.waitUntil(lambda: note in [label.text() for label in long.findChildren(QWidget) if shown(label)])


@pytest.mark.parametrize("height", [600, 720])
def test_with_large_text_the_buttons_stay_on_a_low_screen(qtbot, monkeypatch, make, theme, height):
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _: QRect(0, 0, 1280, height))
    theme.set_text_size(200)
    dialog = make("clipboard_write", text="line\n" * 30)
    area = part(dialog, QScrollArea)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    assert dialog.height() <= height
    for button in buttons(dialog):
        corners = (button.mapTo(dialog, corner) for corner in (QPoint(), button.rect().bottomRight()))
        assert all(map(dialog.rect().contains, corners))
        assert button.visibleRegion().boundingRect() == button.rect()


def shown(label):
    return hasattr(label, "text") and label.isVisible()


async def test_allow_works_once_the_dialog_has_had_the_focus_for_a_moment(dialog, clock):
    async with watched(dialog):
        await clock.advance(FOCUS_SECONDS - 0.01)
        assert not dialog.allow_button.isEnabled()
        dialog.allow_button.click()
        QTest.mouseClick(dialog.allow_button, Qt.MouseButton.LeftButton)
        QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL_ALT)
        dialog.allow()
        assert dialog.isVisible()
        await clock.advance(0.01)
        assert dialog.allow_button.isEnabled()
        QTest.mouseClick(dialog.allow_button, Qt.MouseButton.LeftButton)
        assert not dialog.isVisible()
        assert dialog.permission == "once"


async def test_a_press_that_began_before_allows_nothing(dialog, clock):
    async with watched(dialog):
        QTest.mousePress(dialog.allow_button, Qt.MouseButton.LeftButton)
        await clock.advance(FOCUS_SECONDS)
        QTest.mouseRelease(dialog.allow_button, Qt.MouseButton.LeftButton)
        assert dialog.isVisible()
        assert dialog.permission == "denied"


async def test_without_the_focus_time_does_not_count_and_with_it_it_begins_anew(dialog, clock, parent):
    async with watched(dialog):
        await clock.advance(FOCUS_SECONDS / 2)
        parent.activateWindow()
        await until_active(dialog, active=False)
        await clock.advance(10)
        assert not dialog.allow_button.isEnabled()
        dialog.activateWindow()
        await until_active(dialog)
        await clock.advance(FOCUS_SECONDS - 0.01)
        QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL_ALT)
        assert dialog.isVisible()
        await clock.advance(0.01)
        assert dialog.allow_button.isEnabled()
        parent.activateWindow()
        await until_active(dialog, active=False)
        assert not dialog.allow_button.isEnabled()
        dialog.allow()
        assert dialog.isVisible()


async def test_the_keys_that_allow_bring_it_to_the_front_where_another_window_has_the_focus(dialog, clock, parent):
    async with watched(dialog):
        await clock.advance(FOCUS_SECONDS)
        parent.activateWindow()
        await until_active(dialog, active=False)
        QTest.keyClick(parent, Qt.Key.Key_Return, CTRL_ALT)
        await until_active(dialog)
        assert dialog.isVisible()
        await clock.advance(FOCUS_SECONDS)
        QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL_ALT)
        assert dialog.permission == "once"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Y, Qt.Key.Key_A])
@pytest.mark.slow
async def test_who_is_typing_when_it_opens_allows_nothing(dialog, clock, key):
    async with watched(dialog):
        for _ in range(2):
            QTest.keyClick(dialog.focusWidget() or dialog, key)
            QTest.keyClick(dialog, key)
            await clock.advance(FOCUS_SECONDS)
        assert dialog.isVisible()
        assert dialog.permission == "denied"
    assert not any(button.isDefault() or button.autoDefault() for button in buttons(dialog))


@pytest.mark.parametrize(
    ("key", "permission"),
    [(Qt.Key.Key_Return, "once"), (Qt.Key.Key_Enter, "once"), (Qt.Key.Key_Backspace, "denied")],
)
async def test_the_keys_of_the_list_answer(dialog, clock, key, permission):
    async with watched(dialog):
        await clock.advance(FOCUS_SECONDS)
    QTest.keyClick(dialog, key, CTRL_ALT)
    assert not dialog.isVisible()
    assert dialog.permission == permission


def test_escape_says_no(qtbot, dialog):
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert dialog.permission == "denied"


@pytest.mark.parametrize("scope", ["once", "conversation", "always"])
async def test_it_is_allowed_for_as_long_as_was_chosen(dialog, clock, scope):
    assert dialog.scope.value == "once"
    dialog.scope.choose(scope)
    async with watched(dialog):
        await clock.advance(FOCUS_SECONDS)
    dialog.allow()
    assert dialog.permission == scope


def test_never_is_kept(dialog):
    dialog.never_button.click()
    assert dialog.permission == "never"
    assert not dialog.isVisible()
