import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from alicia_desktop.app.desktop import QtDesktop
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.widgets.toast import Toast


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
    desktop = QtDesktop(window=window)
    desktop.write_clipboard("from a tool")
    assert desktop.read_clipboard() == "from a tool"


def test_an_address_goes_to_the_browser_as_the_person_saw_it(window, browser):
    desktop = QtDesktop(window=window)
    assert desktop.open_address("https://example.org/a?b=c#d")
    assert browser.opened == ["https://example.org/a?b=c#d"]
    assert not desktop.open_address("https://exa mple.org")
    assert len(browser.opened) == 1


def test_where_the_system_has_no_notifications_the_window_tells(window):
    QtDesktop(window=window).notify("Tea", "It is ready.")
    assert window.findChild(Toast).isVisible()
