"""How long the prompts of one model may be: what it reads at once, and what it reads while somebody waits. Learned.

room = PromptRoom()
room.note_refusal("This model's maximum context length is 4096 tokens.")
room.note_reading(tokens=900, seconds=15.0)  # each time that it reads; the first one does not count
room.budget(6_000)     # 1_200: sixty tokens a second, for twenty seconds
"""

import re
from dataclasses import dataclass
from typing import Final

READ_SECONDS: Final = 20.0
"""How long a prompt of which nothing was read before may take."""
RESERVED_TOKENS: Final = 1_600
"""Of the context: instructions, tools and the answer."""
MIN_TOKENS: Final = 600
"""What a prompt may have anyway: the last words, and a few memories."""
MEASURED_TOKENS: Final = 200
"""From which on a reading tells how fast a model reads; less is mostly the way there and back."""
_CONTEXT: Final = re.compile(r"context (?:length|size|window)\D{0,20}(\d{3,7})|\bn_ctx\D{1,4}(\d{3,7})", re.IGNORECASE)


@dataclass(kw_only=True, slots=True)
class PromptRoom:
    """What is known so far; nothing at first."""

    context_tokens: int | None = None
    """How much it reads at once."""
    tokens_per_second: float | None = None
    """How fast it reads what it has not read before."""
    is_loaded: bool = False
    """Whether it has answered before."""

    def note_refusal(self, words: str) -> None:
        """Learn the context from the words of an endpoint that refuses a prompt for its length."""
        if found := _CONTEXT.search(words):
            self.context_tokens = int(found[1] or found[2])

    def note_reading(self, *, tokens: int, seconds: float) -> None:
        """Learn the speed from so many new tokens that were read until the first word came.

        The first reading tells nothing: some servers load the model with it.
        """
        is_loaded, self.is_loaded = self.is_loaded, True
        if is_loaded and tokens >= MEASURED_TOKENS and seconds > 0:
            measured, before = tokens / seconds, self.tokens_per_second
            self.tokens_per_second = measured if before is None else (before + measured) / 2

    def budget(self, tokens: int) -> int:
        """Return how much of so many tokens what an answer reads may have."""
        if self.context_tokens is not None:
            tokens = min(tokens, max(MIN_TOKENS, self.context_tokens - RESERVED_TOKENS))
        if self.tokens_per_second is not None:
            tokens = min(tokens, max(MIN_TOKENS, int(self.tokens_per_second * READ_SECONDS)))
        return tokens
