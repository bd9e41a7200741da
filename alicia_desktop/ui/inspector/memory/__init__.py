"""The Memory tab: an answer's traces, why each memory was chosen, near misses, a memory's page, compared answers."""
