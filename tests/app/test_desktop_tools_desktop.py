import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from alicia_desktop.app.desktop_tools import QtDesktop


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


def test_the_clipboard_is_the_systems(qapp):
    tools = QtDesktop(notify=print)
    tools.write_clipboard("from a tool")
    assert tools.read_clipboard() == "from a tool"


def test_an_address_goes_to_the_browser_as_the_person_saw_it(browser):
    tools = QtDesktop(notify=print)
    assert tools.open_address("https://example.org/a?b=c#d")
    assert browser.opened == ["https://example.org/a?b=c#d"]
    for wrong in ("https://exa mple.org", "mailto:me@example.org", "file:///etc/passwd", "https://a@b.example"):
        assert not tools.open_address(wrong)
    assert len(browser.opened) == 1


def test_a_notification_goes_to_the_desktop():
    told = []
    QtDesktop(notify=lambda *words: told.append(words)).notify("Tea", "It is ready.")
    assert told == [("Tea", "It is ready.")]
