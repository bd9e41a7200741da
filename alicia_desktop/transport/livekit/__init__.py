"""Rooms on a LiveKit server (PROTOCOL.md §1, §4). Importing this package loads LiveKit's native layer (0.3 s)."""

from alicia_desktop.transport.livekit.transport import LiveKitTransport

__all__ = ["LiveKitTransport"]
