"""Queries about what is said: conversations, messages, tools, feedback, sound, search."""
