"""The first-run page, which builds its card when it is first shown: most starts do without it.

Devices and voice may be set before; the card gets them when it is built.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.rows import VoiceRow

if TYPE_CHECKING:
    from alicia_desktop.ui.conversation.first_run import FirstRunCard


class FirstRunPage(QWidget):
    """Forward state to the first-run card and its signals to the window."""

    microphone_test_requested = Signal(bool)
    speaker_test_requested = Signal()
    device_requested = Signal(str, str)
    place_requested = Signal(str)
    model_requested = Signal()
    finished = Signal(bool)
    """Whether to start talking; False if the test was skipped."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.card: FirstRunCard | None = None
        self._devices: tuple[Sequence[str], Sequence[str]] = ((), ())
        self._voice: VoiceRow | None = None
        self._place_now = "local"

    def build(self) -> None:
        """Build the card, unless it exists."""
        if self.card is not None:
            return
        from alicia_desktop.ui.conversation.first_run import FirstRunCard  # noqa: PLC0415 - see the module

        card = self.card = FirstRunCard(theme=self._theme, parent=self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(card)
        card.microphone_test_requested.connect(self.microphone_test_requested)
        card.speaker_test_requested.connect(self.speaker_test_requested)
        card.device_requested.connect(self.device_requested)
        card.place_requested.connect(self.place_requested)
        card.model_requested.connect(self.model_requested)
        card.finished.connect(self.finished)
        card.set_devices(*self._devices)
        card.set_place(self._place_now)
        if self._voice is not None:
            card.set_voice(self._voice)

    def set_devices(self, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        """Set the available devices."""
        self._devices = inputs, outputs
        if self.card is not None:
            self.card.set_devices(inputs, outputs)

    def set_voice(self, row: VoiceRow) -> None:
        """Set the devices in use and the microphone threshold."""
        self._voice = row
        if self.card is not None:
            self.card.set_voice(row)

    def set_place(self, place: str) -> None:
        """Select the current place: `local` or `server`."""
        self._place_now = place
        if self.card is not None:
            self.card.set_place(place)

    def set_model_offer(self, server: str, model: str, *, used: bool = False) -> None:
        """Offer the model of a server that runs on this computer, or say that it is used."""
        if self.card is not None:
            self.card.set_model_offer(server, model, used=used)

    def set_tested(self, *, microphone: bool, speaker: bool) -> None:
        """Show whether the tested device could be opened."""
        if self.card is not None:
            self.card.set_tested(microphone=microphone, speaker=speaker)

    def end_test(self) -> None:
        """End a running test and close the microphone."""
        if self.card is not None:
            self.card.end_test()

    def set_level(self, level: float) -> None:
        """Show the microphone level, 0–1."""
        if self.card is not None:
            self.card.set_level(level)
