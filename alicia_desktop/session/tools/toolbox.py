"""Runs the tools of `protocol.client_tools` once the user has agreed; asks nobody itself.

Files are listed, read and searched only inside the folders that the user allowed; those calls block, so they run in a
thread of their own.
"""

import asyncio
import os
import stat
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.protocol.client_tools import MAX_TEXT_CHARACTERS, information
from alicia_desktop.session.tools.contract import Desktop, ToolRefusalError
from alicia_desktop.session.tools.folders import (
    Allowed,
    FolderPath,
    OpenFolder,
    enter,
    locate,
    open_folder,
    read,
    shown,
)

MAX_CHARACTERS: Final = 40_000
"""Of one file in a result: more than this is for nobody's context."""
MAX_BYTES: Final = 1_000_000
"""Of one file that is searched."""
MAX_ENTRIES: Final = 500
MAX_FILES: Final = 5_000
MAX_HITS: Final = 50
DEEPEST: Final = 12
MAX_LINE_CHARACTERS: Final = 200
NOTHING_ALLOWED: Final = "No folder is allowed yet. Add one in Settings, under Permissions."


def list_folder(path: str | None, allowed: Allowed) -> dict[str, Any]:
    """Return the entries of a folder, or the allowed folders themselves.

    Raises:
        ToolRefusalError: as `folders.open_folder`.
    """
    check_allowed(allowed)
    if path is None:
        return {"folders": [shown(FolderPath(root=root, names=()), allowed) for root in allowed.folders]}
    place = locate(path, allowed)
    with open_folder(place, allowed) as folder:
        entries = _entries(folder)
    listed = [_told(entry) for entry in entries[:MAX_ENTRIES]]
    return {"path": shown(place, allowed), "entries": listed, "truncated": len(entries) > MAX_ENTRIES}


def read_file(path: str, allowed: Allowed) -> dict[str, Any]:
    """Return the text of a file.

    Raises:
        ToolRefusalError: as `folders.read`, or it is no text.
    """
    check_allowed(allowed)
    place = locate(path, allowed)
    if not place.names:
        raise ToolRefusalError("execution_error", "That is a folder. List it to see its files.")
    with open_folder(FolderPath(root=place.root, names=place.names[:-1]), allowed) as folder:
        data, size = read(folder, place.names[-1], 4 * MAX_CHARACTERS)
    text = _text(data, whole=size <= len(data))
    if text is None:
        raise ToolRefusalError("execution_error", "That is no text file.")
    cut = text[:MAX_CHARACTERS]
    return {"path": shown(place, allowed), "text": cut, "truncated": len(cut) < len(text) or size > len(data)}


def search_files(text: str, path: str | None, allowed: Allowed, stop: threading.Event) -> dict[str, Any]:
    """Return where `text` occurs, whatever its case: in names and, line by line, in texts.

    Raises:
        ToolRefusalError: as `folders.open_folder`.
    """
    check_allowed(allowed)
    places = (
        [locate(path, allowed)] if path is not None else [FolderPath(root=root, names=()) for root in allowed.folders]
    )
    search = _Search(wanted=text.casefold(), allowed=allowed, stop=stop)
    for place in places:
        with open_folder(place, allowed) as folder:
            search.look_through(folder, place)
    return {"text": text, "hits": search.hits, "files": search.files, "truncated": search.over}


@dataclass(kw_only=True, slots=True)
class _Search:
    wanted: str
    allowed: Allowed
    stop: threading.Event
    hits: list[dict[str, Any]] = field(default_factory=list)
    files: int = 0
    over: bool = False

    def look_through(self, folder: OpenFolder, place: FolderPath, depth: int = 0) -> None:
        """Search one folder and those in it; what cannot be opened is passed over."""
        for entry in _entries(folder):
            if self.stop.is_set() or self.over:
                return
            inner = place.below(entry.name)
            if self.wanted in entry.name.casefold():
                self._found(inner, {})
            try:
                if entry.is_folder and depth < DEEPEST:
                    with enter(folder, entry.name) as opened:
                        self.look_through(opened, inner, depth + 1)
                elif not entry.is_folder:
                    self._read(folder, inner)
            except ToolRefusalError:
                continue

    def _read(self, folder: OpenFolder, place: FolderPath) -> None:
        self.files += 1
        self.over = self.over or self.files >= MAX_FILES
        data, size = read(folder, place.names[-1], MAX_BYTES)
        text = _text(data, whole=size <= len(data))
        for number, line in enumerate((text or "").splitlines(), 1):
            at = line.casefold().find(self.wanted)
            if at >= 0:
                begin = max(0, at - MAX_LINE_CHARACTERS // 2)
                self._found(place, {"line": number, "text": line[begin : begin + MAX_LINE_CHARACTERS].strip()})

    def _found(self, place: FolderPath, where: dict[str, Any]) -> None:
        if len(self.hits) == MAX_HITS:
            self.over = True
        else:
            self.hits.append({"path": shown(place, self.allowed), **where})


@dataclass(frozen=True, kw_only=True, slots=True)
class _Entry:
    name: str
    is_folder: bool
    size: int


def _entries(folder: OpenFolder) -> list[_Entry]:
    """Return files and folders by name, without hidden ones, links, and whatever else there is."""
    return sorted(_visible(folder), key=lambda entry: (not entry.is_folder, entry.name.casefold(), entry.name))


def _visible(folder: OpenFolder) -> Iterator[_Entry]:
    with os.scandir(folder.number) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            try:
                found = entry.stat(follow_symlinks=False)
                entry.name.encode()
            except (OSError, UnicodeEncodeError):  # gone meanwhile, or a name that is no text
                continue
            if stat.S_ISDIR(found.st_mode) or stat.S_ISREG(found.st_mode):
                yield _Entry(name=entry.name, is_folder=stat.S_ISDIR(found.st_mode), size=found.st_size)


def _told(entry: _Entry) -> dict[str, Any]:
    return {"name": f"{entry.name}/"} if entry.is_folder else {"name": entry.name, "bytes": entry.size}


def _text(data: bytes, *, whole: bool) -> str | None:
    """Return what UTF-8 makes of the beginning of a file; None where that is no text."""
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        cut_within = not whole and error.start >= len(data) - 3
        return data[: error.start].decode("utf-8-sig") if cut_within else None


def check_allowed(allowed: Allowed) -> None:
    """Raise where no folder is allowed.

    Raises:
        ToolRefusalError: none is.
    """
    if not allowed.folders:
        raise ToolRefusalError("permission_denied", NOTHING_ALLOWED)


OF_FILES: Final = frozenset({"list_folder", "read_file", "search_files"})


class Toolbox:
    """Runs the tools of this computer."""

    def __init__(self, *, desktop: Desktop, allowed: Callable[[], Allowed], clock: Clock) -> None:
        """Take `allowed`, which is asked at each use, so that a folder taken back is closed at once."""
        self._desktop, self._allowed, self._clock = desktop, allowed, clock

    def check(self, name: str) -> None:
        """Raise where a tool could not run even if allowed, so that the user is not asked in vain.

        Raises:
            ToolRefusalError: no folder is allowed in which files could be looked at.
        """
        if name in OF_FILES:
            check_allowed(self._allowed())

    async def run(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Run a tool with arguments in which `client_tools.problem` finds none; a search ends when it is cancelled.

        Raises:
            ToolRefusalError: it has no result.
        """
        stop = threading.Event()
        try:
            return await self._run(name, arguments, stop)
        finally:
            stop.set()

    async def _run(self, name: str, arguments: Mapping[str, Any], stop: threading.Event) -> dict[str, Any]:
        path, allowed = arguments.get("path"), self._allowed()
        match name:
            case "clipboard_read":
                text = self._desktop.read_clipboard()
                return {"text": text[:MAX_TEXT_CHARACTERS], "truncated": len(text) > MAX_TEXT_CHARACTERS}
            case "clipboard_write":
                self._desktop.write_clipboard(arguments["text"])
                return {"characters": len(arguments["text"])}
            case "open_address":
                if not self._desktop.open_address(arguments["url"]):
                    raise ToolRefusalError("execution_error", "No browser opened the address.")
                return {"url": arguments["url"]}
            case "list_folder":
                return await asyncio.to_thread(list_folder, path, allowed)
            case "read_file":
                return await asyncio.to_thread(read_file, arguments["path"], allowed)
            case "search_files":
                return await asyncio.to_thread(search_files, arguments["text"], path, allowed, stop)
            case "notify":
                self._desktop.notify(arguments["title"], arguments.get("text") or "")
                return {"title": arguments["title"]}
            case _:
                return information(self._clock.now())
