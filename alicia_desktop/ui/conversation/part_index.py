"""The parts of all messages, numbered from the first to the last; a message is cut when it is first seen. No Qt."""

from collections.abc import Sequence

from alicia_desktop.ui.conversation.cut_message import CutMessage, MessagePart
from alicia_desktop.ui.conversation.heights import Heights
from alicia_desktop.view.rows import MessageRow


class Parts:
    """Numbers parts; a message that nobody saw yet counts as one."""

    def __init__(self) -> None:
        self._rows: Sequence[MessageRow] = ()
        self._counts = Heights()
        self._cut: dict[str, CutMessage] = {}
        self._whole: set[str] = set()
        """Messages that are wanted whole."""
        self._growing: set[str] = set()
        """Those of them of which more is to be cut."""

    def reset(self, rows: Sequence[MessageRow]) -> None:
        """Take the messages of another conversation."""
        self._rows = rows
        self._cut.clear()
        self._whole.clear()
        self._growing.clear()
        self._counts.replace(0, len(self._counts), [1] * len(rows))

    def row_of(self, index: int) -> int:
        """Return the place of the message that a part belongs to."""
        return self._counts.at(index)

    def first_of(self, row: int) -> int:
        """Return the number of the first part of the message at a place."""
        return self._counts.top(row)

    def part(self, index: int) -> MessagePart | None:
        """Return a part; None where its message has to be counted anew first, because it is cut into others."""
        row = self.row_of(index)
        cut = self._known(self._rows[row])
        return cut.part(index - self.first_of(row)) if len(cut) == self._counts[row] else None

    def count(self, row: int) -> tuple[int, int]:
        """Count the parts of the message at a place anew; returns how many there were and how many there are."""
        before, after = self._counts[row], len(self._known(self._rows[row]))
        self._counts.set(row, after)
        return before, after

    def update(self, row: int, before: MessageRow) -> None:
        """Take over that the message at a place is another than `before`, or in another state."""
        message = self._rows[row]
        if before.id != message.id:
            self._forget(before.id)
        cut = self._cut.get(message.id)
        if cut is not None:
            cut.update(message)
            self._follow(message.id, cut)

    def replace(self, first: int, before: Sequence[MessageRow], after: int) -> tuple[int, int]:
        """Take over that `after` messages stand in the place of `before`.

        Returns the number of the first part that went, and how many went.
        """
        begin = self.first_of(first)
        gone = self.first_of(first + len(before)) - begin
        self._counts.replace(first, len(before), [1] * after)
        for message in before:
            self._forget(message.id)
        return begin, gone

    def show_whole(self, row: int, *, whole: bool) -> None:
        """Unfold the message at a place, or fold it again."""
        message = self._rows[row]
        (self._whole.add if whole else self._whole.discard)(message.id)
        cut = self._known(message)
        cut.show_whole(whole=whole)
        self._follow(message.id, cut)

    def number_at(self, row: int, offset: int) -> int | None:
        """Return which part of a message shows a character; None where it is not cut that far."""
        return self._known(self._rows[row]).number_at(offset)

    @property
    def growing(self) -> tuple[str, ...]:
        """The ids of the messages of which more is to be cut."""
        return tuple(self._growing)

    def cut_more(self, message_id: str) -> None:
        """Cut some more of one of them."""
        cut = self._cut[message_id]
        cut.cut_more()
        self._follow(message_id, cut)

    def _forget(self, message_id: str) -> None:
        self._cut.pop(message_id, None)
        self._growing.discard(message_id)

    def _follow(self, message_id: str, cut: CutMessage) -> None:
        (self._growing.discard if cut.ended else self._growing.add)(message_id)

    def _known(self, message: MessageRow) -> CutMessage:
        cut = self._cut.get(message.id)
        if cut is None:
            cut = self._cut[message.id] = CutMessage(message, whole=message.id in self._whole)
            self._follow(message.id, cut)
        return cut
