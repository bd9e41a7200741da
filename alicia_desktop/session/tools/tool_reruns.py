"""Runs a tool of this computer once more for somebody who looks into it: no server is told, and nothing is stored.

    rerun = await ToolReruns(database=database, offered=offered, clock=clock).run(use)

The same checks and the same permission stand before it as before the first time.
"""

import asyncio

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.logs import get_logger
from alicia_desktop.session.tools.contract import ToolRefusalError, ToolRerun
from alicia_desktop.session.tools.tool_runner import (
    REFUSED,
    OfferedTools,
    decide_permission,
    store_decision,
    time_limit,
)
from alicia_desktop.store.database import Database
from alicia_desktop.store.records import ToolUseRecord

log = get_logger(__name__)


class ToolReruns:
    """Runs tool uses again; `offered` are the tools that servers are offered."""

    def __init__(self, *, database: Database, offered: OfferedTools, clock: Clock) -> None:
        self._database, self._offered, self._clock = database, offered, clock

    async def run(self, use: ToolUseRecord) -> ToolRerun:
        """Run a tool with the parameters of an earlier use; what goes wrong is the `error` of the result."""
        try:
            await self._check(use)
        except ToolRefusalError as refusal:
            return ToolRerun(tool_use_id=use.id, at=self._clock.now(), error=refusal.sentence)
        at, begun = self._clock.now(), self._clock.monotonic()
        result, error = None, ""
        limit = time_limit(use)
        try:
            async with asyncio.timeout(limit.total_seconds()):
                result = await self._offered.run(use.tool_name, use.tool_arguments)
        except ToolRefusalError as refusal:
            error = refusal.sentence
        except TimeoutError:
            error = f"It took longer than {limit.total_seconds():g} seconds."
        except Exception:
            log.exception("a tool failed when it was run again", tool=use.tool_name)
            error = "The tool failed on this computer."
        took = (self._clock.monotonic() - begun) * 1_000
        return ToolRerun(tool_use_id=use.id, at=at, took_ms=took, result=result, error=error)

    async def _check(self, use: ToolUseRecord) -> None:
        """Check the parameters and ask for permission.

        Raises:
            ToolRefusalError: it must not run, or cannot.
        """
        if (wrong := self._offered.problem(use.tool_name, use.tool_arguments)) is not None:
            raise ToolRefusalError("invalid_parameters", wrong)
        permission = await decide_permission(self._database, self._offered, use, again=True)
        refused = permission in REFUSED
        name = use.tool_name if refused else self._offered.grant_name(use.tool_name)
        await self._database.write(store_decision, use.conversation_id, name, permission, self._clock.now())
        if refused:
            raise ToolRefusalError("permission_denied", REFUSED[permission])
