"""What a key of every window tells, to be waited for."""

import asyncio

from alicia_desktop.app.global_shortcuts.contract import Availability, GlobalKey
from tests.support.patience import PATIENCE


class Heard:
    """What a key has told."""

    def __init__(self, key: GlobalKey) -> None:
        self.states: asyncio.Queue[bool] = asyncio.Queue()
        self.availability: asyncio.Queue[Availability] = asyncio.Queue()
        key.held_changed.connect(self.states.put_nowait)
        key.availability_changed.connect(self.availability.put_nowait)

    async def state(self) -> bool:
        """Wait for the next press or release."""
        async with asyncio.timeout(PATIENCE):
            return await self.states.get()

    async def said(self) -> Availability:
        """Wait for what is said next of the key."""
        async with asyncio.timeout(PATIENCE):
            return await self.availability.get()
