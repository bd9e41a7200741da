"""Backup or restore, killed before each thing that it does to a file, in turn: `… backup|restore FOLDER`.

Prints how often it was killed, and how often the old and how often the new was there afterwards; fails where it was
neither. A process is forked for each kill, which is safe in this one because it has no threads.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import Any, Final

from alicia_desktop.compose.backup import create_backup, finish_restore, read_manifest, restore_backup
from alicia_desktop.paths import Paths
from tests.store.wire import NOW
from tests.support.data_folder import everything_in, fill_folder

TOUCHING: Final = frozenset(
    {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate", "sqlite3.connect"}
)
KILLED: Final = 9


def die_before(number: int) -> None:
    """End this process, as a kill does, before the touch of that number."""
    seen = 0

    def count(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal seen
        if event not in TOUCHING or (event == "open" and isinstance(arguments[2], int) and not _writes(arguments[2])):
            return
        seen += 1
        if seen > number:
            os._exit(KILLED)

    sys.addaudithook(count)


def _writes(flags: int) -> bool:
    return bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


def killed(number: int, what: str, paths: Paths, file: Path) -> bool:
    """Do it in a process that dies at a moment; false where it was done before."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            die_before(number)
            if what == "backup":
                create_backup(paths, file, now=NOW, replace=True)
            else:
                restore_backup(paths, file, now=NOW)
            status = 0
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(ended)
    assert code in {0, KILLED}, code
    return code == KILLED


def kill_backups(folder: Path) -> tuple[int, int, int]:
    """Kill the making of a backup over an older one."""
    paths, older = fill_folder(folder / "data"), fill_folder(folder / "older", title="Older")
    file, kept, number, counts = folder / "alicia.zip", folder / "kept.zip", 0, [0, 0]
    old, new = everything_in(older), everything_in(paths)
    create_backup(older, kept, now=NOW)
    shutil.copy(kept, file)
    while killed(number, "backup", paths, file):
        number += 1
        into = Paths(folder=folder / "into")
        shutil.rmtree(into.folder, ignore_errors=True)
        into.create()
        assert read_manifest(file).created_at == NOW
        restore_backup(into, file, now=NOW)
        counts[_which(into, old, new)] += 1
    create_backup(paths, file, now=NOW, replace=True)
    assert not list(folder.glob("alicia.zip.*"))
    return number, counts[0], counts[1]


def kill_restores(folder: Path) -> tuple[int, int, int]:
    """Kill the restoring of a backup, and start the program after it."""
    paths, old = fill_folder(folder / "data"), fill_folder(folder / "old", title="Old")
    file, number, counts = folder / "alicia.zip", 0, [0, 0]
    before, after = everything_in(old), everything_in(paths)
    create_backup(paths, file, now=NOW)
    while True:
        here = Paths(folder=folder / f"here-{number}")
        shutil.copytree(old.folder, here.folder)
        again = killed(number, "restore", here, file)
        finish_restore(here)
        which = _which(here, before, after)
        counts[which] += 1
        if which:
            (aside,) = here.backups.iterdir()
            assert everything_in(Paths(folder=aside)) == before, "what was here is kept"
        shutil.rmtree(here.folder)
        if not again:
            return number, counts[0], counts[1]
        number += 1


def _which(here: Paths, old: dict[str, object], new: dict[str, object]) -> int:
    found = everything_in(here)
    assert found in (old, new), "neither the old nor the new"
    return int(found == new)


if __name__ == "__main__":
    run = {"backup": kill_backups, "restore": kill_restores}[sys.argv[1]]
    sys.stdout.write(" ".join(map(str, run(Path(sys.argv[2])))))
