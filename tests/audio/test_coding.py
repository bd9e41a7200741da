import pytest

from alicia_desktop.audio.coding import FORMAT, decode, encode
from alicia_desktop.audio.contract import SAMPLE_RATE
from alicia_desktop.audio.levels import dbfs
from tests.audio.sounds import tone


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


@pytest.mark.parametrize("data", [b"", b"no sound", encode(tone(0.1))[:60]])
def test_what_is_no_sound_is_a_value_error(data):
    with pytest.raises(ValueError, match="no sound"):
        decode(data, "opus_48000")
