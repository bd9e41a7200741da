"""The HTTP client of an Alicia server (docs/protocol.md#http-api)."""
