"""Run a tool use again where it ran: here after the user's permission, or by the server that has the tool."""

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.compose.client import Client
from alicia_desktop.protocol.client_tools import is_asked
from alicia_desktop.session.tools.contract import ToolRerun
from alicia_desktop.session.tools.tool_runner import ToolReruns
from alicia_desktop.store.records import ToolUseRecord


class RerunsByPlace:
    """Runs tool uses again; what goes wrong is the `error` of the result."""

    def __init__(self, *, local: ToolReruns, client: Client, clock: Clock) -> None:
        """`local` runs the tools of this computer."""
        self._local, self._client, self._clock = local, client, clock

    async def run(self, use: ToolUseRecord) -> ToolRerun:
        """Run a tool with the parameters of an earlier use."""
        if is_asked(use.tool_name, use.execution):
            return await self._local.run(use)
        at = self._clock.now()
        try:
            return await self._run_at_server(use)
        except WorldError as error:
            return ToolRerun(tool_use_id=use.id, at=at, error=error.sentence)

    async def _run_at_server(self, use: ToolUseRecord) -> ToolRerun:
        from alicia_desktop.api.tool_uses import RUN_SECONDS, ToolApi  # noqa: PLC0415 - HTTP, when it is first asked for something

        at, place = self._clock.now(), await self._client.server.place()
        api = ToolApi(
            url=place.address,
            user_id=self._client.settings.server.user,
            token=place.token,
            certificate=place.certificate,
            seconds=RUN_SECONDS,
        )
        async with api:
            run = await api.run_again(use.id)
        error = "" if run.success else run.error_message or "The server gave no reason."
        return ToolRerun(tool_use_id=use.id, at=at, took_ms=run.took_ms, result=run.result, error=error)
