"""Handle the HTTP call that runs a tool of the server again, for somebody who looks into how it was used.

It is this project's own (docs/protocol.md#running-a-tool-again) and announced as a feature. A tool gets the parameters
of the use and nothing else; it is told to whoever asked, and stored nowhere.
"""

import asyncio
from time import perf_counter
from typing import Any

from aiohttp import web

from alicia_desktop.server.access import Ownership
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.answered_questions import AnsweredQuestions
from alicia_desktop.server.http.guard import principal_of
from alicia_desktop.server.tools.server_tools import Outcome, ToolFailure
from alicia_desktop.server.tools.tool_calls import run_tool
from alicia_desktop.store.conversations import tools
from alicia_desktop.store.database import Database
from alicia_desktop.store.records import ToolUseRecord


class ToolHandlers:
    """Handlers over the tool uses of the caller."""

    def __init__(self, *, database: Database, ownership: Ownership, questions: AnsweredQuestions) -> None:
        self._database, self._ownership, self._questions = database, ownership, questions
        self._one_at_a_time = asyncio.Lock()

    def routes(self) -> list[web.RouteDef]:
        """Return the routes; a tool use is no conversation, so whose it is is asked here."""
        return [web.post("/api/v1/tool-uses/{use}/run", self.run_again)]

    async def run_again(self, request: web.Request) -> web.Response:
        """`POST /tool-uses/{use}/run` → {`id`,`success`,`result`,`errorCode`,`errorMessage`,`tookMs`}."""
        use = await self._find(request)
        available = await self._questions.tools_of(principal_of(request).user_id, use.conversation_id)
        async with self._one_at_a_time:
            begun = perf_counter()
            outcome = await run_tool(use.tool_name, available.get(use.tool_name), use.tool_arguments)
            took = (perf_counter() - begun) * 1_000
        return web.json_response({"id": use.id, **_told(outcome), "tookMs": round(took, 3)})

    async def _find(self, request: web.Request) -> ToolUseRecord:
        """Return the use in the path, if it is the caller's.

        Raises:
            WorldError: `not_found`, also where it is somebody else's.
        """
        use = await self._database.read(tools.get, request.match_info["use"])
        if use is None or use.deleted_at is not None or not use.tool_name:
            raise json_bodies.not_found_error("tool use")
        await self._ownership.find(principal_of(request).user_id, use.conversation_id)
        return use


def _told(outcome: Outcome) -> dict[str, Any]:
    if isinstance(outcome, ToolFailure):
        return {"success": False, "result": None, "errorCode": outcome.code, "errorMessage": outcome.sentence}
    return {"success": True, "result": dict(outcome), "errorCode": None, "errorMessage": None}
