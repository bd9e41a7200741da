"""The server's HTTP interface: socket, access checks, and one module of handlers a subject (docs/protocol.md#http-api)."""
