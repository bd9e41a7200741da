"""The transport for an address. Each kind is loaded when the first room of that kind is joined, not before."""

from typing import assert_never

from alicia_desktop.transport.contract import Transport, TransportKind
from alicia_desktop.transport.memory import MemoryHub, MemoryTransport


def new_transport(kind: TransportKind, *, hub: MemoryHub | None = None) -> Transport:
    """Return a fresh transport of `kind`; rooms in memory are found in `hub`."""
    match kind:
        case "memory":
            return MemoryTransport(hub=hub or MemoryHub())
        case "websocket":
            from alicia_desktop.transport.websocket import WebSocketTransport  # noqa: PLC0415 - brings aiohttp

            return WebSocketTransport()
        case "livekit":
            from alicia_desktop.transport.livekit import LiveKitTransport  # noqa: PLC0415 - brings a native layer

            return LiveKitTransport()
    assert_never(kind)
