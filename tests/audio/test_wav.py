import tracemalloc
import wave
from contextlib import suppress

import numpy as np
import pytest
import soundfile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from alicia_desktop.audio.contract import SILENCE
from alicia_desktop.audio.levels import dbfs
from alicia_desktop.audio.wav import WavLoudspeaker, WavMicrophone, read_wav
from alicia_desktop.base.errors import WorldError
from tests.audio.sounds import FRAME, frames_of, tone, write_wav
from tests.support.examples import examples


def as_width(pcm, width):
    samples = np.frombuffer(pcm, dtype="<i2").astype(np.int32)
    if width == 1:
        return ((samples >> 8) + 128).astype(np.uint8).tobytes()
    wide = (samples << 8 * (width - 2)).astype("<i4").view(np.uint8).reshape(-1, 4)
    return wide[:, :width].tobytes()


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 44_100, 48_000, 96_000])
@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("channels", [1, 2])
def test_every_rate_width_and_channel_count_sounds_the_same(tmp_path, rate, width, channels):
    mono = np.frombuffer(tone(0.5, rate=rate), dtype="<i2")
    pcm = as_width(np.repeat(mono, channels).tobytes(), width)
    path = write_wav(tmp_path / "a.wav", pcm, rate=rate, channels=channels, width=width)
    read = read_wav(path)
    assert len(read) / 96_000 == pytest.approx(0.5, abs=0.01)
    assert dbfs(read[9_600:-9_600]) == pytest.approx(dbfs(tone(0.5)), abs=0.3)
    assert strongest_hertz(read) == pytest.approx(440, abs=5)


def strongest_hertz(pcm):
    samples = np.frombuffer(pcm, dtype="<i2")
    return float(np.argmax(np.abs(np.fft.rfft(samples)))) * 48_000 / len(samples)


@pytest.mark.parametrize(
    ("name", "subtype", "container"),
    [
        ("floats.wav", "FLOAT", "WAV"),
        ("recorder.wav", "PCM_24", "WAVEX"),
        ("old.wav", "ULAW", "WAV"),
        ("a.flac", "PCM_16", "FLAC"),
        ("a.ogg", "VORBIS", "OGG"),
    ],
)
def test_other_kinds_of_sound_files_sound_the_same(tmp_path, name, subtype, container):
    samples = np.frombuffer(tone(0.5, rate=44_100), dtype="<i2") / 32_768
    soundfile.write(tmp_path / name, samples, 44_100, subtype=subtype, format=container)
    read = read_wav(tmp_path / name)
    assert len(read) / 96_000 == pytest.approx(0.5, abs=0.01)
    assert dbfs(read[9_600:-9_600]) == pytest.approx(dbfs(tone(0.5)), abs=0.3)
    assert strongest_hertz(read) == pytest.approx(440, abs=5)


def test_floats_that_are_no_numbers_or_too_large_are_no_noise_of_their_own(tmp_path):
    soundfile.write(tmp_path / "a.wav", np.array([np.nan, np.inf, -9.0, 0.5]), 48_000, subtype="FLOAT")
    assert np.frombuffer(read_wav(tmp_path / "a.wav"), "<i2").tolist() == [0, 32_767, -32_768, 16_384]


@pytest.mark.parametrize(
    "content",
    [b"", b"RIFF", b"this is not sound at all" * 20, b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x03\0\x01\0" + bytes(40)],
)
def test_what_is_no_wav_says_so_and_names_the_file(tmp_path, content):
    path = tmp_path / "note.wav"
    path.write_bytes(content)
    with pytest.raises(WorldError, match=r"note\.wav is no sound file that can be read") as caught:
        read_wav(path)
    assert caught.value.code == "bad_wav"


@pytest.mark.parametrize("name", ["a.raw", "a.flac", "none"])
def test_the_name_of_a_file_says_nothing_of_what_it_is(tmp_path, name):
    sound = tone(0.1)
    assert read_wav(write_wav(tmp_path / name, sound)) == sound
    (tmp_path / name).write_bytes(b"no sound")
    with pytest.raises(WorldError, match="is no sound file that can be read"):
        read_wav(tmp_path / name)


def test_a_missing_file_says_so(tmp_path):
    with pytest.raises(WorldError, match="cannot be read") as caught:
        read_wav(tmp_path / "none.wav")
    assert caught.value.code == "bad_wav"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(200))
@given(st.data())
def test_damaged_wav_files_are_read_or_refused(tmp_path, data):
    path = write_wav(tmp_path / "a.wav", tone(0.01))
    content = bytearray(path.read_bytes())
    for place in data.draw(st.lists(st.integers(0, 60), max_size=6)):
        content[place] = data.draw(st.integers(0, 255))
    path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    with suppress(WorldError):
        assert len(read_wav(path)) % 2 == 0


def test_the_microphone_hears_the_file_then_silence_and_tells_the_end_once(tmp_path):
    ends = []
    pcm = tone(0.035)
    microphone = WavMicrophone(write_wav(tmp_path / "a.wav", pcm), on_end=lambda: ends.append(len(heard)))
    heard: list[bytes] = []
    for _ in range(8):
        microphone.beat()
        heard.append(microphone.read() or b"nothing")
    assert b"".join(heard).startswith(pcm)
    assert heard[4:] == [SILENCE] * 4
    assert ends == [4]


def test_the_microphone_reads_a_long_file_piece_by_piece(tmp_path):
    """A file that is read whole takes gigabytes before its first word."""
    path = write_wav(tmp_path / "hour.wav", bytes(3600 * 2 * 8_000), rate=8_000)
    tracemalloc.start()
    try:
        microphone = WavMicrophone(path, on_end=lambda: None)
        for _ in range(250):
            microphone.beat()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    microphone.close()
    assert most < 4_000_000


@pytest.mark.expects_log("ends early")
def test_a_file_that_cannot_be_read_to_its_end_ends_there(tmp_path, monkeypatch):
    pcm = tone(1.5)
    microphone = WavMicrophone(write_wav(tmp_path / "a.wav", pcm), on_end=lambda: ends.append(True))
    ends: list[bool] = []
    heard = []
    for number in range(150):
        if number == 50:
            monkeypatch.setattr(soundfile.SoundFile, "read", failing)
        microphone.beat()
        heard.append(microphone.read())
    assert heard[:100] == frames_of(pcm)[:100]
    assert heard[100:] == [SILENCE] * 50
    assert ends == [True]


def failing(*_, **__):
    raise OSError(5, "Input/output error")


def test_the_loudspeaker_writes_what_it_played_with_pauses_between_and_none_around(tmp_path):
    path = tmp_path / "out.wav"
    speaker = WavLoudspeaker(path)
    sound = tone(0.1)
    beat(speaker, 5)
    speaker.play(sound)
    beat(speaker, 30)
    speaker.play(sound)
    beat(speaker, 50)
    speaker.close()
    speaker.close()
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (48_000, 1, 2)
        written = file.readframes(file.getnframes())
    assert written.startswith(sound)
    assert written.endswith(sound)
    assert set(frames_of(written[len(sound) : -len(sound)])) == {SILENCE}


def test_the_file_of_a_killed_process_still_plays(tmp_path):
    path = tmp_path / "out.wav"
    speaker = WavLoudspeaker(path)
    speaker.play(tone(3.0))
    beat(speaker, 350)
    with wave.open(str(path)) as file:
        assert file.getnframes() >= 2 * 48_000
    speaker.close()


def test_what_was_played_can_be_counted_and_a_cut_stops_it(tmp_path):
    speaker = WavLoudspeaker(tmp_path / "out.wav")
    speaker.play(tone(1.0))
    beat(speaker, 10)
    assert sum(speaker.read_played() not in {SILENCE, None} for _ in range(20)) >= 9
    assert speaker.cut() == speaker.waiting + 90
    beat(speaker, 1)
    assert speaker.read_played() == SILENCE
    speaker.close()


def test_a_file_that_cannot_be_written_says_so(tmp_path):
    with pytest.raises(WorldError, match="cannot be written"):
        WavLoudspeaker(tmp_path / "no" / "such" / "folder.wav")


def beat(device, times):
    for _ in range(times):
        device.beat()


def test_a_frame_here_is_a_frame_there():
    assert len(SILENCE) == FRAME
