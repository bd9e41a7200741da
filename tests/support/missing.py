"""What a test does when this machine lacks a part: it says which, and what brings it.

On a developer's machine that skips the test; in CI it fails, because there nothing may go untested unseen.
"""

import os
import shutil

import pytest


def require(*, part: str, present: bool, command: str) -> None:
    """End the test unless `part` is `present`; `command` is the one that brings it."""
    if present:
        return
    reason = f"{part} is missing here; this brings it: {command}"
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def require_programs(*names: str, command: str = "make setup-test") -> None:
    """End the test unless all programs are found on PATH."""
    absent = [name for name in names if shutil.which(name) is None]
    require(part=" and ".join(absent), present=not absent, command=command)
