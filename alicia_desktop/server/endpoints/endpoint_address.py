"""Where endpoints are: those that people connect, as data, and the base URLs that an address may mean.

    ollama = known("ollama")               # KnownEndpoint(title="Ollama", base_url="http://127.0.0.1:11434/v1", …)
    kind_of("https://api.openai.com/v1")   # known("openai")
    kind_of("http://10.0.0.5:9000/v1")     # None: another endpoint
    base_urls("localhost:11434")           # http://localhost:11434/v1, http://localhost:11434, https://…
    base_urls("https://api.openai.com/v1/chat/completions")   # https://api.openai.com/v1
    is_inside("http://192.168.1.1/v1")     # True: this computer, or its own network

What people copy lacks `/v1`, has a path too many, or no scheme. Where each known endpoint answers and what is odd about
it is from its own documentation: docs.ollama.com/openai, lmstudio.ai/docs/developer (REST API), the README of
llama.cpp's `tools/server`, docs.vllm.ai (OpenAI-compatible server), developers.openai.com/api/reference,
openrouter.ai/docs.
"""

import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, Literal
from urllib.parse import urlsplit

from alicia_desktop.base.errors import WorldError

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


INVALID_ADDRESS: Final = "model_address"
"""Code of an address that can be none."""
MAX_CHARACTERS: Final = 2_000
_CALLS: Final = re.compile(r"/(chat/completions|completions|responses|embeddings|models)$")
"""Calls whose whole address is copied from a manual in place of the base URL."""
_VERSION: Final = re.compile(r"/v\d+\w*(/|$)")
_SCHEME: Final = re.compile(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)
_PRIVATE: Final = re.compile(r"(10|127|192\.168|172\.(1[6-9]|2\d|3[01]))\.|.*\.(local|lan|home|internal)$")
_INSIDE_NAME: Final = re.compile(r"[^.]*|.*\.(local|localhost|localdomain|lan|home|internal|home\.arpa)")


def base_urls(address: str) -> tuple[str, ...]:
    """Return the base URLs to try for what a person typed, the likeliest first.

    An https address is tried without encryption only where it leads to this very computer.

    Raises:
        WorldError: `model_address`; it is none.
    """
    text = address.strip()
    if not text or len(text) > MAX_CHARACTERS or any(not one.isprintable() or one.isspace() for one in text):
        raise _invalid("Enter the address of the language model, such as http://127.0.0.1:11434.")
    given = _SCHEME.match(text)
    scheme = given[1].lower() if given else ""
    if scheme not in {"", "http", "https"}:
        raise _invalid(f"The address of a language model starts with http:// or https://, not with {scheme}://.")
    place, path = _split(text[given.end() :] if given else text)
    found = [f"{one}://{place}{end}" for one in _schemes(scheme, place) for end in _paths(place, path)]
    return tuple(dict.fromkeys(found))


def is_inside(url: str) -> bool:
    """Return whether a URL names this computer or its own network, or cannot be read.

    Names are not resolved: whoever asks an address by its name has to refuse those that this does not know, too.
    """
    try:
        host = (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return True
    address = _address(host)
    return not address.is_global if address is not None else bool(_INSIDE_NAME.fullmatch(host))


def _address(host: str) -> IPv4Address | IPv6Address | None:
    """Return the address that a host is, in any writing that the system takes (`127.1`, `0x7f.1`); None for a name."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        try:
            return IPv4Address(socket.inet_aton(host))
        except (OSError, ValueError):
            return None
    return getattr(address, "ipv4_mapped", None) or address


def origin_of(url: str) -> str:
    """Return scheme, host and port of a URL."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _split(rest: str) -> tuple[str, str]:
    """Return host with port, and the path without what is no part of a base URL."""
    try:
        parts = urlsplit(f"http://{rest}")
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise _invalid("The address of the language model cannot be read. Check it, its port above all.") from error
    if not host:
        raise _invalid("The address of the language model names no computer.")
    if parts.username is not None:
        raise _invalid("Leave user name and password out of the address; a key is given separately.")
    return parts.netloc.lower(), _CALLS.sub("", parts.path.rstrip("/"))


def _schemes(scheme: str, place: str) -> tuple[str, ...]:
    if scheme == "https":
        return ("https", "http") if is_loopback(f"https://{place}") else ("https",)
    if scheme == "http":
        return ("http", "https")
    host = urlsplit(f"http://{place}").hostname or ""
    is_near = is_loopback(f"http://{place}") or bool(_PRIVATE.match(host)) or "." not in host
    return ("http", "https") if is_near else ("https",)


def _paths(place: str, path: str) -> Iterator[str]:
    for endpoint in KNOWN:
        parts = urlsplit(endpoint.base_url)
        if parts.netloc == place and not path:
            yield parts.path
    if _VERSION.search(path):
        yield path
    else:
        yield f"{path}/v1"
        yield path


def _invalid(sentence: str) -> WorldError:
    return WorldError(sentence=sentence, code=INVALID_ADDRESS)
