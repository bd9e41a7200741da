"""The composition root without Qt: settings become a server, a line, a database and sessions.

See docs/architecture.md#rules.
"""
