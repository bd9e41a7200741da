"""The database as files: lock, write-ahead log, checksums, damage, copies and salvage."""
