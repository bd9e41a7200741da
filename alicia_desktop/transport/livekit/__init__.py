"""Rooms on a LiveKit server. Importing this package loads LiveKit's native layer (0.3 s).

See docs/protocol.md#packets-and-byte-streams.
"""

from alicia_desktop.transport.livekit.transport import LiveKitTransport

__all__ = ["LiveKitTransport"]
