"""What only the WebSocket has: HTTP refusals, bytes from strangers, and a connection that drops."""

import secrets

import aiohttp
import pytest
from aiohttp import web

from alicia_desktop.base.errors import WorldError
from alicia_desktop.transport.contract import (
    FRAME_BYTES,
    STANZA_BYTES,
    ConnectionChanged,
    ConnectionState,
    RoomAddress,
    SoundReceived,
    StanzaReceived,
)
from alicia_desktop.transport.websocket import SocketEnd, WebSocketTransport
from tests.transport.worlds import AGENT, PERSON, Heard, websocket_world


@pytest.fixture
async def world():
    async with websocket_world() as here:
        yield here


async def strangers_socket(world, http):
    """A participant that is not our program."""
    address = world.address()
    url = f"{world.url}/api/v1/conversations/{address.room_name}/room"
    return await http.ws_connect(url, params={"token": address.token})


async def test_the_wire_is_a_kind_byte_and_the_bytes(world):
    async with aiohttp.ClientSession() as http, await strangers_socket(world, http) as socket:
        await world.agent.transport.send(b"\x81stanza")
        assert await socket.receive_bytes() == b"\x01\x81stanza"
        world.agent.transport.send_sound(bytes(range(240)) * 4)
        assert await socket.receive_bytes() == b"\x02" + bytes(range(240)) * 4
        await socket.send_bytes(b"\x01\x80")
        await socket.send_bytes(b"\x02" + bytes(FRAME_BYTES))
        await world.agent.heard.until(lambda: world.agent.heard.sound)
    received = [event for event in world.agent.heard.events if isinstance(event, StanzaReceived | SoundReceived)]
    assert received == [
        StanzaReceived(data=b"\x80", sender=PERSON),
        SoundReceived(pcm=bytes(FRAME_BYTES), sender=PERSON),
    ]


@pytest.mark.expects_log("unknown kind")
async def test_messages_of_no_known_kind_are_passed_over(world):
    async with aiohttp.ClientSession() as http, await strangers_socket(world, http) as socket:
        for message in (b"", b"\x00", b"\x03what", b"\x02short", b"\x02" + bytes(FRAME_BYTES + 2)):
            await socket.send_bytes(message)
        await socket.send_str("text")
        await socket.send_bytes(b"\x01after")
        await world.agent.heard.until(lambda: world.agent.heard.stanzas)
    assert world.agent.heard.stanzas == [b"after"]
    assert world.agent.heard.sound == []


async def test_a_stanza_over_the_limit_from_a_stranger_is_handed_on_to_be_shown(world):
    async with aiohttp.ClientSession() as http, await strangers_socket(world, http) as socket:
        await socket.send_bytes(b"\x01" + bytes(STANZA_BYTES + 1))
        await world.agent.heard.until(lambda: world.agent.heard.stanzas)
    assert len(world.agent.heard.stanzas[0]) == STANZA_BYTES + 1


async def test_a_connection_that_drops_has_ended_and_may_be_tried_again(world):
    person, agent = await world.meet()
    await agent.transport.close()
    await person.heard.until(lambda: ConnectionState.CLOSED in person.heard.states)
    last = person.heard.of(ConnectionChanged)[-1]
    assert (last.code, last.retry) == ("connection_lost", True)
    assert "lost" in last.sentence
    assert person.heard.peers == [(AGENT, True), (AGENT, False)]
    with pytest.raises(WorldError) as refusal:
        await person.transport.send(b"too late")
    assert refusal.value.code == "not_connected"


class Torn:
    """A socket that is closing when a ping comes, as aiohttp tells it."""

    async def __aiter__(self):
        yield aiohttp.WSMessage(aiohttp.WSMsgType.BINARY, b"\x01before", None)
        raise aiohttp.ClientConnectionResetError("Cannot write to closing transport")

    async def send_bytes(self, data):
        raise ConnectionResetError

    async def close(self):
        return True


async def test_a_ping_that_meets_a_closing_connection_is_its_end_and_no_failure():
    end, heard = SocketEnd(name="end"), Heard()
    end._endpoint.open(heard)
    end._connected(Torn(), peer=PERSON)
    await heard.until(lambda: ConnectionState.CLOSED in heard.states)
    assert heard.stanzas == [b"before"]
    assert heard.peers == [(PERSON, True), (PERSON, False)]
    await end.close()


async def test_after_a_drop_a_new_transport_joins_the_same_room(world):
    _, agent = await world.meet()
    await agent.transport.close()
    person, agent = await world.meet()
    await person.transport.send(b"again")
    await agent.heard.until(lambda: agent.heard.stanzas)
    assert agent.heard.stanzas == [b"again"]


async def test_a_second_device_is_told_that_the_room_is_in_use(world):
    await world.meet()
    second = world.client()
    with pytest.raises(WorldError) as refusal:
        await second.transport.connect(world.address(), second.heard)
    assert (refusal.value.code, refusal.value.retry) == ("room_in_use", True)


async def test_the_token_of_another_room_is_refused(world):
    end = world.client()
    other = world.address(room="conv_other").token
    with pytest.raises(WorldError) as refusal:
        await end.transport.connect(world.address(token=other), end.heard)
    assert refusal.value.code == "token_refused"


async def test_the_address_may_be_the_rooms_own(world):
    person = world.client()
    url = f"{world.url}/api/v1/conversations/conv_room/room".replace("http:", "ws:")
    await person.transport.connect(world.address(url=url), person.heard)
    assert person.connected


@pytest.mark.parametrize("status", [404, 500, 200])
async def test_what_is_no_room_is_unreachable(status):
    async def answer(request):
        return web.Response(status=status)

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    end = WebSocketTransport()
    with pytest.raises(WorldError) as refusal:
        await end.connect(at(f"http://127.0.0.1:{runner.addresses[0][1]}"), Heard())
    assert (refusal.value.code, refusal.value.retry) == ("unreachable", True)
    await end.close()
    await runner.cleanup()


@pytest.mark.parametrize("url", ["", "nonsense", "http://", "http://[", "http://no-such-host.invalid"])
async def test_an_address_that_is_none_is_unreachable(url):
    end = WebSocketTransport()
    with pytest.raises(WorldError) as refusal:
        await end.connect(at(url), Heard())
    assert refusal.value.code == "unreachable"
    await end.close()


def at(url):
    return RoomAddress(
        transport="websocket", url=url, token=secrets.token_hex(), room_name="conv_room", participant_id=PERSON
    )
