"""Send what is not an answer: acknowledgements, errors, engine states and session statistics."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec

from alicia_desktop.base import ids
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.protocol import codec
from alicia_desktop.protocol.client_tools import ServerStatus
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.extensions import RECEIVED_AT
from alicia_desktop.protocol.messages import Acknowledgement, ErrorMessage, SessionStats
from alicia_desktop.server.engines.engine_set import Engines, server_info
from alicia_desktop.server.outbound import OutboundQueue
from alicia_desktop.transport.contract import Transport

MALFORMED: Final = 101
NOT_FOUND: Final = 201
INVALID_STATE: Final = 202
INTERNAL: Final = 501
SERVICE_UNAVAILABLE: Final = 503
log = get_logger(__name__)


async def reject_connection(transport: Transport, conversation_id: str, *, code: int, sentence: str) -> None:
    """Send the reason why a connection is rejected. It is not journaled: a replay would send it to others."""
    body = ErrorMessage(id=ids.new_id(ids.MESSAGE), code=code, message=sentence, recoverable=False)
    try:
        await transport.send(codec.encode(Stanza(stanza_id=-1, conversation_id=conversation_id, body=body)))
    except WorldError as error:
        log.info("a refusal found nobody", code=error.code)


@dataclass(kw_only=True, slots=True)
class Tally:
    """What SessionStats counts."""

    tools: int = 0
    memories: int = 0


def receipt(at: datetime) -> dict[str, int]:
    """Return the meta of what answers a stanza at once: with it, the client tells its clock from the server's."""
    return {RECEIVED_AT: round(at.timestamp() * 1000)}


class Notices:
    """Sends the notices of one conversation; each goes out after what was queued before it."""

    def __init__(
        self, *, outbound: OutboundQueue, engines: Engines, clock: Clock, words_only: Callable[[], str]
    ) -> None:
        """`words_only` returns why memories are found by their words only; empty where they are not."""
        self.tally = Tally()
        """What the turns count."""
        self.messages = 0
        """What people said since this agent began."""
        self.client_servers: tuple[ServerStatus, ...] = ()
        """The MCP servers of the client that is there."""
        self._outbound, self._engines, self._clock = outbound, engines, clock
        self._words_only = words_only
        self._begun = clock.monotonic()
        self._reported: set[str] = set()
        """Sentences about engines that were told once."""

    def acknowledge(self, stanza: Stanza, message_id: str | None, *, received_at: datetime) -> None:
        """Acknowledge a stanza: it is journaled and accepted."""
        self._outbound.enqueue(
            Acknowledgement(
                conversation_id=self._outbound.conversation_id,
                acknowledged_stanza_id=stanza.stanza_id,
                acknowledged_message_id=message_id,
                success=True,
            ),
            receipt(received_at),
        )

    def send_error(self, sentence: str, *, about: str | None, code: int, recoverable: bool = False) -> None:
        """Send an error; `about` is the message that it ends, unless it is `recoverable`."""
        self._outbound.enqueue(
            ErrorMessage(
                id=ids.new_id(ids.MESSAGE),
                conversation_id=self._outbound.conversation_id,
                code=code,
                message=sentence,
                severity=1 if recoverable else 2,
                recoverable=recoverable,
                originating_id=about,
            )
        )

    def report_engine_failure(self, error: WorldError) -> None:
        """Report once that speech input or output failed; text goes on."""
        if error.sentence not in self._reported:
            self._reported.add(error.sentence)
            self.send_error(error.sentence, about=None, code=SERVICE_UNAVAILABLE, recoverable=True)

    def publish_server_info(self) -> None:
        """Send ServerInfo: the models, the state of each engine, and the client's MCP servers as it announced them."""
        servers = tuple({"name": server.name, "status": server.status} for server in self.client_servers)
        info = server_info(self._engines, words_only=self._words_only())
        self._outbound.enqueue(msgspec.structs.replace(info, mcp_servers=servers))

    def publish_stats(self) -> None:
        """Send SessionStats: messages, tools and memories since this agent started."""
        self._outbound.enqueue(
            SessionStats(
                message_count=self.messages,
                tool_call_count=self.tally.tools,
                memories_used=self.tally.memories,
                session_duration=round(self._clock.monotonic() - self._begun, 1),
            )
        )
