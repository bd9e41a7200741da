"""Answers that begin in a batch: their rows wait for what the batch says of them and are written once, with contents.

An answer that is inserted empty and filled at the end of the same transaction is indexed twice, and the full-text index
is the dearest part of a message.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

MESSAGE: Final = (
    "INSERT INTO alicia_messages(id, conversation_id, sequence_number, previous_id, message_role, contents, local_id, "
    "sync_status, completion_status, attachments, model_id, answer_type, planned_sentence_count, whole, created_at, "
    "updated_at) VALUES (:id, :conversation_id, :sequence, :previous_id, :role, coalesce(:contents, ''), :local_id, "
    ":sync_status, :status, :attachments, :model_id, :answer_type, :planned, :whole, coalesce(:created_at, :at), :at)"
)


class BegunAnswers:
    """The rows that wait."""

    def __init__(self, execute: Callable[..., Any]) -> None:
        self._execute = execute
        self._rows: dict[str, Mapping[str, Any]] = {}

    def hold(self, values: Mapping[str, Any]) -> None:
        """Let the row of a new answer wait."""
        self._rows[values["id"]] = values

    def fill(self, answer_id: str, *, contents: str, status: str, at: str) -> bool:
        """Write the row with its contents, if it waits."""
        values = self._rows.pop(answer_id, None)
        if values is None:
            return False
        self._execute(MESSAGE, {**values, "contents": contents, "status": status, "at": at})
        return True

    def write(self, answer_id: str) -> None:
        """Write the row as it is, if it waits: something else is about to change it."""
        if (values := self._rows.pop(answer_id, None)) is not None:
            self._execute(MESSAGE, values)

    def write_all(self) -> None:
        """Write all that wait: something is about to look for them."""
        for answer_id in list(self._rows):
            self.write(answer_id)
