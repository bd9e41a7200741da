"""Fields of a form: a choice from a list, also of sound devices, a switch, and a text of several lines.

PortAudio gives names that are meant for a configuration file. On Linux its list holds the cards, the sound server and
every plug-in of ALSA, all alike: `device_names` puts the default first, then the devices, and the plug-ins last,
because somebody may still need one. A text that is too long to be laid out while somebody types is not edited here.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QMimeData, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette, QPen, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QKeySequenceEdit,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.ui.theme import SPELLED, FontName, Theme
from alicia_desktop.ui.untrusted.layout_cost import layout_cost
from alicia_desktop.ui.untrusted.plain_text import (
    MAX_BUTTON_CHARACTERS,
    MAX_LABEL_COST,
    clip,
    set_accessible_name,
    shorten,
    tool_tip,
)
from alicia_desktop.ui.widgets.labels import Label

DOT, RING = 6, 5
"""Pixels of a chosen radio button, at the usual text size."""
RADIO_SHEET: Final = (
    "QRadioButton::indicator {{ width: {side}px; height: {side}px; border-radius: {radius}px; }}"
    "QRadioButton::indicator:checked {{ width: {dot}px; height: {dot}px; border-width: {ring}px; }}"
)
SYSTEM: Final = frozenset({"", "default"})
"""Names under which the system's own choice is opened; the empty one is how the settings write it."""
SERVERS: Final = {"pulse": "PulseAudio", "pipewire": "PipeWire", "jack": "JACK"}
PLUG_INS: Final = re.compile(
    r"sysdefault|null|oss|samplerate|speexrate|speex|lavrate|upmix|vdownmix|dmix|dsnoop|front|rear|center_lfe|side"
    r"|surround\d+|iec958|spdif|a52|hdmi|modem|phoneline|usbstream"
)
ADDRESS: Final = re.compile(r"\s*\(hw:\d+,\d+\)$")


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceName:
    """A device in a list."""

    name: str
    """As PortAudio calls it; empty is the system's own choice."""
    label: str
    plain: bool
    """Whether it is a device that users know; else it is a plug-in of the sound system."""


def device_label(name: str) -> str:
    """Return the label of the device `name`."""
    if name in SYSTEM:
        return translate("System default")
    return SERVERS.get(name) or ADDRESS.sub("", name) or name


def device_names(names: Iterable[str]) -> tuple[DeviceName, ...]:
    """Return the list to choose from: the system's default, the devices, the plug-ins; no label twice."""
    known = [name for name in names if name not in SYSTEM]
    labels = [device_label(name) for name in known]
    found = [
        # Two outputs of one card differ by their address alone.
        DeviceName(
            name=name,
            label=label if labels.count(label) == 1 else name,
            plain=PLUG_INS.fullmatch(name) is None,
        )
        for name, label in zip(known, labels, strict=True)
    ]
    system = DeviceName(name="", label=device_label(""), plain=True)
    return (system, *sorted(found, key=lambda device: not device.plain))


MAX_EDIT_CHARACTERS: Final = 20_000
MAX_EDIT_LINE_COST: Final = 40_000
"""Of a paragraph, which is laid out as one with every key."""


START, USUAL_END = 8, 28
"""Pixels before the text of a choice, and after it in the style sheet."""
AIR: Final = 4
"""Pixels beside the text of a choice, since widths of fonts are fractions."""
SWITCH_HEIGHT: Final = 18
WORDS_LEFT: Final = 40
"""Pixels from the leading edge of a switch to its words."""


class Picker(QComboBox):
    """A combo box in the theme's look, which screen readers know by the label that has it as its buddy.

    On AT-SPI, Qt gives what is chosen as the name of a combo box, and the name as that of its label alone. A picker
    that is shown without one makes a hidden label of its own.
    """

    def __init__(self, *, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFont(theme.font("ui"))
        self.setFixedHeight(theme.height("control"))
        self.setAccessibleName(name)
        self.view().setAccessibleName(name)
        self.setMinimumContentsLength(8)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def offer(self, text: str, value: object) -> None:
        """Add a choice whose text comes from elsewhere and is shown as it is."""
        self.addItem(shorten(text, MAX_BUTTON_CHARACTERS), value)

    def showEvent(self, event: QShowEvent) -> None:
        """See to it that there is a label before assistive technology asks for it."""
        super().showEvent(event)
        self._ensure_label()

    def _ensure_label(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        beside = parent.findChildren(Label, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if any(label.buddy() is self for label in beside):
            return
        label = Label(self.accessibleName(), theme=self._theme, parent=parent)  # Qt looks among the siblings only
        label.hide()
        label.set_buddy(self)
        self.destroyed.connect(label.deleteLater)

    @property
    def _end(self) -> int:
        """The width at the end that belongs to the caret."""
        return self._theme.icon_size() + 12

    def width_for(self, text: str) -> int:
        """Return the width in which a choice is whole."""
        return START + self.fontMetrics().horizontalAdvance(text) + AIR + self._end

    def sizeHint(self) -> QSize:
        """Have room for the caret as large as it is beside large text; the style sheet knows the usual one alone."""
        return super().sizeHint() + QSize(max(0, self._end - USUAL_END), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the field with a text that ends before the caret, then the caret."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        said = option.currentText
        if self.currentIndex() < 0 and self.placeholderText():
            said = self.placeholderText()
            option.palette.setColor(QPalette.ColorRole.ButtonText, self._theme.colour("text-muted"))
        elide = Qt.TextElideMode.ElideRight
        option.currentText = self.fontMetrics().elidedText(said, elide, self.width() - START - self._end)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        size = self._theme.icon_size()
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = 8 if mirrored else self.width() - size - 8
        colour = "text-muted" if self.isEnabled() else "text-disabled"
        pixmap = self._theme.pixmap("caret-down", colour, size, self.devicePixelRatioF())
        painter.drawPixmap(left, (self.height() - size) // 2, pixmap)
        painter.end()


class DevicePicker(Picker):
    """A choice of a sound device; `chosen` is the name that opens it, empty for the system's own."""

    def __init__(self, *, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme=theme, name=name, parent=parent)
        self.setPlaceholderText(self.tr("No device found"))
        self.setEnabled(False)

    @property
    def chosen(self) -> str:
        """The name of the chosen device."""
        return str(self.currentData() or "")

    def set_names(self, names: Sequence[str]) -> None:
        """Set the devices that can be chosen; the chosen one stays chosen while it is listed."""
        current = self.chosen
        self.clear()
        for device in device_names(names) if names else ():
            self.offer(device.label, device.name)
            tip = tool_tip(device.name or device.label)
            self.setItemData(self.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self.setEnabled(bool(names))
        self.choose(current)

    def choose(self, name: str) -> None:
        """Select the device of that name, or the system default where it is not listed."""
        place = self.findData(name)
        self.setCurrentIndex(place if place >= 0 else min(0, self.count() - 1))


def name_key_edit(edit: QKeySequenceEdit, name: str) -> None:
    """Name a field for keys, and the line edit inside, which is a field of its own to screen readers."""
    for widget in (edit, *edit.findChildren(QLineEdit)):
        set_accessible_name(widget, name)


class RadioButton(QRadioButton):
    """A radio button as large as its words; the program's style sheet has the usual size."""

    def __init__(self, text: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        whole, ring = self._theme.scaled(DOT + 2 * RING), self._theme.scaled(RING)
        dot = whole - 2 * ring
        # A radius of more than half of it would make it a square; the edge of one that is not chosen is a pixel wide.
        self.setStyleSheet(RADIO_SHEET.format(side=whole - 2, radius=whole // 2, dot=dot, ring=ring))


class Toggle(QCheckBox):
    """A switch with its words beside it."""

    def __init__(self, text: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self.setFont(theme.font("ui"))
        self.setMinimumHeight(theme.height("control-small"))
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the room for switch and words."""
        return QSize(
            self._theme.scaled(WORDS_LEFT) + self.fontMetrics().horizontalAdvance(self.text()), self.minimumHeight()
        )

    def hitButton(self, pos: QPoint) -> bool:
        """Return true: the words switch too."""
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Switch with Return as with Space."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.toggle()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the switch, its knob at the side that says on or off, and the words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on, unit = self.isChecked(), self._theme.scaled(SWITCH_HEIGHT) / SWITCH_HEIGHT
        top = (self.height() - SWITCH_HEIGHT * unit) / 2
        edge = "accent" if on else "border-strong"
        painter.setPen(QPen(self._theme.colour(edge), 1))
        painter.setBrush(self._theme.colour("accent" if on else "surface-raised"))
        painter.drawRoundedRect(QRectF(0.5, top + 0.5, 32 * unit - 1, 18 * unit - 1), 9 * unit - 0.5, 9 * unit - 0.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("accent-text" if on else "border-strong"))
        painter.drawEllipse(QPointF((23 if on else 9) * unit, top + 9 * unit), 6 * unit, 6 * unit)
        painter.setPen(self._theme.colour("text" if self.isEnabled() else "text-disabled"))
        painter.setFont(self.font())
        left = self._theme.scaled(WORDS_LEFT)
        words = QRectF(left, 0, self.width() - left, self.height())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self.text())
        painter.end()


class EditField(QPlainTextEdit):
    """A multi-line text field; `note`, to be placed below it, says why text was not pasted or cannot be edited."""

    text_changed = Signal()
    """Emitted when the text changed."""

    def __init__(
        self,
        *,
        theme: Theme,
        font: FontName = "body",
        most: int = MAX_EDIT_CHARACTERS,
        spelled: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        """`most` is how many characters the text may have; more are not pasted. `spelled`: it is prose, not code."""
        super().__init__(parent)
        self._whole: str | None = None
        self._most = most
        self.note = Label("", theme=theme, font="small", tone="warn", wrap=True)
        self.note.hide()
        self.setProperty("field", True)
        self.setProperty(SPELLED, spelled)
        self.setFont(theme.font(font))
        self.setTabChangesFocus(True)
        self.textChanged.connect(self.text_changed)

    @property
    def text(self) -> str:
        """All of the text."""
        return self.toPlainText() if self._whole is None else self._whole

    @property
    def too_long(self) -> bool:
        """Whether it is only shown, and only its beginning."""
        return self._whole is not None

    def set_text(self, text: str) -> None:
        """Set the text."""
        long = not can_be_edited(text)
        self._whole = text if long else None
        self.setReadOnly(long)
        self.setPlainText(clip(text, MAX_LABEL_COST) if long else text)
        self._show_note(self.tr("This text is too long to edit here") if long else "")

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste plain text that is not too long."""
        text = source.text()
        kept = len(self.toPlainText()) - len(self.textCursor().selectedText())
        if kept + len(text) <= self._most and can_be_edited(self.toPlainText() + text):
            self.insertPlainText(text)
            self._show_note("")
        else:
            most = self.tr("Not pasted: the text would exceed {count} characters")
            self._show_note(most.format(count=format_number(self._most)))

    def _show_note(self, note: str) -> None:
        self.note.setText(note)
        self.note.setVisible(bool(note))


def can_be_edited(text: str, *, most: int = MAX_EDIT_CHARACTERS) -> bool:
    """Whether a text can be laid out anew with every key."""
    if len(text) > most:
        return False
    return max(layout_cost(line, plain=True) for line in text.split("\n")) <= MAX_EDIT_LINE_COST
