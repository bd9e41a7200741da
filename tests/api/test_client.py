"""Each call asks as docs/protocol.md#http-api has it, reads what may come back, and says what went wrong."""

from datetime import UTC, datetime

import pytest

from alicia_desktop.api.client import NEW, ApiClient
from alicia_desktop.base.errors import WorldError

CONVERSATION = {
    "id": "ac_1",
    "user_id": "user",
    "title": "Recital",
    "status": "active",
    "livekit_room_name": "conv_ac_1",
    "preferences": {"enable_reasoning": True},
    "created_at": "2026-01-02T03:04:05Z",
    "updated_at": "2026-01-02T03:04:06.5+01:00",
    "added_tomorrow": {"by": "a newer server"},
}
MESSAGE = {"id": "am_1", "conversation_id": "ac_1", "sequence_number": 3, "role": "user", "contents": "Hello"}
GRANT = {"token": "key", "room_name": "conv_ac_1", "participant_id": "user", "expires_at": 1_767_323_045}


async def test_every_call_says_who_asks(client, server):
    await client.check_health()
    assert server.asked[0].headers["X-User-ID"] == "user"
    assert server.asked[0].headers["Authorization"] == "Bearer secret"


async def test_without_a_token_no_authorization_is_sent(server):
    async with ApiClient(url=server.url, user_id="user") as client:
        await client.check_health()
    assert "Authorization" not in server.asked[0].headers


@pytest.mark.parametrize(
    ("call", "answer", "asked_for"),
    [
        (
            lambda c: c.check_health(),
            {},
            ("GET /api/v1/health", None),
        ),
        (
            lambda c: c.models(),
            {"models": [{"url": "http://127.0.0.1:11434/v1", "name": "qwen3:4b", "new": 1}]},
            ("GET /api/v1/models", None),
        ),
        (
            lambda c: c.create_conversation("Recital"),
            CONVERSATION,
            ("POST /api/v1/conversations", {"title": "Recital"}),
        ),
        (
            lambda c: c.create_conversation("R", preferences={"voice": "a"}),
            CONVERSATION,
            ("POST /api/v1/conversations", {"title": "R", "preferences": {"voice": "a"}}),
        ),
        (
            lambda c: c.conversation("ac_1"),
            CONVERSATION,
            ("GET /api/v1/conversations/ac_1", None),
        ),
        (
            lambda c: c.change_conversation("ac_1", title="New", status="archived"),
            CONVERSATION,
            ("PATCH /api/v1/conversations/ac_1", {"title": "New", "status": "archived"}),
        ),
        (
            lambda c: c.delete_conversation("ac_1"),
            {},
            ("DELETE /api/v1/conversations/ac_1", None),
        ),
        (
            lambda c: c.messages("ac_1"),
            {"messages": [MESSAGE]},
            ("GET /api/v1/conversations/ac_1/messages", None),
        ),
        (
            lambda c: c.add_message("ac_1", "Hello"),
            MESSAGE,
            ("POST /api/v1/conversations/ac_1/messages", {"contents": "Hello"}),
        ),
        (
            lambda c: c.room_grant(NEW, participant_id="user", participant_name="Emma"),
            GRANT,
            ("POST /api/v1/conversations/new/token", {"participant_id": "user", "participant_name": "Emma"}),
        ),
    ],
)
async def test_a_call_asks_as_the_protocol_says(client, server, call, answer, asked_for):
    server.answer = answer
    await call(client)
    (asked,) = server.asked
    assert (f"{asked.method} {asked.path}", asked.body) == asked_for


async def test_a_conversation_is_read_with_its_times_and_without_what_is_unknown(client, server):
    server.answer = CONVERSATION
    conversation = await client.conversation("ac_1")
    assert (conversation.id, conversation.title, conversation.livekit_room_name) == ("ac_1", "Recital", "conv_ac_1")
    assert conversation.created_at == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert conversation.preferences == {"enable_reasoning": True}


async def test_a_page_of_conversations_asks_for_its_part(client, server):
    server.answer = {"conversations": [CONVERSATION], "total": 7, "limit": 1, "offset": 6}
    page = await client.conversations(limit=1, offset=6)
    assert server.asked[0].query == {"limit": "1", "offset": "6"}
    assert ([each.id for each in page.conversations], page.total) == (["ac_1"], 7)


async def test_the_history_is_read(client, server):
    server.answer = {"messages": [MESSAGE], "total": 1}
    (message,) = (await client.messages("ac_1")).messages
    assert (message.id, message.role, message.contents, message.sequence_number) == ("am_1", "user", "Hello", 3)


async def test_an_id_is_one_step_of_the_path_whatever_it_holds(client, server):
    server.answer = CONVERSATION
    await client.conversation("a/b?c d")
    assert server.asked[0].path == "/api/v1/conversations/a%2Fb%3Fc%20d"


async def test_the_address_may_hold_the_prefix(server):
    async with ApiClient(url=f"{server.url}/api/v1/", user_id="user") as client:
        await client.check_health()
    assert server.asked[0].path == "/api/v1/health"


@pytest.mark.parametrize(
    ("status", "code", "retry"),
    [
        (400, "request_refused", False),
        (401, "token_refused", False),
        (403, "token_refused", False),
        (404, "not_found", False),
        (405, "not_supported", False),
        (429, "server_error", True),
        (500, "server_error", True),
        (501, "not_supported", False),
        (503, "server_error", True),
        (302, "server_error", True),
    ],
)
async def test_a_refusal_has_its_code(client, server, status, code, retry):
    server.status = status
    with pytest.raises(WorldError) as refusal:
        await client.conversation("ac_1")
    assert (refusal.value.code, refusal.value.retry) == (code, retry)


@pytest.mark.parametrize("status", [404, 405, 501])
async def test_a_server_without_patch_is_no_error_of_the_conversation(client, server, status):
    server.status = status
    with pytest.raises(WorldError) as refusal:
        await client.change_conversation("ac_1", title="New")
    assert refusal.value.code == "not_supported"
    assert "stays on this computer" in refusal.value.sentence


async def test_the_servers_own_reason_is_told_and_cut(client, server):
    server.status, server.answer = 400, {"error": "bad_request", "message": "title is too long. " + "x" * 1_000}
    with pytest.raises(WorldError) as refusal:
        await client.create_conversation("x" * 1_000)
    assert "title is too long." in refusal.value.sentence
    assert len(refusal.value.sentence) < 300


@pytest.mark.parametrize("text", ["", "<html>hotel wifi</html>", "[]", '{"title": "no id"}', '{"id": 7}', '{"id": "a"'])
async def test_an_answer_that_is_none_is_told(client, server, text):
    server.text = text
    with pytest.raises(WorldError) as refusal:
        await client.conversation("ac_1")
    assert refusal.value.code == "server_error"
    assert "Alicia server" in refusal.value.sentence


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "http://no-such-host.invalid", "nonsense", "http://[", ""])
async def test_a_server_that_is_not_there_is_unreachable(url):
    async with ApiClient(url=url, user_id="user") as client:
        with pytest.raises(WorldError) as refusal:
            await client.check_health()
    assert (refusal.value.code, refusal.value.retry) == ("unreachable", True)


async def test_a_server_that_is_silent_is_unreachable_after_the_time(server):
    server.speaks.clear()
    async with ApiClient(url=server.url, user_id="user", seconds=0.2) as client:
        with pytest.raises(WorldError) as refusal:
            await client.check_health()
    assert refusal.value.code == "unreachable"


async def test_a_grant_keeps_its_token_out_of_its_text(client, server):
    server.answer = GRANT | {"token": "the key itself"}
    grant = await client.room_grant("ac_1", participant_id="user")
    assert grant.token == "the key itself"
    assert "the key itself" not in repr(grant)
    assert (grant.transport, grant.url) == ("livekit", None)


async def test_a_closed_client_opens_no_connection_again(server):
    client = ApiClient(url=server.url, user_id="user")
    await client.check_health()
    await client.close()
    with pytest.raises(WorldError) as refusal:
        await client.check_health()
    assert refusal.value.code == "unreachable"
    assert len(server.asked) == 1


async def test_closing_twice_is_closing(server):
    client = ApiClient(url=server.url, user_id="user")
    await client.check_health()
    await client.close()
    await client.close()
