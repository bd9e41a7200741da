"""The LiveKit server that other tests stand on is one: two people meet in a room of it, also after it was killed."""

import asyncio

import pytest
from livekit import api, rtc

from tests.support.patience import PATIENCE

pytestmark = pytest.mark.e2e


def token(server, name):
    grants = api.VideoGrants(room_join=True, room="room")
    return api.AccessToken(server.key, server.secret).with_identity(name).with_grants(grants).to_jwt()


async def packet_between_two(server):
    one, two = rtc.Room(), rtc.Room()
    arrived = asyncio.get_running_loop().create_future()
    two.once("data_received", lambda packet: arrived.set_result(packet.data))
    try:
        await two.connect(server.url, token(server, "two"))
        await one.connect(server.url, token(server, "one"))
        await one.local_participant.publish_data(b"hello", reliable=True)
        return await asyncio.wait_for(arrived, PATIENCE)
    finally:
        await one.disconnect()
        await two.disconnect()


async def test_a_packet_passes_between_two_participants(livekit_server):
    assert await packet_between_two(livekit_server) == b"hello"


async def test_it_comes_back_at_the_same_address_after_a_kill(livekit_server):
    url = livekit_server.url
    livekit_server.restart()
    assert livekit_server.url == url
    assert await packet_between_two(livekit_server) == b"hello"
