"""The sync window: status, conflicts, activity."""
