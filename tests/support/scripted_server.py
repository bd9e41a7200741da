"""A server's end of a room under a test's control: it sees every stanza of the client and says what the test wants."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import Acknowledgement, Configuration, Message
from alicia_desktop.transport.contract import RoomAddress, StanzaReceived, Transport, TransportEvent
from alicia_desktop.transport.memory import MemoryHub
from tests.support.patience import PATIENCE


class ScriptedServer:
    """Serves one hub; answers Configuration and acknowledges what must be, unless told to be silent."""

    def __init__(self, hub: MemoryHub, *, conversation_id: str = "ac_1") -> None:
        self.conversation_id = conversation_id
        self.received: list[Stanza] = []
        self.greets = True
        self.acknowledges = True
        self.features: tuple[str, ...] = ()
        """Of its Configuration."""
        self.last_id = 0
        self.end: Transport | None = None
        self.joins = 0
        self._ends: list[Transport] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.stop_serving = hub.serve(self._accept)

    def bodies(self, kind: type[Message]) -> list[Any]:
        """Return what came of one kind."""
        return [stanza.body for stanza in self.received if isinstance(stanza.body, kind)]

    async def say(self, *bodies: Message, meta: dict[str, Any] | None = None, **envelope: Any) -> None:
        """Send stanzas under the next ids."""
        for body in bodies:
            await self.say_raw(self._encoded(body, self.conversation_id, meta or {}))

    async def say_raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        assert self.end is not None
        await self.end.send(data)

    async def hang_up(self) -> None:
        """Break the connection."""
        assert self.end is not None
        await self.end.close()

    async def close(self) -> None:
        """Leave all rooms."""
        for end in self._ends:
            await end.close()

    async def _accept(self, address: RoomAddress, end: Transport) -> None:
        self.end = end
        self._ends.append(end)
        self.joins += 1
        await end.connect(address, lambda event: self._sink(event, end))

    def _sink(self, event: TransportEvent, end: Transport) -> None:
        if not isinstance(event, StanzaReceived):
            return
        stanza = decode(event.data)
        assert isinstance(stanza, Stanza), stanza
        self.received.append(stanza)
        reply = self._reply(stanza)
        if reply is not None:
            said = self._encoded(reply, stanza.conversation_id or self.conversation_id, {})
            task = asyncio.get_running_loop().create_task(_answer(end, said))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _encoded(self, body: Message, conversation_id: str, meta: dict[str, Any]) -> bytes:
        self.last_id -= 1
        return encode(Stanza(stanza_id=self.last_id, conversation_id=conversation_id, body=body, meta=meta))

    def _reply(self, stanza: Stanza) -> Message | None:
        if isinstance(stanza.body, Configuration):
            if not self.greets:
                return None
            return Configuration(conversation_id=self.conversation_id, features=self.features or None)
        if isinstance(stanza.body, Acknowledgement) or not self.acknowledges:
            return None
        return Acknowledgement(
            conversation_id=self.conversation_id,
            acknowledged_stanza_id=stanza.stanza_id,
            acknowledged_message_id=getattr(stanza.body, "id", None),
        )


async def _answer(end: Transport, data: bytes) -> None:
    with contextlib.suppress(WorldError):  # whoever asked has left
        await end.send(data)


def _is_so(condition: Callable[[], object]) -> bool:
    try:
        return bool(condition())
    except LookupError:
        return False


async def until(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until something is so; the wait itself proves nothing, the condition does.

    A condition that takes the first of what is not there yet is not so yet.
    """
    deadline = asyncio.get_running_loop().time() + seconds
    while not _is_so(condition):
        assert asyncio.get_running_loop().time() < deadline, "it did not come to be"
        await asyncio.sleep(0.005)
