"""However much a server sends, and however small it packs it, no more is read than is allowed."""

import tracemalloc
import zlib
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from alicia_desktop.api import client as api_client
from alicia_desktop.api.client import ApiClient
from alicia_desktop.base.errors import WorldError
from tests.support.http_handler import serving

MIB = 1024 * 1024


def packed(size):
    """Return the gzip of so many zeros."""
    packer = zlib.compressobj(9, wbits=31)
    return b"".join([packer.compress(bytes(MIB)) for _ in range(size // MIB)] + [packer.flush()])


@asynccontextmanager
async def asked(handle):
    async with serving(handle) as url, ApiClient(url=url, user_id="user") as client:
        yield client


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.slow
async def test_an_answer_that_unpacks_to_a_thousand_times_its_size_is_not_unpacked(monkeypatch, status):
    monkeypatch.setattr(api_client, "MAX_HISTORY_BYTES", MIB)
    bomb = packed(256 * MIB)
    assert len(bomb) < MIB

    async def handle(_request):
        return web.Response(body=bomb, status=status, headers={"Content-Encoding": "gzip"})

    async with asked(handle) as client:
        tracemalloc.start()
        with pytest.raises(WorldError) as refusal:
            await client.messages("ac_1")
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert refusal.value.sentence.startswith(f"What answers at {client._url} sent more than 1 MiB")
    assert peak < 8 * MIB


async def test_an_answer_without_end_is_left():
    async def handle(request):
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b'"' * 65_536)

    async with asked(handle) as client:
        with pytest.raises(WorldError, match="sent more than"):
            await client.conversation("ac_1")


@pytest.mark.parametrize("text", ["[" * 100_000, '{"preferences": {"a": ' + "[" * 100_000 + "]" * 100_000 + "}}"])
@pytest.mark.parametrize("status", [200, 400])
async def test_an_answer_that_nests_without_end_is_none(client, server, text, status):
    server.text, server.status = text, status
    with pytest.raises(WorldError) as refusal:
        await client.conversation("ac_1")
    assert refusal.value.code in {"server_error", "request_refused"}


async def test_an_event_may_have_any_length_and_only_its_name_is_read():
    sent = [b": hello\n\n", b"event: message\ndata: ", b"x" * MIB, b"\n\n", b"event: conversation\ndata: {}\n\n"]

    async def handle(request):
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        for part in sent:
            await response.write(part)
        return response

    async with asked(handle) as client:
        assert [name async for name in client.events("ac_1")] == ["message", "conversation"]
