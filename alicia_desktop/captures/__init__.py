"""Save what a conversation was as a file, open it again without server or database, compare two, and check one."""
