"""Model, voice and retrieval of the server on this computer: have it take the settings, and hear what a voice is like.

engines = LocalEngines(paths=paths, settings=lambda: client.settings, secrets=secrets, servers=[server])
await engines.use_model()                                    # no conversation ends for that
await engines.use_retrieval()                                # from the next answer
voices = await engines.voices()                              # one a language
pcm = await engines.preview_voice("Hello.", voice="heart", speed=1.2)
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from alicia_desktop.base.tasks import run_in_daemon_thread
from alicia_desktop.compose.model_choice import choice_of, hand_over
from alicia_desktop.compose.server_settings import ServerSecrets
from alicia_desktop.compose.servers import LocalServerProcess, Server, ServerAddress, running_server
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.server.options import retrieval_of

if TYPE_CHECKING:
    from alicia_desktop.api.owner import ServerVoice, VoiceApi


class LocalEngines:
    """What the server on this computer answers and speaks with."""

    def __init__(
        self,
        *,
        paths: Paths,
        settings: Callable[[], Settings],
        credentials: Credentials,
        secrets: ServerSecrets,
        servers: Sequence[Server],
    ) -> None:
        """`servers` are the client's; the last one is the server on this computer, where there is one."""
        self._paths, self._settings = paths, settings
        self._credentials, self._secrets, self._servers = credentials, secrets, servers

    async def use_model(self) -> None:
        """Have it take the model of the settings; no conversation ends for that.

        Raises:
            WorldError: it does not take it.
        """
        self._secrets.forget("model_key")
        await self._refresh_settings()
        settings = self._settings()
        key = await self.model_key() if settings.local.model_url else ""
        await hand_over(self._paths, choice_of(settings, key))

    async def model_key(self) -> str:
        """Return the key of the endpoint in use; the keyring may ask the person."""
        return await run_in_daemon_thread(partial(self._credentials.get, "model_key"))

    async def use_voice(self) -> None:
        """Have it speak as the settings say from now on, where it runs.

        Raises:
            WorldError: it does not take it.
        """
        await self._refresh_settings()
        voice, place = self._settings().voice, await running_server(self._paths)
        if place is not None:
            async with _voice_api(place) as api:
                await api.use_voice(voice=voice.voice, speed=voice.speed, bridges=voice.bridges)

    async def use_retrieval(self) -> None:
        """Have it recall by what the settings say from the next answer on, where it runs.

        Raises:
            WorldError: it does not take it; what it starts with next time is the settings'.
        """
        await self._refresh_settings()
        wanted, place = retrieval_of(self._settings().local), await running_server(self._paths)
        if place is None:
            return
        from alicia_desktop.api.owner import RetrievalApi  # noqa: PLC0415 - brings the HTTP client

        async with RetrievalApi(url=place.address, token=place.token, certificate=place.certificate) as api:
            await api.use_retrieval(threshold=wanted.threshold, budget=wanted.budget, weights=wanted.weights)

    async def voices(self) -> "list[ServerVoice]":
        """Return the voices to choose from, the default first; the server is started for that.

        Raises:
            WorldError: it cannot be, or does not tell.
        """
        async with _voice_api(await self._servers[-1].place()) as api:
            return await api.voices()

    async def preview_voice(self, text: str, *, voice: str, speed: float) -> bytes:
        """Return what a sentence would sound like: 16-bit little-endian mono PCM at 48 kHz.

        Raises:
            WorldError: the voice cannot be loaded.
        """
        async with _voice_api(await self._servers[-1].place()) as api:
            return await api.preview(text, voice=voice, speed=speed)

    async def _refresh_settings(self) -> None:
        """Have a server that is started again take the settings as they are now."""
        for server in self._servers:
            if isinstance(server, LocalServerProcess):
                await server.refresh_settings()


@asynccontextmanager
async def _voice_api(place: ServerAddress) -> "AsyncIterator[VoiceApi]":
    from alicia_desktop.api.owner import VoiceApi  # noqa: PLC0415 - brings the HTTP client

    async with VoiceApi(url=place.address, token=place.token, certificate=place.certificate) as api:
        yield api
