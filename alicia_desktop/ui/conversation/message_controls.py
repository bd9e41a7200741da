"""What the widgets of all messages share: signals, the branch switch, the "Show more" button, the layout's height.

One object carries the signals of all messages, because their widgets are pooled. Qt hands changes of size upwards by
events: a label that changed tells its parent, whose own parent learns of it one event later. The list of messages asks
in between always, because it places and shows in one step, so `layout_height` activates the layouts, innermost first.
"""

from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.rows import BranchRow

NO_BRANCHES: Final = BranchRow(number=0, count=0, before="", after="")


class MessageRequests(QObject):
    """Signals of all message widgets; each carries an id."""

    chip_requested = Signal(str)
    """The id of a memory's trace: show it in the inspector."""
    tool_requested = Signal(str)
    """The id of a tool use: show it in the inspector."""
    turn_requested = Signal(str)
    """The id of a message: show its turn in the inspector."""
    retry_requested = Signal(str)
    """The id of a message that was not sent, or of an answer that was cut off."""
    compare_requested = Signal()
    """Two texts of a message are to be compared: mine and the server's."""
    discard_requested = Signal(str)
    """The id of a message that was not sent and is no longer wanted."""
    regenerate_requested = Signal(str)
    """The id of an answer that should be given again."""
    edit_requested = Signal(str)
    """The id of a question that is to get other text."""
    continue_requested = Signal(str)
    """The id of a stopped answer that is to go on."""
    read_requested = Signal(str)
    """The id of an answer that is to be read aloud."""
    replay_requested = Signal(str)
    """The id of a message whose recording is to be played."""
    stop_requested = Signal()
    """The answer that is being written or spoken is to end."""
    branch_requested = Signal(str)
    """The id of a message in whose branch the conversation is to be shown."""
    vote_requested = Signal(object)
    """A `VoteWish`."""
    reason_requested = Signal(str)
    """The id of an answer that was not helpful: the user says why."""
    note_requested = Signal(str)
    """The id of a message on which the user wants to write a note."""
    note_edit_requested = Signal(object)
    """A `NoteRow` that is to get other text."""
    note_delete_requested = Signal(object)
    """A `NoteRow` that is no longer wanted."""
    code_requested = Signal(str, int)
    """The id of a message, and where in it the code begins that is to be copied."""
    copied = Signal()
    """A message was put on the clipboard."""
    show_all_requested = Signal(str, bool)
    """The id of a very long message, and whether all of it is to be shown."""
    layout_changed = Signal(str)
    """The id of a message whose height changed because something of it was folded."""


class MoreButton(Button):
    """A "Show {count} more" button; hidden while there is nothing more."""

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


class BranchSwitch(QWidget):
    """Switch between the versions of a message: `< 2/3 >`, 24 px high; hidden if there is one."""

    chosen = Signal(str)
    """The id of the alternative to show."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = NO_BRANCHES
        self.before = IconButton("caret-left", self.tr("Previous version"), theme=theme, small=True)
        self.after = IconButton("caret-right", self.tr("Next version"), theme=theme, small=True)
        self._number = Label("", theme=theme, font="small", tone="muted")
        self._number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for widget in (self.before, self._number, self.after):
            layout.addWidget(widget)
        self.before.clicked.connect(lambda: self._choose(self._row.before))
        self.after.clicked.connect(lambda: self._choose(self._row.after))

    def set_row(self, row: BranchRow | None) -> None:
        """Show a place among alternatives, or nothing."""
        self._row = row or NO_BRANCHES
        self.setVisible(row is not None)
        if row is None:
            return
        self._number.setText(f"{row.number}/{row.count}")
        self._number.setAccessibleName(
            self.tr("Version {number} of {count}").format(number=row.number, count=row.count)
        )
        self.before.setEnabled(bool(row.before))
        self.after.setEnabled(bool(row.after))

    def _choose(self, message_id: str) -> None:
        if message_id:
            self.chosen.emit(message_id)


def layout_height(widget: QWidget) -> int:
    """Return the height that `widget` wants with what was just put into it.

    Everything in it must be shown or hidden on purpose: Qt counts children that were never shown as nothing.
    """
    for inner in (*reversed(widget.findChildren(QWidget)), widget):
        layout = inner.layout()
        if layout is not None and not inner.isHidden():
            layout.invalidate()
            layout.activate()
    return widget.sizeHint().height()
