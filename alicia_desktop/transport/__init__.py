"""Carriers of stanzas and sound: LiveKit, the local server's WebSocket, an in-process pair. The same bytes on each."""
