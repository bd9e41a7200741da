"""The voice bar: voice state with hint, devices with their levels, and the voice mode.

State words have a fixed place, so that the meters never move. In a narrow column the modes not chosen become icons,
then the speaker goes, then the microphone, and the button that talks keeps its icon only: whole parts are dropped
before a title of the state is shortened. Where text of 200 % meets the narrowest column, the modes stand below the
title, in place of the hint. Names of tools may be shortened. Devices are in the settings, too.
"""

from collections.abc import Sequence
from typing import Final, Literal

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from alicia_desktop.ui.focus import mark_stop
from alicia_desktop.ui.presence_icon import COLOUR_OF_STATE, MARK_OF_STATE, Mark
from alicia_desktop.ui.text_size import FIXED_SIZE
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import button_text, set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, SegmentButton, Segments
from alicia_desktop.ui.widgets.fields import SYSTEM, DeviceName, device_label, device_names
from alicia_desktop.ui.widgets.labels import ElidedLabel
from alicia_desktop.ui.widgets.meter import Meter
from alicia_desktop.view.rows import VoiceRow
from alicia_desktop.view.status import VoiceTitle

DeviceKind = Literal["input", "output"]
MAX_NAME_WIDTH: Final = 48
"""Characters of a device's name in the menu; the whole name is its tool tip."""


WIDE_MIN_WIDTH: Final = 620
NARROW_MIN_WIDTH: Final = 480
MIN_WIDTH: Final = 360
INSETS: Final = (8, 12)
GAP: Final = 12
STATE_WIDTH: Final = 124
"""Minimum width of the state text, in pixels."""
FEWEST: Final = 4
"""Characters of a device's name, with the mark of what is left out, from which it says anything."""
FORMS: Final = ("wide", "narrow", "tiny")
METER_WIDTHS: Final = {"wide": (124, 100), "narrow": (96, 92), "tiny": (84, 0)}


class DeviceControl(QWidget):
    """A microphone or speaker: its name, which opens the device menu, over its level meter."""

    chosen = Signal(str)

    def __init__(self, *, theme: Theme, kind: DeviceKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        title = self.tr("Microphone") if kind == "input" else self.tr("Speaker")
        self._button = _DeviceButton("microphone" if kind == "input" else "speaker-high", title, theme=theme)
        self._button.clicked.connect(self._on_clicked)
        self.meter = Meter(
            theme=theme,
            name=self.tr("Microphone level") if kind == "input" else self.tr("Speaker level"),
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
        """Set the available devices."""
        self._names = tuple(names)

    def set_current(self, name: str) -> None:
        """Show the device in use."""
        self._button.set_device(name)

    def set_width(self, width: int) -> None:
        """Set the width in pixels."""
        self._button.setFixedWidth(width)
        self.meter.setFixedWidth(width)
        self.setFixedWidth(width)

    def menu(self) -> QMenu:
        """Return the device menu."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        group = QActionGroup(menu)
        listed = device_names(self._names) if self._names else ()
        plug_ins = [device for device in listed if not device.plain]
        for device in listed:
            if device.plain:
                menu.addAction(self._create_action(device, group))
        if plug_ins:
            menu.addSeparator()
            more = menu.addMenu(self.tr("Sound system plug-ins"))
            more.addActions([self._create_action(device, group) for device in plug_ins])
        if not listed:
            nothing = QAction(self.tr("No device found"), menu)
            nothing.setEnabled(False)
            menu.addAction(nothing)
        return menu

    def _create_action(self, device: DeviceName, group: QActionGroup) -> QAction:
        room = MAX_NAME_WIDTH * self.fontMetrics().averageCharWidth()
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
        self.setFixedHeight(theme.scaled(20))
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
        if text != self._text and (self.device in SYSTEM or len(text) < FEWEST):
            text = ""  # it says no more than the icon does
        painter.drawPixmap(0, top, self._theme.pixmap(self._icon, colour, size, ratio))
        painter.drawText(QRectF(size + 4, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
        x = size + 4 + (metrics.horizontalAdvance(text) + 4 if text else 0)
        painter.drawPixmap(x, top, self._theme.pixmap("caret-down", colour, size, ratio))
        painter.end()


class VoiceBar(QWidget):
    """The voice bar, 56 pixels high, above the composer."""

    voice_toggled = Signal(bool)
    mode_requested = Signal(str)
    device_requested = Signal(str, str)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row: VoiceRow | None = None
        self.setFixedHeight(theme.height("voice-bar"))
        self._switch = _MarkButton(theme=theme)
        self._switch.clicked.connect(self._on_switch)
        self._title = ElidedLabel("", theme=theme, font="ui-strong")
        self._hint = ElidedLabel("", theme=theme, font="small", tone="muted")
        self.microphone = DeviceControl(theme=theme, kind="input")
        self.speaker = DeviceControl(theme=theme, kind="output")
        self.microphone.chosen.connect(lambda name: self.device_requested.emit("input", name))
        self.speaker.chosen.connect(lambda name: self.device_requested.emit("output", name))
        self._modes = Segments(
            (
                SegmentButton(id="hands_free", text=self.tr("Hands-free"), icon="headphones"),
                SegmentButton(id="hold", text=self.tr("Hold to talk"), icon="hand-palm"),
                SegmentButton(id="muted", text=self.tr("Muted"), icon="microphone-slash"),
            ),
            theme=theme,
            name=self.tr("Voice mode"),
        )
        self._modes.chosen.connect(self.mode_requested)
        self._start = Button(self.tr("Talk"), theme=theme, icon="microphone")
        set_accessible_name(self._start, self.tr("Talk"))
        self._start.setAccessibleDescription(self.tr("Turns the microphone on"))
        set_tool_tip(self._start, self.tr("Turn the microphone on (Ctrl+Shift+V)"))
        self._start.clicked.connect(lambda: self.voice_toggled.emit(True))
        self._build()

    @property
    def title(self) -> str:
        """The title of the voice state."""
        return self._title.whole_text

    def set_row(self, row: VoiceRow) -> None:
        """Show the voice state."""
        self._row = row
        self._switch.mark.set_shape(MARK_OF_STATE[row.state])
        self._switch.set_on(is_on=row.open)
        tone = COLOUR_OF_STATE[row.state]
        self._title.set_tone("muted-state" if tone == "muted" else "" if tone == "text" else tone)
        self._title.set_text(row.title)
        self._hint.set_text(row.hint)
        set_accessible_name(self, f"{row.title}. {row.hint}")
        self._modes.choose(row.mode)
        if row.open and self._start.hasFocus():
            self._switch.setFocus(Qt.FocusReason.OtherFocusReason)
        self._modes.setVisible(row.open)
        self._start.setVisible(not row.open)
        self._start.setEnabled(row.state not in {"preparing", "unavailable", "connecting"})
        self.microphone.set_current(row.input_device)
        self.speaker.set_current(row.output_device)
        self._fit_width()
        self.microphone.meter.set_threshold(row.threshold)
        self.microphone.meter.setEnabled(row.open and row.mode != "muted")
        self.speaker.meter.setEnabled(row.open)

    def set_levels(self, microphone: float, speaker: float) -> None:
        """Show the levels, 0–1."""
        self.microphone.meter.set_level(microphone)
        self.speaker.meter.set_level(speaker)

    def set_devices(self, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        """Set the available devices."""
        self.microphone.set_names(inputs)
        self.speaker.set_names(outputs)

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size: the parts shown follow the width, not the other way round."""
        return QSize(MIN_WIDTH, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show fewer parts in a narrow column."""
        super().resizeEvent(event)
        self._fit_width()

    def _fit_width(self) -> None:
        """Take the widest form in which the state is whole; in the narrowest one whole parts go for it."""
        width = self.width()
        begin = 0 if width >= WIDE_MIN_WIDTH else 1 if width >= NARROW_MIN_WIDTH else 2
        closed = self._row is None or not self._row.open
        # The longest, and not that of the state now: meters stay in their place.
        titles = [title for title in VoiceTitle if closed or title is not VoiceTitle.OFF]
        need = max(map(self._title.fontMetrics().horizontalAdvance, titles)) + 2
        self._start.setText(self.tr("Talk"))
        self.microphone.show()
        self._stack(stacked=False)
        for form in FORMS[begin:]:
            self._apply_form(form, closed=closed)
            if self._room_for_state(closed=closed) >= need:
                return
        self.microphone.hide()
        if self._room_for_state(closed=closed) < need:
            self._start.setText("")
            self._stack(stacked=not closed)

    def _stack(self, *, stacked: bool) -> None:
        """Have the modes below the title, or beside it."""
        if stacked == self._hint.isHidden():
            return
        self._hint.setVisible(not stacked)
        if stacked:
            self._words.insertWidget(self._words.count() - 1, self._modes, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            self._parts.insertWidget(self._parts.indexOf(self._start), self._modes)

    def _apply_form(self, form: str, *, closed: bool) -> None:
        microphone, speaker = METER_WIDTHS[form]
        if closed and self.width() - self._fixed_width(METER_WIDTHS["wide"][0], speaker) >= STATE_WIDTH:
            microphone = METER_WIDTHS["wide"][0]  # the button that talks leaves more room than the modes
        self.microphone.set_width(microphone)
        self.speaker.setVisible(bool(speaker))
        self.speaker.set_width(speaker or 1)
        self._modes.set_compact(compact=form != "wide", words=form != "tiny")

    def _room_for_state(self, *, closed: bool) -> int:
        """Return what the parts that are shown leave, in pixels."""
        parts: list[QWidget] = [self._switch, self._start if closed else self._modes]
        parts += [part for part in (self.microphone, self.speaker) if part.isVisibleTo(self)]
        widths = sum(max(part.minimumWidth(), part.sizeHint().width()) for part in parts)
        return self.width() - sum(INSETS) - widths - GAP * len(parts)

    def _fixed_width(self, microphone: int, speaker: int) -> int:
        """Return the width of everything but the state text while the microphone is closed, with the gaps."""
        parts = [self._switch.minimumWidth(), microphone, self._start.sizeHint().width()]
        parts += [speaker] if speaker else []
        return sum(INSETS) + sum(parts) + GAP * len(parts)

    def _build(self) -> None:
        words = self._words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch()
        words.addWidget(self._title)
        words.addWidget(self._hint)
        words.addStretch()
        layout = self._parts = QHBoxLayout(self)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        layout.setContentsMargins(INSETS[0], 0, INSETS[1], 0)
        layout.setSpacing(GAP)
        layout.addWidget(self._switch)
        layout.addLayout(words, 1)
        layout.addWidget(self.microphone)
        layout.addWidget(self.speaker)
        layout.addWidget(self._modes)
        layout.addWidget(self._start)
        self._modes.hide()
        self._start.setEnabled(False)
        parts = (self._switch, self.microphone, self.speaker, self._modes, self._start)
        buttons = [[part, *part.findChildren(QAbstractButton)] for part in parts]
        mark_stop(self, *(one for group in buttons for one in group if isinstance(one, QAbstractButton)))

    def _on_switch(self) -> None:
        if self._row is not None:
            self.voice_toggled.emit(not self._row.open)


class _MarkButton(QToolButton):
    """The presence icon as a button that turns the microphone on and off."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self.mark = Mark(theme=theme, size=theme.tokens.mark["voice"])
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(FIXED_SIZE, True)
        self.setFixedSize(self.mark.size())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.mark)
        self.set_on(is_on=False)

    def set_on(self, *, is_on: bool) -> None:
        name = self.tr("Turn the microphone off") if is_on else self.tr("Turn the microphone on")
        set_accessible_name(self, name)
        set_tool_tip(self, self.tr("{name} (Ctrl+Shift+V)").format(name=name))
