"""Notices in the window: the banner over the messages, one a state, and the toast at the lower edge, which passes.

A banner is one line as a rule; a sentence that does not fit wraps, because it says what is wrong and what to do. A
toast stays for six seconds, ten with an action, and longer where its words take longer to be read.
"""

from typing import Final, Literal

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsDropShadowEffect, QHBoxLayout, QWidget

from alicia_desktop.ui.accessible_roles import announce
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import Icon, Label
from alicia_desktop.view.rows import BannerRow
from alicia_desktop.view.text import breakable

BANNER_ICON: Final[dict[Literal["info", "warn", "error"], str]] = {
    "info": "info",
    "warn": "wifi-slash",
    "error": "warning-circle-fill",
}


AIR: Final = 10
"""Pixels over and under words of several lines."""


UNDO_MS: Final = 10_000
WORD_MS: Final = 400
"""A toast stays as long as slow readers take for its words: errors are whole sentences."""
LIFT: Final = 16
ToastKind = Literal["done", "info", "error"]
TOAST_ICON: Final[dict[ToastKind, tuple[str, str]]] = {
    "done": ("check-circle-fill", "ok"),
    "info": ("info", "info"),
    "error": ("warning-circle-fill", "error"),
}


class Banner(QWidget):
    """The banner: icon, text, and up to two buttons; hidden while there is nothing to show."""

    action_requested = Signal()
    second_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind: Literal["info", "warn", "error"] = "info"
        self._icon = Icon("info", theme=theme, colour="info")
        self._text = Label("", theme=theme, weight=500, wrap=True)
        self._action = Button("", theme=theme, small=True)
        self._action.clicked.connect(self.action_requested)
        self._second = Button("", theme=theme, small=True)
        self._second.clicked.connect(self.second_requested)
        self._line = layout = QHBoxLayout(self)
        layout.setContentsMargins(24, 0, 12, 1)
        layout.setSpacing(8)
        layout.addWidget(self._icon)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._action)
        layout.addWidget(self._second)
        theme.changed.connect(self.update)
        self.hide()

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """The buttons, in reading order."""
        return self._action, self._second

    @property
    def text(self) -> str:
        """The text of the banner."""
        return self._text.text()

    def set_row(self, row: BannerRow | None) -> None:
        """Show `row`, or hide the banner."""
        self.setVisible(row is not None)
        if row is None:
            return
        self._kind = row.kind
        self._icon.set_icon(row.icon or BANNER_ICON[row.kind], row.kind)
        self._text.setText(row.text)
        self._action.setText(row.action)
        self._action.setVisible(bool(row.action))
        self._second.setText(row.second)
        self._second.setVisible(bool(row.second))
        if row.text != self.accessibleName():
            announce(self, row.text, at_once=row.kind == "error")
        set_accessible_name(self, row.text)
        self._fit()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the words need in this width."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Take the height that the words need in another text size."""
        taken = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit_words()
        return taken

    def _fit(self) -> None:
        self._line.invalidate()  # which asks for a layout: never from within one, or that has no end
        self._line.activate()
        self._fit_words()

    def _fit_words(self) -> None:
        words = self._text.heightForWidth(self._text.width())
        self.setFixedHeight(max(self._theme.height("banner"), words + 2 * AIR))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the soft ground and the line under it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour(f"{self._kind}-soft"))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), self._theme.colour(self._kind))
        painter.end()


class Toast(QFrame):
    """The toast: a passing message with an optional action; a new one replaces the old."""

    action_requested = Signal()
    column_changed = Signal()
    """What it lies over was resized or moved while it is shown: it is to be repositioned."""

    def __init__(self, *, theme: Theme, parent: QWidget, over: QWidget | None = None) -> None:
        """It lies over `over`, a part of `parent`, else over all of it."""
        super().__init__(parent)
        self._theme = theme
        self._room = parent
        self._over = over or parent
        self.setObjectName("toast")
        self._icon = Icon("info", theme=theme)
        self._text = Label("", theme=theme)
        self._action = Button("", theme=theme, kind="link", small=True)
        self._action.clicked.connect(self._on_action)
        close = IconButton("x", self.tr("Dismiss"), theme=theme, small=True)
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
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self.hide()

    @property
    def text(self) -> str:
        """The text of the current or the last message."""
        return self.accessibleName()

    def show_text(self, text: str, action: str = "", *, kind: ToastKind = "done") -> None:
        """Show `text`, with a button when there is an `action`."""
        self._icon.set_icon(*TOAST_ICON[kind])
        self._text.setText(breakable(text))
        self._action.setText(action)
        self._action.setVisible(bool(action))
        set_accessible_name(self, text)
        announce(self, f"{text}. {action}" if action else text, at_once=kind == "error")
        self.reposition()
        self.show()
        self.raise_()
        usual = UNDO_MS if action else self._theme.motion("toast")
        self._timer.start(max(usual, WORD_MS * len(text.split())))

    def reposition(self, above: int = 0, *, below: int | None = None) -> None:
        """Move to the middle of the column's lower edge, `above` pixels higher, and wrap a long text.

        With `below`, move to the upper edge, that many pixels lower.
        """
        room = self._over if self._over.isVisible() else self._room
        most = room.width() - 2 * LIFT
        self._text.setWordWrap(False)
        wide = min(most, self.sizeHint().width())
        self._text.setWordWrap(wide == most)
        self.resize(wide, max(self._theme.height("banner"), self.heightForWidth(wide)))
        left = (room.width() - self.width()) // 2
        top = room.height() - self.height() - LIFT - above if below is None else below + LIFT
        self.move(room.mapTo(self._room, QPoint(left, top)))

    def showEvent(self, event: QShowEvent) -> None:
        """Follow the column while it is shown."""
        super().showEvent(event)
        self._over.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notify of another place of the column, whose parts are laid out by then; hidden, leave it alone."""
        if not self.isVisible():
            watched.removeEventFilter(self)
        elif event.type() in {QEvent.Type.Resize, QEvent.Type.Move}:
            self.column_changed.emit()
        return False

    def enterEvent(self, event: QEnterEvent) -> None:
        """Stay while the pointer is over it."""
        super().enterEvent(event)
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        """Restart the time after which it closes."""
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

    def _apply_theme(self) -> None:
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
