"""MCP servers that the user added, and the tools that they bring (docs/protocol.md#tools)."""
