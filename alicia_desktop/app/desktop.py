"""The desktop as tools use it: clipboard, browser, notifications. `app.tool_permissions` asked the person before."""

from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.untrusted import links
from alicia_desktop.ui.untrusted.plain_text import notification_text

SHOWN_MS: Final = 10_000


class QtDesktop:
    """A `session.tools.contract.Desktop` by Qt."""

    def __init__(self, *, window: MainWindow) -> None:
        self._window = window

    def read_clipboard(self) -> str:
        """Return the clipboard's text."""
        return QGuiApplication.clipboard().text()

    def write_clipboard(self, text: str) -> None:
        """Put text on the clipboard."""
        QGuiApplication.clipboard().setText(text)

    def open_address(self, url: str) -> bool:
        """Hand an address to the browser; strictly, so that Qt repairs nothing that the person did not see."""
        address = links.parse_web_address(url)
        return address is not None and links.open_address(address)

    def notify(self, title: str, text: str) -> None:
        """Show a notification of the system where it has them, else in the window, which then asks to be looked at."""
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            icon = QSystemTrayIcon(self._window.windowIcon(), self._window)
            icon.show()
            icon.showMessage(notification_text(title), notification_text(text), self._window.windowIcon(), SHOWN_MS)
            QTimer.singleShot(SHOWN_MS, icon, icon.deleteLater)
        else:
            self._window.show_toast(f"{title}: {text}" if text else title)
            QApplication.alert(self._window)
