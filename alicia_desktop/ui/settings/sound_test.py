"""Tests of microphone and speaker in the settings, with the devices that are chosen there and not saved yet.

The microphone is heard until somebody stops the test; nothing of it is recorded or sent. What came of a test stands
below the buttons, such as that the microphone gives no sound at all.
"""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.accessible_roles import announce
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label


@dataclass(frozen=True, kw_only=True, slots=True)
class SoundTestRequest:
    """What is to be tested now; neither of the two ends the test."""

    microphone: bool = False
    speaker: bool = False
    input_device: str = ""
    output_device: str = ""


class SoundTest(QWidget):
    """Two buttons, and what came of them."""

    microphone_toggled = Signal(bool)
    speaker_requested = Signal()

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self.testing = False
        """Whether the microphone is tested."""
        self._playing = False
        self._microphone = Button("", theme=theme, icon="microphone", small=True)
        self._microphone.clicked.connect(self._on_microphone)
        self._speaker = Button(self.tr("Play a sound"), theme=theme, icon="speaker-high", small=True)
        self._speaker.clicked.connect(self._on_speaker)
        self._result = Label("", theme=theme, font="small", tone="muted", wrap=True)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._microphone)
        line.addWidget(self._speaker)
        line.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(line)
        layout.addWidget(self._result)
        self._show(testing=False, result=self.tr("Nothing is recorded or sent during a test."))

    def set_tested(self, *, microphone: bool, speaker: bool, problem: str) -> None:
        """Show whether the tested devices are open, and the `problem` with them, a sentence or ''."""
        if self._playing:
            self._playing = False
            told = self.tr("Played. Nothing heard? Choose another speaker.")
            self._tell(told if speaker else problem or self.tr("The speaker couldn’t be opened."), failed=not speaker)
        elif self.testing and not microphone:
            self._show(testing=False, result="")
            self._tell(problem or self.tr("The microphone couldn’t be opened."), failed=True)
        elif self.testing and problem:
            self._tell(problem, failed=True)

    def set_level(self, level: float, *, threshold: float) -> None:
        """Tell that the tested microphone hears something; both from 0 to 1."""
        if self.testing and level >= threshold:
            self._tell(self.tr("We can hear you."))

    def end(self) -> None:
        """End the test of the microphone, if there is one."""
        if self.testing:
            self._on_microphone()

    def _on_microphone(self) -> None:
        testing = not self.testing
        self._show(testing=testing, result="")
        self._tell(self.tr("Say something.") if testing else "")
        self.microphone_toggled.emit(testing)

    def _on_speaker(self) -> None:
        self._playing = True
        self._result.setText("")
        self.speaker_requested.emit()

    def _tell(self, result: str, *, failed: bool = False) -> None:
        """Show what came of a test, and announce what is new in it."""
        if result != self._result.text():
            announce(self, result, at_once=failed)
        self._result.setText(result)

    def _show(self, *, testing: bool, result: str) -> None:
        self.testing = testing
        self._microphone.setText(self.tr("Stop the test") if testing else self.tr("Test the microphone"))
        self._result.setText(result)
