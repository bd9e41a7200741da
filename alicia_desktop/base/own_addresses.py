"""Say under which addresses other computers reach what listens on this one.

reachable_address("0.0.0.0")                     # "192.168.1.5"
reachable_urls("https", "0.0.0.0", 8200)         # ("https://desk:8200", "https://192.168.1.5:8200")
has_network()                                    # False, where there is no other computer at all
"""

import platform
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import Final

ANYWHERE: Final = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - what a person asked to listen on
_OUTSIDE: Final = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737); asked which of ours would lead there, nothing is sent."""
_GET_FLAGS: Final = 0x8913
"""SIOCGIFFLAGS of Linux, and next SIOCGIFADDR."""
_GET_ADDRESS: Final = 0x8915
_REQUEST: Final = struct.Struct("16sH22x")
"""struct ifreq: the name of an interface, and its flags or address."""
_LOOPBACK, _RUNNING = 0x8, 0x40
_ADDRESSES_V6: Final = Path("/proc/net/if_inet6")


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


def has_network() -> bool:
    """Return whether this computer has an address in any network but the one to itself; of Linux alone it is known."""
    if platform.system() != "Linux":
        return True
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        if any(_is_connected(asked, name) for _, name in socket.if_nameindex()):
            return True
    fields = [line.split() for line in _ADDRESSES_V6.read_text().splitlines()] if _ADDRESSES_V6.exists() else []
    return any(scope == "00" and name != "lo" for _, _, _, scope, _, name in fields)


def _is_connected(asked: socket.socket, name: str) -> bool:
    import fcntl  # noqa: PLC0415 - not of Windows

    request = _REQUEST.pack(name.encode(), 0)
    try:
        _, flags = _REQUEST.unpack(fcntl.ioctl(asked, _GET_FLAGS, request))
        fcntl.ioctl(asked, _GET_ADDRESS, request)
    except OSError:  # it has no address, or is gone
        return False
    return bool(flags & _RUNNING) and not flags & _LOOPBACK
