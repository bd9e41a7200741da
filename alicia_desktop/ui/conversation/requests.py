"""What a message can ask for: one object for all, because the widgets of messages are pooled and come and go."""

from PySide6.QtCore import QObject, Signal


class MessageRequests(QObject):
    """Signals of the messages; each carries an id."""

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
    """The id of a question that is to get other words."""
    continue_requested = Signal(str)
    """The id of a stopped answer that is to go on."""
    read_requested = Signal(str)
    """The id of an answer that is to be read aloud."""
    replay_requested = Signal(str)
    """The id of a message whose kept sound is to be played."""
    stop_requested = Signal()
    """The answer that is being written or spoken is to end."""
    branch_requested = Signal(str)
    """The id of a message in whose branch the conversation is to be shown."""
    vote_requested = Signal(object)
    """A `VoteWish`."""
    reason_requested = Signal(str)
    """The id of an answer that was not helpful: the person says why."""
    note_requested = Signal(str)
    """The id of a message on which the person wants to write a note."""
    note_edit_requested = Signal(object)
    """A `NoteRow` that is to get other words."""
    note_delete_requested = Signal(object)
    """A `NoteRow` that is no longer wanted."""
    code_requested = Signal(str, int)
    """The id of a message, and where in it the code begins that is to be copied."""
    copied = Signal()
    """A message was put on the clipboard."""
    whole_requested = Signal(str, bool)
    """The id of a very long message, and whether all of it is to be shown."""
    laid_out_anew = Signal(str)
    """The id of a message whose height changed because something of it was folded."""
