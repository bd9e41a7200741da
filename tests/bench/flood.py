"""An Alicia server that talks faster than any other, in a process of its own: `python -m tests.bench.flood PER_SECOND`.

It prints its address, answers the handshake, and from then on sends stanzas at that pace until the client leaves.
"""

import asyncio
import sys
import time
from contextlib import suppress
from itertools import islice

from aiohttp import WSMsgType, web

from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import Configuration
from tests.bench.traffic import CONVERSATION, stanzas

STANZA = b"\x01"
GREETING_ID = -21
"""One before the first stanza of `traffic`: where a number is missing, a session asks for it again and again."""
TICK_SECONDS = 0.005


class Flood:
    """Serves one room."""

    def __init__(self, per_second: int) -> None:
        self._per_second = per_second
        self._packets = (encode(stanza) for stanza in stanzas() if stanza.stanza_id < 0)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """The server's end of the room."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        first = await socket.receive()
        if first.type is WSMsgType.BINARY:
            await self._greet(socket)
            await self._talk(socket)
        return socket

    async def _greet(self, socket: web.WebSocketResponse) -> None:
        reply = Stanza(
            stanza_id=GREETING_ID, conversation_id=CONVERSATION, body=Configuration(conversation_id=CONVERSATION)
        )
        await socket.send_bytes(STANZA + encode(reply))

    async def _talk(self, socket: web.WebSocketResponse) -> None:
        begun, sent = time.monotonic(), 0
        with suppress(ConnectionResetError):  # the client has seen enough
            while True:
                due = int((time.monotonic() - begun) * self._per_second)
                for packet in islice(self._packets, due - sent):
                    await socket.send_bytes(STANZA + packet)
                sent = due
                await asyncio.sleep(TICK_SECONDS)


async def main(per_second: int) -> None:
    """Serve until killed."""
    app = web.Application()
    app.router.add_get("/room", Flood(per_second).serve)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    sys.stdout.write(f"ws://127.0.0.1:{runner.addresses[0][1]}/room\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
