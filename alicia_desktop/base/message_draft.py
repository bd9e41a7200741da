"""What is written in a conversation and not sent yet, and how two of them become one: the same in window and store.

    question.then(draft)      # a question that is not sent after all, before what has been written since
    utf16_length("😀")        # 2, as Qt counts a cursor's place

What a file is, each of them says: the window's has a picture, the store's its bytes.
"""

from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

File = TypeVar("File")


def utf16_length(text: str) -> int:
    """Return the length of a text in units of UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageDraft(Generic[File]):
    """Text, cursor and files that are not sent yet."""

    text: str = ""
    """In the field."""
    long_text: str = ""
    """Text that was too long for the field and stands above it."""
    cursor: int = 0
    """Place in `text`, in units of UTF-16."""
    files: tuple[File, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing in it that could be sent."""
        return not (self.text.strip() or self.long_text or self.files)

    def then(self, other: Self) -> Self:
        """Return this draft followed by another one, with the cursor of the latter."""
        if self.empty or other.empty:
            return other if self.empty else self
        before = f"{self.text}\n" if self.text else ""
        return replace(
            self,
            text=before + other.text,
            long_text="\n\n".join(part for part in (self.long_text, other.long_text) if part),
            cursor=utf16_length(before) + other.cursor,
            files=self.files + other.files,
        )
