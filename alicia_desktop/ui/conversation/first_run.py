"""The first-run card: test microphone and speaker, and choose this computer or a server. Typing works meanwhile.

Nothing of the test is recorded or sent. The microphone opens only when the user starts the test.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from alicia_desktop.ui.accessible_roles import announce
from alicia_desktop.ui.conversation.place_choice import PlaceChoice
from alicia_desktop.ui.presence_icon import Mark
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.fields import DevicePicker
from alicia_desktop.ui.widgets.labels import Icon, Label, rule
from alicia_desktop.ui.widgets.meter import Meter
from alicia_desktop.view.rows import VoiceRow

UNTESTED = ("question", "text-muted")
MARGIN: Final = 24
"""Pixels at either side of a narrow window, as the dock has."""
NAMES_WIDTH: Final = 156
"""Of what is tested and its result; where the page is not `WIDE` they take what they need."""
WIDE: Final = 560
"""Pixels of the page from which on names, fields and buttons have room beside each other at their full widths."""
MIN_FIELD_WIDTH: Final = 72
"""Pixels that a device's name and its level keep, so that the buttons behind them are whole."""

BUTTON_WIDTH: Final = 140
"""Least width of the buttons that test, in pixels."""


class FirstRunCard(QScrollArea):
    """The first-run card in a scroll area, for small windows."""

    microphone_test_requested = Signal(bool)
    speaker_test_requested = Signal()
    device_requested = Signal(str, str)
    place_requested = Signal(str)
    model_requested = Signal()
    """The model that is offered is to be used."""
    finished = Signal(bool)
    """Whether to start talking; False if the test was skipped."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._testing = self._playing = False
        self._threshold = 0.3
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._microphones = DevicePicker(theme=theme, name=self.tr("Microphone"))
        self._speakers = DevicePicker(theme=theme, name=self.tr("Speaker"))
        self._meter = Meter(theme=theme, name=self.tr("Microphone level"))
        for part in (self._microphones, self._speakers, self._meter):
            part.setMinimumWidth(MIN_FIELD_WIDTH)
        self._meter.setMaximumWidth(theme.width("conversation-column"))
        self._test = Button(self.tr("Test"), theme=theme, icon="microphone")
        self._test.setAccessibleName(self.tr("Test the microphone"))
        self._play = Button(self.tr("Play a sound"), theme=theme, icon="play-fill")
        self._microphone_result = _TestResult(self._test, theme=theme)
        self._speaker_result = _TestResult(self._play, theme=theme)
        self._marker = Label(
            self.tr("Sound above the marker counts as speech"), theme=theme, font="small", tone="muted", wrap=True
        )
        self.places = PlaceChoice(theme=theme)
        self.offer = _ModelOffer(theme=theme)
        later = self.tr("You can change all of this later in Settings (Ctrl+,).")
        self._later = Label(later, theme=theme, font="small", tone="muted", wrap=True)
        """Gives way to the offer, so that nothing moves when that comes."""
        self._build()
        self._connect()
        theme.changed.connect(self._fit)

    def set_devices(self, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        """Set the available devices."""
        self._microphones.set_names(inputs)
        self._speakers.set_names(outputs)

    def set_voice(self, row: VoiceRow) -> None:
        """Set the devices in use and the microphone threshold."""
        self._threshold = row.threshold
        self._meter.set_threshold(row.threshold)
        self._microphones.choose(row.input_device)
        self._speakers.choose(row.output_device)

    def set_place(self, place: str) -> None:
        """Select the current place: `local` or `server`."""
        self.places.choose(place)

    def set_model_offer(self, server: str, model: str, *, used: bool) -> None:
        """Offer the model of a server that runs on this computer, or say that it is used."""
        self.offer.set_model(server, model, used=used)
        self._later.setVisible(not server)

    def set_tested(self, *, microphone: bool, speaker: bool) -> None:
        """Show whether the tested device could be opened."""
        if self._testing and not microphone:
            self._end_test()
            self._microphone_result.set_result("warning-circle-fill", "error", self.tr("Couldn’t be opened"))
        if self._playing:
            self._playing = False
            if speaker:
                self._speaker_result.set_result("check-circle-fill", "ok", self.tr("Played"))
            else:
                self._speaker_result.set_result("warning-circle-fill", "error", self.tr("Couldn’t be opened"))

    def end_test(self) -> None:
        """End a running test and close the microphone."""
        if self._testing:
            self._end_test()
            self._microphone_result.set_result(*UNTESTED, self.tr("Not tested yet"))
            self.microphone_test_requested.emit(False)

    def set_level(self, level: float) -> None:
        """Show the microphone level, 0–1; the test passes once it reaches the threshold."""
        if self._testing:
            self._meter.set_level(level)
            if level >= self._threshold:
                self._microphone_result.set_result("check-circle-fill", "ok", self.tr("We can hear you"))

    def _build(self) -> None:
        page = QWidget()
        page.setProperty("ground", "surface")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 24, 0, 16)
        column.setSpacing(0)
        column.addLayout(self._create_greeting())
        column.addSpacing(24)
        column.addLayout(self._create_heading())
        column.addSpacing(8)
        column.addWidget(self._create_tests())
        column.addSpacing(24)
        column.addWidget(Label(self.tr("Where should Alicia run?"), theme=self._theme, font="title"))
        column.addSpacing(8)
        column.addWidget(self.places)
        column.addSpacing(24)
        column.addLayout(self._create_buttons())
        column.addStretch()
        outer = QWidget()
        outer.setProperty("ground", "surface")
        self._line = QHBoxLayout(outer)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._page = page
        self._line.addWidget(page)
        self._line.addStretch()
        self.setWidget(outer)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the edges of the dock below, with a scroll bar or not; it stands still when the dock grows."""
        super().resizeEvent(event)
        width = max(120, min(self._theme.width("conversation-column"), self.width() - 2 * MARGIN))
        self._page.setFixedWidth(width)
        self._fit()
        self._line.setContentsMargins((self.width() - width + 1) // 2, 0, 0, 0)

    def _create_greeting(self) -> QHBoxLayout:
        mark = Mark(theme=self._theme, size=64)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(Label(self.tr("Hello, I’m Alicia"), theme=self._theme, font="display", wrap=True))
        text = self.tr("Talk to me or type. I remember what matters to you, and you can see what I remember.")
        words.addWidget(Label(text, theme=self._theme, font="body", tone="muted", wrap=True))
        line = QHBoxLayout()
        line.setSpacing(16)
        line.setContentsMargins(0, 0, 0, 0)
        line.addSpacing(-10)
        line.addWidget(mark)
        line.addLayout(words, 1)
        close = IconButton("x", self.tr("Close: I’ll type"), theme=self._theme)
        close.clicked.connect(lambda: self._finish(talk=False))
        line.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        return line

    def _create_heading(self) -> QHBoxLayout:
        line = QHBoxLayout()
        title = self.tr("Test your microphone and speaker")
        line.addWidget(Label(title, theme=self._theme, font="title", wrap=True), 3)
        promise = self.tr("Nothing is recorded or sent during this test")
        said = Label(promise, theme=self._theme, font="small", tone="muted", wrap=True)
        said.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(said, 2)
        return line

    def _create_tests(self) -> QFrame:
        card = QFrame()
        card.setProperty("card", True)
        rows = QVBoxLayout(card)
        rows.setContentsMargins(1, 1, 1, 1)
        rows.setSpacing(0)
        theme = self._theme
        microphone = _create_row(Icon("microphone", theme=theme, colour="hearing", size=20), rows=2)
        microphone.addLayout(_create_named(self._microphones, self._microphone_result, theme), 0, 1, 2, 1)
        microphone.addWidget(self._microphones, 0, 2)
        microphone.addWidget(self._test, 0, 3)
        microphone.addWidget(self._meter, 1, 2)
        microphone.addWidget(self._marker, 1, 3)
        policy = self._marker.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # so that nothing moves when it comes
        self._marker.setSizePolicy(policy)
        self._marker.hide()
        speaker = _create_row(Icon("speaker-high", theme=theme, colour="speaking", size=20))
        speaker.addLayout(_create_named(self._speakers, self._speaker_result, theme), 0, 1)
        speaker.addWidget(self._speakers, 0, 2)
        speaker.addWidget(self._play, 0, 3)
        rows.addLayout(microphone)
        rows.addWidget(rule())
        rows.addLayout(speaker)
        self._rows = (microphone, speaker)
        return card

    def _fit(self) -> None:
        """Fit what is tested to the width of the page and the size of its text."""
        page = self._page.width()
        width = max(BUTTON_WIDTH, *(part.sizeHint().width() for part in (self._test, self._play, self._marker)))
        for row in self._rows:
            row.setColumnMinimumWidth(1, NAMES_WIDTH if page >= WIDE else 0)
            row.setColumnMinimumWidth(3, width)  # the same in both rows, so that the fields end alike

    def _create_buttons(self) -> QHBoxLayout:
        skip = Button(self.tr("Skip test"), theme=self._theme, kind="flat")
        start = Button(self.tr("Start talking"), theme=self._theme, kind="primary", icon="arrow-right")
        start.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        skip.clicked.connect(lambda: self._finish(talk=False))
        start.clicked.connect(lambda: self._finish(talk=True))
        line = QHBoxLayout()
        line.addWidget(self._later, 1)
        line.addWidget(self.offer, 1)
        line.addWidget(skip)
        line.addWidget(start)
        return line

    def _connect(self) -> None:
        self._test.clicked.connect(self._on_test)
        self._play.clicked.connect(self._on_play)
        self._microphones.activated.connect(lambda: self.device_requested.emit("input", self._microphones.chosen))
        self._speakers.activated.connect(lambda: self.device_requested.emit("output", self._speakers.chosen))
        self.places.chosen.connect(self.place_requested)
        self.offer.use.clicked.connect(self.model_requested)

    def _on_test(self) -> None:
        if self._testing:
            self.end_test()
            return
        self._testing = True
        self._test.setAccessibleName(self.tr("Stop the test"))
        self._test.setText(self.tr("Stop"))  # it stays, since the focus would jump from a button that goes
        self._marker.show()
        self._microphone_result.set_result("ear", "text-muted", self.tr("Say something"))
        self.microphone_test_requested.emit(True)

    def _on_play(self) -> None:
        self._playing = True
        self.speaker_test_requested.emit()

    def _end_test(self) -> None:
        self._testing = False
        self._meter.set_level(0)
        self._marker.hide()
        self._test.setText(self.tr("Test"))
        self._test.setAccessibleName(self.tr("Test the microphone"))

    def _finish(self, *, talk: bool) -> None:
        self.end_test()
        self.finished.emit(talk)


class _ModelOffer(QWidget):
    """One line that offers a model; hidden until there is one."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._icon = Icon("lightning", theme=theme, colour="accent", size=16)
        self.text = Label("", theme=theme, font="small", wrap=True)
        self.use = Button(self.tr("Use it"), theme=theme, small=True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._icon)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.use)
        self.hide()

    def set_model(self, server: str, model: str, *, used: bool) -> None:
        """Offer a model, or say that it is used; without a server there is nothing to offer."""
        offered = self.tr("{server} runs here with {model}. Use it?")
        taken = self.tr("Alicia answers with {model} ({server})")
        self.text.setText((taken if used else offered).format(server=server, model=model))
        if used:
            self._icon.set_icon("check-circle-fill", "ok")
        self.use.setVisible(not used)
        self.setVisible(bool(server))


class _TestResult(QWidget):
    """What came of a test, which is also the description of its button."""

    def __init__(self, button: Button, *, theme: Theme) -> None:
        super().__init__()
        self._button = button
        self._icon = Icon("question", theme=theme, size=14)
        self._text = Label(self.tr("Not tested yet"), theme=theme, font="small", tone="muted")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._icon)
        layout.addWidget(self._text, 1)
        button.setAccessibleDescription(self._text.text())

    def set_result(self, icon: str, colour: str, text: str) -> None:
        if text != self._text.text():
            announce(self, text, at_once=colour == "error")
        self._button.setAccessibleDescription(text)
        self._icon.set_icon(icon, colour)
        self._text.set_tone("muted" if colour == "text-muted" else colour)
        self._text.setText(text)


def _create_row(icon: Icon, *, rows: int = 1) -> QGridLayout:
    """Return the grid of a test row."""
    grid = QGridLayout()
    grid.setContentsMargins(15, 15, 15, 15)
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(8)
    grid.setColumnStretch(2, 1)
    grid.addWidget(icon, 0, 0, rows, 1)
    return grid


def _create_named(picker: DevicePicker, result: QWidget, theme: Theme) -> QVBoxLayout:
    words = QVBoxLayout()
    words.setSpacing(0)
    words.addStretch()
    label = Label(picker.accessibleName(), theme=theme, font="ui-strong")
    label.set_buddy(picker)
    words.addWidget(label)
    words.addWidget(result)
    words.addStretch()
    return words
