"""Ports for servers that have to know theirs before they start."""

import contextlib
import secrets
import socket
from typing import Final

PORTS: Final = range(10_000, 32_000)
"""Below those that systems hand out by themselves: they would give one away before our server has bound it."""


def free_ports(count: int, kind: socket.SocketKind = socket.SOCK_STREAM) -> list[int]:
    """Return ports of this computer that nobody uses."""
    found: set[int] = set()
    while len(found) < count:
        port = secrets.choice(PORTS)
        with socket.socket(socket.AF_INET, kind) as tried, contextlib.suppress(OSError):
            tried.bind(("127.0.0.1", port))
            found.add(port)
    return list(found)
