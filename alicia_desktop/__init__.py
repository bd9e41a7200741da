"""Alicia Desktop: a voice client and debugger for Alicia assistants."""

import atexit
import gc

gc.set_threshold(50_000)  # what modules make stays: to look through it after every 700 objects is a fifth of a start
atexit.register(gc.freeze)  # and to look through all of it once more before it goes anyway, a tenth of a short run

__version__ = "0.2.0"
