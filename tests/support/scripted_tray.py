"""A desktop's tray (StatusNotifierWatcher), on a message bus of the test's own.

async with ScriptedTray(address) as tray:
    name = await tray.registered.get()
"""

import asyncio

from jeepney import HeaderFields, Message, new_method_return

from tests.support.message_bus import ScriptedService


class ScriptedTray(ScriptedService):
    """The service; it shows every icon."""

    NAMES = ("org.kde.StatusNotifierWatcher",)

    def __init__(self, address: str) -> None:
        self.address = address
        self.registered: asyncio.Queue[str] = asyncio.Queue()
        """Names of programs that have an icon."""

    async def answer(self, call: Message) -> None:
        """Take an icon up; a question for a property is answered with yes."""
        member = call.header.fields[HeaderFields.member]
        if member == "RegisterStatusNotifierItem":
            await self.send(new_method_return(call))
            self.registered.put_nowait(call.body[0])
        elif member == "GetAll":
            await self.send(new_method_return(call, "a{sv}", ({"IsStatusNotifierHostRegistered": ("b", True)},)))
        else:
            await self.send(new_method_return(call, "v", (("b", True),)))
