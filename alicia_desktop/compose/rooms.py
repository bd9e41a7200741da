"""Ask a server for rooms over its HTTP API, and make the conversation there first (docs/protocol.md#http-api)."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import LOCAL
from alicia_desktop.base.own_addresses import reachable_address
from alicia_desktop.base.translation import translate
from alicia_desktop.compose.server_settings import TransportChoice, UnencryptedConsent
from alicia_desktop.compose.servers import Server, ServerAddress, open_api
from alicia_desktop.protocol.conversation_settings import SETTINGS, settings_in, settings_map
from alicia_desktop.session.events import RoomGranted
from alicia_desktop.store.accounts import participant_id
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.conversations.default_titles import default_title, opening_question
from alicia_desktop.store.database import Database
from alicia_desktop.store.records import UNTITLED, ConversationRecord
from alicia_desktop.store.sync.history import HistoryMessage
from alicia_desktop.transport.contract import RoomAddress

if TYPE_CHECKING:
    from alicia_desktop.api.client import ApiClient
    from alicia_desktop.api.records import JsonObject, RoomGrant


class ServerRooms:
    """Rooms of one server, by its HTTP API; a conversation begun here is made there first."""

    def __init__(
        self,
        *,
        server: Server,
        database: Database,
        user_id: str,
        livekit_address: str,
        consent: UnencryptedConsent,
        clock: Clock,
        transport: TransportChoice = "auto",
    ) -> None:
        """`transport` is what the user wants rooms to be on; a server that has them elsewhere is left."""
        self._server = server
        self._transport = transport
        self._consent = consent
        self._database = database
        self._user_id = user_id
        self._livekit_address = livekit_address
        self._clock = clock
        self.prepare: Callable[[], Awaitable[object]] | None = None
        """Called before each room, so that a server knows a conversation's settings before its questions come."""
        self._participant_id = ""
        self._api: ApiClient | None = None
        self._place: ServerAddress | None = None
        self._made: dict[str, str] = {}
        """Conversations that were made on the server, by the ids under which they were begun here.

        Where the room is refused or the id cannot be written down, the next request is for the same one.
        """

    async def api(self) -> "ApiClient":
        """Return the client of the server where it is now."""
        place = await self._server.place()
        if self._api is None or place != self._place:
            fresh = await open_api(place, user_id=self._user_id)
            if self._api is None or place != self._place:  # nobody else was faster
                former, self._api, self._place = self._api, fresh, place
                if former is not None:
                    await former.close()
        return self._api

    async def request_room(self, conversation_id: str) -> RoomGranted:
        """Return the room of a conversation with a fresh token."""
        participant = await self._participant()  # first: who cannot write it down asks nothing of a server
        api = await self.api()
        if conversation_id.startswith(LOCAL):
            conversation_id = self._made.get(conversation_id) or await self._make(api, conversation_id)
        if self.prepare is not None:
            await self.prepare()
        grant = await api.room_grant(conversation_id, participant_id=participant)
        if self._transport == "livekit" and grant.transport != "livekit":
            sentence = translate(
                "This server’s rooms are not on LiveKit. Start it with `alicia-desktop serve --livekit`, or use "
                "--transport auto."
            )
            raise WorldError(sentence=sentence, code="livekit_not_set")
        url = grant.url or self._livekit_address
        if not url:
            sentence = translate(
                "This server does not say where its LiveKit is. Enter the LiveKit address in the settings."
            )
            raise WorldError(sentence=sentence, code="no_livekit_address")
        return RoomGranted(conversation_id=conversation_id, address=await self._address(grant, url))

    async def request_speech(self) -> RoomAddress:
        """Return a fresh room for speech alone, where the server is the one on this computer."""
        grant = await (await self.api()).speech_grant(participant_id=await self._participant())
        return await self._address(grant, grant.url or "")

    async def _address(self, grant: "RoomGrant", url: str) -> RoomAddress:
        """Return where the room is, where its token may go there.

        Raises:
            WorldError: `unencrypted`.
        """
        here = self._place is not None and not self._server.name
        own = {_host(self._place.address if self._place else ""), reachable_address("")}
        if not (here and _host(url) in own):
            await self._consent.check(url)
        return RoomAddress(
            transport=grant.transport,
            url=url,
            token=grant.token,
            room_name=grant.room_name,
            participant_id=grant.participant_id,
            agent=grant.agent_identity,
            certificate=self._place.certificate if self._place is not None else "",
        )

    async def _participant(self) -> str:
        if not self._participant_id:
            self._participant_id = await self._database.write(participant_id, self._clock.now())
        return self._participant_id

    async def _make(self, api: "ApiClient", local_id: str) -> str:
        known = await self._database.read(conversations.get, local_id)
        title = known.title if known else ""
        if not title:
            title = default_title(await self._database.read(opening_question, local_id))
        created = await api.create_conversation(title or UNTITLED, preferences=_preferences(known, local_id))
        self._made[local_id] = created.id
        return created.id

    async def history(self, conversation_id: str) -> tuple[HistoryMessage, ...]:
        """Return what the server has of a conversation, oldest first."""
        from alicia_desktop.api.records import in_utc  # noqa: PLC0415 - loaded with the first call

        page = await (await self.api()).messages(conversation_id)
        return tuple(
            HistoryMessage(
                id=message.id,
                previous_id=message.previous_id,
                role="assistant" if message.role == "assistant" else "user",
                contents=message.contents,
                state=message.state,
                created_at=in_utc(message.created_at),
                stopped_at=in_utc(message.stopped_at),
            )
            for message in sorted(page.messages, key=lambda each: each.sequence_number)
            if message.role in {"assistant", "user"}
        )

    async def close(self) -> None:
        """Close the connections."""
        if self._api is not None:
            await self._api.close()
            self._api = None


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""


def _preferences(record: ConversationRecord | None, local_id: str) -> "JsonObject":
    """Return the preferences with which a server creates a conversation.

    With the name that it has here, so that it is made once, and found again if the answer is lost.
    """
    marks = (("private", record.private), ("pinned", record.pinned)) if record is not None else ()
    own = settings_map(settings_in(record.preferences)) if record is not None else {}
    settings: JsonObject = {SETTINGS: own} if own else {}
    return {"local_id": local_id} | {name: True for name, on in marks if on} | settings
