"""The way into the memories' window: what stands behind it is loaded when somebody first goes there."""

import asyncio
import importlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from alicia_desktop.app.semantic_search import Meaning
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.ui.theme import Theme

if TYPE_CHECKING:
    from alicia_desktop.app.memories_controller import Remembering


class MemoriesLauncher:
    """Opens one window of memories, however often it is asked to."""

    def __init__(
        self,
        *,
        client: Client,
        clock: Clock,
        scope: Scope,
        theme: Theme,
        meaning: Meaning,
        front: Callable[[], Awaitable[ActiveSession | None]],
        jump: Callable[[tuple[str, str]], None],
    ) -> None:
        """Take `jump`, which shows a message of a conversation in the main window."""
        self._client = client
        self._clock = clock
        self._scope = scope
        self._theme = theme
        self._meaning = meaning
        self._front = front
        self._jump = jump
        self._opening = asyncio.Lock()
        self._behind: Remembering | None = None

    @property
    def behind(self) -> "Remembering | None":
        """What stands behind the window, once it was opened."""
        return self._behind

    async def open(self) -> None:
        """Show the window."""
        async with self._opening:
            if self._behind is None:
                self._behind = await self._made()
        self._behind.open()

    async def close(self) -> None:
        """Close the window and what is behind it."""
        async with self._opening:
            behind, self._behind = self._behind, None
            if behind is not None:
                await behind.close()

    async def _made(self) -> "Remembering":
        module = await asyncio.to_thread(importlib.import_module, "alicia_desktop.app.memories_controller")
        made: Remembering = module.Remembering(
            client=self._client,
            clock=self._clock,
            scope=self._scope,
            theme=self._theme,
            meaning=self._meaning,
            front=self._front,
        )
        made.jump_requested.connect(self._jump)
        await made.start()
        return made
