"""The columns of the journal: what a cell says, and how it is painted."""

from typing import Final

from PySide6.QtCore import QCoreApplication, QRect, Qt

from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.table import CELL_PADDING, Paint
from alicia_desktop.ui.qtrows import Column
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.chip import BadgeKind, badge_width, paint_badge
from alicia_desktop.view.stanzas import Badge, StanzaRow

NUMBER, TIME, DELTA, DIRECTION, STANZA, TYPE, SIZE, SUMMARY = range(8)
BADGES: Final[dict[Badge, tuple[BadgeKind, str]]] = {
    "stranger": ("warn", "prohibit"),
    "malformed": ("error", "warning-octagon"),
    "unknown": ("info", "question"),
    "duplicate": ("plain", "copy-simple"),
    "out of order": ("warn", "repeat"),
    "after stop": ("warn", "stop-circle"),
}
BADGE_HEIGHT: Final = 18
WIDEST: Final = ("000000", "00:00:00.000", "000.000", "0000", "−00000", "AssistantSentence", "00,000")
"""What each column but the last has room for. The direction has its icon beside."""
ROUNDING: Final = 2
"""Widths of fonts are fractions of pixels; without it a text that fits exactly would be cut."""


class StanzaCells:
    """Paints cells; fonts and badges' widths are looked up, not made, for each."""

    def __init__(self, *, theme: Theme, lettering: Lettering) -> None:
        self._theme = theme
        self._lettering = lettering
        self._icon = theme.icon_size("small")
        self._badge_widths = {badge: badge_width(theme, badge_word(badge), icon=True) for badge in BADGES}

    def paints(self) -> dict[int, Paint]:
        """Return the function of each column."""
        return {
            NUMBER: self._number,
            TIME: self._time,
            DELTA: self._delta,
            DIRECTION: self._direction,
            STANZA: self._stanza,
            TYPE: self._type,
            SIZE: self._size,
            SUMMARY: self._summary,
        }

    def widths(self) -> list[int]:
        """Return the widths of all columns but the last."""
        widths = [self._lettering.width(text, "data") + 2 * CELL_PADDING + ROUNDING for text in WIDEST]
        widths[DIRECTION] += self._icon
        return widths

    def _number(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.words(room, str(row.number), font="data", colour=_ink(row), align=TRAILING, elide=False)

    def _time(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.words(room, row.time, font="data", colour=_ink(row), elide=False)

    def _delta(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.words(room, row.delta, font="data", colour="text-muted", align=TRAILING, elide=False)

    def _direction(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        inwards = row.direction == "in"
        icon, colour = ("arrow-left", "trace-retrieved") if inwards else ("arrow-right", "accent")
        canvas.icon(QRect(room.left(), room.top(), self._icon, room.height()), icon, colour, self._icon)
        word = room.adjusted(self._icon + 4, 0, 0, 0)
        canvas.words(word, row.direction, font="data", colour=_ink(row), elide=False)

    def _stanza(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.words(room, row.stanza, font="data", colour=_ink(row), align=TRAILING, elide=False)

    def _type(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.words(room, row.type, font="data", colour=_ink(row))

    def _size(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.words(room, row.size, font="data", colour=_ink(row), align=TRAILING, elide=False)

    def _summary(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        left = room.left()
        for badge in row.badges:
            kind, icon = BADGES[badge]
            place = QRect(left, room.center().y() - BADGE_HEIGHT // 2 + 1, self._badge_widths[badge], BADGE_HEIGHT)
            ground = canvas.place(place).toRectF()
            paint_badge(canvas.painter, ground, badge_word(badge), kind=kind, icon=icon, theme=self._theme)
            left += place.width() + 8
        rest = QRect(left, room.top(), max(0, room.right() + 1 - left), room.height())
        canvas.words(rest, row.summary, font="small", colour=_ink(row))


def badge_word(badge: Badge) -> str:
    """Return the word of a badge in the language of the window."""
    words = {
        "stranger": QCoreApplication.translate("StanzaTable", "stranger"),
        "malformed": QCoreApplication.translate("StanzaTable", "malformed"),
        "unknown": QCoreApplication.translate("StanzaTable", "unknown"),
        "duplicate": QCoreApplication.translate("StanzaTable", "duplicate"),
        "out of order": QCoreApplication.translate("StanzaTable", "out of order"),
        "after stop": QCoreApplication.translate("StanzaTable", "after stop"),
    }
    return words[badge]


def columns() -> tuple[Column[StanzaRow], ...]:
    """Return what the model says: also what is read aloud."""
    say = QCoreApplication.translate
    trailing = Qt.AlignmentFlag.AlignTrailing
    return (
        Column(title=say("StanzaTable", "#"), text=lambda row: str(row.number), alignment=trailing),
        Column(title=say("StanzaTable", "Time"), text=lambda row: row.time),
        Column(title=say("StanzaTable", "Δ s"), text=lambda row: row.delta, alignment=trailing),
        Column(title=say("StanzaTable", "Dir"), text=lambda row: row.direction),
        Column(title=say("StanzaTable", "Stanza"), text=lambda row: row.stanza, alignment=trailing),
        Column(title=say("StanzaTable", "Type"), text=lambda row: row.type, tip=lambda row: row.type),
        Column(title=say("StanzaTable", "Size"), text=lambda row: row.size, alignment=trailing),
        Column(title=say("StanzaTable", "Summary"), text=_said, tip=_said),
    )


def _said(row: StanzaRow) -> str:
    return " · ".join([*map(badge_word, row.badges), row.summary])


def _ink(row: StanzaRow) -> str:
    return "text-muted" if "duplicate" in row.badges else "text"
