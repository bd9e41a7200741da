"""Behind the inspector: what its tabs ask for, links between them, and captures, each in a window of its own."""
