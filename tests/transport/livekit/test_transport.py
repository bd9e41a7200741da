"""What only LiveKit has: legacy peers, two paths for a stanza, a server that dies and comes back, a name used twice."""

import asyncio
import contextlib
from dataclasses import replace
from datetime import timedelta

import pytest
from livekit import api, rtc

from alicia_desktop.base.errors import WorldError
from alicia_desktop.transport.contract import (
    LEGACY_PACKET_BYTES,
    PACKET_BYTES,
    ConnectionChanged,
    ConnectionState,
    PeerTrackChanged,
    RoomAddress,
    StanzaReceived,
    TrackPublished,
)
from alicia_desktop.transport.livekit.sound import PublishedTrack
from alicia_desktop.transport.livekit.transport import LiveKitTransport
from alicia_desktop.transport.token import livekit_token
from tests.support.patience import PATIENCE
from tests.support.scripted_server import until
from tests.transport.tones import SILENCE, loud, speak, speak_until_heard, tone
from tests.transport.worlds import AGENT, PERSON, Heard, livekit_world

KEEPING_ALIVE_BYTES = 100
"""In a second; a second of sound takes 4,000."""

pytestmark = pytest.mark.e2e


@pytest.fixture
async def world(livekit_server):
    async with livekit_world(livekit_server) as here:
        yield here


@contextlib.asynccontextmanager
async def stranger(world, *, identity="alicia-agent-7"):
    """A participant that is not our program: the bare SDK, and what it hears."""
    room = rtc.Room()
    heard = heard_by(room)
    await room.connect(world.url, world.address(identity=identity).token)
    yield room, heard
    await room.disconnect()


def heard_by(room):
    """What `room` hears, as (kind, ...) in a queue."""
    heard: asyncio.Queue[tuple[str, object, object]] = asyncio.Queue()
    room.on("data_received", lambda packet: heard.put_nowait(("packet", packet.topic, packet.data)))
    room.on("participant_active", lambda peer: heard.put_nowait(("peer", peer.identity, None)))
    room.register_byte_stream_handler("alicia.stanza", lambda stream, _: heard.put_nowait(("stream", stream, None)))
    return heard


async def next_of(heard, kind):
    async with asyncio.timeout(PATIENCE):
        while (event := await heard.get())[0] != kind:
            assert event[0] == "peer"
        return event[1:]


async def test_a_stanza_is_one_packet_with_our_topic(world):
    async with stranger(world) as (_, heard):
        person = world.client()
        await person.transport.connect(world.address(), person.heard)
        await person.heard.until(lambda: person.heard.peers)
        await person.transport.send(b"small")
        assert await next_of(heard, "packet") == ("alicia", b"small")
    assert person.heard.peers[0] == ("alicia-agent-7", True)


@pytest.mark.parametrize("topic", ["", "alicia", "something else"])
async def test_a_packet_of_any_topic_is_a_stanza(world, topic):
    async with stranger(world) as (room, heard):
        person = world.client()
        await person.transport.connect(world.address(), person.heard)
        await next_of(heard, "peer")
        await room.local_participant.publish_data(b"\x80", topic=topic)
        await person.heard.until(lambda: person.heard.stanzas)
    assert person.heard.stanzas == [b"\x80"]


async def test_a_peer_without_streams_gets_one_packet_up_to_its_limit_and_beyond_it_nothing(world):
    async with stranger(world) as (_, heard):
        person = world.client()
        person.transport.peer_reads_streams = False
        await person.transport.connect(world.address(), person.heard)
        await person.heard.until(lambda: person.heard.peers)
        with pytest.raises(WorldError) as refusal:
            await person.transport.send(bytes(LEGACY_PACKET_BYTES + 1))
        await person.transport.send(bytes(LEGACY_PACKET_BYTES))
        assert await next_of(heard, "packet") == ("alicia", bytes(LEGACY_PACKET_BYTES))
    assert refusal.value.code == "too_large"


async def test_a_peer_with_streams_gets_what_is_larger_than_a_packet_as_a_stream(world):
    async with stranger(world) as (_, heard):
        person = world.client()
        await person.transport.connect(world.address(), person.heard)
        await person.heard.until(lambda: person.heard.peers)
        await person.transport.send(bytes(PACKET_BYTES + 1))
        stream, _ = await next_of(heard, "stream")
        assert b"".join([chunk async for chunk in stream]) == bytes(PACKET_BYTES + 1)


async def test_a_stream_that_breaks_off_holds_up_nobody(world):
    person = world.client()
    await person.transport.connect(world.address(), person.heard)
    async with stranger(world) as (room, _):
        await person.heard.until(lambda: person.heard.peers)
        writer = await room.local_participant.stream_bytes("s", topic="alicia.stanza", total_size=100)
        await writer.write(b"half")
        places = person.transport._reader._inbox._places  # a stranger does not wait until its stream has its place
        await until(lambda: places)
        await room.local_participant.publish_data(b"\x80")
        await room.local_participant.publish_data(b"\x81")
        await until(lambda: sum(place.done for place in places[room.local_participant.identity]) == 2)
    await person.heard.until(lambda: len(person.heard.stanzas) == 2)
    assert person.heard.stanzas == [b"\x80", b"\x81"]


@pytest.mark.slow
async def test_sound_is_read_while_it_is_taken_and_not_muted_and_no_word_is_lost_by_it(world):
    person, agent = await world.meet()
    await speak_until_heard(person, agent)
    for stop, go_on in (
        (lambda: person.transport.mute(muted=True), lambda: person.transport.mute(muted=False)),
        (lambda: setattr(agent.transport, "listens", False), lambda: setattr(agent.transport, "listens", True)),
    ):
        stop()
        await quiet(agent.heard)
        go_on()
        await speak(person.transport, tone(50) + [SILENCE] * 20)
        await agent.heard.until(lambda: loud(agent.heard.sound) >= 45)


async def quiet(heard):
    """Wait until no frame comes any more, not even of silence."""
    async with asyncio.timeout(PATIENCE):
        while heard.sound:
            heard.events.clear()
            await asyncio.sleep(0.3)


async def test_a_closed_microphone_is_a_muted_track_that_carries_no_sound(world):
    async with stranger(world) as (room, _):
        told: asyncio.Queue[bool] = asyncio.Queue()
        room.on("track_subscribed", lambda _track, publication, _peer: told.put_nowait(publication.muted))
        room.on("track_muted", lambda _peer, _publication: told.put_nowait(True))
        room.on("track_unmuted", lambda _peer, _publication: told.put_nowait(False))
        person = world.client()
        person.transport.mute(muted=True)
        async with asyncio.timeout(PATIENCE):
            await person.transport.connect(world.address(), person.heard)
            assert await told.get() is True
            person.transport.mute(muted=False)
            assert await told.get() is False
            await speak(person.transport, tone(50))
            person.transport.mute(muted=True)
            assert await told.get() is True
            while await sent_in_a_second(person.transport) > KEEPING_ALIVE_BYTES:
                pass  # what was on its way still leaves


async def test_our_track_is_told_under_the_id_that_the_others_hear_of(world):
    async with stranger(world) as (room, _):
        heard: asyncio.Queue[str] = asyncio.Queue()
        room.on("track_subscribed", lambda _track, publication, _peer: heard.put_nowait(publication.sid))
        person = world.client()
        await person.transport.connect(world.address(), person.heard)
        await person.heard.until(lambda: person.heard.of(TrackPublished))
        async with asyncio.timeout(PATIENCE):
            assert person.heard.of(TrackPublished) == [TrackPublished(sid=await heard.get())]


async def sent_in_a_second(transport):
    """How much sound our track sends while a second is spoken."""
    before = await bytes_sent(transport)
    await speak(transport, tone(100))
    return await bytes_sent(transport) - before


async def bytes_sent(transport):
    """How much sound our track has sent."""
    stats = await transport._voice._track.get_stats()
    return sum(each.outbound_rtp.sent.bytes_sent for each in stats if each.WhichOneof("stats") == "outbound_rtp")


async def test_the_others_tracks_are_told_with_their_mute_states_also_of_those_who_were_there_first(world):
    agent, person = world.client(), world.client()
    agent.transport.mute(muted=True)
    await agent.transport.connect(world.address(identity=AGENT), agent.heard)
    await agent.heard.until(lambda: agent.heard.of(TrackPublished))
    await person.transport.connect(world.address(), person.heard)

    def tracks():
        return [(one.identity, one.sid, one.muted, one.present) for one in person.heard.of(PeerTrackChanged)]

    sid = agent.heard.of(TrackPublished)[0].sid
    await person.heard.until(lambda: tracks()[-1:] == [(AGENT, sid, True, True)])
    agent.transport.mute(muted=False)
    await person.heard.until(lambda: tracks()[-1:] == [(AGENT, sid, False, True)])
    agent.transport.mute(muted=True)
    await person.heard.until(lambda: tracks()[-1:] == [(AGENT, sid, True, True)])
    await agent.transport.close()
    await person.heard.until(lambda: tracks()[-1:] and not tracks()[-1][3])


async def test_a_persons_sound_is_carried_twice_and_hers_is_not(world, monkeypatch):
    asked = {}

    async def publish(_, participant, *, is_wanted, redundant):
        asked[participant.identity] = redundant

    monkeypatch.setattr(PublishedTrack, "publish", publish)
    agent, person = world.client(), world.client()
    await agent.transport.connect(replace(world.address(identity=AGENT), agent=AGENT), agent.heard)
    await person.transport.connect(replace(world.address(), agent=AGENT), person.heard)
    await person.heard.until(lambda: len(asked) == 2)
    assert asked == {AGENT: False, PERSON: True}


async def test_the_same_name_joining_again_is_told_to_the_first(world):
    first, second = world.client(), world.client()
    await first.transport.connect(world.address(), first.heard)
    await second.transport.connect(world.address(), second.heard)
    await first.heard.until(lambda: ConnectionState.CLOSED in first.heard.states)
    last = first.heard.of(ConnectionChanged)[-1]
    assert (last.code, last.retry) == ("room_in_use", False)
    assert second.connected


async def test_a_full_room_is_in_use_on_another_device_and_who_was_killed_takes_their_own_seat_at_once(world):
    async with api.LiveKitAPI(world.url.replace("ws", "http"), world.server.key, world.server.secret) as livekit:
        await livekit.room.create_room(api.CreateRoomRequest(name=world.room, max_participants=1))
    first, second, again = world.client(), world.client(), world.client()
    await first.transport.connect(world.address(), first.heard)
    with pytest.raises(WorldError) as refusal:
        await second.transport.connect(world.address(identity="tablet"), second.heard)
    assert (refusal.value.code, refusal.value.retry) == ("room_in_use", True)
    await again.transport.connect(world.address(), again.heard)  # its ghost is still in the room
    assert again.connected


async def test_a_server_that_was_killed_and_comes_back_finds_both_in_the_room(world, livekit_server):
    person, agent = await world.meet()
    livekit_server.kill()
    await person.heard.until(lambda: ConnectionState.RECONNECTING in person.heard.states)
    with pytest.raises(WorldError) as refusal:
        await person.transport.send(b"nobody there")
    assert refusal.value.code == "not_connected"
    livekit_server.start()
    for end in (person, agent):
        await end.heard.until(lambda end=end: end.connected and end.heard.peers[-1][1])
    await person.transport.send(b"back")
    await agent.heard.until(lambda: agent.heard.stanzas)
    assert agent.heard.stanzas == [b"back"]
    agent.heard.events.clear()
    await speak_until_heard(person, agent)
    assert {identity for identity, _ in person.heard.peers} == {AGENT}


async def test_leaving_while_the_server_is_gone_does_not_hang(world, livekit_server):
    person, _ = await world.meet()
    livekit_server.kill()
    async with asyncio.timeout(PATIENCE):
        await person.transport.close()
    assert person.heard.states[-1] is ConnectionState.CLOSED


async def test_a_server_that_never_answers_is_unreachable_after_the_time():
    asked: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()
    silent = await asyncio.start_server(lambda _, writer: asked.put_nowait(writer), "127.0.0.1", 0)
    url = f"ws://127.0.0.1:{silent.sockets[0].getsockname()[1]}"
    address = RoomAddress(transport="livekit", url=url, token="t", room_name="r", participant_id=PERSON)
    transport = LiveKitTransport(connect_seconds=0.3)
    with pytest.raises(WorldError) as refusal:
        await transport.connect(address, Heard())
    assert refusal.value.code == "unreachable"
    writers = [await asked.get()]  # the native layer's threads may be that late
    silent.close()
    while not asked.empty():
        writers.append(asked.get_nowait())
    for writer in writers:
        writer.close()
        await writer.wait_closed()
    await transport.close()
    assert asked.empty()


async def test_who_greets_the_agent_at_once_is_known_to_it_by_name(world):
    agent, person = world.client(), world.client()
    await agent.transport.connect(world.address(identity=AGENT), agent.heard)
    await person.transport.connect(replace(world.address(), agent=AGENT), person.heard)
    await person.transport.send(b"hello")
    await agent.heard.until(lambda: agent.heard.stanzas)
    assert agent.heard.of(StanzaReceived) == [StanzaReceived(data=b"hello", sender=PERSON)]


async def test_to_an_agent_that_has_answered_a_small_stanza_is_a_packet(world):
    async with stranger(world) as (room, heard):
        person = world.client()
        await person.transport.connect(replace(world.address(), agent="alicia-agent-7"), person.heard)
        await person.transport.send(b"hello")
        (stream, _) = await next_of(heard, "stream")
        stream.close()
        await room.local_participant.publish_data(b"\x80")
        await person.heard.until(lambda: person.heard.stanzas)
        await person.transport.send(b"small")
        assert await next_of(heard, "packet") == ("alicia", b"small")


async def test_a_token_that_has_expired_is_refused_as_one(world):
    token = livekit_token(
        key=world.server.key, secret=world.server.secret, room=world.room, identity=PERSON, ttl=timedelta(hours=-1)
    )
    person = world.client()
    with pytest.raises(WorldError) as refusal:
        await person.transport.connect(world.address(token=token), person.heard)
    assert (refusal.value.code, refusal.value.retry) == ("token_refused", False)
    assert token not in refusal.value.sentence


async def test_never_more_than_two_publishes_are_in_flight(world, monkeypatch):
    """Each waiting call hears every native event: 200 at once cost 86 ms an event."""
    under_way = most = 0
    publish = rtc.LocalParticipant.publish_data

    async def counted(*arguments, **options):
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        try:
            return await publish(*arguments, **options)
        finally:
            under_way -= 1

    monkeypatch.setattr(rtc.LocalParticipant, "publish_data", counted)
    person, agent = await world.meet()
    sent = [bytes([number]) for number in range(100)]
    await asyncio.gather(*(person.transport.send(each) for each in sent))
    await agent.heard.until(lambda: len(agent.heard.stanzas) == len(sent))
    assert most == 2
    assert under_way == 0


@pytest.mark.parametrize("give_up", ["the time is over", "who waits is cancelled", "closed meanwhile"])
async def test_joining_is_never_cancelled_whoever_gives_up(monkeypatch, give_up):
    """A cancelled `Room.connect` panics in the native layer seconds later."""
    ended: asyncio.Queue[str] = asyncio.Queue()
    connect = rtc.Room.connect

    async def watched(*arguments, **options):
        try:
            await connect(*arguments, **options)
        except BaseException as error:
            ended.put_nowait(type(error).__name__)
            raise

    monkeypatch.setattr(rtc.Room, "connect", watched)
    asked: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()
    silent = await asyncio.start_server(lambda _, writer: asked.put_nowait(writer), "127.0.0.1", 0)
    url = f"ws://127.0.0.1:{silent.sockets[0].getsockname()[1]}"
    address = RoomAddress(transport="livekit", url=url, token="t", room_name="r", participant_id=PERSON)
    transport = LiveKitTransport(connect_seconds=0.3 if give_up == "the time is over" else 30)
    joining = asyncio.ensure_future(transport.connect(address, Heard()))  # noqa: TID251, RUF100 - a caller's own task
    writer = await asked.get()
    if give_up == "who waits is cancelled":
        joining.cancel()
    if give_up == "closed meanwhile":
        await transport.close()
    assert ended.empty()
    silent.close()
    writer.close()
    with contextlib.suppress(WorldError, asyncio.CancelledError):
        await joining
    async with asyncio.timeout(PATIENCE):
        assert await ended.get() == "ConnectError"
    await transport.close()
