"""The bar of a replay: play, step, scrub, speed; the words at the position, and what of the sound is missing.

Time runs from left to right in every language, as in the waterfall, so the scrubber is never mirrored.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QVBoxLayout,
    QWidget,
)

from alicia_desktop.base.translation import format_number
from alicia_desktop.ui.focus import claim_escape
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.fields import Picker
from alicia_desktop.ui.widgets.labels import ElidedLabel, Label
from alicia_desktop.view.replay_track import SPEEDS, ReplayTrack
from alicia_desktop.view.text import MINUS

STEP_MS: Final = 100
PAGE_MS: Final = 1_000
SPEED_WIDTH: Final = 88
STEPS_WIDTH: Final = 400
"""From here on there is room for the buttons that step."""
SOUND_HEIGHT: Final = 3
TICK_HEIGHT: Final = 5
FRAME: Final = 4
"""Pixels at its edges that the frame of the focus takes, where no tick is seen."""
MAX_VALUE: Final = 1e9
"""Of a slider, which counts in 32 bits."""
LONG_SECONDS: Final = 600


class Scrubber(QSlider):
    """Milliseconds of the turn; below the groove where sound is kept, above it a tick for each stanza."""

    def __init__(self, *, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._track: ReplayTrack | None = None
        self._unit = 1.0
        """Milliseconds of one step of its value: a clock that jumped by a month needs larger ones."""
        self.setAccessibleName(name)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setSingleStep(STEP_MS)
        self.setPageStep(PAGE_MS)
        self.setMinimumSize(80, 2 * (2 * TICK_HEIGHT + FRAME))
        theme.changed.connect(self.update)

    @property
    def track(self) -> ReplayTrack | None:
        """What it spans."""
        return self._track

    def set_track(self, track: ReplayTrack) -> None:
        """Span the turn."""
        self._track = track
        self._unit = max(1.0, abs(track.first) / MAX_VALUE, abs(track.last) / MAX_VALUE)
        first, last = round(track.first / self._unit), round(track.last / self._unit)
        self.setRange(first, max(first + 1, last))
        self.update()

    @property
    def position(self) -> float:
        """Where the handle is, in milliseconds on the turn's clock."""
        return self.value() * self._unit

    def set_position(self, position: float) -> None:
        """Move the handle, without anybody's wish."""
        self.blockSignals(True)
        self.setValue(round(position / self._unit))
        self.blockSignals(False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go where it is pressed, and follow the mouse from there."""
        if event.button() == Qt.MouseButton.LeftButton:
            room = max(1.0, self.width() - self._handle_width())
            share = (event.position().x() - self._handle_width() / 2) / room
            self.setValue(round(self.minimum() + share * (self.maximum() - self.minimum())))
        super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint sound and stanzas, then the groove and the handle."""
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        middle = self.height() / 2
        track = self._track
        for clip in track.clips if track is not None else ():
            left, right = self._x(clip.start), self._x(clip.end)
            painter.setBrush(self._theme.colour("speaking-fill" if clip.sequence else "hearing-fill"))
            painter.drawRect(QRectF(left, middle + TICK_HEIGHT, max(1.0, right - left), SOUND_HEIGHT))
        painter.setPen(QPen(self._theme.colour("text-muted"), 1))
        stanzas = (event.at for event in track.events if event.kind == "stanza") if track is not None else ()
        for x in {round(self._x(at)) for at in stanzas}:  # one of a thousand at a pixel draws it
            painter.drawLine(QPointF(x, middle - 2 * TICK_HEIGHT), QPointF(x, middle - TICK_HEIGHT))
        painter.end()
        super().paintEvent(event)

    def _x(self, at: float) -> float:
        """Return the place of a moment: where the middle of the handle would be."""
        width = self._handle_width()
        span = max(1, self.maximum() - self.minimum())
        return width / 2 + (at / self._unit - self.minimum()) / span * (self.width() - width)

    def _handle_width(self) -> int:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        handle, whole = QStyle.SubControl.SC_SliderHandle, QStyle.ComplexControl.CC_Slider
        return self.style().subControlRect(whole, option, handle, self).width()


class ReplayBar(QFrame):
    """`set_track` begins it; hidden until then."""

    play_toggled = Signal()
    step_requested = Signal(bool)
    """Whether the next event is wanted, else the previous one."""
    seek_requested = Signal(float)
    """A position in milliseconds on the turn's clock."""
    speed_chosen = Signal(float)
    close_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("line", "top")
        self.setProperty("ground", "raised")
        self.setAccessibleName(self.tr("Replay"))
        self._theme = theme
        self._last = 0.0
        self._unit = " s"
        self._notes: tuple[str, ...] = ()
        self._back = IconButton("skip-back", self.tr("Previous event (,)"), theme=theme, small=True)
        self._play = IconButton("play", self.tr("Play (Space)"), theme=theme, small=True)
        self._next = IconButton("skip-forward", self.tr("Next event (.)"), theme=theme, small=True)
        self.scrubber = Scrubber(theme=theme, name=self.tr("Position in the turn"))
        self._time = Label("", theme=theme, font="data")
        self._time.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._speed = Picker(theme=theme, name=self.tr("Speed"))
        self._speed.setMinimumContentsLength(0)
        for speed in SPEEDS:
            self._speed.addItem(f"{format_number(speed, 'g')} ×", speed)
        self._close = IconButton("x", self.tr("End replay (Esc)"), theme=theme, small=True)
        self._words = ElidedLabel("", theme=theme)
        self._note = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._widest = ""
        """Of all positions in the turn, the one whose text takes the most room."""
        self._build()
        self._connect()
        theme.changed.connect(self._measure)
        self._measure()
        self.hide()

    @property
    def words(self) -> str:
        """What is being said at the position."""
        return self._words.whole_text

    @property
    def note(self) -> str:
        """What lasts at the position, and what is missing."""
        return self._note.whole_text

    @property
    def time(self) -> str:
        """The position, as it is written."""
        return self._time.text()

    @property
    def speed(self) -> float:
        """The chosen speed."""
        return float(self._speed.currentData())

    def set_track(self, track: ReplayTrack) -> None:
        """Show a turn."""
        self.scrubber.blockSignals(True)  # the range moves the value
        self.scrubber.set_track(track)
        self.scrubber.blockSignals(False)
        self._notes = track.notes
        for button in (self._play, self._back, self._next):
            button.setEnabled(track.last > track.first)
        self._unit = " s" if ":" not in _seconds(track.last) else ""
        widest = max((_seconds(track.first), _seconds(track.last)), key=len)
        self._widest = f"{widest} / {widest}{self._unit}"
        self._measure()
        self._last = track.last
        self.show()

    def _measure(self) -> None:
        """Keep room for every position and speed in the text's size, so that nothing moves."""
        self._speed.setFixedWidth(self._theme.scaled(SPEED_WIDTH))
        self._time.setMinimumWidth(self._time.fontMetrics().horizontalAdvance(self._widest))

    def set_position(self, position: float, words: str, phases: Sequence[str]) -> None:
        """Show where the replay is, what is being said, and what lasts."""
        self.scrubber.set_position(position)
        self._time.setText(f"{_seconds(position)} / {_seconds(self._last)}{self._unit}")
        if words != self._words.whole_text or not words:  # thirty times a second nobody could listen to
            self._words.set_text(words)
            set_accessible_description(self.scrubber, f"{self._time.text()} {words}")
        self._note.set_text(" · ".join([*phases, *self._notes]))

    def set_notes(self, notes: Sequence[str]) -> None:
        """Say what is missing."""
        self._notes = tuple(notes)

    def set_playing(self, *, playing: bool) -> None:
        """Show whether it goes on by itself."""
        self._play.set_icon("pause" if playing else "play")
        self._play.set_name(self.tr("Pause (Space)") if playing else self.tr("Play (Space)"))

    @property
    def has_keyboard(self) -> bool:
        """Whether the keyboard is on something of it."""
        focused = QApplication.focusWidget()
        return focused is not None and self.isAncestorOf(focused)

    def take_focus(self) -> None:
        """Put the keyboard on the scrubber."""
        self.scrubber.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the scrubber room where there is little: the steps have keys."""
        super().resizeEvent(event)
        for button in (self._back, self._next):
            button.setVisible(self.width() >= self._theme.scaled(STEPS_WIDTH))

    def event(self, event: QEvent) -> bool:
        """Take Escape before the window does."""
        return claim_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_requested.emit()
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(4)
        for widget in (self._back, self._play, self._next):
            line.addWidget(widget)
        line.addWidget(self.scrubber, 1)
        line.addSpacing(6)
        line.addWidget(self._time)
        line.addSpacing(8)
        line.addWidget(self._speed)
        line.addWidget(self._close)
        self._speed.setCurrentIndex(SPEEDS.index(1.0))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 8, 6)
        column.setSpacing(2)
        column.addLayout(line)
        column.addWidget(self._words)
        column.addWidget(self._note)

    def _connect(self) -> None:
        self._play.clicked.connect(self.play_toggled)
        self._back.clicked.connect(lambda: self.step_requested.emit(False))
        self._next.clicked.connect(lambda: self.step_requested.emit(True))
        self._close.clicked.connect(self.close_requested)
        self.scrubber.valueChanged.connect(lambda _: self.seek_requested.emit(self.scrubber.position))
        self._speed.currentIndexChanged.connect(self._on_speed)
        space = QShortcut(QKeySequence("Space"), self.scrubber)  # a button is pressed with it
        space.setContext(Qt.ShortcutContext.WidgetShortcut)
        space.activated.connect(self.play_toggled)
        for keys, act in (
            (",", lambda: self.step_requested.emit(False)),
            (".", lambda: self.step_requested.emit(True)),
            ("-", lambda: self._change_speed(-1)),
            ("+", lambda: self._change_speed(1)),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    def _change_speed(self, step: int) -> None:
        self._speed.setCurrentIndex(min(max(self._speed.currentIndex() + step, 0), len(SPEEDS) - 1))

    def _on_speed(self) -> None:
        self.speed_chosen.emit(self.speed)


def _seconds(milliseconds: float) -> str:
    """Return a position with a true minus: `1.24` seconds, or hours, minutes and seconds from ten minutes on."""
    seconds = abs(milliseconds) / 1_000
    minutes, rest = divmod(round(seconds), 60)
    said = format_number(seconds, ".2f") if seconds < LONG_SECONDS else f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
    return f"{MINUS}{said}" if milliseconds < 0 else said
