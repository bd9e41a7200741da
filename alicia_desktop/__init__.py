"""Alicia Desktop: a voice client and debugger for Alicia assistants."""

import gc

gc.set_threshold(20_000)  # what modules make stays: to look through it after every 700 objects is a fifth of a start

__version__ = "0.2.0"
