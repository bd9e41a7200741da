"""A toast: news at the lower edge for six seconds, ten with an action.

It never takes the focus, and never leaves while the mouse or the focus is on it.
"""

from typing import Final, Literal

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsDropShadowEffect, QHBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import Icon, Label
from alicia_desktop.view.text import breakable

UNDO_MS: Final = 10_000
LIFT: Final = 16
ToastKind = Literal["done", "info", "error"]
TOAST_ICON: Final[dict[ToastKind, tuple[str, str]]] = {
    "done": ("check-circle-fill", "ok"),
    "info": ("info", "info"),
    "error": ("warning-circle", "error"),
}


class Toast(QFrame):
    """One at a time: a new one takes the place of the old."""

    action_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._room = parent
        self.setObjectName("toast")
        self._icon = Icon("info", theme=theme)
        self._text = Label("", theme=theme)
        self._action = Button("", theme=theme, kind="link", small=True)
        self._action.clicked.connect(self._on_action)
        close = IconButton("x", self.tr("Close this message"), theme=theme, small=True)
        close.clicked.connect(self.hide)
        for button in (self._action, close):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # pressed by the mouse, it leaves the focus where it is
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 8, 0)
        layout.setSpacing(8)
        for widget in (self._icon, self._text, self._action, close):
            layout.addWidget(widget)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._on_timeout)
        theme.changed.connect(self._dress)
        self._dress()
        self.hide()

    @property
    def text(self) -> str:
        """What it says, or said."""
        return self.accessibleName()

    def say(self, text: str, action: str = "", *, kind: ToastKind = "done") -> None:
        """Show `text`, with a button when there is an `action`."""
        self._icon.set_icon(*TOAST_ICON[kind])
        self._text.setText(breakable(text))
        self._action.setText(action)
        self._action.setVisible(bool(action))
        set_accessible_name(self, text)
        self.settle()
        self.show()
        self.raise_()
        self._timer.start(UNDO_MS if action else self._theme.motion("toast"))

    def settle(self, above: int = 0) -> None:
        """Stand in the middle of the parent's lower edge, `above` pixels higher; what is long goes over more lines."""
        room = self._room
        most = room.width() - 2 * LIFT
        self._text.setWordWrap(False)
        wide = min(most, self.sizeHint().width())
        self._text.setWordWrap(wide == most)
        self.resize(wide, max(self._theme.height("banner"), self.heightForWidth(wide)))
        self.move((room.width() - self.width()) // 2, room.height() - self.height() - LIFT - above)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Stay while somebody reads it."""
        super().enterEvent(event)
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        """Count again."""
        super().leaveEvent(event)
        self._timer.start(self._theme.motion("toast"))

    def _on_action(self) -> None:
        self.hide()
        self.action_requested.emit()

    def _on_timeout(self) -> None:
        focused = QApplication.focusWidget()
        if focused is not None and self.isAncestorOf(focused):
            self._timer.start(self._theme.motion("toast"))
        else:
            self.hide()

    def _dress(self) -> None:
        self.setGraphicsEffect(soft_shadow(self._theme, self))
        edge, ground = self._theme.colour("border-strong").name(), self._theme.colour("surface-raised").name()
        radius = self._theme.radius("card")
        self.setStyleSheet(f"#toast {{ background: {ground}; border: 1px solid {edge}; border-radius: {radius}px; }}")


def soft_shadow(theme: Theme, parent: QWidget) -> QGraphicsDropShadowEffect:
    """Return the one shadow, for things that float."""
    effect = QGraphicsDropShadowEffect(parent)
    effect.setBlurRadius(theme.tokens.shadow.blur)
    effect.setOffset(0, theme.tokens.shadow.y)
    effect.setColor(theme.colour("shadow"))
    return effect
