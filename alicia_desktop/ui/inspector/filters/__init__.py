"""Filters of the inspector's tabs: a line that is typed into, and the menus that write into it."""
