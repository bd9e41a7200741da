"""Transport and sound as one line: its frames, the process that holds them, its supervisor, and the in-process line."""
