"""`memory export`: the memories of the local server as lines that `memory import` reads, whether it runs or not.

It only reads the database, which also goes while a server writes it.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from alicia_desktop.base.files import private_opener
from alicia_desktop.cli import output


def export(
    file: Annotated[str, typer.Argument(metavar="FILE.jsonl", help="Where to write, or - for standard output.")],
) -> None:
    """Export all memories as JSON lines, archived ones too, the oldest first.

    On standard output, characters that would control a terminal are written as their JSON escapes.
    """
    if file == "-":
        _write(output.write_json)
        return
    path = Path(file)
    unfinished = path.with_name(f"{path.name}.part")
    try:
        with open(unfinished, "w", encoding="utf-8", newline="\n", opener=private_opener) as lines:
            count = _write(lines.write)
        unfinished.replace(path)
    except OSError as error:
        raise output.stop(f"{file} cannot be written: {error.strerror}.") from error
    finally:
        unfinished.unlink(missing_ok=True)
    output.print_text(f"{count} memories exported to {file}.")


def _write(write: Callable[[str], object]) -> int:
    count = 0
    for lines, some in _pages():
        write(lines)
        count += some
    return count


def _pages() -> Iterator[tuple[str, int]]:
    """Return lines with how many memories they are, some at a time."""
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.memory.json_lines import EXPORT_BATCH, to_lines  # noqa: PLC0415 - as above
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - as above
    from alicia_desktop.store import aliases  # noqa: PLC0415 - as above
    from alicia_desktop.store.files.readonly_access import reading  # noqa: PLC0415 - as above
    from alicia_desktop.store.memories import memory_list  # noqa: PLC0415 - as above
    from alicia_desktop.store.memories.memory_filter import MemoryFilter, MemoryOrder  # noqa: PLC0415 - as above
    from alicia_desktop.store.server import users  # noqa: PLC0415 - as above

    paths = find_paths()
    with reading(paths.server_database) as conn:
        name = load_settings(paths.settings).server.user
        users.check_free(conn, name)
        user_ids = aliases.of_user(conn, name)
        wanted = MemoryFilter(user_ids=user_ids, archived=None)
        keys = memory_list.ordered(conn, wanted, MemoryOrder(descending=False))
        for at in range(0, len(keys), EXPORT_BATCH):
            some = keys[at : at + EXPORT_BATCH]
            rows = memory_list.rows_of(conn, some)
            yield to_lines(rows[key] for key in some), len(rows)
