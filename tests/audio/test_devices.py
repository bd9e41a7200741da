from pathlib import Path
from types import SimpleNamespace

import pytest
import sounddevice

from alicia_desktop.audio import devices
from alicia_desktop.audio.contract import SILENCE, Devices
from alicia_desktop.audio.device_streams import WAKE_BLOCKS
from alicia_desktop.audio.devices import PortAudioSound
from alicia_desktop.audio.levels import dbfs
from alicia_desktop.base.errors import WorldError
from tests.audio.sounds import tone, write_wav
from tests.support.processes import wait_until

pytestmark = pytest.mark.e2e


@pytest.fixture
def no_card(monkeypatch, tmp_path):
    """A computer without cards whose sound server does not run."""
    if Path("/proc/asound/card0").exists():
        pytest.skip("this computer has a sound card of its own, which no setting hides from PortAudio")
    (tmp_path / "asound.conf").write_text("</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\n")
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(tmp_path / "asound.conf"))
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path}/nobody")


@pytest.fixture
def card(sound_card, monkeypatch):
    for name, value in sound_card.environment.items():
        monkeypatch.setenv(name, value)
    return sound_card


def test_a_computer_without_sound_has_no_devices_and_says_what_to_do(no_card):
    sound = PortAudioSound()
    assert sound.devices() == Devices()
    with pytest.raises(WorldError, match="No microphone can be opened") as caught:
        sound.open_microphone(None, None)
    assert caught.value.code == "no_microphone"
    with pytest.raises(WorldError, match="No loudspeaker can be opened") as caught:
        sound.open_loudspeaker(None, None)
    assert caught.value.code == "no_loudspeaker"


def test_the_devices_are_listed_and_opened_by_name(card):
    sound = PortAudioSound()
    devices = sound.devices()
    assert devices.default_input in devices.inputs
    assert devices.default_output in devices.outputs
    microphone = sound.open_microphone(devices.default_input, None)
    assert microphone.name == devices.default_input
    assert sound.devices() == devices
    microphone.close()
    with pytest.raises(WorldError, match="“Nothing of that name”"):
        sound.open_microphone("Nothing of that name", None)


def test_a_device_whose_thread_is_late_on_a_busy_machine_is_opened_again(card, monkeypatch):
    start, late = sounddevice.RawInputStream.start, [True]

    def start_late(stream: sounddevice.RawInputStream) -> None:
        if late and late.pop():
            raise sounddevice.PortAudioError("Error starting stream: Wait timed out", devices.TIMED_OUT)
        start(stream)

    monkeypatch.setattr(sounddevice.RawInputStream, "start", start_late)
    PortAudioSound().open_microphone(None, None).close()
    assert not late


def test_what_is_said_into_the_feed_is_heard_and_wakes(card, tmp_path):
    woken = []
    microphone = PortAudioSound().open_microphone(None, lambda: woken.append(True))
    try:
        card.play(write_wav(tmp_path / "tone.wav", tone(0.5)))
        heard = list(iter(microphone.read, None))
    finally:
        microphone.close()
        microphone.close()
    assert WAKE_BLOCKS * (len(woken) + 1) >= len(heard) > 30
    assert max(dbfs(frame) for frame in heard) == pytest.approx(dbfs(tone(0.5)), abs=2)
    assert 0 < microphone.latency < 0.5


def test_what_is_played_can_be_heard_outside_and_counted(card, tmp_path):
    speaker = PortAudioSound().open_loudspeaker(None, None)
    played: list[bytes] = []

    def all_played():
        played.extend(iter(speaker.read_played, None))
        return sum(frame != SILENCE for frame in played) >= 50

    try:
        with card.recording(tmp_path / "heard.wav"):
            speaker.play(tone(0.5))
            wait_until(all_played, what="the tone")
            wait_until(lambda: loudest(tmp_path / "heard.wav") > -20, what="the tone in the recording")
    finally:
        speaker.close()
        speaker.close()
    assert speaker.waiting == 0


def loudest(path):
    pcm = path.read_bytes()[44:]
    return max((dbfs(pcm[start : start + 960]) for start in range(0, len(pcm) - 960, 960)), default=-120.0)


def test_what_is_plugged_is_read_from_the_list_of_cards(tmp_path):
    sound = PortAudioSound(cards=tmp_path / "cards")
    assert sound.plugged() == ""
    (tmp_path / "cards").write_text(" 0 [Headset ]: USB-Audio\n")
    assert "Headset" in sound.plugged()


class Restarting:
    """sounddevice as far as a list needs it; like PortAudio it stops only what has started."""

    PortAudioError = RuntimeError

    def __init__(self):
        self._initialized = 1
        self.works = True
        self.default = SimpleNamespace(device=(0, -1))

    def _terminate(self):
        if not self._initialized:
            raise RuntimeError("PortAudio not initialized")
        self._initialized -= 1

    def _initialize(self):
        if not self.works:
            raise RuntimeError("the sound server is away")
        self._initialized += 1

    def query_devices(self):
        return [{"name": "Headset", "max_input_channels": 1, "max_output_channels": 0}]


def test_after_a_start_of_portaudio_that_failed_the_next_look_starts_it(monkeypatch):
    library = Restarting()
    monkeypatch.setattr(devices, "_library", lambda: library)
    sound = devices.PortAudioSound()
    library.works = False
    assert sound.devices() == Devices()
    assert sound.devices() == Devices()
    library.works = True
    assert sound.devices().inputs == ("Headset",)
    assert sound.devices().inputs == ("Headset",)
    assert library._initialized == 1
