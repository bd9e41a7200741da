"""What a line does when its devices go away and come back: a computer whose devices a test plugs in and out."""

from dataclasses import dataclass, field

import pytest

from alicia_desktop.audio.contract import FRAME_BYTES, SILENCE, Devices
from alicia_desktop.audio.ring import FrameRing, RingLoudspeaker
from alicia_desktop.base.errors import WorldError
from alicia_desktop.line import device_manager, frames
from alicia_desktop.line.inprocess import InProcessLine
from alicia_desktop.transport import new_transport
from tests.line.support import LINK, Owner
from tests.support.patience import PATIENCE

FRAME = b"\x00\x20" * (FRAME_BYTES // 2)


class Microphone:
    latency = 0.02
    gone = False

    def __init__(self, name, wake):
        self.name, self._wake = name, wake
        self.ring = FrameRing(frames=200)

    def beat(self):
        self.ring.push(FRAME)
        self._wake()

    def read(self):
        return self.ring.pop()

    def close(self):
        self.gone = True


class Loudspeaker(RingLoudspeaker):
    latency = 0.02
    gone = False

    def __init__(self, name):
        super().__init__(played_frames=200)
        self.name = name
        self.played = []

    def beat(self):
        self.played.append(self._next_frame())

    def close(self):
        self.gone = True


@dataclass
class PluggedSound:
    """The devices that are plugged in, and those that were opened, in their order."""

    inputs: set[str] = field(default_factory=lambda: {"default", "headset"})
    outputs: set[str] = field(default_factory=lambda: {"default", "headset"})
    opened: list["Microphone | Loudspeaker"] = field(default_factory=list)

    def devices(self):
        return Devices(inputs=tuple(sorted(self.inputs)), outputs=tuple(sorted(self.outputs)))

    def plugged(self):
        return f"{sorted(self.inputs)} {sorted(self.outputs)}"

    def open_microphone(self, name, wake):
        return self._open(name, self.inputs, "microphone", lambda named: Microphone(named, wake))

    def open_loudspeaker(self, name, wake):
        return self._open(name, self.outputs, "loudspeaker", Loudspeaker)

    def _open(self, name, there, what, make):
        named = name or "default"
        if named not in there:
            raise WorldError(sentence=f"No {what}.", code=f"no_{what}", retry=True)
        self.opened.append(make(named))
        return self.opened[-1]

    def unplug(self, *names):
        self.inputs -= set(names)
        self.outputs -= set(names)
        for device in self.opened:
            device.gone = device.gone or device.name in names

    @property
    def loudspeaker(self):
        return [device for device in self.opened if isinstance(device, Loudspeaker)][-1]


@pytest.fixture
def sound():
    return PluggedSound()


@pytest.fixture(autouse=True)
def seldom(monkeypatch):
    """Nobody notices by the list of cards what is plugged: the test has given up by then."""
    monkeypatch.setattr(device_manager, "PLUG_SECONDS", 2 * PATIENCE)


@pytest.fixture
def often(monkeypatch, seldom):
    """It is noticed soon what is plugged."""
    monkeypatch.setattr(device_manager, "PLUG_SECONDS", 0.02)


@pytest.fixture
async def owner(sound):
    line = InProcessLine(transports=lambda kind: new_transport(kind, hub=None), sound=sound)
    owner = Owner(line)
    await line.start()
    yield owner
    await line.close()


def say(owner, *, sequence=1, seconds=0.5):
    owner.line.post(
        frames.PlaySentence(link=LINK, message_id="am_1", sequence=sequence, pcm=FRAME * round(seconds * 100))
    )


async def test_a_sentence_goes_on_upon_the_next_loudspeaker_where_it_was(owner, sound):
    await owner.opened(output="headset", listens=False)
    say(owner)
    first = sound.loudspeaker
    for _ in range(20):
        first.beat()
    sound.unplug("headset")
    changed = await owner.until_one(frames.SoundChanged, output="default")
    assert changed.code == "device_lost"
    assert "default is used" in changed.sentence
    for _ in range(60):
        sound.loudspeaker.beat()
    await owner.until_one(frames.PlaybackProgressed, state="finished")
    assert owner.spoken == [(1, "started"), (1, "finished")]
    sounded = [frame for device in (first, sound.loudspeaker) for frame in device.played if frame != SILENCE]
    assert len(sounded) == 50, "no word is lost, and none is said twice"


async def test_what_comes_while_there_is_no_loudspeaker_is_said_by_the_next(owner, sound):
    await owner.opened(listens=False)
    say(owner)
    for _ in range(10):
        sound.loudspeaker.beat()
    former = sound.loudspeaker
    sound.unplug("default")
    lost = await owner.until_one(frames.SoundChanged, code="device_lost")
    assert not lost.open
    say(owner, sequence=2)
    sound.outputs.add("default")
    await owner.until(lambda: owner.of(frames.SoundChanged)[-1].open)
    assert owner.of(frames.SoundChanged)[-1].sentence == ""
    assert sound.loudspeaker is not former
    for _ in range(100):
        sound.loudspeaker.beat()
    await owner.until_one(frames.PlaybackProgressed, sequence=2, state="finished")
    assert [state for _, state in owner.spoken] == ["started", "finished", "started", "finished"]


async def test_a_sentence_is_marked_as_cut_when_no_loudspeaker_comes(owner, sound, monkeypatch):
    monkeypatch.setattr(device_manager, "GO_ON_SECONDS", 0.2)
    await owner.opened(listens=False)
    say(owner)
    sound.loudspeaker.beat()
    sound.unplug("default")
    cut = await owner.until_one(frames.PlaybackProgressed, state="cut")
    assert cut.spoken_ms < cut.duration_ms
    sound.outputs.add("default")
    await owner.until(lambda: owner.of(frames.SoundChanged)[-1].open)
    assert sound.loudspeaker.waiting == 0


async def test_the_microphone_is_open_all_the_while_when_only_the_loudspeaker_goes(owner, sound):
    await owner.opened(output="headset", input="default")
    microphone = sound.opened[0]
    microphone.beat()
    sound.outputs.clear()
    sound.loudspeaker.gone = True
    lost = await owner.until_one(frames.SoundChanged, output=None)
    assert (lost.open, lost.input) == (True, "default")
    assert not microphone.gone
    sound.outputs.add("headset")
    changed = await owner.until_one(frames.SoundChanged, output="headset", code="")
    assert changed.sentence == ""
    assert [device for device in sound.opened if isinstance(device, Microphone)] == [microphone]


async def test_devices_that_are_in_use_are_opened_when_they_are_free(owner, sound):
    sound.unplug("default", "headset")
    refused = await owner.opened()
    assert (refused.open, refused.code) == (False, "no_microphone")
    sound.outputs.add("default")
    half = await owner.until_one(frames.SoundChanged, input=None, output="default")
    assert half.code == "no_microphone"
    sound.inputs.add("default")
    await owner.until_one(frames.SoundChanged, input="default", output="default", code="")


async def test_no_other_microphone_stands_in_for_one_that_was_chosen_and_is_not_there(owner, sound):
    sound.inputs.discard("headset")
    changed = await owner.opened(input="headset")
    assert (changed.input, changed.code) == (None, "no_microphone")
    sound.inputs.add("headset")
    await owner.until_one(frames.SoundChanged, input="headset")


async def test_who_closes_the_sound_gets_no_device_back(owner, sound):
    sound.unplug("default", "headset")
    await owner.opened()
    owner.line.post(frames.CloseSound())
    await owner.until_one(frames.SoundChanged, opened_for="")
    sound.inputs.add("default")
    owner.line.post(frames.OpenSound(link="other", listens=False))
    await owner.until_one(frames.SoundChanged, opened_for="other")
    assert not sound.opened


async def test_the_lists_follow_what_is_plugged_in_and_the_sentence_goes_on(often, owner, sound):
    owner.line.post(frames.ListDevices())
    await owner.until(lambda: owner.of(frames.DevicesListed))
    await owner.opened(listens=False)
    say(owner)
    former = sound.loudspeaker
    for _ in range(20):
        former.beat()
    sound.outputs.add("new headset")
    await owner.until_one(frames.DevicesListed, outputs=("default", "headset", "new headset"))
    assert sound.loudspeaker is not former
    for _ in range(60):
        sound.loudspeaker.beat()
    await owner.until_one(frames.PlaybackProgressed, state="finished")
    assert not any(event.code for event in owner.of(frames.SoundChanged))


async def test_a_chosen_device_that_comes_back_is_used_again(often, owner, sound):
    await owner.opened(output="headset", listens=False)
    sound.unplug("headset")
    await owner.until_one(frames.SoundChanged, output="default", code="device_lost")
    sound.outputs.add("headset")
    await owner.until(lambda: owner.of(frames.SoundChanged)[-1].output == "headset")
    assert owner.of(frames.SoundChanged)[-1].sentence == ""
