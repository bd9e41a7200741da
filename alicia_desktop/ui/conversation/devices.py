"""A sound device in the voice bar: its name, which opens the list of devices, over its level meter."""

from collections.abc import Sequence
from typing import Final, Literal

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QVBoxLayout, QWidget

from alicia_desktop.ui.device_names import SYSTEM, DeviceName, device_label, device_names
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import button_text, set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.meter import Meter

DeviceKind = Literal["input", "output"]
LONGEST: Final = 48
"""Characters of a device's name in the menu; the whole name is its tool tip."""


class Device(QWidget):
    """Microphone or speaker."""

    chosen = Signal(str)

    def __init__(self, *, theme: Theme, kind: DeviceKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        title = self.tr("Microphone") if kind == "input" else self.tr("Speaker")
        self._button = _DeviceButton("microphone" if kind == "input" else "speaker-high", title, theme=theme)
        self._button.clicked.connect(self._on_clicked)
        self.meter = Meter(
            theme=theme,
            name=self.tr("Level of the microphone") if kind == "input" else self.tr("Level of the speaker"),
            colour="hearing" if kind == "input" else "speaking",
        )
        self._names: tuple[str, ...] = ()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addStretch()
        layout.addWidget(self._button)
        layout.addWidget(self.meter)
        layout.addStretch()

    def set_names(self, names: Sequence[str]) -> None:
        """Take the devices that there are now."""
        self._names = tuple(names)

    def set_current(self, name: str) -> None:
        """Show which one is in use."""
        self._button.set_device(name)

    def set_width(self, width: int) -> None:
        """Be `width` wide."""
        self._button.setFixedWidth(width)
        self.meter.setFixedWidth(width)
        self.setFixedWidth(width)

    def menu(self) -> QMenu:
        """Return the list of devices."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        group = QActionGroup(menu)
        listed = device_names(self._names) if self._names else ()
        plug_ins = [device for device in listed if not device.plain]
        for device in listed:
            if device.plain:
                menu.addAction(self._action(device, group))
        if plug_ins:
            menu.addSeparator()
            more = menu.addMenu(self.tr("Plug-ins of the sound system"))
            more.addActions([self._action(device, group) for device in plug_ins])
        if not listed:
            nothing = QAction(self.tr("No device found"), menu)
            nothing.setEnabled(False)
            menu.addAction(nothing)
        return menu

    def _action(self, device: DeviceName, group: QActionGroup) -> QAction:
        room = LONGEST * self.fontMetrics().averageCharWidth()
        text = self.fontMetrics().elidedText(device.label, Qt.TextElideMode.ElideMiddle, room)
        used = self._button.device
        checked = device.name == used or device.label == device_label(used)
        action = QAction(button_text(text), group, checkable=True, checked=checked)
        set_tool_tip(action, device.name or device.label)
        action.triggered.connect(lambda _on=False: self.chosen.emit(device.name))
        return action

    def _on_clicked(self) -> None:
        self.menu().popup(self._button.mapToGlobal(QPoint(0, self._button.height())))


class _DeviceButton(QAbstractButton):
    def __init__(self, icon: str, title: str, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._icon = icon
        self._title = title
        self._text = self.device = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(round(20 * theme.scale))
        self.set_device("")
        theme.changed.connect(self.update)

    def set_device(self, name: str) -> None:
        self.device = name
        whole = f"{self._title}: {device_label(name)}"
        self._text = self._title if name in SYSTEM else device_label(name)  # no text of Qt's: "&" would make a key
        set_accessible_name(self, whole)
        set_tool_tip(self, whole)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(124, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as the meter below it
        size, ratio = self._theme.icon_size("small"), self.devicePixelRatioF()
        colour = "text" if self.underMouse() else "text-muted"
        top = (self.height() - size) // 2
        room = self.width() - 2 * (size + 4)
        painter.setFont(self._theme.font("small"))
        painter.setPen(self._theme.colour(colour))
        metrics = painter.fontMetrics()
        text = metrics.elidedText(self._text, Qt.TextElideMode.ElideRight, room)
        if text != self._text and self.device in SYSTEM:
            text = ""  # it says no more than the icon does
        painter.drawPixmap(0, top, self._theme.pixmap(self._icon, colour, size, ratio))
        painter.drawText(QRectF(size + 4, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
        x = size + 4 + (metrics.horizontalAdvance(text) + 4 if text else 0)
        painter.drawPixmap(x, top, self._theme.pixmap("caret-down", colour, size, ratio))
        painter.end()
