"""Show all memories in a window of their own: search, sort, edit, import and export them."""
