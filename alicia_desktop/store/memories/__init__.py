"""Queries about what is remembered: memories, their use, their search, their deletion."""
