"""The composition root without Qt: settings become a server, a line, a database and sessions.

Also what stands on all of these and shows nothing: the library of conversations, search by meaning, files of memories.
See docs/architecture.md#rules.
"""
