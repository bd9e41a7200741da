"""Alicia Desktop: a voice client and debugger for Alicia assistants."""

import atexit
import gc
import os

gc.set_threshold(50_000)  # what modules make stays: to look through it after every 700 objects is a fifth of a start
atexit.register(gc.freeze)  # and to look through all of it once more before it goes anyway, a tenth of a short run
os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # before onnxruntime is loaded, which else reports to its makers

__version__ = "0.2.0"
