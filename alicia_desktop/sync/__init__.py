"""Synchronize this computer with the server, beside the live session."""
