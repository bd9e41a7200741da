"""How she speaks: the voices of the server on this computer, what one sounds like, and handing over the choice.

voices = await list_voices(place)                                   # one a language
pcm = await preview_voice(place, "Hello.", voice="heart", speed=1.2)
await use_voice(paths, settings.voice)                              # what is said from now on is said so
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from alicia_desktop.compose.servers import ServerAddress, running_server
from alicia_desktop.config import VoiceSettings
from alicia_desktop.paths import Paths

if TYPE_CHECKING:
    from alicia_desktop.api.owner import ServerVoice, VoiceApi


async def list_voices(place: ServerAddress) -> "list[ServerVoice]":
    """Return the voices to choose from, the default first.

    Raises:
        WorldError: the server does not tell.
    """
    async with _voice_api(place) as api:
        return await api.voices()


async def preview_voice(place: ServerAddress, text: str, *, voice: str, speed: float) -> bytes:
    """Return what a sentence would sound like: 16-bit little-endian mono PCM at 48 kHz.

    Raises:
        WorldError: the voice cannot be loaded.
    """
    async with _voice_api(place) as api:
        return await api.preview(text, voice=voice, speed=speed)


async def use_voice(paths: Paths, voice: VoiceSettings) -> None:
    """Have the server of this data folder speak as the settings say, if one runs.

    Raises:
        WorldError: it does not take it.
    """
    place = await running_server(paths)
    if place is not None:
        async with _voice_api(place) as api:
            await api.use_voice(voice=voice.voice, speed=voice.speed, bridges=voice.bridges)


@asynccontextmanager
async def _voice_api(place: ServerAddress) -> "AsyncIterator[VoiceApi]":
    from alicia_desktop.api.owner import VoiceApi  # noqa: PLC0415 - brings the HTTP client

    async with VoiceApi(url=place.address, token=place.token) as api:
        yield api
