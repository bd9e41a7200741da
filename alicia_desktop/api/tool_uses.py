"""The HTTP call that has a server run a tool of its own again.

async with ToolApi(url=address, user_id="user", token=token) as api:
    again = await api.run_again(tool_use_id)                              # docs/protocol.md#running-a-tool-again
"""

from typing import Any, Final

from alicia_desktop.api.client import ApiClient
from alicia_desktop.api.records import Record

RUN_SECONDS: Final = 35.0
"""A tool may take 30."""


class ToolRun(Record, frozen=True, kw_only=True, rename="camel"):
    """What came of running a tool again."""

    id: str = ""
    success: bool = False
    result: Any = None
    error_code: str | None = None
    error_message: str | None = None
    took_ms: float = 0.0


class ToolApi(ApiClient):
    """The call of one user about one of their tool uses; a server that does not announce it lacks it."""

    async def run_again(self, tool_use_id: str) -> ToolRun:
        """Run a tool of the server with the parameters of an earlier use; nothing is stored there.

        Raises:
            WorldError: also `not_supported`.
        """
        return self._parse(await self._request("POST", "tool-uses", tool_use_id, "run"), ToolRun)
