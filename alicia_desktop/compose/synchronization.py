"""Keep this computer and the server of an account alike: memories, conversations, and the person's pins and settings.

synchronization = Synchronization(database=database, api=rooms.api, sessions=sessions, account=account, ...)
synchronization.conversations.start()       # from then on it follows: sessions wake it when they come online
await synchronization.close()
"""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.conversation_preferences import PreferenceDelivery
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import MemoryConfirmation, MemoryTrace, StartAnswer
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.pool import SessionPool
from alicia_desktop.session.state import Phase
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations.recently_deleted import DeletedRetention
from alicia_desktop.store.database import Database
from alicia_desktop.sync.memories import MemorySync
from alicia_desktop.sync.service import SyncProgress, SyncService

if TYPE_CHECKING:
    from alicia_desktop.api.client import ApiClient

MEMORY_SIGNS: Final = (MemoryTrace, MemoryConfirmation, StartAnswer)
"""After these the server's memories may be others; an answer may have forgotten something without a trace of it."""


class Synchronization:
    """What is copied from the server and told to it, woken by the sessions."""

    def __init__(
        self,
        *,
        database: Database,
        api: "Callable[[], Awaitable[ApiClient]]",
        sessions: SessionPool,
        preferences: PreferenceDelivery,
        account: Account,
        scope: Scope,
        clock: Clock,
    ) -> None:
        self.memories = MemorySync(
            database=database, source=api, server=account.server, user_id=account.user_id, clock=clock
        )
        self.conversations = SyncService(
            database=database,
            source=api,
            account=account,
            clock=clock,
            is_live=self._is_live,
            is_open=sessions.holds,
        )
        self.deleted = DeletedRetention(database=database, clock=clock, on_purged=self.conversations.wake)
        self._sessions, self._preferences, self._scope = sessions, preferences, scope
        self.conversations.changed.connect(self._on_progress)
        self.conversations.restored.connect(sessions.retry)
        wake_memory_sync(sessions, self.memories)
        sessions.came_online.connect(self._on_online)

    async def send_preferences(self) -> None:
        """Tell the server pins and settings of conversations; what cannot be sent stays pending."""
        if await self._preferences.send():
            self.conversations.wake()  # a round that is under way may have a list from before it

    async def close(self) -> None:
        """End both copies."""
        await self.conversations.close()
        await self.memories.close()

    def _on_online(self, _conversation_id: str) -> None:
        self.conversations.wake()
        self._send_preferences_later()

    def _on_progress(self, progress: SyncProgress) -> None:
        """Try what waits again after a round that went well: the server is there."""
        if progress.phase == "idle":
            self._send_preferences_later()

    def _send_preferences_later(self) -> None:
        self._scope.spawn("preferences", self.send_preferences())

    def _is_live(self, conversation_id: str) -> bool:
        active = self._sessions.active
        state = None if active is None else active.session.state
        return state is not None and state.conversation_id == conversation_id and state.phase is Phase.ONLINE


def wake_memory_sync(sessions: SessionPool, memories: MemorySync) -> None:
    """Copy memories again after each handshake, and when the server says something that may have changed them."""

    def on_passed(passed: JournaledStanza) -> None:
        content = passed.inbound
        if not passed.outbound and isinstance(content, Stanza) and isinstance(content.body, MEMORY_SIGNS):
            memories.wake()

    sessions.came_online.connect(lambda _: memories.wake())
    sessions.stanza_journaled.connect(on_passed)
