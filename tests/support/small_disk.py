"""A disk of the test's own that is full whenever the test wants it: a tmpfs of some megabytes with a ballast file."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.patience import PATIENCE

MEGABYTES = 48
BLOCK = bytes(1 << 16)


class SmallDisk:
    """A mounted folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Take all the space that is left, to the last page."""
        with self._ballast.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(BLOCK)
        assert os.statvfs(self.folder).f_bavail == 0

    def free(self) -> None:
        """Give the space back."""
        self._ballast.unlink()


def mount(folder: Path) -> bool:
    """Mount a small disk at `folder`; False where this user may not."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=700", "alicia-test", str(folder)]
    return subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False).returncode == 0


@contextmanager
def mounted(folder: Path) -> Iterator[SmallDisk]:
    """The disk that was mounted at `folder`; it is gone after the block."""
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], timeout=PATIENCE, check=True)
