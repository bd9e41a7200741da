"""The sidebar: search, conversations in sections, sync line."""
