"""A rating from 1 to 5: five buttons with a number each, so that every one of them can be named and reached."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.labels import Label

MOST: Final = 5


class Rating(QWidget):
    """Stars up to the given one are filled, and the number stands beside them."""

    rated = Signal(int)

    def __init__(self, value: int, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        said = self.tr("{value} of 5").format(value=value) if value else self.tr("not rated")
        self.setAccessibleName(self.tr("Rating: {said}").format(said=said))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._group = QButtonGroup(self)
        for star in range(1, MOST + 1):
            filled = star <= value
            button = IconButton(
                "star-fill" if filled else "star",
                self.tr("Rate {star} of 5").format(star=star),
                theme=theme,
                small=True,
                colour="assistant" if filled else "text-muted",
            )
            button.setObjectName(f"rate {star}")
            button.setAccessibleDescription(self.tr("selected") if star == value else "")
            self._group.addButton(button, star)
            layout.addWidget(button, alignment=Qt.AlignmentFlag.AlignVCenter)
        layout.addSpacing(6)
        layout.addWidget(Label(said, theme=theme, font="small", tone="muted"))
        layout.addStretch()
        self._group.idClicked.connect(self.rated)
