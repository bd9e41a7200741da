"""The database of client and server: what is stored, and every query on it.

`database.Database` runs query functions in its threads; they take a connection and return frozen records
(docs/architecture.md#rules). `recording.record` is the one way in for stanzas: `journal` and `projection`. The folders:
`schema` (tables), `migrations` (their history), `files` (lock, log, checksums, damage), `projection` (from stanzas to
rows), and the queries by subject: `conversations`, `memories`, `sync`, `server`.
"""
