"""The package itself: what importing it changes in the process."""

import subprocess
import sys

import pytest


@pytest.mark.e2e
def test_what_is_imported_is_not_looked_through_again_at_the_end_of_a_process():
    ask = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count())); import alicia_desktop"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True, timeout=60)
    assert int(done.stdout) > 1000
