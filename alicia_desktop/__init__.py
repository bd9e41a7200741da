"""Alicia Desktop: a voice client and debugger for Alicia assistants."""

__version__ = "0.2.0"
