"""The way to what else stands under a message: an answer may have used thousands of tools."""

from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button


class MoreButton(Button):
    """Says how many more are shown when it is pressed; hidden while there are none."""

    def __init__(self, words: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        """Take the words, with `{count}` in them."""
        super().__init__(words.format(count=0), theme=theme, kind="link", small=True, parent=parent)
        self._words = words
        self.setFixedHeight(theme.line("small"))
        self.hide()

    def set_rest(self, rest: int, at_once: int) -> None:
        """Take how many are not shown, and how many of them are shown at a time."""
        self.setVisible(rest > 0)
        self.setText(self._words.format(count=f"{min(rest, at_once):,}"))
