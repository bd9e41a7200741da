"""Carriers of stanzas and sound: LiveKit, the local server's WebSocket, an in-process pair. The same bytes on each.

Each kind is loaded when the first room of that kind is joined, not before.
"""

import importlib
from typing import TYPE_CHECKING, Final, assert_never

if TYPE_CHECKING:
    from alicia_desktop.transport.contract import Transport, TransportKind
    from alicia_desktop.transport.memory import MemoryHub

_MODULES: Final = {
    "memory": "alicia_desktop.transport.memory",
    "websocket": "alicia_desktop.transport.websocket",
    "livekit": "alicia_desktop.transport.livekit",
}


def load_transport(kind: "TransportKind") -> None:
    """Import what a transport of `kind` needs; up to a second or two, so call it in a thread."""
    importlib.import_module(_MODULES[kind])


def new_transport(kind: "TransportKind", *, hub: "MemoryHub | None" = None) -> "Transport":
    """Return a fresh transport of `kind`; rooms in memory are found in `hub`."""
    match kind:
        case "memory":
            from alicia_desktop.transport.memory import MemoryHub, MemoryTransport  # noqa: PLC0415 - imports this package

            return MemoryTransport(hub=hub or MemoryHub())
        case "websocket":
            from alicia_desktop.transport.websocket import WebSocketTransport  # noqa: PLC0415 - brings aiohttp

            return WebSocketTransport()
        case "livekit":
            from alicia_desktop.transport.livekit import LiveKitTransport  # noqa: PLC0415 - brings a native layer

            return LiveKitTransport()
    assert_never(kind)
