"""A label for text of any length: the beginning of a long one, and a button that shows all of it."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.text_window import TextWindow
from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.ui.untrusted.layout_cost import layout_cost
from alicia_desktop.ui.untrusted.plain_text import MAX_LABEL_COST, clip, set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view import text as wording
from alicia_desktop.view.word_diff import DiffPiece

PIECE_COST: Final = 20
"""Of a run of words in a style of its own, beside the words."""


class ShowAllButton(Button):
    """A button that shows a whole text in a window; hidden if the text is short."""

    def __init__(self, *, title: str, theme: Theme, parent: QWidget | None = None) -> None:
        """`title` names the text in its window and for a screen reader."""
        super().__init__(self.tr("Show all"), theme=theme, kind="link", small=True, parent=parent)
        self._title = title
        self._whole = ""
        self.setFixedHeight(theme.line("small"))
        self.clicked.connect(self._on_clicked)
        self.hide()

    @property
    def whole_text(self) -> str:
        """The text that the button opens."""
        return self._whole

    def set_whole(self, text: str, *, cost: int = MAX_LABEL_COST) -> None:
        """Set the whole text, of which the part that costs up to `cost` is shown elsewhere."""
        self._whole = text
        long = is_long(text, cost)
        self.setVisible(long)
        if long:
            size = wording.data_size(len(text.encode("utf-8", "surrogatepass")))
            self.setText(self.tr("Show all · {size}").format(size=size))
            words = self.tr("Show all of “{title}”, {size}")
            set_accessible_name(self, words.format(title=self._title, size=size))

    def _on_clicked(self) -> None:
        TextWindow(self._title, self._whole, theme=self._theme, parent=self.window()).show()


class FoldedText(QWidget):
    """A label that wraps, with "Show all · 2 MB" under it if the text is too long for a label."""

    def __init__(
        self,
        *,
        title: str,
        theme: Theme,
        font: FontName = "body",
        tone: str = "",
        weight: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`title` names the text in its window and for a screen reader."""
        super().__init__(parent)
        self.label = Label("", theme=theme, font=font, tone=tone, weight=weight, wrap=True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.show_all = ShowAllButton(title=title, theme=theme)
        line = QHBoxLayout()
        line.addWidget(self.show_all)
        line.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.label)
        layout.addLayout(line)

    def set_text(self, text: str) -> None:
        """Show another text."""
        self.label.setText("")  # showing the button measures it at once
        self.show_all.set_whole(text)
        self.label.setText(text)


def is_long(text: str, cost: int = MAX_LABEL_COST) -> bool:
    """Whether a text costs more than `cost` to lay out, by default what a label can hold."""
    return len(text) > cost or layout_cost(text, plain=True) > cost


def clip_pieces(pieces: Sequence[DiffPiece], cost: int) -> tuple[DiffPiece, ...]:
    """Return as many pieces as cost no more than `cost`; the last of them may be cut."""
    kept = []
    for piece in pieces:
        words = clip(piece.text, cost)
        kept.append(DiffPiece(kind=piece.kind, text=words))
        cost -= layout_cost(words, plain=True) + PIECE_COST
        if cost <= 0:
            break
    return tuple(kept)
