"""Prunes the journal: stanzas older than the user wants to keep go at the start and every hour.

See docs/architecture.md#retention.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.store import journal
from alicia_desktop.store.database import Database

log = get_logger(__name__)
TIDY_SECONDS: Final = 3600.0


class JournalRetention:
    """Deletes stanzas of the journal that are older than the user wants to keep."""

    def __init__(self, *, database: Database, clock: Clock, days: Callable[[], int]) -> None:
        """Take `days`, which returns for how long they are kept now; 0 is always."""
        self._database, self._clock, self._days = database, clock, days

    async def tidy(self) -> None:
        """Prune now and every hour; where the disk refuses, the next hour tries again."""
        while True:
            try:
                await self.prune()
            except WorldError as error:
                log.info("the journal is not tidied", code=error.code)
            await self._clock.sleep(TIDY_SECONDS)

    async def prune(self) -> None:
        """Delete what is too old, a few hundred stanzas a transaction.

        Raises:
            WorldError: the disk does not let it; what went is gone, and the rest is as it was.
        """
        if not (days := self._days()):
            return
        before = self._clock.now() - timedelta(days=days)
        after: int | None = 0
        while after is not None:
            after = await self._database.write(journal.prune, before, after=after)
