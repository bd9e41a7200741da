"""Voice and retrieval of the server on this computer, also where it has a certificate of its own."""

import aiohttp
import pytest

from alicia_desktop.compose.local_engines import LocalEngines
from alicia_desktop.compose.server_settings import ServerSecrets, UnencryptedConsent
from alicia_desktop.compose.servers import ServerAddress
from alicia_desktop.config import LocalSettings, Settings, VoiceSettings
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import find_paths
from alicia_desktop.server.engines.engine_set import Engines
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from alicia_desktop.server.local_server import LocalServer
from alicia_desktop.server.options import ServerOptions, SpeakingStyle
from tests.memory.encoder import WordEncoder
from tests.server.conftest import Expecting, Humming
from tests.support.certificates import make_certificate


class Running:
    """A server that is up already."""

    name = "local"

    def __init__(self, server):
        self._server = server

    async def place(self):
        server = self._server
        return ServerAddress(address=server.address, token=server.token, certificate=server.certificate)

    async def close(self):
        pass


@pytest.fixture
def paths():
    paths = find_paths()
    paths.create()
    return paths


@pytest.fixture
def voice():
    return Humming()


@pytest.fixture
async def server(paths, voice):
    """One that other computers reach: only by TLS, with a certificate that nobody has signed."""
    async with aiohttp.ClientSession() as http:
        model = OpenAICompatibleModel(
            http=http, base_url="http://127.0.0.1:1", key="", model="none", reads_memories=False
        )
        engines = Engines(model=model, voice=voice, recogniser=Expecting())
        options = ServerOptions(data_dir=paths.folder, token="open sesame", tls=make_certificate(paths.folder))
        async with LocalServer(options, engines=engines, encoder=WordEncoder) as server:
            yield server


@pytest.fixture
def engines(paths, server):
    settings = Settings(
        voice=VoiceSettings(voice="hum", speed=1.5, bridges=False),
        local=LocalSettings(memory_threshold=0.2, memory_weights="words=0.6"),
    )
    credentials = Credentials(folder=paths.folder)
    secrets = ServerSecrets(
        credentials,
        settings=lambda: settings,
        transport="auto",
        consent=UnencryptedConsent(agreed=list),
        on_problem=pytest.fail,
    )
    return LocalEngines(
        paths=paths, settings=lambda: settings, credentials=credentials, secrets=secrets, servers=[Running(server)]
    )


async def test_the_voices_of_a_server_with_its_own_certificate_are_told_and_previewed(engines, voice):
    assert [one.name for one in await engines.voices()] == ["hum"]
    assert len(await engines.preview_voice("Hello there.", voice="hum", speed=2.0)) == 2 * 2 * 4_800
    assert voice.said == ["Hello there."]


async def test_the_server_that_runs_on_the_data_folder_speaks_as_the_settings_say(engines, voice):
    await engines.use_voice()
    assert voice.style == SpeakingStyle(voice="hum", speed=1.5, bridges=False)


async def test_the_server_that_runs_on_the_data_folder_recalls_by_what_the_settings_say(engines, server):
    await engines.use_retrieval()
    async with aiohttp.ClientSession() as http:
        asked = http.get(
            f"{server.address}/api/v1/retrieval",
            headers={"Authorization": "Bearer open sesame"},
            ssl=aiohttp.Fingerprint(bytes.fromhex(server.certificate)),
        )
        async with asked as answer:
            assert await answer.json() == {"threshold": 0.2, "budget": 2_400, "weights": {"words": 0.6}}
