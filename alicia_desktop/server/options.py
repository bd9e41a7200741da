"""The options of a local server, as one value: filled from settings, environment or a test's needs."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, get_args

from alicia_desktop.config import LocalSettings, Patience, overlay_memory
from alicia_desktop.memory.retrieval.selection import RetrievalSettings, weights_from_text

SERVER_VARIABLES: Final = (
    *("ALICIA_MODEL_URL", "ALICIA_MODEL_NAME", "ALICIA_MODEL_KEY", "ALICIA_MODEL_FILE"),
    *("ALICIA_EMBEDDING_URL", "ALICIA_EMBEDDING_NAME", "ALICIA_EMBEDDING_KEY"),
    *("ALICIA_LIVEKIT_URL", "ALICIA_LIVEKIT_API_KEY", "ALICIA_LIVEKIT_API_SECRET"),
    "ALICIA_NETWORK_PORT",
    *("ALICIA_CONTEXT_TOKENS", "ALICIA_MODEL_MEMORIES", "ALICIA_PATIENCE"),
    *("ALICIA_MEMORY_TOKENS", "ALICIA_MEMORY_THRESHOLD", "ALICIA_MEMORY_WEIGHTS"),
    *("ALICIA_VOICE", "ALICIA_VOICE_SPEED", "ALICIA_VOICE_BRIDGES", "ALICIA_SPEECH_MODEL", "ALICIA_SPEECH_LANGUAGE"),
)
"""All that a server reads from its environment."""
ADDRESSES_WITH_KEYS: Final = (
    ("ALICIA_MODEL_URL", "ALICIA_MODEL_KEY"),
    ("ALICIA_EMBEDDING_URL", "ALICIA_EMBEDDING_KEY"),
    ("ALICIA_LIVEKIT_URL", "ALICIA_LIVEKIT_API_SECRET"),
)
"""Addresses, each with what is sent there, or is made to be sent there, to be let in."""
NETWORK_PORT: Final = 8200
"""Where other computers look for this one's server."""
MAX_PORT: Final = 65_535
CONTEXT_TOKENS: Final = 6_000
"""Fits, with the instructions and the answer, into what even small endpoints can read (8,192)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LiveKitServer:
    """Address and keys of a LiveKit server."""

    url: str
    key: str
    secret: str = field(repr=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelEndpoint:
    """An OpenAI-compatible address of a language model other than the built-in one."""

    url: str
    """Such as `https://models.home/v1`."""
    name: str
    key: str = field(default="", repr=False)
    memories: bool | None = None
    """Whether a language model also reads memories out of what the person says; None: where it is on this computer."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelFile:
    """A language model in a GGUF file on this computer."""

    path: Path


ModelSource = ModelEndpoint | ModelFile
"""Where another language model than the built-in one comes from."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TlsFiles:
    """Certificate and private key of a server, PEM files."""

    certificate: Path
    key: Path


@dataclass(frozen=True, kw_only=True, slots=True)
class SpeakingStyle:
    """How answers are spoken."""

    voice: str = ""
    """Names of `TextToSpeech.voices` with spaces between them, one a language; of others, the first that there is."""
    speed: float = 1.0
    """0.5 is half as fast, 2 twice."""
    bridges: bool = True
    """Whether something is said where an answer takes long."""
    language: str = ""
    """Of what is said, such as `de`; empty for that of the first voice."""


DEFAULT_STYLE: Final = SpeakingStyle()
DEFAULT_RETRIEVAL: Final = RetrievalSettings()


@dataclass(frozen=True, kw_only=True, slots=True)
class ServerOptions:
    """All options of a server."""

    data_dir: Path
    host: str = "127.0.0.1"
    port: int = 0
    """0: any free one."""
    tls: TlsFiles | None = None
    """None: plain HTTP."""
    network_port: int = 0
    """Also listen for other computers on this port, over HTTPS with a certificate of its own; 0: for none."""
    token: str = field(default="", repr=False)
    """The bearer token; empty: a random one."""
    model: ModelSource | None = None
    model_file: Path | None = None
    """Another GGUF file in place of the built-in model's."""
    speech_model: Path | None = None
    """Another folder with a Whisper model."""
    speech_language: str = ""
    """The language that is spoken, such as `de`; empty to recognise it, where the model knows several."""
    voice_model: Path | None = None
    """Another ONNX voice."""
    speaking: SpeakingStyle = DEFAULT_STYLE
    """How answers are spoken, until the owner wants it otherwise."""
    livekit: LiveKitServer | None = None
    extractive: bool = True
    """Whether the memory answers where a small model misses the fact."""
    context_tokens: int = CONTEXT_TOKENS
    """How much an answer of a large model gets to read beside the question: history, pins, summaries, memories."""
    retrieval: RetrievalSettings = DEFAULT_RETRIEVAL
    """What memories are retrieved by, until the owner wants it otherwise; its budget is part of `context_tokens`."""
    patience: Patience = "natural"
    """How long a pause is waited in for the speaker to go on."""
    embedding: ModelEndpoint | None = None
    """A sentence encoder in place of the bundled one: any OpenAI-compatible address with `/embeddings`."""

    @property
    def database(self) -> Path:
        """The server's own database."""
        return self.data_dir / "server.db"

    @property
    def network_tls(self) -> TlsFiles:
        """The certificate for other computers, which the server makes."""
        return TlsFiles(certificate=self.data_dir / "network.pem", key=self.data_dir / "network.key.pem")

    @property
    def announcement(self) -> Path:
        """The file in which a running server states its address and token."""
        return self.data_dir / "server.json"


def network_port_from(environment: Mapping[str, str] = os.environ) -> int:
    """Return `ALICIA_NETWORK_PORT`; 0, for no other computers, where it is no port."""
    given = environment.get("ALICIA_NETWORK_PORT", "").strip()
    return int(given) if re.fullmatch(r"\d{1,5}", given, re.ASCII) and int(given) <= MAX_PORT else 0


def livekit_from(environment: Mapping[str, str] = os.environ) -> LiveKitServer | None:
    """Return the LiveKit server of `ALICIA_LIVEKIT_URL`, `…_API_KEY` and `…_API_SECRET`; None unless all are set."""
    names = ("ALICIA_LIVEKIT_URL", "ALICIA_LIVEKIT_API_KEY", "ALICIA_LIVEKIT_API_SECRET")
    url, key, secret = (environment.get(name, "").strip() for name in names)
    return LiveKitServer(url=url, key=key, secret=secret) if url and key and secret else None


def model_from(environment: Mapping[str, str] = os.environ) -> ModelSource | None:
    """Return the endpoint of `ALICIA_MODEL_URL`, `…_NAME` and `…_KEY`, or the file of `ALICIA_MODEL_FILE`, or None."""
    file, memories = environment.get("ALICIA_MODEL_FILE", "").strip(), model_memories_from(environment)
    endpoint = _endpoint("ALICIA_MODEL", environment)
    if endpoint is not None:
        return replace(endpoint, memories=memories)
    return ModelFile(path=Path(file).expanduser()) if file else None


def embedding_from(environment: Mapping[str, str] = os.environ) -> ModelEndpoint | None:
    """Return the sentence encoder of `ALICIA_EMBEDDING_URL`, `…_NAME` and `…_KEY`; None without a URL."""
    return _endpoint("ALICIA_EMBEDDING", environment)


def _endpoint(variable: str, environment: Mapping[str, str]) -> ModelEndpoint | None:
    url, name, key = (environment.get(f"{variable}_{part}", "").strip() for part in ("URL", "NAME", "KEY"))
    return ModelEndpoint(url=url, name=name, key=key) if url else None


def context_tokens_from(environment: Mapping[str, str] = os.environ) -> int:
    """Return `ALICIA_CONTEXT_TOKENS`, for a model that reads more or less than usual; what is no number is ignored."""
    given = environment.get("ALICIA_CONTEXT_TOKENS", "").strip()
    return int(given) if given.isdecimal() else CONTEXT_TOKENS


def retrieval_from(environment: Mapping[str, str] = os.environ) -> RetrievalSettings:
    """Return `ALICIA_MEMORY_TOKENS`, `…_THRESHOLD` and `…_WEIGHTS`; what is none is ignored."""
    return retrieval_of(overlay_memory(LocalSettings(), environment))


def retrieval_of(local: LocalSettings) -> RetrievalSettings:
    """Return what the settings say of how memories are retrieved."""
    weights = weights_from_text(local.memory_weights)
    return RetrievalSettings(threshold=local.memory_threshold, budget=local.memory_tokens, weights=weights)


def patience_from(environment: Mapping[str, str] = os.environ) -> Patience:
    """Return `ALICIA_PATIENCE`: quick, natural or patient; anything else is natural."""
    given = environment.get("ALICIA_PATIENCE", "").strip().lower()
    return next((patience for patience in get_args(Patience) if patience == given), "natural")


def model_memories_from(environment: Mapping[str, str] = os.environ) -> bool | None:
    """Return whether `ALICIA_MODEL_MEMORIES` is anything but 0 or no; None where it is not set."""
    given = environment.get("ALICIA_MODEL_MEMORIES", "").strip().lower()
    return given not in {"0", "no", "off", "false"} if given else None


def speech_model_from(environment: Mapping[str, str] = os.environ, *, models: Path | None = None) -> Path | None:
    """Return the folder of `ALICIA_SPEECH_MODEL`; None for the bundled model.

    Args:
        environment: Variables.
        models: Where downloads are. A repository (`owner/name`) is looked for there, unless there is such a folder.
    """
    given = environment.get("ALICIA_SPEECH_MODEL", "").strip()
    if not given:
        return None
    folder = Path(given).expanduser()
    is_repository = re.fullmatch(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", given, re.ASCII)
    if models is not None and is_repository and not folder.exists():
        return models / given.replace("/", "--")
    return folder


def speech_language_from(environment: Mapping[str, str] = os.environ) -> str:
    """Return `ALICIA_SPEECH_LANGUAGE` without a country; empty to recognise the language."""
    return re.split(r"[-_.]", environment.get("ALICIA_SPEECH_LANGUAGE", "").strip().lower())[0]


def speaking_from(environment: Mapping[str, str] = os.environ) -> SpeakingStyle:
    """Return `ALICIA_VOICE`, `…_SPEED` and `…_BRIDGES` (0 or no: none); what is no number is ignored."""
    voice, speed, bridges = (environment.get(f"ALICIA_VOICE{part}", "").strip() for part in ("", "_SPEED", "_BRIDGES"))
    given = float(speed) if re.fullmatch(r"\d{1,2}(\.\d{1,4})?", speed) else 1.0
    return SpeakingStyle(voice=voice, speed=given, bridges=bridges.lower() not in {"0", "no", "off", "false"})
