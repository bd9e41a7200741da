"""What the contract promises, asked of every transport: in memory, over WebSocket, and over a real LiveKit server."""

import asyncio
import random
import struct

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.transport.contract import (
    FRAME_BYTES,
    PACKET_BYTES,
    STANZA_BYTES,
    ConnectionChanged,
    ConnectionState,
    SoundReceived,
    StanzaReceived,
)
from tests.transport.tones import SILENCE, loud, speak, speak_until_heard, tone
from tests.transport.worlds import AGENT, PERSON


def stanza(number, size):
    """`size` bytes that no compression makes small, with their number in front."""
    return (struct.pack(">I", number) + random.Random(number).randbytes(size))[:size]


async def test_connecting_tells_the_state_and_then_who_is_there(world):
    person, agent = await world.meet()
    assert person.heard.states == [ConnectionState.CONNECTING, ConnectionState.CONNECTED]
    assert agent.heard.states == [ConnectionState.CONNECTING, ConnectionState.CONNECTED]
    assert person.heard.peers == [(AGENT, True)]
    assert agent.heard.peers == [(PERSON, True)]


@pytest.mark.parametrize("size", [4, PACKET_BYTES + 1])
async def test_each_stanza_is_told_with_who_sent_it(world, size):
    person, agent = await world.meet()
    for number in range(3):
        await person.transport.send(stanza(number, size))
        await agent.transport.send(stanza(number, size))
    for end, sender in ((agent, PERSON), (person, AGENT)):
        await end.heard.until(lambda end=end: len(end.heard.stanzas) == 3)
        assert [event.sender for event in end.heard.of(StanzaReceived)] == [sender] * 3


async def test_each_sound_is_told_with_who_makes_it(world):
    person, agent = await world.meet()
    await asyncio.gather(speak(person.transport, tone(30)), speak(agent.transport, tone(30)))
    for end, sender in ((agent, PERSON), (person, AGENT)):
        await end.heard.until(lambda end=end: loud(end.heard.sound))
        assert {event.sender for event in end.heard.of(SoundReceived)} == {sender}


async def test_2000_stanzas_arrive_in_order(world):
    person, agent = await world.meet()
    sent = [stanza(number, 4 + number % 200) for number in range(2_000)]
    for each in sent:
        await person.transport.send(each)
    await agent.heard.until(lambda: len(agent.heard.stanzas) == len(sent))
    assert agent.heard.stanzas == sent


async def test_stanzas_sent_at_once_arrive_in_the_order_of_the_calls(world):
    person, agent = await world.meet()
    sent = [stanza(number, 100) for number in range(100)]
    await asyncio.gather(*(person.transport.send(each) for each in sent))
    await agent.heard.until(lambda: len(agent.heard.stanzas) == len(sent))
    assert agent.heard.stanzas == sent


@pytest.mark.parametrize("size", [1, 900, PACKET_BYTES, PACKET_BYTES + 1, 60_001, 1024 * 1024, STANZA_BYTES])
async def test_stanzas_of_every_size_arrive_whole(world, size):
    person, agent = await world.meet()
    sent = stanza(size, size)
    await person.transport.send(sent)
    await agent.heard.until(lambda: agent.heard.stanzas)
    assert agent.heard.stanzas == [sent]


async def test_small_and_large_stanzas_keep_their_order(world):
    person, agent = await world.meet()
    sizes = (100, 20_000, 50, PACKET_BYTES, 100_000, 4, 4)
    sent = [stanza(number, sizes[number % len(sizes)]) for number in range(140)]
    await asyncio.gather(*(person.transport.send(each) for each in sent))
    await agent.heard.until(lambda: len(agent.heard.stanzas) == len(sent))
    assert agent.heard.stanzas == sent


async def test_both_talk_at_once(world):
    person, agent = await world.meet()
    sent = [stanza(number, 20 if number % 7 else 30_000) for number in range(100)]

    async def send_all(transport):
        for each in sent:
            await transport.send(each)

    await asyncio.gather(send_all(person.transport), send_all(agent.transport))
    for end in (person, agent):
        await end.heard.until(lambda end=end: len(end.heard.stanzas) == len(sent))
        assert end.heard.stanzas == sent


async def test_a_mebibyte_goes_both_ways_at_once(world):
    person, agent = await world.meet()
    there, back = stanza(1, 1024 * 1024), stanza(2, 1024 * 1024)
    await asyncio.gather(person.transport.send(there), agent.transport.send(back))
    await agent.heard.until(lambda: agent.heard.stanzas)
    await person.heard.until(lambda: person.heard.stanzas)
    assert (agent.heard.stanzas, person.heard.stanzas) == ([there], [back])


async def test_a_stanza_over_the_limit_is_refused_before_anything_is_sent(world):
    person, agent = await world.meet()
    with pytest.raises(WorldError) as refusal:
        await person.transport.send(bytes(STANZA_BYTES + 1))
    assert refusal.value.code == "too_large"
    await person.transport.send(b"after")
    await agent.heard.until(lambda: agent.heard.stanzas)
    assert agent.heard.stanzas == [b"after"]


@pytest.mark.parametrize("speaker", ["person", "agent"])
@pytest.mark.slow
async def test_sound_arrives_with_its_length_and_its_loudness(world, speaker):
    ends = dict(zip(("person", "agent"), await world.meet(), strict=True))
    source, target = ends.pop(speaker), next(iter(ends.values()))
    await speak_until_heard(source, target)
    await speak(source.transport, [SILENCE] * 50)
    target.heard.events.clear()
    await speak(source.transport, tone(100) + [SILENCE] * 50)
    await target.heard.until(lambda: loud(target.heard.sound) >= 90)
    assert all(len(frame) == FRAME_BYTES for frame in target.heard.sound)
    assert 90 <= loud(target.heard.sound) <= 110


@pytest.mark.slow
async def test_cleared_sound_is_not_heard(world):
    person, agent = await world.meet()
    await speak_until_heard(person, agent)
    await speak(person.transport, [SILENCE] * 50)
    agent.heard.events.clear()
    for frame in tone(80):
        person.transport.send_sound(frame)
    person.transport.clear_sound()
    await speak(person.transport, [SILENCE] * 50)
    assert loud(agent.heard.sound) <= 10
    await speak(person.transport, tone(30))
    await agent.heard.until(lambda: loud(agent.heard.sound) >= 20)


@pytest.mark.slow
async def test_who_is_muted_is_not_heard_and_is_heard_again_afterwards(world):
    person, agent = await world.meet()
    person.transport.mute(muted=True)
    await speak(person.transport, tone(60))
    await person.transport.send(b"said nothing")
    await agent.heard.until(lambda: agent.heard.stanzas)
    assert not loud(agent.heard.sound)
    person.transport.mute(muted=False)
    await speak_until_heard(person, agent)


async def test_a_frame_of_another_length_is_the_callers_mistake(world):
    person, _ = await world.meet()
    with pytest.raises(ValueError, match="960 bytes"):
        person.transport.send_sound(b"\0" * 100)


async def test_closing_ends_everything_once(world):
    person, agent = await world.meet()
    await person.transport.close()
    await person.transport.close()
    await agent.heard.until(lambda: (PERSON, False) in agent.heard.peers)
    ends = [event for event in person.heard.of(ConnectionChanged) if event.state is ConnectionState.CLOSED]
    assert [(end.sentence, end.code) for end in ends] == [("", "")]
    told = len(person.heard.events)
    await agent.transport.close()
    assert len(person.heard.events) == told


async def test_stanzas_sent_before_the_close_arrive(world):
    person, agent = await world.meet()
    await agent.transport.send(b"goodbye")
    await agent.transport.close()
    await person.heard.until(lambda: (AGENT, False) in person.heard.peers)
    assert person.heard.stanzas == [b"goodbye"]


async def test_after_the_close_stanzas_are_refused_and_sound_is_dropped(world):
    person, agent = await world.meet()
    await person.transport.close()
    with pytest.raises(WorldError) as refusal:
        await person.transport.send(b"too late")
    assert refusal.value.code == "not_connected"
    person.transport.send_sound(SILENCE)
    person.transport.clear_sound()
    assert agent.heard.stanzas == []


async def test_before_the_connection_nothing_is_taken(world):
    end = world.client()
    with pytest.raises(WorldError) as refusal:
        await end.transport.send(b"too early")
    assert refusal.value.code == "not_connected"
    end.transport.send_sound(SILENCE)
    await end.transport.close()
    assert end.heard.events == []


async def test_a_transport_connects_once(world):
    person, _ = await world.meet()
    with pytest.raises(RuntimeError, match="make a new one"):
        await person.transport.connect(world.address(), person.heard)


async def test_a_wrong_token_is_refused(world):
    end = world.client()
    with pytest.raises(WorldError) as refusal:
        await end.transport.connect(world.address(token="eyJhbGciOiJIUzI1NiJ9.e30.wrong"), end.heard)
    assert (refusal.value.code, refusal.value.retry) == ("token_refused", False)
    assert end.heard.states == [ConnectionState.CONNECTING]


async def test_a_transport_that_was_refused_can_be_closed(world):
    end = world.client()
    with pytest.raises(WorldError):
        await end.transport.connect(world.address(token="no token"), end.heard)
    await end.transport.close()
    assert end.heard.states == [ConnectionState.CONNECTING]


async def test_nobody_there_is_unreachable(world):
    end = world.client()
    world.go_away()
    with pytest.raises(WorldError) as refusal:
        await end.transport.connect(world.address(url="http://127.0.0.1:1"), end.heard)
    assert (refusal.value.code, refusal.value.retry) == ("unreachable", True)
    assert "127.0.0.1:1" in refusal.value.sentence
    assert end.heard.states == [ConnectionState.CONNECTING]


async def test_the_other_side_leaving_is_told(world):
    person, agent = await world.meet()
    await agent.transport.close()
    await person.heard.until(lambda: person.heard.peers[-1:] == [(AGENT, False)])
