"""Shared by the widgets of all messages: base class, request signals, branch switch, "Show more", and layout height.

One object carries the signals of all messages, because their widgets are pooled. Qt hands changes of size upwards by
events: a label that changed tells its parent, whose own parent learns of it one event later. The list of messages asks
in between always, because it places and shows in one step, so `layout_height` activates the layouts, innermost first.
"""

from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from alicia_desktop.ui.accessible_roles import Role, set_role
from alicia_desktop.ui.conversation.documents import DocumentCache
from alicia_desktop.ui.conversation.message_parts import MessageFolds, MessagePart
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.pictures import Picture
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.link_menu import add_link_actions
from alicia_desktop.view.references import Reference
from alicia_desktop.view.rows import BranchRow

MAX_PICTURES: Final = 100
"""Small pictures that are kept in memory; each has at most 320 pixels a side."""
NO_BRANCHES: Final = BranchRow(number=0, count=0, before="", after="")


class MessageRequests(QObject):
    """The requests of all message widgets, as signals; most carry the id of a message."""

    chip_requested = Signal(str)
    """The id of a memory's trace: show it in the inspector."""
    tool_requested = Signal(str)
    """The id of a tool use: show it in the inspector."""
    turn_requested = Signal(str)
    """The id of a message: show its turn in the inspector."""
    follow_requested = Signal(object, str)
    """A `Reference` to something of a message, and the place in the inspector to show it in."""
    message_chosen = Signal(str)
    """The id of a message that was pressed, or got the keyboard."""
    prompt_requested = Signal(str)
    """The id of an answer: show what the model read."""
    retry_requested = Signal(str)
    """The id of a message that was not sent, or of an answer that was cut off."""
    compare_requested = Signal()
    """Compare the local text of a message with the server's."""
    discard_requested = Signal(str)
    """The id of an unsent message to discard."""
    regenerate_requested = Signal(str)
    """The id of the answer to regenerate."""
    edit_requested = Signal(str)
    """The id of the question to edit."""
    continue_requested = Signal(str)
    """The id of the stopped answer to continue."""
    read_requested = Signal(str)
    """The id of the answer to read aloud."""
    replay_requested = Signal(str)
    """The id of the message whose recording to replay."""
    stop_requested = Signal()
    """Stop the answer that is being written or spoken."""
    branch_requested = Signal(str)
    """The id of a message whose branch to show."""
    vote_requested = Signal(object)
    """A `VoteWish`."""
    reason_requested = Signal(str)
    """The id of an answer rated unhelpful, to give a reason for."""
    note_requested = Signal(str)
    """The id of the message to write a note on."""
    note_edit_requested = Signal(object)
    """The `NoteRow` to edit."""
    note_delete_requested = Signal(object)
    """The `NoteRow` to delete."""
    code_requested = Signal(str, int)
    """The id of a message, and the offset in it at which the code to copy begins."""
    copied = Signal()
    """A message was copied to the clipboard."""
    show_all_requested = Signal(str, bool)
    """The id of a folded message, and whether to show all of it."""
    file_requested = Signal(str, int)
    """The id of a message and the place of a file in it: show it."""
    save_file_requested = Signal(str, int)
    """The id of a message and the place of a file in it: save it as a file."""
    picture_wanted = Signal(str, int)
    """The id of a message and the place of an image in it, whose small picture is to be shown."""
    picture_loaded = Signal(str, int, object)
    """The id of a message, the place of an image in it, and its small picture as a `QImage`."""
    export_requested = Signal(str, str)
    """The id of a message, and `markdown` or `wav`: write it, or its sound, to a file."""
    hovered = Signal(str, bool)
    """The id of a message, and whether the pointer came over it or left it."""
    layout_changed = Signal(str)
    """The id of a message whose height changed, because a part of it was folded or unfolded."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pictures: OrderedDict[tuple[str, int], Picture] = OrderedDict()
        """The newest small pictures, by message and place in it."""
        self.picture_loaded.connect(self._keep_picture)

    def _keep_picture(self, message_id: str, position: int, image: Picture) -> None:
        self.pictures[message_id, position] = image
        while len(self.pictures) > MAX_PICTURES:
            self.pictures.popitem(last=False)


class MessageWidget(QWidget):
    """Base of what shows one part of a message; pooled, so `show_part` may switch to another part."""

    def __init__(self, *, theme: Theme, documents: DocumentCache, requests: MessageRequests, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._documents = documents
        self._requests = requests
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_role(self, Role.ListItem)
        self.message_id = ""
        """The message whose part it shows; empty for a line of the program."""

    def show_actions(self, *, shown: bool) -> None:
        """Show the buttons of the message, which are seen only while it is under the pointer or has the keyboard."""

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show the buttons of the message."""
        super().enterEvent(event)
        self._requests.hovered.emit(self.message_id, True)

    def leaveEvent(self, event: QEvent) -> None:
        """Show the buttons of the message no more."""
        super().leaveEvent(event)
        self._requests.hovered.emit(self.message_id, False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the message."""
        self._choose()
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show where else the message is shown, by mouse or by the menu key on one of its controls."""
        if self.message_id:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self._add_links(menu, Reference(kind="message", id=self.message_id))
            self._add_exports(menu)
            menu.popup(event.globalPos())

    def _choose(self) -> None:
        if self.message_id:
            self._requests.message_chosen.emit(self.message_id)

    def _add_links(self, menu: QMenu, reference: Reference) -> None:
        add_link_actions(menu, reference, here="chat", follow=self._requests.follow_requested.emit)

    def _add_exports(self, menu: QMenu) -> None:
        """Add what the message can be written to a file as. Only answers can."""

    @abstractmethod
    def show_part(self, part: MessagePart, column: int, *, close: bool, folds: MessageFolds) -> int:
        """Show `part` in a column `column` pixels wide and return its height.

        Args:
            close: another message of the same person follows.
            folds: what is unfolded in this message.
        """

    def top_of(self, offset: int) -> int:
        """Return the distance in pixels from the upper edge to a character of the message; 0 for a line."""
        return 0

    def mark_found(self, words: str, current: int | None = None) -> None:
        """Highlight all matches of `words`; none if empty. Lines of the program are not searched.

        Args:
            current: where in the message the match begins that find is at; None if it is in another message.
        """

    def mark_spoken(self, span: tuple[int, int] | None) -> None:
        """Mark the sentence that is being spoken, or none. Only answers are spoken."""

    def update_elapsed(self, now: float) -> bool:
        """Update the elapsed time of running tools; return whether there are any. Only answers use tools."""
        return False


class MoreButton(Button):
    """Show more entries when clicked; hidden while there are none."""

    def __init__(self, words: Callable[[int], str], *, theme: Theme, parent: QWidget | None = None) -> None:
        """Create the button; `words` says how many entries a click shows."""
        super().__init__(words(0), theme=theme, kind="link", small=True, parent=parent)
        self._words = words
        self.setFixedHeight(theme.line("small"))
        self.hide()

    def set_remaining(self, remaining: int, at_once: int) -> None:
        """Set how many entries are not shown, and how many a click shows."""
        self.setVisible(remaining > 0)
        self.setText(self._words(min(remaining, at_once)))


class BranchSwitch(QWidget):
    """Switch between the versions of a message; hidden if there is only one."""

    chosen = Signal(str)
    """The id of the message whose version to show."""

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
        """Show the number of the version, or hide the switch."""
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
    """Activate all layouts in `widget`, innermost first, and return the height of its size hint.

    Everything in it must be shown or hidden on purpose: Qt counts children that were never shown as nothing.
    """
    for inner in (*reversed(widget.findChildren(QWidget)), widget):
        layout = inner.layout()
        if layout is not None and not inner.isHidden():
            layout.invalidate()
            layout.activate()
    return widget.sizeHint().height()
