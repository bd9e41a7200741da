"""Have the built-in model's assistant answer first messages, each as the first of somebody of whom nothing is known."""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import aiohttp

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.messages import AssistantSentence, ErrorMessage
from alicia_desktop.server.engines.contract import (
    EngineState,
    PartialTranscript,
    RecognizedSpeech,
    Samples,
    Voice,
)
from alicia_desktop.server.engines.engine_set import Engines
from alicia_desktop.server.engines.model_server import ModelServer, ResumingModel
from alicia_desktop.server.local_server import LocalServer
from alicia_desktop.server.options import ServerOptions, SpeakingStyle
from tests.support.participant import Participant


class OneMorning(SystemClock):
    """Always the same morning on the wall, so that an answer with the time is the same in every run."""

    def now(self) -> datetime:
        """Return that morning."""
        return datetime(2026, 11, 23, 9, 30).astimezone(UTC)


class Silence:
    """A voice and ears that nobody uses here."""

    def __init__(self) -> None:
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="ready")

    def prepare(self) -> None:
        """Load nothing."""

    style = SpeakingStyle()

    async def voices(self) -> tuple[Voice, ...]:
        """Return none."""
        return ()

    async def speak(self, text: str, *, style: SpeakingStyle | None = None) -> bytes:
        """Say nothing."""
        del text, style
        return b""

    async def transcribe(self, samples: Samples, *, names: Sequence[str] = ()) -> RecognizedSpeech:
        """Hear nothing."""
        del samples
        return RecognizedSpeech(text="", confidence=0.0)

    async def extend(self, partial: PartialTranscript, samples: Samples) -> PartialTranscript:
        """See `contract.SpeechToText`."""
        del samples
        return partial


def answers_to(messages: Sequence[str]) -> list[str]:
    """Return what she answers to each, with the bundled models."""
    return asyncio.run(_answers(messages))


async def _answers(messages: Sequence[str]) -> list[str]:
    async with small_server() as server:
        return [await _answer(server, f"person{at}", message) for at, message in enumerate(messages)]


@contextlib.asynccontextmanager
async def small_server() -> AsyncGenerator[LocalServer]:
    """A server over a folder of its own, with the bundled models and neither voice nor ears."""
    with tempfile.TemporaryDirectory(prefix="alicia-dialogue-") as folder:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as http, Scope("b") as scope:
            model = ModelServer(http=http, clock=SystemClock())
            model.start(scope)
            engines = Engines(model=ResumingModel(model), voice=Silence(), recogniser=Silence())
            options = ServerOptions(data_dir=Path(folder), token="bench")
            async with LocalServer(options, engines=engines, clock=OneMorning()) as server:
                yield server


async def _answer(server: LocalServer, name: str, message: str) -> str:
    owner = Participant(server)
    token = (await owner.call("POST", "users", json={"name": name}))["token"]
    person = Participant(server, user=name, token=token)
    await person.join()
    await person.ask(message)
    await person.leave()
    said = "".join(one.text for one in person.of(AssistantSentence))
    return said or "".join(f"[error] {one.message}" for one in person.of(ErrorMessage))
