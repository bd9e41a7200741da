"""One connection to the session's message bus: calls with their replies, and signals that are subscribed to.

    async with connect_bus(address) as bus:
        await bus.subscribe(sender="org.freedesktop.portal.Desktop")
        (handle,) = await bus.call(new_method_call(portal, "CreateSession", "a{sv}", ({},)))
        signal = await bus.signals.get()         # None: the bus is gone

jeepney's own router drops signals that nobody waits for, and does not tell when the bus is gone.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate

if TYPE_CHECKING:
    from jeepney import Message
    from jeepney.io.asyncio import DBusConnection

CALL_SECONDS: Final = 10.0
"""So long may whoever is called take to reply."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BusSignal:
    """A signal that came."""

    sender: str
    path: str
    interface: str
    member: str
    body: tuple[Any, ...]


class MessageBus:
    """A connection that is open; made by `connect_bus`."""

    def __init__(self, connection: "DBusConnection") -> None:
        self.signals: asyncio.Queue[BusSignal | None] = asyncio.Queue()
        self._connection = connection
        self._replies: dict[int, asyncio.Future[Message]] = {}
        self._ended = False

    @property
    def name(self) -> str:
        """The name that the bus gave to this connection, such as `:1.7`."""
        return str(self._connection.unique_name)

    async def call(self, message: "Message") -> tuple[Any, ...]:
        """Call a method and return what it returns.

        Raises:
            WorldError: Nobody replies, or with an error (`call_failed`).
        """
        from jeepney import DBusErrorResponse  # noqa: PLC0415 - loaded with the connection
        from jeepney.wrappers import unwrap_msg  # noqa: PLC0415 - as above

        serial = next(self._connection.outgoing_serial)
        reply = self._replies[serial] = asyncio.get_running_loop().create_future()
        if self._ended:
            reply.set_exception(EOFError())
        try:
            async with asyncio.timeout(CALL_SECONDS):
                await self._connection.send(message, serial=serial)
                return tuple(unwrap_msg(await reply))
        except (TimeoutError, OSError, EOFError, DBusErrorResponse) as error:
            raise WorldError(sentence=translate("The desktop did not answer."), code="call_failed") from error
        finally:
            del self._replies[serial]

    async def subscribe(self, *, sender: str, member: str | None = None, first: str = "") -> None:
        """Have signals of `sender` put into `signals`; `first` is what their first argument has to be, if anything.

        Raises:
            WorldError: as `call` does.
        """
        from jeepney import MatchRule  # noqa: PLC0415 - loaded with the connection
        from jeepney.bus_messages import message_bus  # noqa: PLC0415 - as above

        rule = MatchRule(type="signal", sender=sender, member=member)
        if first:
            rule.add_arg_condition(0, first)
        await self.call(message_bus.AddMatch(rule))

    async def receive(self) -> None:
        """Hand on what comes until the bus is gone."""
        try:
            while True:
                self._dispatch(await self._connection.receive())
        except (EOFError, OSError, ValueError):  # the last: bytes that are no message
            self._ended = True
            self.signals.put_nowait(None)
            for reply in self._replies.values():
                if not reply.done():
                    reply.set_exception(EOFError())

    def _dispatch(self, message: "Message") -> None:
        from jeepney import HeaderFields, MessageType  # noqa: PLC0415 - loaded with the connection

        fields = message.header.fields
        if message.header.message_type is MessageType.signal:
            self.signals.put_nowait(
                BusSignal(
                    sender=str(fields.get(HeaderFields.sender, "")),
                    path=str(fields.get(HeaderFields.path, "")),
                    interface=str(fields.get(HeaderFields.interface, "")),
                    member=str(fields.get(HeaderFields.member, "")),
                    body=tuple(message.body),
                )
            )
            return
        reply = self._replies.get(fields.get(HeaderFields.reply_serial, 0))
        if reply is not None and not reply.done():
            reply.set_result(message)


@asynccontextmanager
async def connect_bus(address: str) -> AsyncIterator[MessageBus]:
    """Connect to the bus at `address`, as `DBUS_SESSION_BUS_ADDRESS` has it.

    Raises:
        WorldError: There is none (`bus_unreachable`).
    """
    from jeepney.auth import AuthenticationError  # noqa: PLC0415 - for who wants such a key
    from jeepney.io.asyncio import open_dbus_connection  # noqa: PLC0415 - as above

    try:
        async with asyncio.timeout(CALL_SECONDS):
            connection = await open_dbus_connection(address)
    except (OSError, EOFError, ValueError, RuntimeError, TimeoutError, AuthenticationError) as error:
        raise WorldError(
            sentence=translate("The session’s message bus cannot be reached."), code="bus_unreachable"
        ) from error
    bus = MessageBus(connection)
    async with Scope("message bus") as scope:
        receiving = scope.spawn("receive", bus.receive())
        try:
            yield bus
        finally:
            receiving.cancel()
            with suppress(OSError):
                await connection.close()
