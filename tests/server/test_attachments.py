"""Files of messages at the local server: kept with their message, fetched by its own user alone, told to devices."""

import base64

import aiohttp
import pytest

from alicia_desktop.protocol.attachments import FEATURE, Attachment, digest_of, to_wire
from alicia_desktop.protocol.messages import Configuration, SessionStats, UserMessage

PIXELS = b"\x89PNG\r\n" + bytes(range(256)) * 100
HEAD = Attachment(name="cat.png", media_type="image/png", size=len(PIXELS), digest=digest_of(PIXELS), data=PIXELS)


async def fetch(server, path, token="open sesame"):
    headers = {"Authorization": f"Bearer {token}"}
    async with aiohttp.ClientSession(headers=headers) as http, http.get(f"{server.address}/api/v1/{path}") as answer:
        return answer.status, dict(answer.headers), await answer.read()


@pytest.mark.parametrize("over", ["memory", "websocket"])
async def test_a_file_is_kept_with_its_message_and_fetched_byte_for_byte(server, person, over):
    person.over = over
    await person.join("attachments", "byte_streams")
    assert FEATURE in (person.of(Configuration)[-1].features or ())
    await person.send(UserMessage(id="am_1", content="Hello", attachments=to_wire([HEAD])))
    await person.until(lambda: person.of(SessionStats))
    said = await person.call("GET", f"conversations/{person.conversation_id}/messages")
    (head,) = said["messages"][0]["attachments"]
    assert head == {"name": "cat.png", "mediaType": "image/png", "size": len(PIXELS), "digest": HEAD.digest}
    path = f"conversations/{person.conversation_id}/messages/am_1/attachments"
    status, headers, data = await fetch(server, f"{path}/0")
    assert (status, data) == (200, PIXELS)
    assert (headers["Content-Type"], headers["X-Content-Type-Options"]) == ("application/octet-stream", "nosniff")
    for odd in ("1", "-1", "x", "9" * 5_000):
        assert (await fetch(server, f"{path}/{odd}"))[0] == 404


async def test_another_user_reaches_no_file(add_user):
    anna, mallory = await add_user("anna"), await add_user("mallory")
    await anna.join()
    await anna.send(UserMessage(id="am_1", content="Hello", attachments=to_wire([HEAD])))
    await anna.until(lambda: anna.of(SessionStats))
    path = "messages/am_1/attachments/0"
    await mallory.join()
    for conversation in (anna.conversation_id, mallory.conversation_id):
        status, _, data = await fetch(anna.server, f"conversations/{conversation}/{path}", mallory.token)
        assert (status, PIXELS in data) == (404, False)


async def test_a_message_that_was_written_offline_brings_its_files(server, person):
    await person.join()
    head = {"name": "cat.png", "mediaType": "image/png", "data": base64.b64encode(PIXELS).decode()}
    offered = {"local_id": "local_1", "contents": "Look", "attachments": [head]}
    path = f"conversations/{person.conversation_id}"
    taken = await person.call("POST", f"{path}/sync", json={"messages": [offered]})
    name = taken["synced_messages"][0]["server_id"]
    assert (await fetch(server, f"{path}/messages/{name}/attachments/0"))[2] == PIXELS
    odd = {**offered, "local_id": "local_2", "attachments": [{"name": "x", "data": "no base64!"}]}
    status, answer = await person.answer("POST", f"{path}/sync", json={"messages": [odd]})
    assert (status, "base64" in str(answer)) == (400, True)


async def test_what_is_sent_again_to_a_device_has_the_heads_alone(server, person):
    await person.join()
    await person.send(UserMessage(id="am_1", content="Hello", attachments=to_wire([HEAD])))
    await person.until(lambda: person.of(SessionStats))
    await person.leave()
    person.last_seen = 0
    await person.join()
    await person.until(lambda: person.of(UserMessage))
    (again,) = person.of(UserMessage)[-1].attachments
    assert (again["digest"], "data" in again) == (HEAD.digest, False)
