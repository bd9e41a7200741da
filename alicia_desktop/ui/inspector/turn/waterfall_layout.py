"""Place the rows of a waterfall in its width, so that labels are whole.

Beside the labels the axis keeps `MIN_AXIS`; where it would get less (a narrow panel, large text, a tool with a long
name), each row has its words in one line and its bar below them, over the whole width. Where even that line is too
short for words and figures, the figures stand beside the bar. A name of a tool that is longer than the whole line is
shortened, and has a tool tip.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QRect

from alicia_desktop.ui.inspector.canvas import Lettering
from alicia_desktop.ui.theme import FontName
from alicia_desktop.view.waterfall import WaterfallRow

BAR_HEIGHT: Final = 10
HEAD: Final = 24
PADDING: Final = 16
GAP: Final = 8
MIN_LABEL: Final = 64
MIN_AXIS: Final = 112
STRIP: Final = 14
"""Height of a bar's own line below the words."""

WIDE: Final = 720
"""From here on the columns have the widths of the design's picture."""

COLUMNS: Final[Mapping[str, tuple[int, int]]] = {"at": (60, 52), "took": (64, 54), "share": (64, 58)}
"""Widths of the figures' columns in a wide view and in a narrow one."""


class WaterfallLayout:
    """Where everything stands, in pixels, for rows in a width."""

    def __init__(self, rows: Sequence[WaterfallRow], *, share_title: str, lettering: Lettering, width: int) -> None:
        self._theme = lettering.theme
        self._lettering = lettering
        self._share_title = share_title
        """The heading of the column of shares; empty where there is none."""
        self._width = width
        self.columns = self._chosen_columns()
        """Which figures are shown."""
        self._figures = sum(self._column_width(name) for name in self.columns)
        words = max((lettering.width(row.label, label_font(row)) for row in rows), default=0)
        beside = self.label_left + max(MIN_LABEL, words + 4) + GAP
        self.is_stacked = width - beside - PADDING - self._figures < self._theme.scaled(MIN_AXIS)
        """Whether bars stand below the words."""
        is_full = self.label_left + words + GAP > width - PADDING - self._figures
        self._has_figures_by_bar = not self.is_stacked or is_full
        self.axis_left = PADDING if self.is_stacked else beside
        self.axis_width = width - self.axis_left - PADDING - (self._figures if self._has_figures_by_bar else 0)
        self.words_height = self._theme.height("row-table")
        """Of a row's line of words."""
        strip = self.words_height if is_full else self._theme.scaled(STRIP)
        self.row_height = self.words_height + (strip if self.is_stacked else 0)
        self.head = self._theme.scaled(HEAD) * (1 if self._has_figures_by_bar else 2)
        """Height of the axis' marks and the columns' names, which have a line each where both are as wide."""

    @property
    def label_left(self) -> int:
        """Where labels begin, behind their icon."""
        return PADDING + self._theme.icon_size() + GAP

    def row(self, number: int) -> QRect:
        """Return where a row lies; the one after the last is that of the total."""
        return QRect(0, self.head + number * self.row_height, self._width, self.row_height)

    def row_at(self, y: int) -> int:
        """Return the number of the row there, which may be one that does not exist."""
        return (y - self.head) // self.row_height

    def height(self, rows: int, *, total: bool) -> int:
        """Return the room of so many rows, their head and the total."""
        return self.head + rows * self.row_height + (self.words_height if total else 0) + 4

    def label(self, room: QRect) -> QRect:
        """Return where the words of a row stand."""
        right = self.axis_left - GAP
        if self.is_stacked:
            right = self._width - PADDING - (0 if self._has_figures_by_bar else self._figures + GAP)
        return QRect(self.label_left, room.top(), right - self.label_left, self.words_height)

    def figure(self, column: str, row: QRect) -> QRect:
        """Return where the figure of a row stands in its column."""
        return self.heading(column, row.top() + (self.words_height if self._is_beside_a_lower_bar else 0))

    def heading(self, column: str, top: int = 0) -> QRect:
        """Return where a column stands in a line that begins at `top`."""
        behind = sum(self._column_width(name) for name in self.columns[self.columns.index(column) + 1 :])
        width = self._column_width(column)
        return QRect(self._width - PADDING - behind - width, top, width, self.words_height)

    def marks(self) -> QRect:
        """Return where the axis' marks are written."""
        line = self._theme.scaled(HEAD)
        return QRect(0, self.head - line + 4, self._width, line - 4)

    def strip(self, room: QRect) -> QRect:
        """Return the line of a row in which its bar stands."""
        if not self.is_stacked:
            return room
        return QRect(room.left(), room.top() + self.words_height, room.width(), room.height() - self.words_height)

    @property
    def _is_beside_a_lower_bar(self) -> bool:
        return self.is_stacked and self._has_figures_by_bar

    def _chosen_columns(self) -> tuple[str, ...]:
        """Return the columns of figures; in a narrow view the axis tells when, and the share takes the room."""
        if not self._share_title:
            return ("at", "took")
        return ("at", "took", "share") if self._is_wide else ("took", "share")

    def _column_width(self, name: str) -> int:
        usual = self._theme.scaled(COLUMNS[name][0 if self._is_wide else 1])
        return max(usual, self._lettering.width(self._share_title, "small") + 2 * GAP) if name == "share" else usual

    @property
    def _is_wide(self) -> bool:
        return self._width >= self._theme.scaled(WIDE)


def label_font(row: WaterfallRow) -> FontName:
    """Return the font of a row's label: tools have names of programs."""
    return "code" if row.kind == "tool" else "ui"
