"""A folder that is allowed among others that are not, and paths that want to get from one to the others."""

import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from alicia_desktop.session.tools.folders import Allowed, Identity, OwnData

TREASURE: Final = "treasure 7f3a"
"""What stands in every file that must stay closed; the name of each has it too."""
NAME: Final = "treasure-7f3a.txt"
LETTER: Final = "Caf\N{LATIN SMALL LETTER E WITH ACUTE}"


def build(folder: Path) -> Allowed:
    """Make the tree: Notes and a café are allowed, everything else holds treasures."""
    notes, outside, data = folder / "Notes", folder / "outside", folder / "Notes" / "data"
    for made in (notes / "sub" / "deep", outside / "sub", data, notes / ".hidden", folder / LETTER):
        made.mkdir(parents=True)
    for name in ("Notes-evil", "notes", "Notes.bak", "NOTES", "Note", unicodedata.normalize("NFD", LETTER), "Cafe"):
        (folder / name).mkdir(exist_ok=True)
        _hide(folder / name)
    for closed in (outside, outside / "sub", data, notes / ".hidden"):
        _hide(closed)
    (notes / ".env").write_text(TREASURE)
    (notes / "plan.txt").write_text("Buy bread.\nWater the roses.\n")
    (notes / "sub" / "inner.txt").write_text("inner")
    (folder / LETTER / "menu.txt").write_text("soup")
    _link(folder, notes, outside)
    os.mkfifo(notes / "pipe")
    os.link(outside / NAME, notes / "hard.txt")
    return Allowed(folders=(notes, folder / LETTER), closed=_identities(data))


def _identities(folder: Path) -> frozenset[Identity]:
    own_data = OwnData(folder)
    try:
        return own_data.identities()
    finally:
        own_data.close()


LINKS: Final = ("link", "file.txt", "up", "root", "chain", "proc", "sub/link", "sub/deep/up", "loop", "relative")


def _link(folder: Path, notes: Path, outside: Path) -> None:
    targets = (outside, outside / NAME, folder, Path("/"), notes / "link", Path("/proc/self/root"), outside, folder)
    for name, target in zip(LINKS, (*targets, notes / "loop", Path("../outside")), strict=True):
        (notes / name).symlink_to(target)


def _hide(folder: Path) -> None:
    (folder / NAME).write_text(TREASURE)
    (folder / "plan.txt").write_text(TREASURE)
    (folder / "inner.txt").write_text(TREASURE)


def vectors(folder: Path) -> list[str]:
    """Every path that wants out, each once."""
    made = (*_climbing(folder), *_disguised(), *_absolute(folder), *_linked(folder), *_alike(folder), *_hidden(folder))
    return list(dict.fromkeys(made))


def _climbing(folder: Path) -> Iterator[str]:
    begins = ("", "Notes/", "Notes/sub/", "./", "Notes/./", "Notes//", "Notes/sub/../", "Notes/nowhere/")
    for begin in (*begins, f"{folder}/Notes/", f"{LETTER}/"):
        for count in range(1, 7):
            for end in (f"outside/{NAME}", "etc/passwd", f"Notes-evil/{NAME}"):
                yield f"{begin}{'../' * count}{end}"


def _disguised() -> Iterator[str]:
    dots = (
        *("%2e%2e/", "..%2f", "%2e%2e%2f", "..%5c", "..\\", "..;/", "....//", "..//", "%252e%252e/", "%c0%ae%c0%ae/"),
        *("..%c0%af", ".. /", " ../", ".../", "..\t/", "..\r\n/", "..\0/", "\0../", "../\0", ".\\./"),
        *("\uff0e\uff0e/", "\u2025/", "\u2024\u2024/", "..\u2215", "..\u2044", "..\uff0f", "..\u29f8", "..\uff3c"),
        *("..\u200b/", "\u200b../", "\u202e../", "..\u2060/", "\ufeff../", "..\u00ad/", ".\u034f./", "..\ud800/"),
    )
    for dot in dots:
        for begin in ("", "Notes/", "Notes/sub/"):
            for count in (1, 2, 3):
                yield f"{begin}{dot * count}outside/{NAME}"


def _absolute(folder: Path) -> Iterator[str]:
    for target in (f"{folder}/outside/{NAME}", "/etc/passwd", "/etc/shadow", f"{folder}/outside"):
        for begin in (
            *("", "/", "//", "/.", "/..", "/./", "/../../..", "/proc/self/root", "/proc/1/root", "/proc/self/cwd/.."),
            *("file://", "file:", "file://localhost", "FILE://", "\\\\?\\", "\\\\.\\", "//server/share", "smb://h"),
            *("\\\\server\\share", "C:", "c:/", "C:\\", "\\", "~", "~root", "$HOME", "${HOME}/..", "%HOME%", "`pwd`"),
        ):
            yield f"{begin}{target}"
    yield from ("/", "//", "///", ".", "..", "~", "/dev/fd/0", "/dev/stdin", "/dev/mem", "/proc/self/environ", "/proc")
    yield from ("CON", "NUL", "Notes/CON", "\\\\server\\share", "//server", "C:\\Windows\\win.ini", "C:secret")


def _linked(folder: Path) -> Iterator[str]:
    for begin in ("Notes/", "Notes/./", f"{folder}/Notes/", f"{folder}/Notes//sub/../", f"{folder}/./Notes/"):
        for link in LINKS:
            for end in ("", "/", f"/{NAME}", f"/outside/{NAME}", "/plan.txt", f"/../outside/{NAME}"):
                yield f"{begin}{link}{end}"
    yield from ("Notes/hard.txt", "Notes/pipe", "Notes/pipe/x", f"Notes/plan.txt/../../outside/{NAME}")


def _alike(folder: Path) -> Iterator[str]:
    apart = unicodedata.normalize("NFD", LETTER)
    for name in ("notes", "NOTES", "nOTES", "Notes-evil", "Notes.bak", "Note", "Notes ", " Notes", "Notes.", apart):
        for end in ("", f"/{NAME}", "/plan.txt", "/inner.txt"):
            yield f"{name}{end}"
            yield f"{folder}/{name}{end}"
    for name in ("Cafe", "\uff2eotes", "N\u043etes", "Note\u017f", "Caf\u00c9", "No\u0301tes"):
        yield f"{name}/{NAME}"
        yield f"{folder}/{name}/{NAME}"


def _hidden(folder: Path) -> Iterator[str]:
    for begin in ("Notes/", f"{folder}/Notes/", "Notes/sub/../", "Notes//./"):
        for name in (".env", ".hidden", f".hidden/{NAME}", "data", f"data/{NAME}", f"data/../.hidden/{NAME}", "data/."):
            yield f"{begin}{name}"
    yield from ("n/" * 100 + NAME, "x" * 5_000, f"Notes/{'y' * 300}", "Notes/" + "../Notes/" * 60 + f"data/{NAME}")
