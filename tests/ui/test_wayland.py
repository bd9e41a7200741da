"""The real window on Wayland alone, without X11: under Weston without a screen, which takes the picture."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtGui import QImage

from alicia_desktop.ui.theme import Theme
from tests.support.missing import require_programs
from tests.support.patience import PATIENCE
from tests.support.processes import wait_until

ROOT: Final = Path(__file__).parents[2]
WESTON: Final = ("weston", "--backend=headless-backend.so", "--use-pixman", "--width=1400", "--height=1000", "--debug")

pytestmark = pytest.mark.e2e


def test_the_window_is_shown_without_x11(tmp_path: Path, theme: Theme) -> None:
    require_programs("weston", "weston-screenshooter")
    without_x11 = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    environment = {
        **without_x11,
        "XDG_RUNTIME_DIR": str(tmp_path),
        "WAYLAND_DISPLAY": "wl",
        "QT_QPA_PLATFORM": "wayland",
    }
    tmp_path.chmod(0o700)
    with subprocess.Popen([*WESTON, "--socket=wl"], env=environment, stderr=subprocess.DEVNULL) as weston:
        try:
            wait_until((tmp_path / "wl").exists, what="a Wayland display", within=PATIENCE)
            command = [sys.executable, "-m", "tests.support.accessibility.shown_window"]
            with subprocess.Popen(
                command, env=environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            ) as window:
                assert window.stdout is not None
                assert window.stdout.readline() == "ready\n"
                shows = theme.colour("user-bubble").rgb()
                wait_until(lambda: shows in colours(tmp_path, environment), what="a bubble", within=PATIENCE)
                window.communicate("quit\n", timeout=PATIENCE)
                assert window.returncode == 0
        finally:
            weston.terminate()


def colours(folder: Path, environment: dict[str, str]) -> set[int]:
    """Take a picture of the display; return the colours in it."""
    for old in folder.glob("*.png"):
        old.unlink()
    subprocess.run(["weston-screenshooter"], cwd=folder, env=environment, check=False, capture_output=True)
    return {
        picture.pixel(x, y)
        for picture in map(QImage, map(str, folder.glob("*.png")))
        for y in range(0, picture.height(), 4)
        for x in range(0, picture.width(), 4)
    }
