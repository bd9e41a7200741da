"""The base URLs that an address may mean: what people copy lacks `/v1`, has a path too many, or no scheme.

base_urls("localhost:11434")                 # http://localhost:11434/v1, http://localhost:11434, https://…
base_urls("https://api.openai.com/v1/chat/completions")   # https://api.openai.com/v1
is_inside("http://192.168.1.1/v1")           # True: this computer, or its own network
"""

import re
import socket
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.endpoints.known_endpoints import KNOWN, is_loopback

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

    An https address is never tried without encryption.

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
        return ("https",)
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
