"""Find the computer that a token would reach without encryption, where others on the network could read it.

unencrypted_host("http://192.168.1.5:8080/api")   # "192.168.1.5"
unencrypted_host("http://127.0.0.1:8080")         # "": it does not leave this computer
unencrypted_host("wss://alicia.home")             # ""
"""

import ipaddress
from typing import Final
from urllib.parse import urlsplit

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate

ANY: Final = "*"
"""Stands for every computer among those that were agreed to."""
_SCHEMES: Final = frozenset({"http", "ws"})


def unencrypted_host(url: str) -> str:
    """Return the other computer that is reached at `url` without encryption; nothing where there is none."""
    try:
        parts = urlsplit(url.strip())
        host = (parts.hostname or "").removesuffix(".")
    except ValueError:  # nobody can be reached there
        return ""
    if parts.scheme not in _SCHEMES:
        return ""
    ambiguous = "@" in parts.netloc or "\\" in url  # others may read another host there
    return _plain(host) if ambiguous or not _is_this_computer(host) else ""


def may_send(url: str, *, agreed: list[str]) -> bool:
    """Whether a token may go to a URL: it is encrypted, on this computer, or on one that is in `agreed`."""
    host = unencrypted_host(url)
    return not host or bool({host, ANY} & set(agreed))


def refuse_unencrypted(url: str, *, agreed: list[str]) -> None:
    """Refuse to send a token unencrypted to a computer that is not in `agreed`.

    Raises:
        WorldError: `unencrypted`.
    """
    if not may_send(url, agreed=agreed):
        host = unencrypted_host(url)
        raise WorldError(
            sentence=translate(
                "Tokens and keys would go to {host} unencrypted, so nothing was sent. "
                'Use an https or wss address, or allow it: --allow-unencrypted, or unencrypted = ["{host}"] under '
                "[privacy] in settings.toml."
            ).format(host=host),
            code="unencrypted",
        )


def _plain(host: str) -> str:
    """Return a name without letters that look like others."""
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return ascii(host)[1:-1]


def _is_this_computer(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None) or address
    return bool(mapped.is_loopback or mapped.is_unspecified)
