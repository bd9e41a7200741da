"""Rows of the Model page: where a model can run, what was found there, what a file is, how a test and a download go.

rate = TransferRate()
rate.add(now, 1_000_000)
progress_text(done=1_000_000, total=2_000_000, rate=rate.bytes_per_second)  # "1 MB of 2 MB, 0.5 MB/s, 2 s left"
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final, Literal

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.view.text import duration

BUILT_IN: Final = "built-in"
OTHER: Final = "other"
FILE: Final = "file"
DOWNLOAD: Final = "download"
DownloadPhase = Literal["running", "checking", "paused", "whole"]
RATE_WINDOW_SECONDS: Final = 8.0
"""Over which the rate is measured: shorter it jumps, longer it lags behind."""
MIN_RATE_SECONDS: Final = 0.5
"""Below that there is no rate yet."""


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
    speed = "" if tokens_per_second is None else format_number(tokens_per_second, ".1f")
    return duration(first_token_ms), speed, "" if context_tokens is None else format_number(context_tokens)


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
    size = (
        translate("{number} billion").format(number=format_number(parameters / 1e9, ".1f"))
        if parameters >= 1e9
        else translate("{parameters} million").format(parameters=round(parameters / 1e6))
    )
    memory = translate("{needed} GB needed, {free} GB free") if free_bytes else translate("{needed} GB needed")
    needed, free = format_number(needed_bytes / 1e9, ".1f"), format_number(free_bytes / 1e9, ".1f")
    context = translate("{tokens} of {trained}") if trained_tokens > context_tokens else "{tokens}"
    return ModelFileRow(
        architecture=translate("{architecture}, {size} parameters").format(architecture=architecture, size=size),
        memory=memory.format(needed=needed, free=free),
        context=context.format(tokens=format_number(context_tokens), trained=format_number(trained_tokens)),
        threads=str(threads),
        has_chat_template=has_chat_template,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class SuggestionRow:
    """A repository that is suggested."""

    title: str
    licence: str
    repository: str


@dataclass(frozen=True, kw_only=True, slots=True)
class HubFileRow:
    """A model of a repository that can be downloaded."""

    name: str
    title: str
    """Name, size, and whether it fits."""
    details: str
    """Size, whether it fits, and what is free: where the title has no room."""
    fits: bool
    is_here: bool = False
    """Whether it was downloaded already, or is being."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RepositoryRow:
    """What a repository has."""

    repository: str
    licence: str
    """As the hub tells it, with the hub's name; or that it tells none."""
    files: tuple[HubFileRow, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class DownloadRow:
    """A model that was downloaded, or is being."""

    path: str
    """Of its file: what it is known by."""
    title: str
    source: str
    """Repository and licence."""
    phase: DownloadPhase
    status: str
    size: str
    """What deleting it frees."""
    fraction: float = 0.0
    problem: str = ""
    in_use: bool = False
    folder: str = ""
    """Of a speech model, which is used in another setting than a language model."""


class TransferRate:
    """How fast bytes come, over the last seconds."""

    def __init__(self) -> None:
        self._points: deque[tuple[float, int]] = deque()

    def add(self, now: float, count: int) -> None:
        """Note how many bytes there are at a time in seconds; fewer than before begin anew."""
        if self._points and count < self._points[-1][1]:
            self._points.clear()
        self._points.append((now, count))
        while len(self._points) > 2 and now - self._points[1][0] > RATE_WINDOW_SECONDS:
            self._points.popleft()

    @property
    def bytes_per_second(self) -> float | None:
        """The rate; None where there is none yet."""
        if not self._points:
            return None
        (first, before), (last, after) = self._points[0], self._points[-1]
        return (after - before) / (last - first) if last - first >= MIN_RATE_SECONDS else None


def bytes_text(count: int) -> str:
    """Return a number of bytes: `98 MB`, `2.5 GB`."""
    return f"{format_number(count / 1e9, '.1f')} GB" if count >= 1e9 else f"{round(count / 1e6)} MB"


def progress_text(*, done: int, total: int, rate: float | None = None) -> str:
    """Return how far a download is: bytes, rate, time left; the last two as far as they are known."""
    text = translate("{done} of {total}").format(done=bytes_text(done), total=bytes_text(total))
    if rate is None:
        return text
    if rate < 1_000:
        return translate("{progress}, waiting for more").format(progress=text)
    return translate("{progress}, {megabytes} MB/s, {time} left").format(
        progress=text, megabytes=format_number(rate / 1e6, ".1f"), time=_left((total - done) / rate)
    )


def fits_text(*, fits: bool) -> str:
    """Return whether a model fits into the memory that is free."""
    return translate("fits") if fits else translate("too large for the free memory")


def _left(seconds: float) -> str:
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{round(whole / 60)} min"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
