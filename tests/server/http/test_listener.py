"""Attacks on the socket of a real server: whatever others send or do not send, its owner is answered."""

import asyncio
import gc
import sys
import zlib
from asyncio.subprocess import PIPE
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

import aiohttp
import pytest
from aiohttp import web

from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.listener import ConnectionLimits, listening
from alicia_desktop.transport.websocket import MESSAGE_BYTES, WebSocketTransport
from tests.support.participant import Participant
from tests.support.patience import PATIENCE

KNOWN = b"Host: 127.0.0.1\r\nAuthorization: Bearer open sesame\r\n"
LISTED = b"GET /api/v1/conversations HTTP/1.1\r\n"
MADE = b"POST /api/v1/conversations HTTP/1.1\r\n"


@asynccontextmanager
async def raw(server):
    """Open a socket to the server."""
    parts = urlsplit(server.address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def answered(server, request):
    """Return status and text of the answer to these bytes."""
    async with raw(server) as (reader, writer), asyncio.timeout(PATIENCE):
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        return int(head.split()[1]), (await reader.readexactly(length)).decode()


async def crowd(server, stack, count, sent=b""):
    """Open idle sockets at the same time, which have sent so much."""
    sockets = await asyncio.gather(*(stack.enter_async_context(raw(server)) for _ in range(count)))
    for _, writer in sockets:
        writer.write(sent)
    return [reader for reader, _ in sockets]


async def is_answered(server):
    return await Participant(server).call("GET", "conversations")


async def test_a_thousand_idle_sockets_lock_nobody_out(open_server):
    async with open_server(limits=ConnectionLimits(connections=16)) as server, AsyncExitStack() as stack:
        person = Participant(server, over="websocket")
        await person.join()
        for sent in (b"", b"GET /api/v1/conversations HTTP/1.1\r\nHost: 127", b"\x16\x03\x01"):
            sockets = await crowd(server, stack, 100, sent)
            assert (await is_answered(server))["conversations"]
            gone = [one for one in sockets if one.at_eof() or one.exception()]
            assert len(gone) >= 100 - 16 or sent == b"\x16\x03\x01"  # which was answered first
        await person.ask("Please help.")  # whose room was there before, and is still
        await person.leave()


@dataclass(kw_only=True)
class ElsewhereServer:
    """A server in another process."""

    address: str
    token: str = "open sesame"


@pytest.mark.e2e
async def test_a_process_that_may_open_few_files_never_runs_out_of_them(tmp_path):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.support.small_server", str(tmp_path), "128"),
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    assert process.stdout is not None
    server = ElsewhereServer(address=(await process.stdout.readline()).decode().strip())
    async with AsyncExitStack() as stack:
        for sent in (b"", b"GET /api"):
            await crowd(server, stack, 200, sent)
            assert "conversations" in await is_answered(server)
    _, errors = await process.communicate(b"")
    assert errors == b""
    assert (tmp_path / "logs" / "server.log").stat().st_size < 10_000


@pytest.mark.parametrize("sent", [b"", b"GET /api", LISTED + b"Host: 127.0.0.1\r\n", LISTED + KNOWN])
async def test_the_head_of_a_request_has_its_time_however_it_trickles(open_server, sent):
    limits = ConnectionLimits(connections=16, idle_seconds=0.3)
    async with open_server(limits=limits) as server, raw(server) as (reader, writer), asyncio.timeout(PATIENCE):
        writer.write(sent)
        async with Scope("test") as scope:
            scope.spawn("trickle", trickle(writer, b"X" if sent else b""))
            with suppress(ConnectionError):  # what is unread when the server ends it makes its end a reset
                assert await reader.read() == b""
        assert await is_answered(server)


async def trickle(writer, data):
    while True:
        writer.write(data)
        await asyncio.sleep(0.02)


async def test_an_idle_connection_is_closed_and_a_busy_one_is_not(open_server):
    limits = ConnectionLimits(connections=16, idle_seconds=0.2)
    async with open_server(limits=limits) as server, asyncio.timeout(PATIENCE):
        made = await Participant(server).call("POST", "conversations", json={"title": "Roses"})
        async with raw(server) as (reader, writer):
            writer.write(f"GET /api/v1/conversations/{made['id']}/events HTTP/1.1\r\n".encode() + KNOWN + b"\r\n")
            await reader.readuntil(b": from now on")
            async with raw(server) as (other, writing):
                writing.write(LISTED + KNOWN + b"\r\n")
                assert (await other.read()).startswith(b"HTTP/1.1 200")  # to its end, which the server makes
            await Participant(server).call("PATCH", f"conversations/{made['id']}", json={"title": "Tulips"})
            await reader.readuntil(b"event: conversation")


async def test_a_body_that_does_not_come_is_not_waited_for(server, monkeypatch):
    monkeypatch.setattr(json_bodies, "BODY_SECONDS", 0.1)
    status, said = await answered(server, MADE + KNOWN + b'Content-Length: 9\r\n\r\n{"tit')
    assert (status, "not received" in said) == (408, True)


@pytest.mark.parametrize("path", ["conversations", "memories/import"])
async def test_a_body_has_its_size_whatever_it_says(server, monkeypatch, path):
    monkeypatch.setattr(json_bodies, "MAX_BATCH_BYTES", json_bodies.MAX_BODY_BYTES)

    async def endless():
        for _ in range(2 * json_bodies.MAX_BODY_BYTES // 65_536):
            yield b" " * 65_536

    headers = {"Authorization": f"Bearer {server.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as http,
        http.post(f"{server.address}/api/v1/{path}", data=endless()) as answer,
    ):
        assert answer.status == 413
        assert "larger than 8 MiB" in (await answer.json())["message"]


@pytest.mark.parametrize("packing", [b"gzip", b"deflate", b"br", b"zstd", b"gzip, gzip", b"nonsense"])
async def test_a_packed_body_is_not_unpacked(server, packing):
    body = zlib.compress(b" " * 1_000_000, wbits=31)
    head = MADE + KNOWN + b"Content-Encoding: %s\r\nContent-Length: %d\r\n\r\n" % (packing, len(body))
    assert (await answered(server, head + body))[0] == 415


@pytest.mark.parametrize(
    "request_",
    [
        *(LISTED + KNOWN + line for line in (b"X-User-ID: \xff", b"\xff: x", b"Cookie: \xff=\xff", b"Expect: \xff")),
        *(LISTED + b"Host: 127.0.0.1\r\n" + line for line in (b"Authorization: Bearer \xff", b"Origin: http://\xff")),
        *(LISTED + b"Host: \xff", b"GET /api/v1/conversations/\xff HTTP/1.1\r\n" + KNOWN),
        *(b"GET /api/v1/memories/changes?after=\xff HTTP/1.1\r\n" + KNOWN, b"G\xffT / HTTP/1.1\r\n" + KNOWN),
        *(b"\x16\x03\x01\x02\x00\x01", b"\x00" * 9, b"GET http://[/ HTTP/1.1\r\n" + KNOWN, LISTED, LISTED + KNOWN * 2),
        LISTED + KNOWN + b"\r\n".join(b"X-%d: x" % number for number in range(100)),
        LISTED + KNOWN + b"X: " + b"x" * 8_000,
        b"GET /" + b"x" * 9_000 + b" HTTP/1.1\r\n" + KNOWN,
        MADE + KNOWN + b"Transfer-Encoding: chunked\r\n\r\nzz",
    ],
    ids=range(19),
)
async def test_what_is_no_request_is_a_400_and_no_warning(server, request_):
    status, said = await answered(server, request_ + b"\r\n\r\n")
    assert status == 400
    assert '"error": "bad_request"' in said


async def test_a_body_that_breaks_off_is_no_warning(server):
    async with raw(server) as (_, writer):
        writer.write(MADE + KNOWN + b'Content-Length: 9\r\n\r\n{"tit')
    for broken in (b"5\r\nabc", b"zz\r\n", b"2\r\n{}zz"):
        async with raw(server) as (reader, writer):
            writer.write(MADE + KNOWN + b"Transfer-Encoding: chunked\r\n\r\n")
            await writer.drain()
            await is_answered(server)  # by now it waits for the body
            writer.write(broken)
            writer.write_eof()
            async with asyncio.timeout(PATIENCE):
                await reader.read()
    assert await is_answered(server)


async def test_event_streams_leave_room_for_calls(open_server):
    async with open_server(limits=ConnectionLimits(connections=6)) as server, AsyncExitStack() as stack:
        made = await Participant(server).call("POST", "conversations", json={"title": "Roses"})
        headers = {"Authorization": f"Bearer {server.token}"}
        url = f"{server.address}/api/v1/conversations/{made['id']}/events"
        http = await stack.enter_async_context(aiohttp.ClientSession(headers=headers))
        streams = [await http.get(url) for _ in range(4)]
        assert [one.status for one in streams] == [200, 200, 200, 503]
        assert "at most 3 rooms" in await streams[-1].text()
        assert await is_answered(server)
        streams[0].close()
        async with asyncio.timeout(PATIENCE):
            while (again := await http.get(url)).status == 503:  # until the server has seen the end
                await again.read()
        for one in (*streams, again):
            one.close()


UPGRADE = (
    b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n%s\r\n"
)
PART = b"\xff" + (MESSAGE_BYTES // 4).to_bytes(8, "big") + bytes(4 + MESSAGE_BYTES // 4)


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (b"\x82\xff" + (MESSAGE_BYTES + 1).to_bytes(8, "big") + bytes(4), 1009),
        (b"\x82\xff" + b"\x7f" + b"\xff" * 7 + bytes(4), 1009),
        (b"\x02" + PART + (b"\x00" + PART) * 4, 1009),
        (b"\xc2\x85" + bytes(4) + b"\x01abcd", 1002),  # compressed, which nobody agreed on
        (b"\x83\x80" + bytes(4), 1002),  # of no kind that there is
        (b"\x81\x81" + bytes(4) + b"\xff", 1007),
        (b"\x89\xfe\x01\x00" + bytes(4 + 256), 1002),  # a ping of 256 bytes
    ],
    ids=range(7),
)
async def test_a_room_takes_no_message_that_is_too_large_or_none(server, person, frames, code):
    grant = await person.call("POST", "conversations/new/token", json={"participant_id": "desk"})
    path = f"/api/v1/conversations/{grant['room_name']}/room?token={grant['token']}".encode()
    async with raw(server) as (reader, writer), asyncio.timeout(PATIENCE):
        writer.write(UPGRADE % (path, b"Sec-WebSocket-Extensions: permessage-deflate\r\n"))
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101")
        assert b"permessage-deflate" not in head
        writer.write(frames)
        with suppress(ConnectionError):
            said = await reader.read()
            assert said[:4] == b"\x88" + said[1:2] + code.to_bytes(2, "big")
    await person.join()
    await person.ask("Please help.")


@pytest.mark.expects_log("unknown kind")
async def test_messages_of_no_kind_do_not_end_the_room(server):
    person = Participant(server, over="websocket")
    await person.join()
    transport = person._transport
    assert isinstance(transport, WebSocketTransport)
    assert transport._socket is not None
    for _ in range(1_000):
        await transport._socket.send_bytes(b"\x07")
    await person.ask("Please help.")
    await person.leave()


@pytest.mark.parametrize("steps", range(6))
async def test_whoever_is_cancelled_while_it_opens_leaves_no_socket_open(steps):
    """Python itself warns of one that is left open, which fails this test."""
    async with Scope("test") as scope, listening(web.Application(), limits=ConnectionLimits()) as listen:
        opening = scope.spawn("opening", listen("127.0.0.1", 0))
        for _ in range(steps):
            await asyncio.sleep(0)
        opening.cancel()
        await asyncio.wait([opening])
        del opening
    gc.collect()
