"""Find the profile that an `alicia:` link is for, since a link names none and a desktop starts the default one.

    paths = paths_for_link("alicia:conversation/ac_1", paths)     # of the profile in which that conversation is

A link to a conversation opens where it is, any other one where a window is open already.
"""

from pathlib import Path

from alicia_desktop.app.single_instance import has_window
from alicia_desktop.base.errors import WorldError
from alicia_desktop.paths import Paths
from alicia_desktop.profiles import list_profiles
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.files.readonly_access import reading
from alicia_desktop.view.open_target import LinkTarget, read_target


def paths_for_link(target: str, paths: Paths) -> Paths:
    """Return the paths of the profile that is to open `target`: those given, where it is no link or no other fits."""
    try:
        asked = read_target(target)
    except WorldError:  # told in the window
        return paths
    if not isinstance(asked, LinkTarget):
        return paths
    every = [paths, *(paths.of_profile(name) for name in list_profiles(paths.base))]
    if asked.conversation_id:
        return next((one for one in every if _has(one.client_database, asked.conversation_id)), paths)
    return next((one for one in every if has_window(one)), paths)


def _has(database: Path, conversation_id: str) -> bool:
    try:
        with reading(database) as conn:
            return conversations.get(conn, conversation_id) is not None
    except WorldError:  # it is empty, of another version or damaged, which its own window tells
        return False
