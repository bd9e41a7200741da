"""The composition root without Qt: settings become a server, a line, a database and sessions (DESIGN.md §4.2)."""
