"""Whatever a request or a stanza says is taken as the world's mistake: never does the server itself fail at it."""

import itertools
from contextlib import suppress
from dataclasses import replace
from random import Random

import aiohttp
import pytest
from yarl import URL

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol import codec
from alicia_desktop.protocol.envelope import Stanza
from tests.fuzz.mutations import Mutations, golden
from tests.support.participant import Participant

BODIES = (
    *(b"", b"{", b"\xff", b"[]", b"null", b"9" * 5_000, b"[" * 100_000),
    *(b'{"title": "\\ud800"}', b'{"title": "\\u0000"}', b'{"status": "odd"}', b'{"expected": {"title": 3}}'),
    *(b'{"preferences": {"a": "\\ud800"}}', b'{"preferences": {"local_id": {"x": 1}}}'),
    *(b'{"contents": "\\ud800"}', b'{"contents": "a\\u0000b"}', b'{"participant_id": "\\ud800"}'),
    *(b'{"queries": ["\\ud800"], "k": -5}', b'{"queries": ["x"], "filter": {"category": "\\ud800"}}'),
    *(b'{"content": "x", "importance_score": -1e400}', b'{"start_message_id": "a", "end_message_id": "b"}'),
    *(b'{"id": "\\ud800", "content": "x"}', b'{"id": "m", "content": "x", "created_at": "0001-01-01T00:00:00+23:59"}'),
    *(b'{"preferences": {"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}", b'{"unknown": ' + b'{"a":' * 100_000),
    b'{"messages": [{"local_id": "", "contents": ""}]}',
    b'{"messages": [{"local_id": "a", "contents": "\\ud800", "sequence_number": 99999999999999999999}]}',
    b'{"messages": [{"local_id": "b", "contents": "x", "created_at": "0001-01-01T00:00:00+23:59"}]}',
)
TAKING = (
    "conversations",
    "conversations/{id}/messages",
    "conversations/{id}/token",
    "conversations/{id}/sync",
    "conversations/{id}/pins",
    "conversations/{id}/summaries",
    "speech/token",
    "memories/search",
    "memories/import",
)
TELLING = (
    f"conversations?limit={'9' * 5_000}",
    f"conversations/{{id}}/messages?limit=9&offset={'9' * 40}",
    "conversations/{id}/context?question=%00",
    "conversations/{id}/room?token=%00",
    f"conversations/{{id}}/room?token={'W1tb' * 1_500}.e30.e30",
    "conversations/%ED%A0%80",
    "conversations/%ff/messages",
    "memories/changes?after=%ff",
    "memories/changes?limit=0",
)


@pytest.fixture
async def http(server):
    headers = {"Authorization": f"Bearer {server.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        yield session


async def test_a_request_is_refused_or_taken_and_the_server_goes_on(server, http):
    async def answered(method, path, data=None):
        address = URL(f"{server.address}/api/v1/{path}", encoded=True)
        async with http.request(method, address, data=data) as answer:
            return answer.status, await answer.json(content_type=None)

    _, made = await answered("POST", "conversations", b'{"title": "Odd"}')
    asked: list[tuple[str, str, bytes | None]] = [("GET", path, None) for path in TELLING]
    asked += [("POST", path, body) for path, body in itertools.product(TAKING, BODIES)]
    asked += [("PATCH", "conversations/{id}", body) for body in BODIES]
    for method, path, body in asked:
        status, _ = await answered(method, path.replace("{id}", made["id"]), body)
        assert status < 500, (method, path, body)
    assert (await answered("GET", f"conversations/{made['id']}"))[0] == 200


@pytest.mark.parametrize("seed", range(2))
async def test_bent_stanzas_end_no_conversation_and_reach_no_other_device(server, person, seed):
    await person.join()
    stanzas = [content for content in map(codec.decode, golden()) if isinstance(content, Stanza)]
    mine = [codec.encode(replace(one, stanza_id=abs(one.stanza_id), conversation_id="")) for one in stanzas]
    bent = Mutations(Random(seed), mine)
    for _ in range(300):
        with suppress(WorldError):  # too large to be sent at all
            await person.send_raw(bent.next())
    await person.leave()
    second = Participant(server, identity="tablet")
    second.conversation_id = person.conversation_id
    await second.join()  # it can read whatever it hears
    await second.ask("Please help.")
    await second.leave()
