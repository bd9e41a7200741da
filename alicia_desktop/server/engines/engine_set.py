"""Start the engines of a server, close them together, and describe them (ServerInfo, `GET /health`)."""

import asyncio
import os
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import aiohttp

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.messages import ServerInfo
from alicia_desktop.server.engines.contract import (
    EndOfTurn,
    Engine,
    EngineState,
    LanguageModel,
    SpeechToText,
    TextToSpeech,
)
from alicia_desktop.server.engines.end_of_turn import SmartTurnEngine
from alicia_desktop.server.engines.endpoint_dialect import Dialects
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from alicia_desktop.server.engines.model_file import file_server
from alicia_desktop.server.engines.model_server import ModelServer, ResumingModel, bundled_model
from alicia_desktop.server.engines.speech_to_text import bundled_model as bundled_speech_model
from alicia_desktop.server.engines.switchable import SwitchableModel
from alicia_desktop.server.engines.text_to_speech import HibariEngine
from alicia_desktop.server.engines.whisper_engine import CHECK_FOLDER, INSTALL_AGAIN, WhisperEngine
from alicia_desktop.server.options import ModelEndpoint, ModelSource, ServerOptions


@dataclass(frozen=True, kw_only=True, slots=True)
class Engines:
    """The engines of a server."""

    model: LanguageModel
    voice: TextToSpeech
    recogniser: SpeechToText
    end_of_turn: EndOfTurn | None = None
    """None: a fixed silence ends what somebody says."""

    def named(self) -> dict[str, Engine]:
        """Return the engines by the names under which they are reported."""
        named: dict[str, Engine] = {
            "languageModel": self.model,
            "textToSpeech": self.voice,
            "speechToText": self.recogniser,
        }
        return named if self.end_of_turn is None else {**named, "endOfTurn": self.end_of_turn}

    def prepare_speech(self) -> None:
        """Load the engines that hear and speak in the background, because somebody is about to need them."""
        self.recogniser.prepare()
        self.voice.prepare()
        if self.end_of_turn is not None:
            self.end_of_turn.prepare()

    def turn_model(self) -> LanguageModel:
        """Return the model for a turn that begins now, which asks no other one if another one is chosen meanwhile."""
        return self.model.for_turn() if isinstance(self.model, SwitchableModel) else self.model

    @property
    def model_source(self) -> ModelSource | None:
        """Where the model in use comes from; None is the built-in one."""
        return self.model.source if isinstance(self.model, SwitchableModel) else None

    async def model_for(self, source: ModelSource | None) -> LanguageModel:
        """Return another model than the one in use, for a turn that begins now.

        Raises:
            WorldError: it cannot be opened, or this server has one model only.
        """
        if not isinstance(self.model, SwitchableModel):
            raise WorldError(sentence="This server has one language model only.", code="one_model")
        return await self.model.lend(source)

    def on_change(self, callback: Callable[[EngineState], None]) -> Callable[[], None]:
        """Call `callback` whenever an engine has another state; returns the function that ends it."""
        ends = [engine.state_changed.connect(callback) for engine in self.named().values()]

        def end() -> None:
            for one in ends:
                one()

        return end


def engine_states(engines: Engines) -> dict[str, dict[str, str]]:
    """Return `{"languageModel": {"state": "ready", "sentence": ""}, …}`."""
    return {
        name: {"state": engine.state.phase, "sentence": engine.state.sentence}
        for name, engine in engines.named().items()
    }


def server_info(engines: Engines, *, latency_ms: int = 0, words_only: str = "") -> ServerInfo:
    """Return the ServerInfo; the states of the engines are keys of `connection` beside the documented ones.

    Args:
        words_only: why memories are found by their words only; empty where they are not.
    """
    connection: dict[str, Any] = {"status": "connected", "latency": latency_ms, **engine_states(engines)}
    if words_only:
        connection["sentenceEncoder"] = {"state": "failed", "sentence": words_only}
    model: dict[str, Any] = {"name": engines.model.name, "provider": engines.model.provider}
    if (sees := engines.model.takes_images) is not None:
        model["images"] = sees
    if engines.model.small:
        model["files"] = False
    return ServerInfo(connection=connection, model=model)


class EngineLoader:
    """An async context manager that starts the engines and closes them at its end.

    The language model is loaded at once, those that hear and speak with the first sound or spoken answer.
    """

    def __init__(self, options: ServerOptions, *, clock: Clock) -> None:
        self._options, self._clock = options, clock
        self._dialects = Dialects(learned={})
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Engines:
        scope = await self._stack.enter_async_context(Scope("engines"))
        model = SwitchableModel(self._open_model, clock=self._clock)
        self._stack.push_async_callback(model.close)
        await model.use(self._options.model)
        voice = HibariEngine(model=self._options.voice_model, style=self._options.speaking)
        chosen = self._options.speech_model
        recogniser = WhisperEngine(
            folder=bundled_speech_model if chosen is None else lambda: chosen,
            threads=max(1, (os.cpu_count() or 2) - 1),
            language=self._options.speech_language,
            remedy=INSTALL_AGAIN if chosen is None else CHECK_FOLDER,
        )
        end_of_turn = SmartTurnEngine()
        for engine in (voice, recogniser, end_of_turn):
            engine.start(scope)
            self._stack.callback(engine.close)
        return Engines(model=model, voice=voice, recogniser=recogniser, end_of_turn=end_of_turn)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def _open_model(self, source: ModelSource | None, stack: AsyncExitStack) -> LanguageModel:
        """Return the model of an endpoint or a file, the built-in one for None; it works until `stack` is closed."""
        scope = await stack.enter_async_context(Scope("language model"))
        # llama.cpp, which runs the models of this computer too, closes a connection after an answer without saying so;
        # without encryption, as it is asked, a new one costs next to nothing.
        is_encrypted = isinstance(source, ModelEndpoint) and source.url.startswith("https://")
        once = aiohttp.TCPConnector(force_close=not is_encrypted)
        http = await stack.enter_async_context(aiohttp.ClientSession(connector=once))
        if isinstance(source, ModelEndpoint):
            remote = OpenAICompatibleModel(
                http=http,
                base_url=source.url,
                key=source.key,
                model=source.name,
                dialects=self._dialects,
                reads_memories=source.memories,
            )
            remote.start(scope, clock=self._clock)
            return ResumingModel(remote)
        logs = self._options.data_dir / "logs"
        if source is not None:
            server = await asyncio.to_thread(file_server, source.path, http=http, clock=self._clock, log_folder=logs)
        else:
            server = self._built_in(http, logs)
        server.start(scope)
        return ResumingModel(server)

    def _built_in(self, http: aiohttp.ClientSession, logs: Path) -> ModelServer:
        chosen = self._options.model_file
        return ModelServer(
            http=http,
            clock=self._clock,
            path=bundled_model if chosen is None else lambda: chosen,
            name="SmolLM2-135M-Instruct" if chosen is None else chosen.stem,
            log_folder=logs,
        )
