"""A local server for tests: real in all but its models, which say and sound what the test wants."""

import asyncio

import aiohttp
import numpy as np
import pytest

from alicia_desktop.base.observable import Signal
from alicia_desktop.server.engines.contract import (
    EngineState,
    PartialTranscript,
    RecognizedSpeech,
    Voice,
)
from alicia_desktop.server.engines.engine_set import Engines
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from alicia_desktop.server.engines.model_server import ResumingModel
from alicia_desktop.server.local_server import LocalServer
from alicia_desktop.server.options import ServerOptions, SpeakingStyle
from tests.memory.encoder import WordEncoder
from tests.support.participant import Participant
from tests.support.scripted_model import ScriptedModel


class Humming:
    """A voice: 100 ms of sound a word."""

    def __init__(self):
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="ready")
        self.said = []
        self.ready = asyncio.Event()
        """Cleared by a test that holds the sound back."""
        self.ready.set()
        self.prepared = False

    def prepare(self):
        self.prepared = True

    style = SpeakingStyle()

    async def voices(self):
        return (Voice(name="hum", language="en-US"),)

    async def speak(self, text, *, style=None):
        self.said.append(text)
        await self.ready.wait()
        count = 4_800 * len(text.split())
        wave = np.sin(np.arange(count) / 20) * 8_000
        return wave.astype("<i2").tobytes()


class Expecting:
    """Ears that hear what the test wants."""

    def __init__(self):
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="ready")
        self.text = "What time is it?"
        self.prepared = False
        self.count = 0
        """How often it has listened."""

    def prepare(self):
        self.prepared = True

    async def transcribe(self, samples, *, names=()):
        self.names = names
        self.count += 1
        return RecognizedSpeech(text=self.text, confidence=0.9)

    async def extend(self, partial, samples):
        words = tuple(f" {word}" for word in self.text.split())
        return PartialTranscript(tentative=words, end=partial.start + len(samples), confidence=0.9)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Count a test that opens a whole server as slow: each takes a quarter of a second, and there are hundreds."""
    for item in items:
        if "open_server" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def voice():
    return Humming()


@pytest.fixture
def ears():
    return Expecting()


@pytest.fixture
async def scripted():
    async with ScriptedModel("Of course. I will.") as model:
        yield model


@pytest.fixture
def small():
    """Whether the scripted model counts as a small one, whose words are held; a module of tests may say otherwise."""
    return True


@pytest.fixture
def open_server(tmp_path, scripted, voice, ears, small):
    """`async with open_server()`: a server over this test's folder; `small` says what kind of model answers."""
    by_default = small

    def make(*, small=by_default, limits=None, encoder=WordEncoder, reads_memories=False, is_here=False, **options):
        wanted = {"data_dir": tmp_path, "token": "open sesame", **options}
        opened = _Opened(ServerOptions(**wanted), scripted, voice, ears, small=small, limits=limits, encoder=encoder)
        opened.reads_memories, opened.is_here = reads_memories, is_here
        return opened

    return make


class _Opened:
    def __init__(self, options, scripted, voice, ears, *, small, limits, encoder):
        self.options, self.scripted, self.voice, self.ears = options, scripted, voice, ears
        self.small, self.limits = small, limits
        self.encoder = encoder
        self.reads_memories = self.is_here = False

    async def __aenter__(self):
        self.http = aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True))
        model = OpenAICompatibleModel(
            http=self.http,
            base_url=self.scripted.url,
            key="k",
            model="scripted",
            small=self.small,
            reads_memories=self.reads_memories,
        )
        model.is_here = self.is_here
        engines = Engines(model=ResumingModel(model), voice=self.voice, recogniser=self.ears)
        self.server = LocalServer(self.options, engines=engines, encoder=self.encoder, limits=self.limits)
        return await self.server.__aenter__()

    async def __aexit__(self, *error):
        await self.server.__aexit__(*error)
        await self.http.close()


@pytest.fixture
async def server(open_server):
    async with open_server() as running:
        yield running


@pytest.fixture
async def person(server):
    someone = Participant(server)
    yield someone
    await someone.leave()


@pytest.fixture
async def add_user(server):
    """`await add_user("anna")`: a device of one of several users, with a token of their own."""
    devices = []

    async def add(name, *, over="memory", identity="desk"):
        token = (await Participant(server).call("POST", "users", json={"name": name}))["token"]
        device = Participant(server, user=name, token=token, over=over, identity=identity)
        devices.append(device)
        return device

    yield add
    for device in devices:
        await device.leave()
