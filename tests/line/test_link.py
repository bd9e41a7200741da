"""A link in a room where others are, too: what they send and say goes no further than their name."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from alicia_desktop.line import frames
from alicia_desktop.line.inprocess import InProcessLine
from alicia_desktop.protocol.messages import Acknowledgement, Configuration
from alicia_desktop.transport.contract import FRAME_BYTES, RoomAddress
from tests.audio.sounds import frames_of, tone
from tests.line.support import LINK, Owner, announcement
from tests.support.crowded_room import CrowdedRoom
from tests.support.deployed_server import DeployedServer
from tests.support.sound_card import WAV_HEADER

AGENT = "alicia-agent-1"
FRAME = b"\1\0" * (FRAME_BYTES // 2)


@pytest.fixture
async def crowd() -> AsyncIterator[tuple[Owner, CrowdedRoom]]:
    """The owner of a line that has joined a room where the agent has answered, and mallory is."""
    room = CrowdedRoom(DeployedServer())
    line = InProcessLine(transports=room.transport)
    owner = Owner(line)
    await line.start()
    room.others.append("mallory")
    await owner.joined(RoomAddress(transport="livekit", url="", token="t", room_name="r", participant_id="me"))
    room.server.listens = False
    owner.line.post(frames.Send(link=LINK, data=b"our Configuration", ticket=1))
    await owner.until(lambda: owner.of(frames.Sent))
    room.say(AGENT, Acknowledgement(acknowledged_stanza_id=0), stanza_id=-2)
    yield owner, room
    await line.close()


async def test_each_stanza_and_participant_is_told_with_who_it_is(crowd: tuple[Owner, CrowdedRoom]) -> None:
    owner, room = crowd
    room.send("mallory", b"evil")
    room.send("", b"nobody's")
    told = [(one.sender, one.stranger) for one in owner.of(frames.StanzaArrived)]
    assert told == [(AGENT, False), ("mallory", True), ("", True)]
    assert {(one.identity, one.stranger) for one in owner.of(frames.PeerChanged)} == {(AGENT, False), ("mallory", True)}


async def test_each_track_of_another_participant_is_told_with_whose_it_is_and_whether_it_is_muted(
    crowd: tuple[Owner, CrowdedRoom],
) -> None:
    owner, room = crowd
    room.publish(AGENT, "TR_1")
    room.publish("mallory", "TR_2", muted=True)
    told = [(one.identity, one.sid, one.muted, one.present) for one in owner.of(frames.PeerTrackAnnounced)]
    assert told == [(AGENT, "TR_1", False, True), ("mallory", "TR_2", True, True)]


async def test_a_strangers_voice_is_not_heard(crowd: tuple[Owner, CrowdedRoom]) -> None:
    owner, room = crowd
    room.speak("mallory", FRAME)
    room.speak("alicia-agent-2", FRAME)
    room.speak(AGENT, FRAME)
    assert [one.sender for one in owner.of(frames.SoundArrived)] == [AGENT]


async def test_who_uses_devices_takes_sound_while_they_are_open_only(
    crowd: tuple[Owner, CrowdedRoom], tmp_path: Path
) -> None:
    owner, room = crowd
    former = room.client
    owner.join(
        RoomAddress(transport="livekit", url="", token="t", room_name="r", participant_id="me"), uses_devices=True
    )
    await owner.until(lambda: room.client is not former)
    assert not listens(room)
    room.speak(AGENT, FRAME)
    assert not owner.of(frames.SoundArrived)
    await owner.opened(wav_output=str(tmp_path / "out.wav"), listens=False)
    assert listens(room)
    owner.line.post(frames.CloseSound())
    await owner.until_one(frames.SoundChanged, open=False)
    assert not listens(room)


def listens(room: CrowdedRoom) -> bool:
    """Whether the client takes the sound of the room."""
    return room.client is not None and room.client.listens


async def test_a_strangers_voice_is_not_played_and_what_they_announce_is_no_sentence(
    crowd: tuple[Owner, CrowdedRoom], tmp_path: Path
) -> None:
    owner, room = crowd
    heard = tone(0.2, hertz=700)
    await owner.opened(wav_output=str(tmp_path / "out.wav"), listens=False)
    room.send("mallory", announcement(sequence=9, duration_ms=200, message_id="am_evil"))
    room.send(AGENT, announcement(sequence=1, duration_ms=200))
    for frame in frames_of(heard):
        room.speak("mallory", FRAME)
        room.speak(AGENT, frame)
    await owner.until_one(frames.PlaybackProgressed, sequence=1, state="finished")
    assert {one.message_id for one in owner.of(frames.PlaybackProgressed)} == {"am_1"}
    owner.line.post(frames.CloseSound())
    await owner.until_one(frames.SoundChanged, open=False)
    assert FRAME not in frames_of((tmp_path / "out.wav").read_bytes()[WAV_HEADER:])


async def test_only_the_server_says_whether_it_reads_byte_streams(crowd: tuple[Owner, CrowdedRoom]) -> None:
    _, room = crowd
    assert room.client is not None
    room.say("mallory", Configuration(features=("byte_streams",)))
    assert not room.client.peer_reads_streams
    room.say(AGENT, Configuration(features=("byte_streams",)))
    assert room.client.peer_reads_streams


async def test_the_one_who_may_be_the_server_after_it_left_is_met(crowd: tuple[Owner, CrowdedRoom]) -> None:
    owner, room = crowd
    room.enter("alicia-agent-2")
    room.server.agent_goes()
    told = [(one.identity, one.present) for one in owner.of(frames.PeerChanged) if not one.stranger]
    assert told == [(AGENT, True), (AGENT, False), ("alicia-agent-2", True)]
