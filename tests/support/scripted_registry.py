"""The bus of assistive technology and its registry, on a message bus of the test's own.

async with ScriptedRegistry(address) as registry:
    registry.events = ["Object:Announcement:"]
"""

from jeepney import HeaderFields, Message, new_method_return

from tests.support.message_bus import ScriptedService


class ScriptedRegistry(ScriptedService):
    """Says that one reader has asked for `events`."""

    NAMES = ("org.a11y.Bus", "org.a11y.atspi.Registry")

    def __init__(self, address: str) -> None:
        self.address = address
        self.events: list[str] = []

    async def answer(self, call: Message) -> None:
        """Tell where the bus is, or what is asked for on it."""
        if call.header.fields[HeaderFields.member] == "GetAddress":
            await self.send(new_method_return(call, "s", (self.address,)))
        else:
            await self.send(new_method_return(call, "a(ss)", ([(":1.7", event) for event in self.events],)))
