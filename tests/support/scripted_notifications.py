"""A desktop's service for notifications, on a message bus of the test's own.

async with ScriptedNotifications(address) as desktop:
    number, title, text = await desktop.shown.get()
    await desktop.press(number)
"""

import asyncio
from typing import Any, Self

from jeepney import DBusAddress, HeaderFields, MessageType, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.asyncio import DBusConnection, open_dbus_connection

NAME = "org.freedesktop.Notifications"
SERVICE = DBusAddress("/org/freedesktop/Notifications", interface=NAME)


class ScriptedNotifications:
    """The service; it shows everything."""

    def __init__(self, address: str) -> None:
        self.shown: asyncio.Queue[tuple[int, str, str]] = asyncio.Queue()
        """Number, title and text of each notification."""
        self.actions: list[list[str]] = []
        self._address = address
        self._connection: DBusConnection | None = None
        self._serving: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        connection = self._connection = await open_dbus_connection(self._address)
        await connection.send(message_bus.RequestName(NAME))
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

    async def press(self, number: int, *, token: str = "") -> None:
        """Click a notification, which then goes."""
        if token:
            await self._emit("ActivationToken", "us", (number, token))
        await self._emit("ActionInvoked", "us", (number, "default"))
        await self.dismiss(number)

    async def dismiss(self, number: int) -> None:
        """Take a notification away."""
        await self._emit("NotificationClosed", "uu", (number, 2))

    async def _emit(self, member: str, signature: str, body: tuple[Any, ...]) -> None:
        assert self._connection is not None
        await self._connection.send(new_signal(SERVICE, member, signature, body))

    async def _serve(self, connection: DBusConnection) -> None:
        while True:
            message = await connection.receive()
            if message.header.message_type is not MessageType.method_call:
                continue
            if message.header.fields[HeaderFields.member] == "Notify":
                _, _, _, title, text, actions, _, _ = message.body
                self.actions.append(actions)
                number = len(self.actions)
                await connection.send(new_method_return(message, "u", (number,)))
                self.shown.put_nowait((number, title, text))
            else:
                await connection.send(new_method_return(message, "ssss", ("scripted", "tests", "1", "1.2")))
