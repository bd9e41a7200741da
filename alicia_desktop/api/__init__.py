"""The HTTP client of an Alicia server (PROTOCOL.md §8)."""
