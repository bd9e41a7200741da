"""The way to the first paint, in a process of its own: what it loads, and that a whole start and end goes by it."""

import subprocess
import sys

HEAVY = ("asyncio", "qasync", "structlog", "keyring", "tomlkit", "typer", "sqlalchemy", "aiohttp", "numpy")
LOADED = f"""
import sys
import alicia_desktop.cli, alicia_desktop.app.opening
print(*(name for name in ({", ".join(map(repr, HEAVY))}, "alicia_desktop.ui.furniture") if name in sys.modules))
"""
SHOWN = """
import sys
from pathlib import Path
from alicia_desktop.app.opening import application, open_window, show
from alicia_desktop.config import Paths

app = application()
window = open_window(app, Paths(folder=Path(sys.argv[1]))).window
show(app, window)
assert window.isVisible()
window.furnish()
show(app, window)
assert window.conversation.dock.composer.field.isVisible()
window.close()
assert (Path(sys.argv[1]) / "window.ini").exists()
print("shown")
"""


def output_of(script, *arguments):
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout.split()


def test_nothing_is_loaded_that_an_empty_window_does_without():
    assert output_of(LOADED) == []


def test_the_frame_is_shown_before_anything_stands_in_it(tmp_path):
    assert output_of(SHOWN, str(tmp_path)) == ["shown"]
