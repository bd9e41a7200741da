"""Rows of the Model page: where a model can run, what was found there, what a file is, how a test went."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final

BUILT_IN: Final = "built-in"
OTHER: Final = "other"
FILE: Final = "file"
DOWNLOAD: Final = "download"


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelPlaceRow:
    """A place where a language model can run."""

    id: str
    """`built-in`, `other`, `file`, `download`, or the kind of a known endpoint."""
    title: str
    address: str = ""
    """Where it answers if nothing else is said."""
    is_service: bool = False
    """Whether it is a service on the web: its address is fixed, and it needs a key."""
    takes_key: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundModelsRow:
    """The models of an endpoint that answered."""

    place: str
    """Id of its `ModelPlaceRow`."""
    title: str
    address: str
    """Its base URL."""
    names: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelQuery:
    """What stands in the fields when something is asked of an endpoint; the answer comes back with it."""

    place: str
    address: str = ""
    name: str = ""
    key: str = field(default="", repr=False)
    file: str = ""
    """Path of a GGUF file, instead of an endpoint."""

    @property
    def title(self) -> str:
        """The model's name as it is told; empty for the built-in one."""
        return self.name or PurePath(self.file).name


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelFileRow:
    """What a GGUF file is, and how it would run here, as text."""

    architecture: str
    memory: str
    """What it needs, and what is free."""
    context: str
    threads: str
    has_chat_template: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelFigures:
    """What a test measured, as text."""

    first_token: str
    speed: str
    """Empty where the answer was too short."""
    tools: bool
    thinks: bool
    context: str
    """Empty where it is not told."""


def place_of(places: Sequence[ModelPlaceRow], address: str, file: str = "") -> str:
    """Return the id of the place that an address or a file belongs to."""
    if not address:
        return FILE if file else BUILT_IN
    wanted = address.replace("//localhost", "//127.0.0.1").rstrip("/")
    return next((row.id for row in places if row.address and row.address == wanted), OTHER)


def figures(
    *, first_token_ms: int, tokens_per_second: float | None, context_tokens: int | None
) -> tuple[str, str, str]:
    """Return time, speed and context as they are shown."""
    first = f"{first_token_ms / 1000:.1f} s" if first_token_ms >= 1000 else f"{first_token_ms} ms"
    speed = "" if tokens_per_second is None else f"{tokens_per_second:.1f}"
    return first, speed, "" if context_tokens is None else f"{context_tokens:,}"


def file_row(
    *,
    architecture: str,
    parameters: int,
    needed_bytes: int,
    free_bytes: int,
    context_tokens: int,
    trained_tokens: int,
    threads: int,
    has_chat_template: bool,
) -> ModelFileRow:
    """Return what a GGUF file is, as it is shown."""
    size = f"{parameters / 1e9:.1f} billion" if parameters >= 1e9 else f"{round(parameters / 1e6)} million"
    free = f", {free_bytes / 1e9:.1f} GB free" if free_bytes else ""
    trained = f" of {trained_tokens:,}" if trained_tokens > context_tokens else ""
    return ModelFileRow(
        architecture=f"{architecture}, {size} parameters",
        memory=f"{needed_bytes / 1e9:.1f} GB needed{free}",
        context=f"{context_tokens:,}{trained}",
        threads=str(threads),
        has_chat_template=has_chat_template,
    )
