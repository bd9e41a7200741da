import io

import numpy as np
import pytest
import soundfile

from alicia_desktop.audio.coding import FORMAT, MAX_SECONDS, decode, encode
from alicia_desktop.audio.contract import SAMPLE_RATE
from alicia_desktop.audio.levels import dbfs
from tests.audio.sounds import tone
from tests.support.recordings import FOLDER, recorded_pcm


def file_of(pcm, *, rate=SAMPLE_RATE, channels=1, **kind):
    """`pcm` as a file, the same in each channel."""
    made, samples = io.BytesIO(), np.frombuffer(pcm, "<i2") / np.float32(2**15)
    soundfile.write(made, np.repeat(samples[:, None], channels, axis=1), rate, **kind)
    return made.getvalue()


def loudest_hertz(pcm):
    spectrum = np.abs(np.fft.rfft(np.frombuffer(pcm, "<i2")))
    return spectrum.argmax() * SAMPLE_RATE / (len(pcm) // 2)


def test_speech_comes_back_as_long_and_as_loud_in_a_thirtieth_of_the_bytes(speech_frames):
    said = decode(b"".join(speech_frames), "pcm")
    kept = encode(said)
    again = decode(kept, FORMAT)
    assert len(kept) < len(said) / 25
    assert len(again) == pytest.approx(len(said), abs=SAMPLE_RATE // 10)
    assert dbfs(again) == pytest.approx(dbfs(said), abs=1)


def test_what_comes_back_begins_with_what_can_be_heard():
    said = tone(0.5)
    assert len(decode(encode(bytes(SAMPLE_RATE) + said), FORMAT)) == pytest.approx(len(said), abs=2000)
    assert decode(encode(bytes(9600)), FORMAT) == b""


@pytest.mark.parametrize(("name", "rate"), [("pcm_s16le_24000", 24_000), ("pcm_s16le_48000", 48_000), ("pcm", 48_000)])
def test_raw_sound_of_a_server_is_read_at_its_rate(name, rate):
    raw = tone(0.5)
    assert len(decode(raw, name)) == pytest.approx(len(raw) * SAMPLE_RATE / rate, abs=200)


@pytest.mark.parametrize("data", [b"", b"no sound", encode(tone(0.1))[:60]], ids=["empty", "words", "cut off"])
def test_what_is_no_sound_is_a_value_error(data):
    with pytest.raises(ValueError, match="no sound"):
        decode(data, "opus_48000")


def test_sound_that_an_earlier_version_stored_stays_playable():
    stored = (FOLDER / "goforward_0_1_0.opus").read_bytes()
    narrow = np.frombuffer(decode(stored, FORMAT), "<i2")[::3].astype(float)  # 16 kHz; speech has little above
    said = np.frombuffer(recorded_pcm("goforward"), "<i2").astype(float)
    likeness = np.fft.irfft(np.fft.rfft(said, 2**17) * np.fft.rfft(narrow, 2**17).conj())
    assert len(narrow) == pytest.approx(len(said), abs=1600)
    assert likeness.max() > 0.9 * np.linalg.norm(said) * np.linalg.norm(narrow)


@pytest.mark.parametrize(
    "kind",
    [
        {"format": "WAV", "rate": 22_050},
        {"format": "WAV", "subtype": "FLOAT", "channels": 2},
        {"format": "FLAC", "rate": 44_100, "channels": 2},
        {"format": "OGG", "subtype": "VORBIS"},
        {"format": "OGG", "subtype": "OPUS", "rate": 24_000},
        {"format": "MP3", "rate": 24_000},
    ],
)
def test_files_of_a_server_are_read_at_their_rate(kind):
    rate = kind.get("rate", SAMPLE_RATE)
    pcm = decode(file_of(tone(1.0, rate=rate), **kind), "whatever a server calls it")
    assert len(pcm) == pytest.approx(2 * SAMPLE_RATE, abs=SAMPLE_RATE // 5)
    assert loudest_hertz(pcm) == pytest.approx(440, abs=2)
    assert dbfs(pcm) == pytest.approx(dbfs(tone(1.0)), abs=1)


@pytest.mark.slow
def test_what_claims_to_be_endless_ends():
    assert len(decode(file_of(tone(MAX_SECONDS + 5), format="WAV"), "wav")) == MAX_SECONDS * SAMPLE_RATE * 2


def test_more_channels_than_anybody_plays_are_refused():
    with pytest.raises(ValueError, match="can be played"):
        decode(file_of(tone(0.01), channels=64, format="WAV"), "wav")
