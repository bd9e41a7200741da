"""Contracts of the engines: what the server asks of its models, whoever runs them, and the states they report.

The agent knows these protocols only, so that tests and other endpoints take part without a special case.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.base.observable import Signal
from alicia_desktop.server.options import SpeakingStyle

Phase = Literal["getting_ready", "ready", "failed"]
Samples = NDArray[np.float32]
"""Mono sound, −1 to 1."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EngineState:
    """The state of an engine: loading, ready or failed."""

    phase: Phase
    sentence: str = ""
    """Why it failed and what to do, or that it is loaded when it is first needed; empty otherwise."""


class Engine(Protocol):
    """What all engines have in common."""

    state_changed: Signal[EngineState]

    @property
    def state(self) -> EngineState:
        """The current state."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class RecognizedSpeech:
    """The transcript of a piece of sound."""

    text: str
    confidence: float
    """Mean probability of a token, 0–1."""
    language: str = "en"
    """Its language, such as `de`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PartialTranscript:
    """The transcript of a turn that is still being spoken, and how far its sound was transcribed."""

    settled: tuple[str, ...] = ()
    """Words that were recognised twice and stay, each with the space before it."""
    tentative: tuple[str, ...] = ()
    """Words behind them that may still change."""
    is_last_word_open: bool = False
    """Whether the last of `tentative` may have been cut in the middle: it is not shown."""
    start: int = 0
    """Samples of the turn that are not looked at again; a multiple of 10 ms."""
    left_behind: int = 0
    """How many of `settled` lie before `start`."""
    end: int = 0
    """Samples of the turn that were transcribed."""
    confidence: float = 0.0
    """Mean probability of a token of the last piece, 0–1."""
    language: str = ""
    """Its language, such as `de`; empty until it is known."""
    loudness: float = 0.0
    """Of the speech so far: the root of the mean square of its loudest 30 ms, slowly forgotten."""

    @property
    def text(self) -> str:
        """What is shown: all words so far that are whole."""
        shown = self.tentative[:-1] if self.is_last_word_open else self.tentative
        return "".join((*self.settled, *shown)).strip()


class SpeechEngine(Engine, Protocol):
    """An engine that is loaded when somebody is about to speak or to hear."""

    def prepare(self) -> None:
        """Start to load in the background; a second call does nothing."""
        ...


class SpeechToText(SpeechEngine, Protocol):
    """Transcribes sound."""

    async def transcribe(self, samples: Samples, *, names: Sequence[str] = ()) -> RecognizedSpeech:
        """Transcribe `samples`, mono float32 at 16 kHz; empty text for silence or noise.

        Args:
            names: Of people, places and things that may be said.

        Raises:
            WorldError: the engine failed to load (`engine_failed`).
        """
        ...

    async def extend(self, partial: PartialTranscript, samples: Samples) -> PartialTranscript:
        """Transcribe how a turn goes on.

        Args:
            samples: The sound of the turn from `partial.start` on.

        Raises:
            WorldError: as `transcribe`.
        """
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Voice:
    """A voice that is on this computer."""

    name: str
    language: str
    """Such as `en-US`."""
    gender: str = ""


class EndOfTurn(SpeechEngine, Protocol):
    """Predicts by the sound alone whether a speaker has finished."""

    async def predict(self, samples: Samples) -> float:
        """Return the probability, 0–1, that who speaks in `samples` (mono float32, 16 kHz) has finished at their end.

        Raises:
            WorldError: the engine failed to load (`engine_failed`).
        """
        ...


class TextToSpeech(SpeechEngine, Protocol):
    """Synthesises speech."""

    style: SpeakingStyle
    """How everything is spoken from now on."""

    async def voices(self) -> tuple[Voice, ...]:
        """Return the voices to choose from, one a language, the default first; none where the engine is missing."""
        ...

    async def speak(self, text: str, *, style: SpeakingStyle | None = None) -> bytes:
        """Synthesise a piece of text, from its first sound to its last: 16-bit little-endian mono PCM at 48 kHz.

        It is empty when nothing can be spoken. A `style` is for this piece alone, such as to hear what it is like.

        Raises:
            WorldError: the engine failed to load (`engine_failed`).
        """
        ...


PartSource = Literal[
    "instructions",
    "persona",
    "pin",
    "summary",
    "memory",
    "message",
    "question",
    "example",
    "file",
    "image",
    "tool",
    "tool_call",
    "tool_result",
    "markup",
]
"""`tool` is a tool on offer; `markup` is headings, and the marks around quotations."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PartOrigin:
    """Where a stretch of a prompt comes from."""

    source: PartSource
    text: str
    """The stretch, word for word."""
    ref: str = ""
    """Id of the memory, message, pin or summary."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatMessage:
    """One entry of the prompt."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: tuple["ToolCall", ...] = ()
    """Of the assistant: the calls it made."""
    tool_call_id: str = ""
    """Of a tool: the call that this answers."""
    images: tuple["ChatImage", ...] = ()
    """Of the user: what is seen beside the words."""
    origins: tuple[PartOrigin, ...] = field(default=(), compare=False, repr=False)
    """Where parts of `content` come from, in their order; no endpoint is told."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatImage:
    """An image of the prompt."""

    name: str
    media_type: str
    data: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolOffer:
    """A tool that the model may call."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    """A JSON schema."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatRequest:
    """One request to a language model."""

    messages: tuple[ChatMessage, ...]
    tools: tuple[ToolOffer, ...] = ()
    max_tokens: int = 400
    temperature: float = 0.0
    seed: int = 0
    """With the same seed the same text comes again, which is what makes an interrupted answer resumable."""
    stop: tuple[str, ...] = ()
    logprobs: bool = False
    """Whether each piece is to tell how probable it was; not every endpoint can."""
    notify: "Callable[[ModelNotice], None]" = field(default=lambda _: None, compare=False, repr=False)
    """Called with what the person should know while it takes long, or when it was asked in another way."""
    accepted: "Callable[[ChatRequest], None]" = field(default=lambda _: None, compare=False, repr=False)
    """Called with the request that was answered, where that is not this one: shorter, without tools or images."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TextPiece:
    """The next characters of an answer."""

    text: str
    logprob: float | None = None
    """Logarithm of their probability, where it was asked for and the endpoint tells it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolCall:
    """A complete call of a tool by the model."""

    id: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Thought:
    """The next characters of what the model thinks before it answers; never part of the answer."""

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Finish:
    """How an answer ended, as the endpoint says it; the last piece, where it says anything."""

    reason: str = ""
    """`stop`, `tool_calls`, or `length`: the answer is cut because it may not be longer; endpoints have others."""
    usage: "Usage | None" = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What an answer cost, in tokens."""

    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int = 0
    """Of the prompt: those that the endpoint had read before."""


Piece = TextPiece | ToolCall | Thought | Finish


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelNotice:
    """What the person is told while a model is asked, beside its answer."""

    sentence: str
    waits: bool = False
    """Whether the answer is held up by it; else it says how the answer came about."""


class LanguageModel(Engine, Protocol):
    """Streams answers to chat requests."""

    @property
    def name(self) -> str:
        """The model's name, as `meta.model` and ServerInfo carry it."""
        ...

    @property
    def provider(self) -> str:
        """Who runs it: `built-in`, or the host of the endpoint."""
        ...

    @property
    def small(self) -> bool:
        """Whether it needs short prompts, rules for tools and the checks of `small_model_guard`."""
        ...

    @property
    def reads_memories(self) -> bool:
        """Whether it may be sent once more what the person says, to read memories out of it.

        Where it runs on this computer, or where they agreed.
        """
        ...

    @property
    def is_here(self) -> bool:
        """Whether it runs on this computer, where it costs nobody anything to read."""
        ...

    @property
    def takes_images(self) -> bool | None:
        """Whether it sees images; None where that is not known yet: then it is tried."""
        ...

    def context_budget(self, tokens: int) -> int:
        """Return how much of so many tokens an answer may read: what the model reads at once, and while one waits."""
        ...

    def answer(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Stream the answer to a request.

        Raises:
            WorldError: `model_unreachable`, `model_refused`, `model_failed`, `model_silent`, or in the middle
                `model_interrupted`.
        """
        ...


class ModelWrapper(ABC):
    """Passes on to another model what a subclass does not do itself (`LanguageModel`)."""

    @property
    @abstractmethod
    def _wrapped(self) -> LanguageModel:
        """The model that is asked."""

    @property
    def state(self) -> EngineState:
        """See `Engine`."""
        return self._wrapped.state

    @property
    def name(self) -> str:
        """See `LanguageModel`."""
        return self._wrapped.name

    @property
    def provider(self) -> str:
        """See `LanguageModel`."""
        return self._wrapped.provider

    @property
    def small(self) -> bool:
        """See `LanguageModel`."""
        return self._wrapped.small

    @property
    def reads_memories(self) -> bool:
        """See `LanguageModel`."""
        return self._wrapped.reads_memories

    @property
    def is_here(self) -> bool:
        """See `LanguageModel`."""
        return self._wrapped.is_here

    @property
    def takes_images(self) -> bool | None:
        """See `LanguageModel`."""
        return self._wrapped.takes_images

    def context_budget(self, tokens: int) -> int:
        """See `LanguageModel`."""
        return self._wrapped.context_budget(tokens)

    def answer(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """See `LanguageModel`."""
        return self._wrapped.answer(request)
