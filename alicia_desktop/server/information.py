"""What the server tells about itself: model, engines and how far each of them is (ServerInfo, and `GET /health`)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from alicia_desktop.protocol.messages import ServerInfo
from alicia_desktop.server.engines.contract import Engine, EngineState, LanguageModel, SpeechToText, TextToSpeech


@dataclass(frozen=True, kw_only=True, slots=True)
class Engines:
    """The three models."""

    model: LanguageModel
    voice: TextToSpeech
    recogniser: SpeechToText

    def named(self) -> dict[str, Engine]:
        """Return them by the names under which they are told."""
        return {"languageModel": self.model, "textToSpeech": self.voice, "speechToText": self.recogniser}

    def on_change(self, callback: Callable[[EngineState], None]) -> Callable[[], None]:
        """Call `callback` whenever one of them has another state; returns the function that ends it."""
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


def server_info(engines: Engines, *, latency_ms: int = 0) -> ServerInfo:
    """Return the message; the states of the engines are keys of `connection` beside the documented ones."""
    connection: dict[str, Any] = {"status": "connected", "latency": latency_ms, **engine_states(engines)}
    return ServerInfo(connection=connection, model={"name": engines.model.name, "provider": engines.model.provider})
