"""List the user's changes to a memory, the latest first, each with its state and Undo; a refusal shows both texts."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.inspector.page_parts import facts_grid
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Icon, Label
from alicia_desktop.view.memory_page import ActionState, MemoryActionRow

ICONS: Final[dict[ActionState, tuple[str, str]]] = {
    "waiting": ("clock", "text-muted"),
    "done": ("check", "ok"),
    "refused": ("warning-circle", "error"),
}


class MemoryActionList(QWidget):
    """A line for each change, with its undo."""

    undo_requested = Signal(str)
    """The id of the change."""
    override_requested = Signal(str)
    """Send the user's refused text once more, over what the server has."""

    def __init__(self, actions: Sequence[MemoryActionRow], *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for act in actions:
            layout.addLayout(self._line(act))
            if act.state == "refused":
                layout.addLayout(self._refusal(act))

    def _line(self, act: MemoryActionRow) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(6)
        name, colour = ICONS[act.state]
        line.addWidget(Icon(name, theme=self._theme, colour=colour, size=self._theme.tokens.icon["small"]))
        line.addWidget(Label(act.words, theme=self._theme, font="small"))
        line.addStretch()
        if act.can_undo:
            line.addWidget(self._button(self.tr("Undo"), f"undo {act.id}", act, self.undo_requested))
        elif act.state == "refused" and act.mine:
            words = self.tr("Use mine anyway")
            line.addWidget(self._button(words, f"insist {act.id}", act, self.override_requested))
        return line

    def _refusal(self, act: MemoryActionRow) -> QHBoxLayout:
        texts = ((self.tr("Reason"), act.reason), (self.tr("Yours"), act.mine), (self.tr("The server’s"), act.theirs))
        line = QHBoxLayout()
        line.addSpacing(20)
        grid = facts_grid([(name, value) for name, value in texts if value], theme=self._theme)
        line.addLayout(grid)
        line.setAlignment(Qt.AlignmentFlag.AlignTop)
        return line

    def _button(self, words: str, name: str, act: MemoryActionRow, signal: SignalInstance) -> Button:
        button = Button(words, theme=self._theme, kind="link", small=True)
        button.setObjectName(name)
        set_accessible_name(button, f"{words}: {act.words}")
        button.clicked.connect(lambda: signal.emit(act.id))
        return button
