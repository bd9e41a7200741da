"""Votes on an answer or a memory: a pair of thumbs, or a menu on what is too small for buttons.

The chosen thumb is filled and stays pressed; pressing it again removes the vote.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from alicia_desktop.base.translation import translate
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description, set_tool_tip
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.link_menu import IconMenu
from alicia_desktop.view.rows import NO_VOTE, VoteRow

Choice = Literal["up", "down", "remove"]
ICONS: Final[dict[str, str]] = {"up": "thumbs-up", "down": "thumbs-down"}


class VotePair(QWidget):
    """Thumb up and thumb down, 24 px high."""

    voted = Signal(str)
    """`up`, `down` or `remove`."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = NO_VOTE
        self.up = IconButton("thumbs-up", _name("up"), theme=theme, small=True, parent=self)
        self.down = IconButton("thumbs-down", _name("down"), theme=theme, small=True, parent=self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for value, button in (("up", self.up), ("down", self.down)):
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, value=value: self._on_clicked(value))
            layout.addWidget(button)

    def set_row(self, row: VoteRow, *, about: str = "") -> None:
        """Show the current vote; `about` completes the accessible names."""
        self._row = row
        for value, button in (("up", self.up), ("down", self.down)):
            chosen = row.value == value
            button.setChecked(chosen)
            button.set_icon(f"{ICONS[value]}-fill" if chosen else ICONS[value])
            button.set_name(f"{_name(value)}: {about}" if about else _name(value))
            if chosen:
                set_tool_tip(button, f"{row.text}\n{self.tr('Press again to take it back')}")
            set_accessible_description(button, row.text if chosen else "")

    def _on_clicked(self, value: str) -> None:
        taken_back = self._row.value == value
        self.set_row(self._row)  # what is pressed shows once it is written down
        self.voted.emit("remove" if taken_back else value)


def vote_menu(row: VoteRow, choose: Callable[[Choice], None], *, theme: Theme, parent: QWidget) -> QMenu:
    """Return a menu to vote on the target of `row`; `choose` is called with the choice."""
    menu = IconMenu(theme=theme, parent=parent)
    values: tuple[Choice, Choice] = ("up", "down")
    for value in values:
        _add(menu, ICONS[value], _name(value), theme, partial(choose, value)).setEnabled(row.value != value)
    if row.value:
        back = translate("Remove vote")
        _add(menu, "arrow-counter-clockwise", back, theme, lambda: choose("remove"))
    return menu


def _add(menu: QMenu, icon: str, text: str, theme: Theme, act: Callable[[], None]) -> QAction:
    action = QAction(theme.icon(icon), text, menu)
    action.triggered.connect(lambda _=False: act())
    menu.addAction(action)
    return action


def _name(value: str) -> str:
    return {
        "up": translate("Helpful"),
        "down": translate("Not helpful"),
    }[value]
