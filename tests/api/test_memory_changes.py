"""Asking a server for changes of memories: what it may say, and what it must not."""

from base64 import b64encode

import pytest

from alicia_desktop.base.errors import WorldError

COPY = {
    "id": "m1",
    "content": "私は京都に住んでいます",
    "user_id": "ann",
    "created_at": "2026-01-01T00:00:00+00:00",
    "updated_at": "2026-01-02T00:00:00Z",
    "embedding": b64encode(bytes(8)).decode(),
    "embeddings_info": {"encoder": "e", "version": "1", "width": 2},
    "a field of tomorrow": 1,
}


async def test_a_page_is_read_with_vectors_and_moments(client, server):
    server.answer = {"memories": [COPY], "cursor": "x-1", "more": True, "left": 7}
    page = await client.memory_changes(after="x-0", limit=250)
    (copy,) = page.memories
    assert (copy.content, copy.embedding, copy.updated_at.day) == ("私は京都に住んでいます", bytes(8), 2)
    assert (page.cursor, page.more, page.fresh, page.left) == ("x-1", True, False, 7)
    (asked,) = server.asked
    assert (asked.path, asked.query) == ("/api/v1/memories/changes", {"after": "x-0", "limit": "250"})


@pytest.mark.parametrize("status", [404, 405, 501])
async def test_a_server_without_the_call_is_known_by_it(client, server, status):
    server.status = status
    with pytest.raises(WorldError) as refusal:
        await client.memory_changes(after="", limit=1)
    assert refusal.value.code == "not_supported"


@pytest.mark.parametrize(
    "odd",
    [
        {"importance": 7},
        {"user_rating": 0},
        {"kind": "soft"},
        {"id": ""},
        {"created_at": "2026-01-01T00:00:00"},
        {"embedding": "not base64!"},
        {"tags": "tea"},
    ],
)
async def test_what_no_column_can_hold_is_a_fault_of_the_server(client, server, odd):
    server.answer = {"memories": [COPY | odd], "cursor": "x-1"}
    with pytest.raises(WorldError) as refusal:
        await client.memory_changes(after="", limit=1)
    assert refusal.value.code == "server_error"
