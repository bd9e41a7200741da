"""Stanzas that came and are being written down, in batches: as many as came while the last batch was committed."""

import asyncio
from collections.abc import Callable
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.session.ledger import Arrival, Ledger, Passed

MAX_STANZAS_PER_COMMIT: Final = 40
"""Bounds how long the writing thread is in the way: a burst is written in pieces, with the loop in between."""
STRETCH: Final = 25
"""Stanzas told of at a stretch, so that a burst never holds up the loop for long."""


class Arriving:
    """What is not on disk yet; each stanza is told of after its commit, in the order in which they came."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        on_recorded: Callable[[Passed], None],
        on_outbox_empty: Callable[[], None],
        on_refused: Callable[[WorldError], None],
    ) -> None:
        self._ledger = ledger
        self._on_recorded, self._on_outbox_empty, self._on_refused = on_recorded, on_outbox_empty, on_refused
        self._arrived: list[Arrival] = []
        self._recording = False

    def put(self, arrival: Arrival) -> bool:
        """Take one packet; returns whether `record` has to be run."""
        self._arrived.append(arrival)
        begins, self._recording = not self._recording, True
        return begins

    def forget(self) -> None:
        """Leave what is not written down; it is asked for again."""
        self._arrived.clear()

    async def record(self) -> None:
        """Write down all that came, until nothing more comes."""
        try:
            while self._arrived:
                batch, self._arrived = self._arrived[:MAX_STANZAS_PER_COMMIT], self._arrived[MAX_STANZAS_PER_COMMIT:]
                receipt = await self._ledger.receive(batch)
                if receipt.outbox_empty:  # at once: a moment later the person may have written something new
                    self._on_outbox_empty()
                for place, passed in enumerate(receipt.passed):
                    if place % STRETCH == STRETCH - 1:
                        await asyncio.sleep(0)
                    self._on_recorded(passed)
        except WorldError as error:
            self._on_refused(error)
        finally:
            self._recording = False
