"""Say under which addresses other computers reach what listens on this one.

reachable_address("0.0.0.0")                     # "192.168.1.5"
reachable_urls("https", "0.0.0.0", 8200)         # ("https://desk:8200", "https://192.168.1.5:8200")
"""

import platform
import socket
from contextlib import suppress
from typing import Final

ANYWHERE: Final = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - what a person asked to listen on
_OUTSIDE: Final = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737); asked which of ours would lead there, nothing is sent."""


def reachable_address(host: str) -> str:
    """Return the address that others use for what listens on `host`: of all of ours, the one that leads out."""
    if host not in ANYWHERE:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, suppress(OSError):
        asked.connect(_OUTSIDE)
        return str(asked.getsockname()[0])
    return "127.0.0.1"


def reachable_urls(scheme: str, host: str, port: int) -> tuple[str, ...]:
    """Return the addresses of what listens on `host`; by this computer's name first, which not every network knows."""
    names = [platform.node(), reachable_address(host)] if host in ANYWHERE else [host]
    return tuple(
        f"{scheme}://[{name}]:{port}" if ":" in name else f"{scheme}://{name}:{port}" for name in names if name
    )
