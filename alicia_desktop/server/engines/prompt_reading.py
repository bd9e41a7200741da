"""How a model reads its prompts: how long they may be, shorter where one is too long, read ahead while nobody waits.

    room = PromptRoom()                          # learns what the model reads at once, and while somebody waits
    room.note_refusal("This model's maximum context length is 4096 tokens.")
    room.note_reading(tokens=900, seconds=15.0)  # each time that it reads; the first one does not count
    room.budget(6_000)                           # 1_200: sixty tokens a second, for twenty seconds

    ahead = ReadAhead(model)
    ahead.plan(request, waited=12.0)     # the last request, and how long its first word took
    await ahead.run()                    # in the background; whatever comes meanwhile cancels it

Of a prompt that is too long, what was said longest ago goes first, then the middle of the longest text: its beginning
(instructions, the mark that opens quotations) and its end (the question, the mark that closes them) stay.

A server reads on where a prompt begins to differ from the last one, and the last one ended with memories that the next
will not have. What it reads ahead it need not read when the next question comes. Only a model on this computer is
asked, for elsewhere reading is paid for, and only one whose reading takes noticeable time.
"""

import asyncio
import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, LanguageModel

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


LEFT_OUT: Final = "\n[…]\n"
MIN_CHARACTERS: Final = 400
"""Of the longest message: a prompt of shorter ones is not what is too long."""


def shorten(messages: Sequence[ChatMessage]) -> tuple[ChatMessage, ...] | None:
    """Return about half of a prompt; None where nothing of it can be spared."""
    begin = next((at for at, one in enumerate(messages) if one.role != "system"), len(messages))
    end = max((at for at, one in enumerate(messages) if one.role == "user"), default=begin)
    if end > begin:
        kept = begin + (end - begin + 1) // 2
        while kept < end and messages[kept].role != "user":
            kept += 1  # an answer without its question, or a result without its call, says nothing
        return (*messages[:begin], *messages[kept:])
    longest = max(range(len(messages)), key=lambda at: len(messages[at].content), default=-1)
    if longest < 0 or len(messages[longest].content) < MIN_CHARACTERS:
        return None
    shorter = replace(messages[longest], content=_without_middle(messages[longest].content))
    return (*messages[:longest], shorter, *messages[longest + 1 :])


def _without_middle(text: str) -> str:
    quarter = len(text) // 4
    return text[:quarter] + LEFT_OUT + text[-quarter:]


SLOW_SECONDS: Final = 2.0
"""Before the first word, from which on a model counts as one that reads slowly."""
MAX_SECONDS: Final = 120.0
log = get_logger(__name__)


class ReadAhead:
    """The next prompt's beginning, as far as it is known."""

    def __init__(self, model: LanguageModel, *, slow_seconds: float = SLOW_SECONDS) -> None:
        self._model, self._slow_seconds = model, slow_seconds
        self._next: ChatRequest | None = None

    def plan(self, request: ChatRequest, *, waited: float) -> None:
        """Have a prompt read that ends where the next question begins; `waited` seconds its last one took."""
        is_worth_it = self._model.is_here and waited >= self._slow_seconds
        self._next = replace(request, max_tokens=1) if is_worth_it else None

    async def run(self) -> None:
        """Read what is planned; a failure is told to nobody, for nobody asked."""
        request, self._next = self._next, None
        if request is None:
            return
        try:
            async with asyncio.timeout(MAX_SECONDS), contextlib.aclosing(self._model.answer(request)) as pieces:
                await anext(pieces, None)
        except (WorldError, TimeoutError) as error:
            log.info("nothing was read ahead", code=error.code if isinstance(error, WorldError) else "timeout")
