"""What the server may ask this computer to do, once the person has agreed (docs/protocol.md#tools)."""
