"""List the conversations that were deleted and can be restored, with the days that are left for it."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Rows
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.base.translation import translate_count
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.view.rows import ConversationRow
from alicia_desktop.view.sidebar import conversation_row

FLUSH_SECONDS: Final = 0.2


class RecentlyDeletedView:
    """The deleted conversations of one account, the last deleted first."""

    def __init__(self, *, database: Database, clock: Clock, scope: Scope, account: Account) -> None:
        self.rows: Rows[ConversationRow] = Rows(lambda row: row.id)
        """Where the sidebar shows the time of the last message, these show how much time is left."""
        self._database, self._clock, self._account = database, clock, account
        self._refreshing = Throttle("recently deleted", self.refresh, scope=scope, clock=clock, pause=FLUSH_SECONDS)
        self._disconnect = database.changed.connect(self._on_changed)

    async def refresh(self) -> None:
        """Read the list again."""
        now = self._clock.now()
        records = await self._database.read(
            conversations.deleted_since, account=self._account, since=now - conversations.RESTORABLE
        )
        self.rows.reset(deleted_row(record, now) for record in records)

    def request_refresh(self) -> None:
        """Read the list again soon, because time has passed."""
        self._refreshing.request()

    def close(self) -> None:
        """Follow the store no more."""
        self._disconnect()

    def _on_changed(self, changes: Changes) -> None:
        if any(change.subject == "conversation" for change in changes):
            self._refreshing.request()


def deleted_row(record: ConversationRecord, now: datetime) -> ConversationRow:
    """Return the line of a deleted conversation."""
    deleted_at = record.deleted_at or now
    is_today = deleted_at.astimezone().date() == now.astimezone().date()
    return replace(
        conversation_row(record, now),
        time=time_left(deleted_at, now),
        section="Today" if is_today else "Earlier",
        pinned=False,
    )


def time_left(deleted_at: datetime, now: datetime) -> str:
    """Return how long a conversation can still be restored: `30 days left`, on the last one `1 day left`."""
    left = deleted_at + conversations.RESTORABLE - now
    return translate_count("{count} day left", "{count} days left", max(1, -(-left // timedelta(days=1))))
