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
    discard_requested = Signal(str)
    """The id of a message that was not sent and is no longer wanted."""
    regenerate_requested = Signal(str)
    """The id of an answer that should be given again."""
    copied = Signal()
    """A message was put on the clipboard."""
    laid_out_anew = Signal(str)
    """The id of a message whose height changed because something of it was folded."""
