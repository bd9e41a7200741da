"""What a line does where a part of its sound is missing."""

from alicia_desktop.audio import activity
from alicia_desktop.audio.devices import PortAudioSound
from alicia_desktop.base.errors import WorldError
from alicia_desktop.line.device_factory import open_devices, sound_changed
from alicia_desktop.line.frames import OpenSound
from tests.audio.sounds import tone, write_wav


def test_without_the_voice_activity_model_the_microphone_works_and_the_sentence_says_what_is_missing(
    tmp_path, monkeypatch
):
    def missing():
        raise WorldError(sentence=activity.MISSING, code="engine_failed")

    monkeypatch.setattr(activity, "bundled_silero", missing)
    command = OpenSound(
        link="room",
        wav_input=str(write_wav(tmp_path / "in.wav", tone(0.1))),
        wav_output=str(tmp_path / "out.wav"),
    )
    opened = open_devices(PortAudioSound(), command, wake=lambda: None, on_wav_end=lambda: None)
    try:
        assert opened.microphone is not None
        assert opened.activity is None
        assert sound_changed(opened, link="room").sentence == activity.MISSING
    finally:
        opened.close()
