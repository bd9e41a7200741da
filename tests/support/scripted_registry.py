"""The bus of assistive technology and its registry, on a message bus of the test's own.

async with ScriptedRegistry(address) as registry:
    registry.events = ["Object:Announcement:"]
"""

import asyncio
from typing import Self

from jeepney import HeaderFields, MessageType, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.asyncio import DBusConnection, open_dbus_connection

NAMES = ("org.a11y.Bus", "org.a11y.atspi.Registry")


class ScriptedRegistry:
    """Says that one reader has asked for `events`."""

    def __init__(self, address: str) -> None:
        self.events: list[str] = []
        self._address = address
        self._connection: DBusConnection | None = None
        self._serving: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        connection = self._connection = await open_dbus_connection(self._address)
        for name in NAMES:
            await connection.send(message_bus.RequestName(name))
            while (await connection.receive()).header.message_type is not MessageType.method_return:
                pass
        self._serving = asyncio.get_running_loop().create_task(self._serve(connection))
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._serving is not None
        assert self._connection is not None
        self._serving.cancel()
        await asyncio.wait({self._serving})
        await self._connection.close()

    async def _serve(self, connection: DBusConnection) -> None:
        while True:
            message = await connection.receive()
            if message.header.message_type is not MessageType.method_call:
                continue
            if message.header.fields[HeaderFields.member] == "GetAddress":
                await connection.send(new_method_return(message, "s", (self._address,)))
            else:
                events = [(":1.7", event) for event in self.events]
                await connection.send(new_method_return(message, "a(ss)", (events,)))
