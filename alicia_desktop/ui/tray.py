"""The icon in the system's tray: off at first. State, mute, new conversation, quit.

Without a tray nothing of this is there: then the window closes as it always does, and the settings say why.
"""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication, QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import notification_text, set_tool_tip
from alicia_desktop.view.rows import VoiceRow

NOTICE_MS: Final = 8_000
ICON: Final = "chat-circle"


def is_available() -> bool:
    """Whether the desktop has a tray."""
    return QSystemTrayIcon.isSystemTrayAvailable()


class Tray(QObject):
    """The icon and its menu; shown while the user wants it."""

    def __init__(self, *, window: MainWindow, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._icon = QSystemTrayIcon(_picture(theme), self)
        self.menu = QMenu(window)
        self._state = self._add("", lambda: None)
        self._state.setEnabled(False)
        self.menu.addSeparator()
        self._add(self.tr("Open Alicia"), window.bring_to_front)
        self._mute = self._add(self.tr("Mute"), window.toggle_mute)
        self._add(self.tr("New conversation"), self._on_new)
        self.menu.addSeparator()
        self._add(self.tr("Quit"), window.quit)
        self._icon.setContextMenu(self.menu)
        self._icon.activated.connect(self._on_activated)
        self._icon.messageClicked.connect(window.bring_to_front)
        window.voice_shown.connect(self.show_voice)
        theme.changed.connect(lambda: self._icon.setIcon(_picture(theme)))

    def use(self, *, shown: bool, keep_running: bool) -> None:
        """Show or hide the icon; without it the program never goes on without a window."""
        shown = shown and is_available()
        self._icon.setVisible(shown)
        self._window.keeps_running = shown and keep_running

    def show_voice(self, row: VoiceRow) -> None:
        """Say the state of voice."""
        words = self.tr("Alicia: {state}").format(state=row.title)
        self._state.setText(words)
        set_tool_tip(self._icon, words)
        self._mute.setText(self.tr("Unmute") if row.mode == "muted" else self.tr("Mute"))
        self._mute.setEnabled(row.open)

    def show_message(self, title: str, text: str) -> bool:
        """Show a notice beside the icon, if there is one; return whether."""
        if self._icon.isVisible():
            words = notification_text(title), notification_text(text)
            self._icon.showMessage(*words, self._icon.icon(), NOTICE_MS)
        return self._icon.isVisible()

    def close(self) -> None:
        """Take the icon away."""
        self._window.keeps_running = False
        self._icon.hide()
        self.deleteLater()

    def _add(self, text: str, act: Callable[[], object]) -> QAction:
        action = self.menu.addAction(text)
        action.triggered.connect(lambda _=False: act())
        return action

    def _on_new(self) -> None:
        self._window.bring_to_front()
        self._window.new_conversation()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self._window.bring_to_front()


def _picture(theme: Theme) -> QIcon:
    own = QGuiApplication.windowIcon()
    return own if not own.isNull() else theme.icon(ICON, "accent")
