"""The way of the commands to the memories: by a running server, else into its database."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from alicia_desktop.compose.server_access import MemoryAccess


def open_door() -> "AbstractAsyncContextManager[MemoryAccess]":
    """Open the memories of the person of this computer."""
    from alicia_desktop.compose.server_access import open_memories  # noqa: PLC0415 - brings database and HTTP
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - as above
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - as above

    paths = find_paths()
    return open_memories(paths, user_id=load_settings(paths.settings).server.user)
