"""Send the stanzas of one conversation: number, journal, and only then send each, in order.

Those that wait together are journaled in one transaction: an answer's reason, its beginning and its first sentence
take one, not three.

While nobody is there, or the handshake is not done, they are journaled all the same: the next resume replays them.
`resume` stands in the same queue as the stanzas, so a replay and what is sent meanwhile can never overtake one
another.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Protocol

import msgspec

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol import codec
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import Configuration, ErrorMessage, Message, Transcription, UserMessage
from alicia_desktop.protocol.sequence import next_server_id
from alicia_desktop.server.ledger import ServerLedger
from alicia_desktop.transport.contract import Transport

log = get_logger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class _Posted:
    body: Message
    meta: Mapping[str, Any]
    done: asyncio.Future[None]


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class _Relayed:
    data: bytes
    done: asyncio.Future[None]


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class _Resume:
    transport: Transport
    reply: Configuration
    meta: Mapping[str, Any]
    last_seen: int
    done: asyncio.Future[None]


_Item = _Posted | _Relayed | _Resume
MAX_TOGETHER: Final = 64
"""Stanzas that are journaled in one transaction at most."""


def _group_of(numbered: tuple[int, _Item]) -> int:
    """Return the same number for neighbours that may be journaled together: new stanzas.

    What the user said is journaled alone: which message it follows is looked up in the journal (`_chained`).
    """
    at, item = numbered
    is_together = isinstance(item, _Posted) and not isinstance(item.body, Transcription | UserMessage)
    return -1 if is_together else at


class StanzaSink(Protocol):
    """Where the parts of a room queue their stanzas."""

    conversation_id: str

    def enqueue(self, body: Message, meta: Mapping[str, Any] | None = None) -> asyncio.Future[None]:
        """Queue one stanza; the future is done once it is on its way."""
        ...


class OutboundQueue:
    """The outbound stanzas of one conversation."""

    def __init__(self, *, ledger: ServerLedger, last_id: int) -> None:
        """`last_id` is the last stanza id ever given out in this conversation (0: none)."""
        self.conversation_id = ledger.conversation_id
        self._ledger = ledger
        self._last_id = last_id
        self._queue: asyncio.Queue[_Item] = asyncio.Queue()
        self._live: Transport | None = None

    def start(self, scope: Scope) -> None:
        """Start to send."""
        scope.spawn("outlet", self._run())

    def enqueue(self, body: Message, meta: Mapping[str, Any] | None = None) -> asyncio.Future[None]:
        """Queue one stanza; the future is done once it is journaled and, if somebody is there, sent."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Posted(body=body, meta=meta or {}, done=done))
        return done

    def relay(self, data: bytes) -> asyncio.Future[None]:
        """Queue an encoded stanza of one of the user's devices for all of them; it is in the journal already."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Relayed(data=data, done=done))
        return done

    def resume(
        self, transport: Transport, *, reply: Configuration, last_seen: int, meta: Mapping[str, Any] | None = None
    ) -> asyncio.Future[None]:
        """Queue the end of the handshake: `reply`, what came after stanza −`last_seen`, and from then on everything.

        The future ends with a WorldError if the stanzas that were missed cannot be read; then no reply is sent.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(
            _Resume(transport=transport, reply=reply, meta=meta or {}, last_seen=last_seen, done=done)
        )
        return done

    def disconnect(self, transport: Transport) -> None:
        """Send nothing more to `transport`."""
        if self._live is transport:
            self._live = None

    async def _run(self) -> None:
        while True:
            waiting = [await self._queue.get()]
            while not self._queue.empty() and len(waiting) < MAX_TOGETHER:
                waiting.append(self._queue.get_nowait())
            for _, some in groupby(enumerate(waiting), key=_group_of):
                items = [item for _, item in some]
                await self._send_items(items)
                for item in items:
                    if not item.done.done():
                        item.done.set_result(None)

    async def _send_items(self, items: list["_Item"]) -> None:
        """Send one item, or several new stanzas, which are journaled in one transaction."""
        match items[0]:
            case _Posted():
                await self._send_new([(one.body, one.meta) for one in items if isinstance(one, _Posted)])
            case _Relayed(data=data):
                await self._send(data)
            case _Resume() as item:
                await self._try_to_resume(item)

    async def _try_to_resume(self, item: _Resume) -> None:
        try:
            await self._resume(item)
        except WorldError as error:  # the caller reports it, and its client asks again
            if not item.done.done():
                item.done.set_exception(error)

    async def _resume(self, item: _Resume) -> None:
        missed = await self._ledger.stanzas_after(item.last_seen)
        self._live = item.transport
        await self._send_new([(item.reply, item.meta)])
        for data in missed:
            await self._send(data)

    async def _send_new(self, posted: Sequence[tuple[Message, Mapping[str, Any]]]) -> None:
        """Number, journal and send new stanzas; where they can't be journaled together each is tried by itself."""
        stanzas = [await self._numbered(body, meta) for body, meta in posted]
        try:
            encoded = [codec.encode(stanza) for stanza in stanzas]
            await self._ledger.record_sent(list(zip(stanzas, encoded, strict=True)))
        except WorldError as error:
            if len(stanzas) > 1:
                for stanza in stanzas:
                    await self._send_alone(stanza)
                return
            await self._send_write_error(stanzas[0], error)
            return
        for data in encoded:
            await self._send(data)

    async def _send_alone(self, stanza: Stanza) -> None:
        try:
            data = codec.encode(stanza)
            await self._ledger.record_sent([(stanza, data)])
        except WorldError as error:
            await self._send_write_error(stanza, error)
            return
        await self._send(data)

    async def _numbered(self, body: Message, meta: Mapping[str, Any]) -> Stanza:
        if isinstance(body, Transcription | UserMessage):
            body = await self._chained(body)
        self._last_id = next_server_id(self._last_id)
        return Stanza(
            stanza_id=self._last_id,
            conversation_id=self._ledger.conversation_id,
            body=body,
            meta={**meta, "timestamp": self._ledger.now_ms()},
        )

    async def _chained(self, body: Transcription | UserMessage) -> Message:
        """Return what the user said with the id of the message that it follows, which only the server knows."""
        is_message = isinstance(body, UserMessage) or body.final
        if not is_message or body.previous_id is not None:
            return body
        try:
            return msgspec.structs.replace(body, previous_id=await self._ledger.predecessor(body.id))
        except WorldError as error:  # it is sent all the same; journaling it will report the error
            log.info("a message is sent without the one that it follows", code=error.code)
            return body

    async def _send_write_error(self, failed: Stanza, error: WorldError) -> None:
        """Send the error of a failed journal; this one stanza is not journaled itself."""
        log.error("a stanza could not be written down", code=error.code, type=type(failed.body).__name__)
        body = ErrorMessage(
            conversation_id=self._ledger.conversation_id, code=503, message=error.sentence, recoverable=error.retry
        )
        stanza = Stanza(stanza_id=failed.stanza_id, conversation_id=self._ledger.conversation_id, body=body)
        await self._send(codec.encode(stanza))

    async def _send(self, data: bytes) -> None:
        if self._live is None:
            return
        try:
            await self._live.send(data)
        except WorldError as error:
            log.info("a stanza waits for the next resume", code=error.code, size=len(data))
            if error.code != "too_large":
                self._live = None
