"""Her voice over HTTP: which there are, how she speaks from now on, and what it would sound like."""

import pytest

from alicia_desktop.api.owner import VoiceApi
from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.options import SpeakingStyle


@pytest.fixture
async def api(server):
    async with VoiceApi(url=server.address, token=server.token) as calls:
        yield calls


async def test_the_voices_are_told(api):
    assert [(voice.name, voice.language) for voice in await api.voices()] == [("hum", "en-US")]


async def test_what_is_said_from_now_on_is_said_so(api, voice):
    await api.use_voice(voice="hum", speed=1.5, bridges=False)
    assert voice.style == SpeakingStyle(voice="hum", speed=1.5, bridges=False)


@pytest.mark.parametrize("speed", [0.4, 2.1])
async def test_a_speed_that_no_voice_has_is_refused(api, voice, speed):
    with pytest.raises(WorldError):
        await api.use_voice(voice="", speed=speed, bridges=True)
    assert voice.style == SpeakingStyle()


async def test_a_preview_is_sound_and_changes_nothing(api, voice):
    assert len(await api.preview("**Hello** there.", voice="hum", speed=2.0)) == 2 * 2 * 4_800
    assert voice.said == ["Hello there."]
    assert voice.style == SpeakingStyle()


async def test_a_preview_of_a_book_is_refused(api, voice):
    with pytest.raises(WorldError):
        await api.preview("word " * 100, voice="", speed=1.0)
    assert not voice.said
