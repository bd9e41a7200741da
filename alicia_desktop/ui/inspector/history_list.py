"""The changes of a memory, the newest first: when, why, what was struck out and what came, and where it was said."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from alicia_desktop.ui.folded_text import clip_pieces
from alicia_desktop.ui.inspector.link import LinkButton
from alicia_desktop.ui.inspector.page_parts import SELECTABLE
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_LABEL_COST, set_accessible_name
from alicia_desktop.ui.widgets.chip import TRACE_COLOUR, TRACE_ICON
from alicia_desktop.ui.widgets.labels import Icon, Label
from alicia_desktop.view import text
from alicia_desktop.view.memory_history import HistoryLine
from alicia_desktop.view.word_diff import DiffPiece

HAIR: Final = "&#8202;"
INDENT: Final = 22
"""Pixels under the icon of a line."""


class DiffLabel(QLabel):
    """Words with what went struck out and what came underlined; colour only says it once more."""

    def __init__(
        self, pieces: Sequence[DiffPiece], spoken: str, *, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pieces = clip_pieces(pieces, MAX_LABEL_COST)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setFont(theme.font("ui"))
        self.setWordWrap(True)
        self.setTextInteractionFlags(SELECTABLE)
        set_accessible_name(self, spoken)
        if self.isRightToLeft():  # as every other label, see `Label`
            side = Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignRight
            self.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        between = [HAIR if _touch(*pair) else "" for pair in pairwise(self._pieces)]
        marked = [self._marked(piece) for piece in self._pieces]
        self.setText("".join(words + gap for words, gap in zip(marked, [*between, ""], strict=True)))

    def _marked(self, piece: DiffPiece) -> str:
        words = escape(text.breakable(piece.text)).replace("\n", "<br>")
        if piece.kind == "same":
            return words
        name, line = ("diff-del", "line-through") if piece.kind == "removed" else ("diff-add", "underline")
        ink, ground = self._theme.colour(name).name(), self._theme.colour(f"{name}-soft").name()
        return f'<span style="color:{ink}; background-color:{ground}; text-decoration:{line}">{words}</span>'


def _touch(first: DiffPiece, second: DiffPiece) -> bool:
    """Whether what went and what came would stand as one word."""
    return {first.kind, second.kind} == {"removed", "added"}


class HistoryList(QWidget):
    """A line a change."""

    link_requested = Signal(str, str)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(8)

    def add(self, line: HistoryLine) -> None:
        """Add an older change."""
        self._lines.addLayout(self._line(line))

    def _line(self, line: HistoryLine) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addLayout(self._head(line))
        words = QHBoxLayout()
        words.setSpacing(0)
        words.addSpacing(INDENT)
        words.addWidget(DiffLabel(line.pieces, line.spoken, theme=self._theme), 1)
        column.addLayout(words)
        return column

    def _head(self, line: HistoryLine) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(8)
        icon, colour = TRACE_ICON[line.action], TRACE_COLOUR[line.action]
        head.addWidget(Icon(icon, theme=self._theme, colour=colour, size=self._theme.tokens.icon["small"]))
        said = " · ".join(part for part in (line.words, line.time) if part)
        head.addWidget(Label(said, theme=self._theme, font="small", tone="muted"))
        head.addStretch()
        link = line.link
        if link is not None:
            button = LinkButton(link.text, theme=self._theme)
            button.setObjectName(f"history {line.id}")
            set_accessible_name(button, f"{link.text}, {link.detail}")
            button.clicked.connect(lambda: self.link_requested.emit(link.conversation_id, link.message_id))
            head.addWidget(button)
        return head
