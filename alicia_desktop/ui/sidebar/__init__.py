"""The sidebar: search, the conversations in sections, and the sync status."""
