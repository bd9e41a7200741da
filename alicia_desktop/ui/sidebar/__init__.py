"""The conversations at the left: search, list in three sections, the line that says how the sync is."""
