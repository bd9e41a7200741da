"""Have a model read what its next prompt begins with, while the person reads its answer.

    ahead = ReadAhead(model)
    ahead.plan(request, waited=12.0)     # the last request, and how long its first word took
    await ahead.run()                    # in the background; whatever comes meanwhile cancels it

A server reads on where a prompt begins to differ from the last one, and the last one ended with memories that the next
will not have. What it reads here it need not read when the next question comes. Only a model on this computer is asked,
for elsewhere reading is paid for, and only one whose reading takes noticeable time.
"""

import asyncio
import contextlib
from dataclasses import replace
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.server.engines.contract import ChatRequest, LanguageModel

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
