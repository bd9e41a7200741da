"""HTTP interface of the server: socket, access, and one module of handlers per subject (docs/protocol.md#http-api)."""
