"""A desktop's service for notifications, on a message bus of the test's own.

async with ScriptedNotifications(address) as desktop:
    number, title, text = await desktop.shown.get()
    await desktop.press(number)
"""

import asyncio
from typing import Any

from jeepney import HeaderFields, Message, new_method_return

from tests.support.message_bus import ScriptedService

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


class ScriptedNotifications(ScriptedService):
    """The service; it shows everything."""

    NAMES = (NAME,)

    def __init__(self, address: str) -> None:
        self.address = address
        self.shown: asyncio.Queue[tuple[int, str, str]] = asyncio.Queue()
        """Number, title and text of each notification."""
        self.actions: list[list[str]] = []

    async def press(self, number: int, *, token: str = "") -> None:
        """Click a notification, which then goes."""
        if token:
            await self._tell("ActivationToken", "us", (number, token))
        await self._tell("ActionInvoked", "us", (number, "default"))
        await self.dismiss(number)

    async def dismiss(self, number: int) -> None:
        """Take a notification away."""
        await self._tell("NotificationClosed", "uu", (number, 2))

    async def answer(self, call: Message) -> None:
        """Show what is to be shown, and say who this is."""
        if call.header.fields[HeaderFields.member] == "Notify":
            _, _, _, title, text, actions, _, _ = call.body
            self.actions.append(actions)
            number = len(self.actions)
            await self.send(new_method_return(call, "u", (number,)))
            self.shown.put_nowait((number, title, text))
        else:
            await self.send(new_method_return(call, "ssss", ("scripted", "tests", "1", "1.2")))

    async def _tell(self, member: str, signature: str, body: tuple[Any, ...]) -> None:
        await self.emit(PATH, NAME, member, signature, body)
