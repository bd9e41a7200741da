"""The icon in the system's tray: off at first. State, mute, new conversation, quit.

Without a tray nothing of this is there: then the window closes as it always does, and the settings say why. One that
comes later, as after the panel was started again, is seen within seconds. The icon is made only then: Qt decides how it
talks with the tray when it makes one, and where there is none it chooses the way of old desktops for good.
"""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import notification_text, set_tool_tip
from alicia_desktop.view.rows import VoiceRow

NOTICE_MS: Final = 8_000
CHECK_MS: Final = 5_000
"""So often it is looked whether a tray has come or gone, while the icon is wanted: no desktop tells Qt of it."""
ICON: Final = "chat-circle"


def is_available() -> bool:
    """Whether the desktop has a tray."""
    return QSystemTrayIcon.isSystemTrayAvailable()


class Tray(QObject):
    """The icon and its menu; shown while the user wants it."""

    def __init__(self, *, window: MainWindow, theme: Theme) -> None:
        super().__init__(window)
        self._window, self._theme = window, theme
        self._icon: QSystemTrayIcon | None = None
        """None until the desktop has a tray."""
        self._is_wanted = self._keep_running = False
        self._checks = QTimer(self, interval=CHECK_MS, timerType=Qt.TimerType.VeryCoarseTimer)
        self._checks.timeout.connect(self._check)
        self.menu = QMenu(window)
        self._state = self._add("", lambda: None)
        self._state.setEnabled(False)
        self.menu.addSeparator()
        self._add(self.tr("Open Alicia"), window.bring_to_front)
        self._mute = self._add(self.tr("Mute"), window.toggle_mute)
        self._add(self.tr("New conversation"), self._on_new)
        self.menu.addSeparator()
        self._add(self.tr("Quit"), window.quit)
        window.voice_shown.connect(self.show_voice)
        theme.changed.connect(self._on_theme)

    @property
    def is_shown(self) -> bool:
        """Whether the icon can be seen now."""
        return self._icon is not None and self._icon.isVisible() and is_available()

    def use(self, *, shown: bool, keep_running: bool) -> None:
        """Show or hide the icon; without it the program never goes on without a window."""
        self._is_wanted, self._keep_running = shown, keep_running
        if shown:
            self._checks.start()
        else:
            self._checks.stop()
        self._check()

    def _check(self) -> None:
        if self._icon is None and self._is_wanted and is_available():
            self._icon = self._create_icon()
        if self._icon is not None:
            self._icon.setVisible(self._is_wanted)
        self._window.keeps_running = self._keep_running and self.is_shown

    def _create_icon(self) -> QSystemTrayIcon:
        icon = QSystemTrayIcon(_picture(self._theme), self)
        icon.setContextMenu(self.menu)
        icon.activated.connect(self._on_activated)
        icon.messageClicked.connect(self._window.bring_to_front)
        set_tool_tip(icon, self._state.text())
        return icon

    def show_voice(self, row: VoiceRow) -> None:
        """Say the state of voice."""
        words = self.tr("Alicia: {state}").format(state=row.title)
        self._state.setText(words)
        if self._icon is not None:
            set_tool_tip(self._icon, words)
        self._mute.setText(self.tr("Unmute") if row.mode == "muted" else self.tr("Mute"))
        self._mute.setEnabled(row.open)

    def show_message(self, title: str, text: str) -> bool:
        """Show a notice beside the icon, if there is one; return whether."""
        if self._icon is None or not self.is_shown:
            return False
        self._icon.showMessage(notification_text(title), notification_text(text), self._icon.icon(), NOTICE_MS)
        return True

    def close(self) -> None:
        """Take the icon away."""
        self.use(shown=False, keep_running=False)
        self.deleteLater()

    def _add(self, text: str, act: Callable[[], object]) -> QAction:
        action = self.menu.addAction(text)
        action.triggered.connect(lambda _=False: act())
        return action

    def _on_theme(self) -> None:
        if self._icon is not None:
            self._icon.setIcon(_picture(self._theme))

    def _on_new(self) -> None:
        self._window.bring_to_front()
        self._window.new_conversation()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self._window.bring_to_front()


def _picture(theme: Theme) -> QIcon:
    own = QGuiApplication.windowIcon()
    return own if not own.isNull() else theme.icon(ICON, "accent")
