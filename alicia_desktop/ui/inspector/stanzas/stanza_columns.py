"""The columns of the list of stanzas: what their cells say and how they are painted, with badges, marks and times."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QRect, Qt

from alicia_desktop.base.translation import translate
from alicia_desktop.filtering.expression import EVERYTHING, Expression, text_of
from alicia_desktop.ui.inspector.canvas import LEADING, TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.row_views import CELL_PADDING, Paint
from alicia_desktop.ui.qt_models import Column
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.badge import BadgeKind, badge_width, paint_badge
from alicia_desktop.view.stanza_conditions import Cell, badge_condition, text_hits
from alicia_desktop.view.stanza_order import StanzaOrder
from alicia_desktop.view.stanzas import Badge, StanzaRow, StanzaTimes, TimeKind
from alicia_desktop.view.text import one_line

NUMBER, TIME, DELTA, DIRECTION, STANZA, TYPE, SIZE, SUMMARY = range(8)
CELLS: Final[tuple[Cell, ...]] = ("number", "time", "delta", "direction", "stanza", "type", "size", "summary")
"""The columns as conditions of a filter name them."""
BADGES: Final[dict[Badge, tuple[BadgeKind, str]]] = {
    "stranger": ("warn", "prohibit"),
    "malformed": ("error", "warning-octagon"),
    "unknown": ("info", "question"),
    "duplicate": ("plain", "copy-simple"),
    "out of order": ("warn", "repeat"),
    "after stop": ("warn", "stop-circle"),
    "by hand": ("info", "hand-palm"),
}
BADGE_HEIGHT: Final = 18
BADGE_GAP: Final = 8
MARK_ICON: Final = "push-pin"
MAX_NOTE: Final = 40
"""Characters of a note in the row; the tool tip has all of it."""
WIDEST: Final = ("000000", "00:00:00.000", "000.000", "0000", "−00000", "AssistantSentence", "00,000")
"""What each column but the last has room for, and for its title. The direction has its icon beside."""
CLOCK: Final = StanzaTimes()
ROUNDING: Final = 2
"""Widths of fonts are fractions of pixels; without it a text that fits exactly would be cut."""


class StanzaCells:
    """Paints cells; fonts and badges' widths are looked up, not made, for each."""

    def __init__(self, *, theme: Theme, lettering: Lettering) -> None:
        self._theme = theme
        self._lettering = lettering
        self.times = StanzaTimes()
        self.marked: Expression = EVERYTHING
        """What is looked for: its finds in summaries are marked."""
        self.measure()

    def measure(self) -> None:
        """Look up icons' and badges' sizes, which depend on the size of text."""
        self._icon = self._theme.icon_size("small")
        self._badge_widths = {badge: badge_width(self._theme, badge_word(badge), icon=True) for badge in BADGES}

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

    def widths(self, titles: Sequence[str]) -> list[int]:
        """Return the widths of all columns below `titles`, that of the last by its title alone."""
        widths = [self._lettering.width(text, "data") for text in WIDEST]
        widths[NUMBER] += self._icon
        widths[DIRECTION] += self._icon
        heads = [self._lettering.width(title, "label") for title in titles]
        return [max(pair) + 2 * CELL_PADDING + ROUNDING for pair in zip([*widths, 0], heads, strict=True)]

    def _number(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        if row.note is not None:
            canvas.icon(QRect(room.left(), room.top(), self._icon, room.height()), MARK_ICON, "accent", self._icon)
        canvas.cell(room, str(row.number), font="data", colour=_ink(row), align=TRAILING, elide=False)

    def _time(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        is_reference = self.times.is_reference(row)
        colour = "accent" if is_reference else _ink(row)
        align = LEADING if self.times.kind == "clock" else TRAILING
        canvas.cell(
            room,
            self.times.text(row),
            font="data",
            weight=700 if is_reference else None,
            colour=colour,
            align=align,
            elide=False,
        )

    def _delta(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.cell(room, row.delta, font="data", colour="text-muted", align=TRAILING, elide=False)

    def _direction(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        inwards = row.direction == "in"
        icon, colour = ("arrow-left", "trace-retrieved") if inwards else ("arrow-right", "accent")
        canvas.icon(QRect(room.left(), room.top(), self._icon, room.height()), icon, colour, self._icon)
        word = room.adjusted(self._icon + 4, 0, 0, 0)
        canvas.cell(word, row.direction, font="data", colour=_ink(row), elide=False)

    def _stanza(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.cell(room, row.stanza, font="data", colour=_ink(row), align=TRAILING, elide=False)

    def _type(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.cell(room, row.type, font="data", colour=_ink(row))

    def _size(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.cell(room, row.size, font="data", colour=_ink(row), align=TRAILING, elide=False)

    def badge_at(self, row: StanzaRow, x: int) -> Badge | None:
        """Return the badge at a place of the summary, counted from its leading edge."""
        left = CELL_PADDING
        for badge in row.badges:
            if left <= x < left + self._badge_widths[badge]:
                return badge
            left += self._badge_widths[badge] + BADGE_GAP
        return None

    def _summary(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        left, height = room.left(), self._theme.scaled(BADGE_HEIGHT)
        for badge in row.badges:
            kind, icon = BADGES[badge]
            width = min(self._badge_widths[badge], room.right() + 1 - left)
            if width <= height:
                break
            place = QRect(left, room.center().y() - height // 2 + 1, width, height)
            ground = canvas.place(place).toRectF()
            paint_badge(canvas.painter, ground, badge_word(badge), kind=kind, icon=icon, theme=self._theme)
            left += place.width() + BADGE_GAP
        rest = QRect(left, room.top(), max(0, room.right() + 1 - left), room.height())
        if row.note:
            width = canvas.words(rest, one_line(row.note, MAX_NOTE), font="small", weight=600, colour="accent")
            rest.setLeft(min(rest.left() + width + BADGE_GAP, rest.right() + 1))
        canvas.cell(rest, row.summary, font="small", colour=_ink(row))
        if self.marked != EVERYTHING:
            canvas.mark_words(rest, row.summary, text_hits(self.marked, row.summary), font="small")


def badge_word(badge: Badge) -> str:
    """Return the word of a badge in the language of the window."""
    words = {
        "stranger": translate("stranger"),
        "malformed": translate("malformed"),
        "unknown": translate("unknown"),
        "duplicate": translate("duplicate"),
        "out of order": translate("out of order"),
        "after stop": translate("after stop"),
        "by hand": translate("by hand"),
    }
    return words[badge]


def badge_meaning(badge: Badge) -> str:
    """Return a sentence about a badge, and how a filter finds it."""
    meanings = {
        "stranger": translate("sent by another participant, not by the server; it has no effect"),
        "malformed": translate("could not be read as a stanza; its bytes are stored as they came"),
        "unknown": translate("of a type that this version does not know; it has no effect"),
        "duplicate": translate("came before with the same id; it has no effect a second time"),
        "out of order": translate("came after a stanza that was sent later"),
        "after stop": translate("belongs to an answer that you had already stopped"),
        "by hand": translate("somebody composed and sent it in the inspector"),
    }
    return f"{badge_word(badge)}: {meanings[badge]} ({text_of(badge_condition(badge))})"


def column_title(cell: Cell) -> str:
    """Return what a column is called in menus, where there is room for words."""
    titles: dict[Cell, str] = {
        "number": translate("Number"),
        "time": translate("Time"),
        "delta": translate("Since the row before"),
        "direction": translate("Direction"),
        "stanza": translate("Stanza id"),
        "type": translate("Type"),
        "size": translate("Size"),
        "summary": translate("Summary"),
    }
    return titles[cell]


def time_title(kind: TimeKind) -> str:
    """Return what a way of saying times is called."""
    titles: dict[TimeKind, str] = {
        "clock": translate("Time of day"),
        "start": translate("Seconds since the start"),
        "question": translate("Seconds since the question"),
        "delta": translate("Seconds since the row before"),
    }
    return titles[kind]


def columns(times: StanzaTimes = CLOCK, order: StanzaOrder | None = None) -> tuple[Column[StanzaRow], ...]:
    """Return the columns of the model, with the texts for screen readers; an arrow stands at that of the order."""
    plain = [
        replace(column, head_tip=column_title(cell)) for cell, column in zip(CELLS, _plain_columns(times), strict=True)
    ]
    if order is None:
        return tuple(plain)
    arrow = "\N{DOWNWARDS ARROW}" if order.descending else "\N{UPWARDS ARROW}"
    return tuple(
        replace(column, title=f"{column.title} {arrow}") if cell == order.cell else column
        for cell, column in zip(CELLS, plain, strict=True)
    )


def _plain_columns(times: StanzaTimes) -> tuple[Column[StanzaRow], ...]:
    leading, trailing = Qt.AlignmentFlag.AlignLeading, Qt.AlignmentFlag.AlignTrailing
    return (
        Column(title=translate("#"), text=_number, alignment=trailing),
        Column(title=_time_head(times), text=times.text, alignment=leading if times.kind == "clock" else trailing),
        Column(title=translate("Δ s"), text=lambda row: row.delta, alignment=trailing),
        Column(title=translate("Dir"), text=lambda row: row.direction),
        Column(title=translate("Stanza"), text=lambda row: row.stanza, alignment=trailing),
        Column(title=translate("Type"), text=lambda row: row.type, tip=lambda row: row.type),
        Column(title=translate("Size"), text=lambda row: row.size, alignment=trailing),
        Column(title=translate("Summary"), text=_said, tip=_tip),
    )


def _time_head(times: StanzaTimes) -> str:
    titles: dict[TimeKind, str] = {
        "clock": translate("Time"),
        "start": translate("Since REF") if times.references else translate("Since start"),
        "question": translate("Since asked"),
        "delta": translate("Since row"),
    }
    return titles[times.kind]


def _number(row: StanzaRow) -> str:
    marked = translate("{number}, marked")
    return str(row.number) if row.note is None else marked.format(number=row.number)


def _said(row: StanzaRow) -> str:
    return " · ".join([*map(badge_word, row.badges), *([row.note] if row.note else []), row.summary])


def _tip(row: StanzaRow) -> str:
    return "\n".join([*([row.note] if row.note else []), row.summary, *map(badge_meaning, row.badges)])


def _ink(row: StanzaRow) -> str:
    return "text-muted" if "duplicate" in row.badges else "text"
