"""The endpoints that people connect: where each answers by its own documentation, and what is odd about it, as data.

    ollama = known("ollama")               # KnownEndpoint(title="Ollama", base_url="http://127.0.0.1:11434/v1", …)
    kind_of("https://api.openai.com/v1")   # known("openai")
    kind_of("http://10.0.0.5:9000/v1")     # None: another endpoint

Sources: docs.ollama.com/openai, lmstudio.ai/docs/developer (REST API), the README of llama.cpp's `tools/server`,
docs.vllm.ai (OpenAI-compatible server), developers.openai.com/api/reference, openrouter.ai/docs.
"""

from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import urlsplit

EndpointKind = Literal["ollama", "lmstudio", "llamacpp", "vllm", "openai", "openrouter"]
Native = Literal["ollama", "lmstudio", "llamacpp", ""]
"""Whose own calls, beside those of OpenAI, tell the context and whether a model takes tools; empty: the list does."""


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownEndpoint:
    """An endpoint as its maker documents it."""

    kind: EndpointKind
    title: str
    base_url: str
    """What `/models` and `/chat/completions` are added to."""
    is_local: bool
    """Whether it runs on the person's own computer, where it may be looked for."""
    needs_key: bool = False
    owner: str = ""
    """What its list of models says under `owned_by`: who answers at a port that others use, too."""
    native: Native = ""
    key_path: str = ""
    """Where a key can be checked, after the base URL, if the list of models is open to everybody."""


KNOWN: Final = (
    KnownEndpoint(
        kind="ollama",
        title="Ollama",
        base_url="http://127.0.0.1:11434/v1",
        is_local=True,
        owner="library",
        native="ollama",
    ),
    KnownEndpoint(
        kind="lmstudio",
        title="LM Studio",
        base_url="http://127.0.0.1:1234/v1",
        is_local=True,
        owner="organization_owner",
        native="lmstudio",
    ),
    KnownEndpoint(
        kind="llamacpp",
        title="llama.cpp",
        base_url="http://127.0.0.1:8080/v1",
        is_local=True,
        owner="llamacpp",
        native="llamacpp",
    ),
    KnownEndpoint(kind="vllm", title="vLLM", base_url="http://127.0.0.1:8000/v1", is_local=True, owner="vllm"),
    KnownEndpoint(kind="openai", title="OpenAI", base_url="https://api.openai.com/v1", is_local=False, needs_key=True),
    KnownEndpoint(
        kind="openrouter",
        title="OpenRouter",
        base_url="https://openrouter.ai/api/v1",
        is_local=False,
        needs_key=True,
        key_path="key",
    ),
)
"""In the order in which they are offered."""
LOCAL: Final = tuple(endpoint for endpoint in KNOWN if endpoint.is_local)
_LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})


def known(kind: str) -> KnownEndpoint | None:
    """Return the endpoint of a kind; None for anything else."""
    return next((endpoint for endpoint in KNOWN if endpoint.kind == kind), None)


def kind_of(url: str, *, owner: str = "") -> KnownEndpoint | None:
    """Return which endpoint a base URL is: by the `owner` that its list names, else by host and port."""
    by_owner = next((endpoint for endpoint in KNOWN if owner and endpoint.owner == owner), None)
    place = _place(url)
    return by_owner or next((endpoint for endpoint in KNOWN if place and _place(endpoint.base_url) == place), None)


def is_loopback(url: str) -> bool:
    """Whether a URL leads to this very computer, by an address that no name server can change."""
    try:
        return (urlsplit(url).hostname or "") in _LOOPBACK
    except ValueError:
        return False


def _place(url: str) -> tuple[str, int | None] | None:
    """Return host and port; all names of the loopback are one."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    return ("loopback" if host in _LOOPBACK else host, port) if host else None
