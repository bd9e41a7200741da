"""The places of the Model page: where a language model can run, one of them chosen, each with a note."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QRadioButton, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.models import BUILT_IN, ModelPlaceRow


class PlaceList(QWidget):
    """One radio button a place, with what was found there beside it."""

    pressed = Signal(str)
    """The id of the place that was pressed."""

    def __init__(self, rows: Sequence[ModelPlaceRow], *, theme: Theme) -> None:
        super().__init__()
        self.radios: dict[str, QRadioButton] = {}
        self.notes: dict[str, Label] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(6)
        grid.setHorizontalSpacing(16)
        grid.setColumnStretch(1, 1)
        group = QButtonGroup(self)
        for number, row in enumerate(rows):
            radio, note = QRadioButton(row.title), Label("", theme=theme, font="small", tone="muted")
            radio.setFont(theme.font("ui"))
            radio.clicked.connect(lambda _on=False, place=row.id: self.pressed.emit(place))
            group.addButton(radio)
            grid.addWidget(radio, number, 0)
            grid.addWidget(note, number, 1)
            self.radios[row.id], self.notes[row.id] = radio, note

    @property
    def chosen(self) -> str:
        """The id of the chosen place."""
        return next((place for place, radio in self.radios.items() if radio.isChecked()), BUILT_IN)
