"""Queue what comes in one conversation, and hand it on in order: stanzas one by one, memory actions together.

inbox = Inbox(conversation_id, clock=clock, process=process, apply_actions=apply, on_write_error=tell)
inbox.start(scope)
inbox.receive(data, "desk")
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.ledger import ReceivedStanza, classify_stanza
from alicia_desktop.server.user_actions import ReceivedAction, memory_action_in

MAX_BATCH: Final = 100
"""Stanzas taken at once, at most. Actions on memories may come by the thousand; those taken at once share a commit."""
MAX_STRANGER_STANZAS: Final = 1_000
"""Stanzas of strangers that one agent journals: enough to see what goes on, too little to fill a disk."""
log = get_logger(__name__)


class Inbox:
    """The stanzas of one conversation that were received and not yet acted upon."""

    def __init__(
        self,
        conversation_id: str,
        *,
        clock: Clock,
        process: Callable[[ReceivedStanza], Awaitable[None]],
        apply_actions: Callable[[Sequence[ReceivedAction]], Awaitable[None]],
        on_write_error: Callable[[WorldError], None],
    ) -> None:
        """`on_write_error` is called if the disk refuses a stanza, which is not confirmed and so will be sent again."""
        self._conversation_id, self._clock = conversation_id, clock
        self._process, self._apply_actions, self._on_write_error = process, apply_actions, on_write_error
        self._waiting: asyncio.Queue[ReceivedStanza] = asyncio.Queue()
        self._stranger_stanzas = 0
        """Stanzas of strangers so far."""

    def start(self, scope: Scope) -> None:
        """Start to hand on what was received."""
        scope.spawn("inbox", self._run())

    def receive(self, data: bytes, sender: str, *, shared: bool = False) -> None:
        """Queue one stanza of the user's; in a `shared` room their other devices get it from here."""
        arrival = self._classify(data, sender, from_user=True)
        self._waiting.put_nowait(replace(arrival, shared=shared) if shared else arrival)

    def receive_stranger(self, data: bytes, sender: str) -> None:
        """Queue one stanza of a stranger's for the journal, as far as the limit allows."""
        self._stranger_stanzas += 1
        if self._stranger_stanzas <= MAX_STRANGER_STANZAS:
            self._waiting.put_nowait(self._classify(data, sender, from_user=False))
        if self._stranger_stanzas in {1, MAX_STRANGER_STANZAS}:
            log.warning("a stranger sends stanzas into a room", stanzas=self._stranger_stanzas)

    def _classify(self, data: bytes, sender: str, *, from_user: bool) -> ReceivedStanza:
        now = self._clock.now()
        return classify_stanza(data, now, sender=sender, from_user=from_user, conversation_id=self._conversation_id)

    async def _run(self) -> None:
        while True:
            waiting = [await self._waiting.get()]
            while not self._waiting.empty() and len(waiting) < MAX_BATCH:
                waiting.append(self._waiting.get_nowait())
            for are_actions, some in groupby(waiting, key=lambda one: memory_action_in(one) is not None):
                await self._hand_on(list(some), are_actions=are_actions)

    async def _hand_on(self, arrivals: list[ReceivedStanza], *, are_actions: bool) -> None:
        if are_actions:
            with self._report_write_errors():
                await self._apply_actions([one for one in map(memory_action_in, arrivals) if one is not None])
            return
        for arrival in arrivals:
            with self._report_write_errors():
                await self._process(arrival)

    @contextmanager
    def _report_write_errors(self) -> Iterator[None]:
        try:
            yield
        except WorldError as error:
            log.error("a stanza could not be written down", code=error.code)
            self._on_write_error(error)
