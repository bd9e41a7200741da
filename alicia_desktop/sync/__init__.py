"""Keeping what is on this computer in step with the server, beside the live session."""
