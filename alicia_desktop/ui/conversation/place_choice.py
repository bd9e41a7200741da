"""Choose where Alicia runs: a card for this computer and one for a server, with what each brings and what it costs."""

from typing import Final

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from alicia_desktop.ui.accessible_roles import set_role
from alicia_desktop.ui.theme import OWN_RADIUS, OWN_RING, Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description
from alicia_desktop.ui.widgets.fields import RadioButton
from alicia_desktop.ui.widgets.labels import Icon, Label

BENEFIT: Final = ("check", "ok", "")
CAVEAT: Final = ("info", "text-muted", "muted")


class PlaceChoice(QWidget):
    """Choose where Alicia runs: two cards, `local` and `server`."""

    chosen = Signal(str)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        group = QButtonGroup(self)
        here = _PlaceCard(self.tr("On this computer"), "laptop", theme=theme, name="place-local")
        here.add_line(BENEFIT, self.tr("Works without network or account"))
        here.add_line(BENEFIT, self.tr("Voice, answers and memory stay here"))
        here.add_line(CAVEAT, self.tr("Small model: short, simple answers"))
        there = _PlaceCard(self.tr("An Alicia server"), "hard-drives", theme=theme, name="place-server")
        there.add_line(BENEFIT, self.tr("One memory for all your devices"))
        there.add_line(BENEFIT, self.tr("Still readable when you are offline"))
        there.add_line(CAVEAT, self.tr("Needs its address and perhaps a token"))
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(16)
        self._cards = (here, there)
        self.setAccessibleName(self.tr("Where should Alicia run?"))
        set_role(self, QAccessible.Role.Grouping)
        for place, value in ((here, "local"), (there, "server")):
            group.addButton(place.radio)
            place.radio.clicked.connect(lambda _on=False, chosen=value: self.chosen.emit(chosen))
            self._layout.addWidget(place, 1)
        self.radios = {"local": here.radio, "server": there.radio}
        self.choose("local")

    def choose(self, place: str) -> None:
        """Select the current place: `local` or `server`."""
        self.radios[place].setChecked(True)

    def event(self, event: QEvent) -> bool:
        """Put the cards beside each other where their words have room, else one below the other."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            widest = max(card.sizeHint().width() for card in self._cards)
            beside = self.width() >= 2 * widest + self._layout.spacing()
            sideways, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
            self._layout.setDirection(sideways if beside else down)
        return super().event(event)


class _PlaceCard(QWidget):
    def __init__(self, title: str, icon: str, *, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName(name)
        self.setProperty(OWN_RADIUS, theme.radius("card"))
        self.radio = RadioButton(title, theme=theme)
        self.radio.setFont(theme.font("ui-strong"))
        self.radio.setProperty(OWN_RING, name)
        self._icon = Icon(icon, theme=theme, size=20)
        self._icon_name = icon
        head = QHBoxLayout()
        head.addWidget(self.radio, 1)
        head.addWidget(self._icon)
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(16, 16, 16, 16)
        self._lines.setSpacing(4)
        self._lines.addLayout(head)
        self._lines.addSpacing(4)
        self._said: list[str] = []
        self.radio.toggled.connect(self._on_toggled)
        theme.changed.connect(self.update)

    def add_line(self, look: tuple[str, str, str], text: str) -> None:
        icon, colour, tone = look
        line = QHBoxLayout()
        line.setContentsMargins(28, 0, 0, 0)
        line.setSpacing(6)
        line.addWidget(Icon(icon, theme=self._theme, colour=colour, size=14))
        line.addWidget(Label(text, theme=self._theme, font="small", tone=tone), 1)
        self._lines.addLayout(line)
        self._said.append(text)
        set_accessible_description(self.radio, ". ".join(self._said))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.radio.click()

    def paintEvent(self, event: QPaintEvent) -> None:
        on = self.radio.isChecked()
        width = 2 if on else 1
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("accent" if on else "border-control"), width))
        painter.setBrush(self._theme.colour("surface-raised"))
        inset, radius = width / 2, self._theme.radius("card")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), radius, radius)
        painter.end()

    def _on_toggled(self, on: bool) -> None:
        self._icon.set_icon(self._icon_name, "accent" if on else "text-muted")
        self.update()
