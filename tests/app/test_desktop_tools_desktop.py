from typing import ClassVar

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from alicia_desktop.app import desktop_tools
from alicia_desktop.app.desktop_tools import QtDesktop
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.widgets.notices import Toast


class Browser(QObject):
    """What opens addresses in these tests."""

    def __init__(self):
        super().__init__()
        self.opened = []

    @Slot(QUrl)
    def open(self, url):
        self.opened.append(url.toString())


@pytest.fixture
def browser():
    made = Browser()
    QDesktopServices.setUrlHandler("https", made, "open")  # type: ignore[arg-type]  # what is meant, and not what the stub says
    yield made
    QDesktopServices.unsetUrlHandler("https")


@pytest.fixture
def window(qtbot, theme):
    made = MainWindow(theme=theme)
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_clipboard_is_the_systems(window):
    tools = QtDesktop(window=window)
    tools.write_clipboard("from a tool")
    assert tools.read_clipboard() == "from a tool"


def test_an_address_goes_to_the_browser_as_the_person_saw_it(window, browser):
    tools = QtDesktop(window=window)
    assert tools.open_address("https://example.org/a?b=c#d")
    assert browser.opened == ["https://example.org/a?b=c#d"]
    for wrong in ("https://exa mple.org", "mailto:me@example.org", "file:///etc/passwd", "https://a@b.example"):
        assert not tools.open_address(wrong)
    assert len(browser.opened) == 1


def test_a_notification_of_the_system_holds_no_markup_of_others(window, monkeypatch):
    monkeypatch.setattr(desktop_tools, "QSystemTrayIcon", Tray)
    QtDesktop(window=window).notify("<b>Tea</b>", "<img src='/dev/ptmx'> & <a href='file:///etc'>more</a>")
    (shown,) = Tray.shown
    assert not set("<>") & set("".join(shown))
    assert "Tea" in shown[0]
    assert "more" in shown[1]


class Tray(QObject):
    """In place of the system's, which the offscreen platform has not."""

    shown: ClassVar[list[tuple[str, str]]] = []

    isSystemTrayAvailable = supportsMessages = staticmethod(lambda: True)  # noqa: N815 - Qt's names

    def __init__(self, _icon, parent):
        super().__init__(parent)

    def show(self):
        pass

    def showMessage(self, title, text, _icon, _time):  # noqa: N802 - Qt's name
        self.shown.append((title, text))


def test_where_the_system_has_no_notifications_the_window_tells(window):
    QtDesktop(window=window).notify("Tea", "It is ready.")
    assert window.findChild(Toast).isVisible()
