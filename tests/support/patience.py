"""How long tests wait for what must come at all, on a machine of which they get a small part.

It guards against hanging and measures nothing: how soon something comes is asked only where a test is about that.
"""

from typing import Final

PATIENCE: Final = 120.0
"""Seconds; `timeout` in pyproject.toml is above it."""
