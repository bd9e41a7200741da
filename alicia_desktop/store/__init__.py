"""The database: engine, one writer thread, schema, journal, projection, and a module of query functions per subject.

Queries are functions on a connection that return frozen records (docs/architecture.md#rules); `Database` runs them in
their threads.
"""
