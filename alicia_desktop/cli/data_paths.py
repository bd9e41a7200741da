"""The data folder of a command, which a slip in `--data-dir` must not make anew without a word.

existing_paths()     # of a command that reads: where there is no such folder it ends, with status 2
created_paths()      # of a command that writes: a folder that is new is named on standard error
paths_or_defaults()  # of one that helps before the first start, too: it says that it reads no settings
"""

from typing import TYPE_CHECKING, Final

from alicia_desktop.cli import output

if TYPE_CHECKING:
    from alicia_desktop.paths import Paths

MISSING_STATUS: Final = 2
"""As for any other argument that is wrong."""


def existing_paths() -> "Paths":
    """Return the paths of the data folder, or end the command where there is none."""
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - not for `decode` and the help pages

    paths = find_paths()
    if not paths.folder.is_dir():
        raise output.stop(_missing(paths), MISSING_STATUS)
    return paths


def created_paths() -> "Paths":
    """Create the data folder where it is missing, and say so.

    Raises:
        WorldError: it cannot be made or written to.
    """
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - as above

    paths = find_paths()
    is_new = not paths.folder.exists()
    paths.create()
    if is_new:
        output.print_error(f"Made a new data folder: {paths.folder}")
    return paths


def paths_or_defaults() -> "Paths":
    """Return the paths; where there is no data folder, say that defaults are shown."""
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - as above

    paths = find_paths()
    if not paths.folder.is_dir():
        output.print_error(f"{_missing(paths)} These are the defaults.")
    return paths


def _missing(paths: "Paths") -> str:
    if paths.folder.exists():
        return f"{paths.folder} is a file, not a data folder. Name the folder with --data-dir."
    return (
        f"There is no data folder {paths.folder}. The first start of Alicia makes one; "
        "if yours is elsewhere, name it with --data-dir."
    )
