"""What every line does, in this process or in one of its own, whatever carries it."""

import pytest

from alicia_desktop.audio.contract import SILENCE
from alicia_desktop.line import frames
from alicia_desktop.line.remote import LineTransport
from alicia_desktop.transport.contract import FRAME_BYTES
from tests.audio.sounds import frames_of, tone, write_wav
from tests.line.support import LINK, announcement
from tests.support.sound_card import WAV_HEADER
from tests.transport.worlds import Heard


async def test_it_joins_carries_stanzas_both_ways_in_order_and_leaves(met):
    owner, world = met
    await owner.joined(world.address())
    for ticket in range(1, 51):
        owner.line.post(frames.Send(link=LINK, data=b"%d" % ticket * ticket, ticket=ticket))
        await world.agent.transport.send(b"answer %d" % ticket)
    await owner.until(lambda: len(owner.of(frames.Sent)) == 50 and len(owner.of(frames.StanzaArrived)) == 50)
    await world.agent.heard.until(lambda: len(world.agent.heard.stanzas) == 50)
    assert world.agent.heard.stanzas == [b"%d" % number * number for number in range(1, 51)]
    assert [event.ticket for event in owner.of(frames.Sent) if not event.code] == list(range(1, 51))
    assert [event.data for event in owner.of(frames.StanzaArrived)] == [b"answer %d" % n for n in range(1, 51)]
    assert owner.of(frames.PeerChanged)[0].present
    owner.line.post(frames.Disconnect(link=LINK))
    await owner.until_one(frames.LinkChanged, state="closed")
    assert [event.state for event in owner.of(frames.LinkChanged)] == ["connecting", "connected", "closed"]


async def test_a_refused_room_says_why_once(met):
    owner, world = met
    owner.join(world.address(token="wrong"))
    closed = await owner.until_one(frames.LinkChanged, state="closed")
    assert (closed.code, bool(closed.sentence)) == ("token_refused", True)
    assert [event.state for event in owner.of(frames.LinkChanged)] == ["connecting", "closed"]


async def test_what_cannot_be_sent_is_told_with_its_ticket(met):
    owner, world = met
    owner.line.post(frames.Send(link="nowhere", data=b"lost", ticket=7))
    assert (await owner.until_one(frames.Sent, ticket=7)).code == "not_connected"
    await owner.joined(world.address())
    owner.line.post(frames.Send(link=LINK, data=bytes(3_000_000), ticket=8))
    assert (await owner.until_one(frames.Sent, ticket=8)).code == "too_large"
    owner.line.post(frames.Disconnect(link="nowhere"))
    await owner.until_one(frames.LinkChanged, link="nowhere", state="closed")


async def test_a_room_that_ends_is_told_and_can_be_joined_again(met):
    owner, world = met
    await owner.joined(world.address())
    await world.agent.transport.close()
    await owner.until_one(frames.LinkChanged, state="closed")
    owner.events.clear()
    world.agent = None
    await owner.joined(world.address())
    await world.agent.transport.send(b"here again")
    await owner.until_one(frames.StanzaArrived, data=b"here again")


async def test_without_devices_sound_comes_as_events_and_goes_out_in_real_time(met):
    owner, world = met
    await owner.joined(world.address())
    for frame in frames_of(tone(0.1)):
        world.agent.transport.send_sound(frame)
    await owner.until(lambda: len(b"".join(each.pcm for each in owner.of(frames.SoundArrived))) >= 10 * FRAME_BYTES)
    owner.line.post(frames.SendSound(link=LINK, pcm=tone(20.0)))
    await world.agent.heard.until(lambda: len(world.agent.heard.sound) >= 20)
    owner.line.post(frames.ClearSound(link=LINK))
    owner.line.post(frames.SendSound(link=LINK, pcm=b"\1\0" * 480))
    await world.agent.heard.until(lambda: b"\1\0" * 480 in world.agent.heard.sound)
    assert len(world.agent.heard.sound) < 400


@pytest.mark.slow
async def test_a_wav_file_is_the_microphone_and_another_the_loudspeaker(met, tmp_path):
    owner, world = met
    said, heard = tone(0.5, hertz=300), tone(0.3, hertz=700)
    await owner.joined(world.address())
    changed = await owner.opened(
        wav_input=str(write_wav(tmp_path / "in.wav", said)), wav_output=str(tmp_path / "out.wav")
    )
    assert (changed.open, changed.input, changed.output, changed.code) == (True, "in.wav", "out.wav", "")
    assert changed.opened_for == LINK
    await world.agent.transport.send(announcement(sequence=1, duration_ms=300))
    for frame in frames_of(heard):
        world.agent.transport.send_sound(frame)
    await owner.until_one(frames.WavEnded)
    await owner.until_one(frames.PlaybackProgressed, sequence=1, state="finished")
    assert owner.spoken == [(1, "started"), (1, "finished")]
    owner.line.post(frames.CloseSound())
    assert (await owner.until_one(frames.SoundChanged, open=False)).opened_for == ""
    assert sounding((tmp_path / "out.wav").read_bytes()[WAV_HEADER:]) == heard
    assert any(any(frame) for frame in world.agent.heard.sound)
    assert any(each.output > 0 for each in owner.of(frames.Levels))


@pytest.mark.slow
async def test_what_was_played_of_a_sentence_is_told_and_can_be_played_again_without_a_room(met, tmp_path):
    owner, world = met
    heard = tone(0.3, hertz=700)
    await owner.joined(world.address())
    await owner.opened(wav_output=str(tmp_path / "live.wav"), listens=False, keeps=True)
    for sequence in (1, 2):
        await world.agent.transport.send(announcement(sequence=sequence, duration_ms=300))
    for frame in [*frames_of(heard), SILENCE, *frames_of(heard)]:
        world.agent.transport.send_sound(frame)
    await owner.until(lambda: len(owner.of(frames.SentencePlayed)) == 2)
    kept = owner.of(frames.SentencePlayed)
    assert [(each.message_id, each.sequence, sounding(each.pcm) == heard) for each in kept] == [
        ("am_1", 1, True),
        ("am_1", 2, True),
    ]
    told = len(owner.spoken)
    again = frames.OpenSound(link="again", wav_output=str(tmp_path / "again.wav"), listens=False)
    owner.line.post(again)
    await owner.until_one(frames.SoundChanged, opened_for="again")
    for each in kept:
        owner.line.post(frames.PlaySentence(link="again", message_id="am_1", sequence=each.sequence, pcm=each.pcm))
    await owner.until(lambda: len(owner.spoken) == told + 4)
    assert owner.spoken[told:] == [(1, "started"), (1, "finished"), (2, "started"), (2, "finished")]
    owner.line.post(frames.PlaySentence(link="again", message_id="am_1", sequence=3, pcm=heard * 40))
    await owner.until_one(frames.PlaybackProgressed, sequence=3, state="started")
    owner.line.post(frames.ClearSound(link="again", message_id="am_1"))
    await owner.until_one(frames.PlaybackProgressed, sequence=3, state="cut")
    assert len(owner.of(frames.SentencePlayed)) == 2, "what is played again is not kept again"
    owner.line.post(frames.CloseSound())
    await owner.until_one(frames.SoundChanged, open=False)
    assert sounding((tmp_path / "again.wav").read_bytes()[WAV_HEADER:]).startswith(heard * 2)


def sounding(pcm):
    """What sounds of something played; on a busy machine there are gaps in it."""
    return b"".join(frame for frame in frames_of(pcm) if any(frame))


@pytest.mark.expects_log
async def test_a_wav_loudspeaker_whose_disk_is_full_says_so_instead_of_falling_silent(met, tmp_path):
    owner, world = met
    await owner.joined(world.address())
    said = str(write_wav(tmp_path / "in.wav", tone(20.0)))
    assert (await owner.opened(wav_input=said, wav_output="/dev/full")).open
    for frame in frames_of(tone(0.3)):
        world.agent.transport.send_sound(frame)
    changed = await owner.until_one(frames.SoundChanged, code="bad_wav")
    assert not changed.open
    assert "No space left" in changed.sentence


@pytest.mark.slow
async def test_a_room_hears_only_an_open_microphone_that_is_not_muted(met, tmp_path):
    owner, world = met
    sound = world_sound(world)
    owner.line.post(frames.SetMode(mode="muted"))
    await owner.joined(world.address(), uses_devices=True)
    await owner.opened(wav_input=str(write_wav(tmp_path / "in.wav", tone(20.0))), wav_output=str(tmp_path / "out.wav"))
    await owner.until(lambda: len(owner.of(frames.Levels)) >= 5)
    await passed(owner, world, 1)
    assert not sound()
    owner.line.post(frames.SetMode(mode="hands_free"))
    await world.agent.heard.until(lambda: any(any(frame) for frame in sound()))
    owner.line.post(frames.CloseSound())
    await owner.until_one(frames.SoundChanged, open=False)
    await passed(owner, world, 2)
    heard = len(sound())
    owner.line.post(frames.SendSound(link=LINK, pcm=tone(0.1)))
    await passed(owner, world, 3)
    assert len(sound()) == heard


async def passed(owner, world, number):
    """Wait until a stanza that is sent now has come: what was sent before it, and was to be heard, has come too."""
    owner.line.post(frames.Send(link=LINK, data=bytes([number]), ticket=number))
    await world.agent.heard.until(lambda: bytes([number]) in world.agent.heard.stanzas)


async def test_not_held_sends_silence_and_release_ends_the_turn(met, tmp_path):
    owner, world = met
    sound = world_sound(world)
    owner.line.post(frames.SetMode(mode="hold"))
    await owner.joined(world.address())
    await owner.opened(wav_input=str(write_wav(tmp_path / "in.wav", tone(20.0))), wav_output=str(tmp_path / "out.wav"))
    await world.agent.heard.until(lambda: len(sound()) >= 20)
    assert not any(any(frame) for frame in sound())
    owner.line.post(frames.Hold(down=True))
    await world.agent.heard.until(lambda: any(any(frame) for frame in sound()[-5:]))
    owner.line.post(frames.Hold(down=False))
    await world.agent.heard.until(lambda: not any(any(frame) for frame in sound()[-50:]))


def world_sound(world):
    return lambda: world.agent.heard.sound


async def test_a_bad_wav_says_so_and_the_rest_works(met, tmp_path):
    owner, world = met
    (tmp_path / "in.wav").write_text("no sound")
    await owner.joined(world.address())
    changed = await owner.opened(wav_input=str(tmp_path / "in.wav"), wav_output=str(tmp_path / "out.wav"))
    assert (changed.open, changed.input, changed.output, changed.code) == (True, None, "out.wav", "bad_wav")
    assert "in.wav is no sound file that can be read" in changed.sentence
    owner.line.post(frames.Send(link=LINK, data=b"still here", ticket=1))
    await world.agent.heard.until(lambda: world.agent.heard.stanzas == [b"still here"])


async def test_it_answers_a_ping_and_lists_devices(met):
    owner, _ = met
    owner.line.post(frames.Ping(number=3))
    await owner.until_one(frames.Pong, number=3)
    owner.line.post(frames.ListDevices())
    await owner.until(lambda: owner.of(frames.DevicesListed))


async def test_closing_is_quick_and_final(met):
    owner, world = met
    await owner.joined(world.address())
    await owner.line.close()
    await owner.line.close()
    owner.line.post(frames.Send(link=LINK, data=b"late", ticket=9))
    assert (await owner.until_one(frames.Sent, ticket=9)).code == "not_connected"
    await world.agent.heard.until(lambda: not world.agent.connected)


async def test_a_server_uses_a_room_behind_a_line_as_any_transport(met):
    owner, world = met
    heard, transport = Heard(), LineTransport(line=owner.line, link="served")
    await transport.connect(world.address(), heard)
    await transport.send(b"from the server")
    await world.agent.heard.until(lambda: world.agent.heard.stanzas == [b"from the server"])
    await world.agent.transport.send(b"to the server")
    await heard.until(lambda: heard.stanzas == [b"to the server"])
    transport.send_sound(tone(0.05))
    await world.agent.heard.until(lambda: len(world.agent.heard.sound) == 5)
    await transport.close()
    assert heard.states == ["connecting", "connected", "closed"]
