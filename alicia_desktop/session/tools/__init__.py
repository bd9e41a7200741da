"""What the server may ask this computer to do, once the user has agreed (docs/protocol.md#tools)."""
