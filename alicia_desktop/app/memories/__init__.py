"""Behind the window of all memories: its list, one memory in detail, and the context of the next answer."""
