"""Every route of the server, walked with another user's token: a route without a row here fails the walk."""

import base64
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest

from alicia_desktop.protocol.messages import ToolUseRequest
from tests.support.protocol_page import named_in

OPEN = {
    "GET /api/v1/health",
    "GET /api/v1/conversations/{id}/room",
    "POST /api/v1/pairing/begin",
    "POST /api/v1/pairing/complete",
}
"""Answered without the token of a user: health says nothing of anybody, a room has keys of its own, pairing a code."""


@dataclass(frozen=True)
class Row:
    """What is asked of a route about somebody else, and what is answered."""

    status: int
    """404: as if it were not there. 200, 201: it is about who asks. 403: only the owner may ask."""
    body: Any = field(default_factory=dict)


ELSEWHERE = Row(404)
ROWS = {
    "GET /api/v1/health": Row(200),
    "GET /api/v1/model": Row(403),
    "PUT /api/v1/model": Row(403, {"url": "https://models.example/v1", "name": "mine"}),
    "GET /api/v1/models": Row(200),
    "GET /api/v1/voice": Row(403),
    "PUT /api/v1/voice": Row(403, {"voice": "mine"}),
    "POST /api/v1/voice/preview": Row(403, {"text": "Mine."}),
    "GET /api/v1/retrieval": Row(403),
    "PUT /api/v1/retrieval": Row(403, {"budget": 0}),
    "GET /api/v1/users": Row(403),
    "POST /api/v1/users": Row(403, {"name": "eve"}),
    "DELETE /api/v1/users/{name}": Row(403),
    "POST /api/v1/pairing": Row(403, {"user_name": "anna"}),
    "GET /api/v1/pairing": Row(403),
    "DELETE /api/v1/pairing": Row(403),
    "POST /api/v1/pairing/begin": Row(403, {"message": "QQ=="}),
    "POST /api/v1/pairing/complete": Row(403, {"attempt": "a", "proof": "QQ==", "device": "desk"}),
    "GET /api/v1/devices": Row(403),
    "DELETE /api/v1/devices/{user_name}/{device}": Row(403),
    "GET /api/v1/conversations": Row(200),
    "POST /api/v1/conversations": Row(201, {"title": "Mine", "preferences": {"local_id": "local_annas"}}),
    "GET /api/v1/conversations/{id}": ELSEWHERE,
    "PATCH /api/v1/conversations/{id}": Row(404, {"title": "Mine", "status": "active"}),
    "DELETE /api/v1/conversations/{id}": ELSEWHERE,
    "GET /api/v1/conversations/{id}/messages": ELSEWHERE,
    "GET /api/v1/conversations/{id}/messages/{message}/attachments/{place}": ELSEWHERE,
    "POST /api/v1/conversations/{id}/messages": Row(404, {"contents": "Mine"}),
    "POST /api/v1/conversations/{id}/token": Row(404, {"participant_id": "desk"}),
    "GET /api/v1/conversations/{id}/room": Row(401),
    "POST /api/v1/conversations/{id}/sync": Row(404, {"messages": [{"local_id": "l1", "contents": "Mine"}]}),
    "GET /api/v1/conversations/{id}/sync/status": ELSEWHERE,
    "GET /api/v1/conversations/{id}/events": ELSEWHERE,
    "GET /api/v1/messages/{answer}/prompt": ELSEWHERE,
    "GET /api/v1/messages/{answer}/prompt/today": ELSEWHERE,
    "POST /api/v1/messages/{answer}/retrieval": Row(404, {"threshold": 0.1}),
    "POST /api/v1/tool-uses/{use}/run": ELSEWHERE,
    "GET /api/v1/conversations/{id}/pins": ELSEWHERE,
    "POST /api/v1/conversations/{id}/pins": Row(404, {"content": "Mine"}),
    "DELETE /api/v1/conversations/{id}/pins/{pin}": ELSEWHERE,
    "GET /api/v1/conversations/{id}/summaries": ELSEWHERE,
    "POST /api/v1/conversations/{id}/summaries": Row(404, {"start_message_id": "a", "end_message_id": "b"}),
    "DELETE /api/v1/conversations/{id}/summaries/{summary}": ELSEWHERE,
    "GET /api/v1/conversations/{id}/context": ELSEWHERE,
    "POST /api/v1/speech/token": Row(200, {"participant_id": "desk"}),
    "GET /api/v1/memories": Row(200),
    "GET /api/v1/memories/changes": Row(200),
    "GET /api/v1/memories/stats": Row(200),
    "POST /api/v1/memories/search": Row(200, {"queries": ["sister", "where she lives"], "k": 50, "explain": True}),
    "POST /api/v1/memories/import": Row(200),
    "POST /api/v1/memories/vectors": Row(200, {"seconds": 0.1}),
}
WORDS = ("Clara", "Lisbon", "Holidays with")
"""Of Anna's, in her messages, memories, title, pins and summaries."""


@pytest.fixture
async def told(add_user):
    """Anna, of whom there is one of everything, with the ids of a pin and a summary."""
    anna = await add_user("anna")
    await anna.join()
    await anna.ask("My sister Clara lives in Lisbon.")
    path = f"conversations/{anna.conversation_id}"
    await anna.call("PATCH", path, json={"title": "Holidays with Clara", "preferences": {"local_id": "local_annas"}})
    first, last = (await anna.call("GET", f"{path}/messages"))["messages"]
    pin = await anna.call("POST", f"{path}/pins", json={"content": "Clara"})
    stretch = {"start_message_id": first["id"], "end_message_id": last["id"]}
    summary = await anna.call("POST", f"{path}/summaries", json=stretch)
    await anna.ask("What is 17 * 23?")
    file = await attach(anna, path)
    await anna.leave()
    ids = {
        "user_name": "anna",
        "device": "desk",
        "id": anna.conversation_id,
        "pin": pin["id"],
        "summary": summary["id"],
        "answer": last["id"],
        "use": anna.of(ToolUseRequest)[-1].id,
    }
    return {**ids, "name": "anna", **file}


async def attach(person, path):
    """Add a message with a file, and return where it is."""
    file = {"name": "clara.txt", "mediaType": "text/plain", "data": base64.b64encode(b"Clara in Lisbon").decode()}
    offered = {"local_id": "local_f", "contents": "", "attachments": [file]}
    taken = await person.call("POST", f"{path}/sync", json={"messages": [offered]})
    return {"message": taken["synced_messages"][0]["server_id"], "place": "0"}


@pytest.fixture
async def mallory(add_user):
    """Another user of the same server."""
    return await add_user("mallory")


def walked(server):
    """Return the routes that are registered; HEAD comes with GET."""
    found = {(route.method, route.resource.canonical) for route in server.application.router.routes()}
    return {f"{method} {path}" for method, path in found if method != "HEAD"}


async def ask(server, name, ids, headers):
    """Make the call of a row and return its status and text."""
    method, path = name.split(" ")
    async with aiohttp.ClientSession(headers=headers) as http:
        url = server.address + path.format(**ids)
        how = {} if method in {"GET", "DELETE"} else {"json": ROWS[name].body}
        async with http.request(method, url, **how) as answer:
            return answer.status, await answer.text()


async def test_every_route_has_a_row(server):
    assert walked(server) == set(ROWS)


def test_every_route_is_documented():
    assert named_in("routes") == set(ROWS)


async def test_another_users_token_opens_none_of_them(server, told, mallory):
    headers = {"Authorization": f"Bearer {mallory.token}"}
    for name, row in ROWS.items():
        status, text = await ask(server, name, told, headers)
        assert (name, status) == (name, row.status)
        assert not [word for word in WORDS if word in text], name
    asked = f"/api/v1/memories/stats?conversation={told['id']}"
    async with aiohttp.ClientSession(headers=headers) as http, http.get(server.address + asked) as answer:
        assert answer.status == 404


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer guessed"}, 401),
        ({"Authorization": "Bearer "}, 401),
        ({"Authorization": "Bearer {mallory}", "X-User-ID": "anna"}, 403),
        ({"Authorization": "Bearer {mallory}", "X-User-ID": "user"}, 403),
        ({"Authorization": "Bearer {owner}", "X-User-ID": "anna"}, 403),
    ],
)
async def test_none_of_them_answers_who_is_not_who_they_say(server, told, mallory, headers, status):
    given = {
        name: value.format(mallory=mallory.token, owner=server.token) if name == "Authorization" else value
        for name, value in headers.items()
    }
    for name in set(ROWS) - OPEN:
        answered, text = await ask(server, name, told, given)
        assert (name, answered) == (name, status)
        assert not [word for word in WORDS if word in text], name


async def test_the_user_themselves_is_answered_by_all_of_them(server, told, mallory, add_user):
    """The walk above proves nothing where a call is refused for another reason than whose it is."""
    anna = await add_user("anna2")
    await anna.join()
    await anna.ask("My sister Clara lives in Lisbon.")
    path = f"conversations/{anna.conversation_id}"
    messages = (await anna.call("GET", f"{path}/messages"))["messages"]
    pin = await anna.call("POST", f"{path}/pins", json={"content": "Clara"})
    stretch = {"start_message_id": messages[0]["id"], "end_message_id": messages[-1]["id"]}
    summary = await anna.call("POST", f"{path}/summaries", json=stretch)
    own = {"id": anna.conversation_id, "pin": pin["id"], "summary": summary["id"], "name": "anna2"}
    await anna.ask("What is 17 * 23?")
    own |= {"use": anna.of(ToolUseRequest)[-1].id}
    own |= await attach(anna, path) | {"answer": messages[-1]["id"]}
    headers = {"Authorization": f"Bearer {anna.token}"}
    skipped = {
        "GET /api/v1/conversations/{id}/events",  # does not end by itself
        "POST /api/v1/conversations/{id}/summaries",  # asked above, with ids that are there
        "DELETE /api/v1/conversations/{id}",
    }
    for name, row in ROWS.items():
        if row.status == 404 and name not in skipped:
            assert (name, (await ask(server, name, own, headers))[0] // 100) == (name, 2)
    assert (await ask(server, "DELETE /api/v1/conversations/{id}", own, headers))[0] == 204
