"""Queries of an Alicia server: its users, what their devices missed, what they send it."""
