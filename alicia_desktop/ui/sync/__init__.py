"""The window of offline sync: how it is, what waits for the person, what was done."""
