"""Tell a server the pins and the settings of conversations that it has not heard of yet.

    delivery = PreferenceDelivery(database=database, api=rooms.api, account=account, refused=show)
    await delivery.send()                       # what cannot be sent now waits for the next time

Both hold on this computer at once and are noted with the change (`store.sync.pending_changes`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import LOCAL
from alicia_desktop.base.logs import get_logger
from alicia_desktop.protocol.conversation_settings import SETTINGS, settings_in, settings_map
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.store.sync import pending_changes

if TYPE_CHECKING:
    from alicia_desktop.api.client import ApiClient
    from alicia_desktop.api.records import JsonObject

UNSUPPORTED_CODES: Final = frozenset({"not_supported", "not_found"})
"""Error codes of a server that does not know a call, or not the conversation: asking again is no use."""
REFUSED_CODES: Final = frozenset({"request_refused"})
"""Of a server that does not take what it was told, and would not the next time."""
log = get_logger(__name__)


class PreferenceDelivery:
    """Sends what is pending, one conversation after the other; two calls at once send nothing twice."""

    def __init__(
        self,
        *,
        database: Database,
        api: "Callable[[], Awaitable[ApiClient]]",
        account: Account,
        refused: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`refused` hears the server's reason where it does not take something."""
        self._database, self._api, self._account, self._refused = database, api, account, refused
        self._sending = asyncio.Lock()

    async def send(self) -> bool:
        """Send changed pins and settings; return whether anything was told, which sync may not have seen."""
        async with self._sending:
            pins = await self._database.read(pending_changes.pending_pins, account=self._account)
            settings = await self._database.read(pending_changes.pending_settings, account=self._account)
            pinned = [await self._send_pin(record) for record in pins if _is_known(record)]
            return any([*pinned, *[await self._send_settings(record) for record in settings if _is_known(record)]])

    async def _send_pin(self, record: ConversationRecord) -> bool:
        return await self._send(record, {"pinned": record.pinned}, pending_changes.settle_pin)

    async def _send_settings(self, record: ConversationRecord) -> bool:
        told: JsonObject = {SETTINGS: settings_map(settings_in(record.preferences))}
        return await self._send(record, told, pending_changes.settle_settings)

    async def _send(
        self, record: ConversationRecord, told: "JsonObject", settle: Callable[[Connection, ConversationRecord], None]
    ) -> bool:
        try:
            await (await self._api()).change_conversation(record.id, preferences=told)
        except WorldError as error:
            if error.code in REFUSED_CODES:
                self._refused(error.sentence)
            elif error.code not in UNSUPPORTED_CODES:
                log.info("a change of a conversation waits for the server", code=error.code)
                return False
        await self._database.write(settle, record)
        return True


def _is_known(record: ConversationRecord) -> bool:
    """Whether the server has created it; what is not there yet is created with all of this."""
    return not record.id.startswith(LOCAL)
