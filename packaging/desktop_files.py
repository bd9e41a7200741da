"""Writes what a desktop wants to know of the program, into FOLDER as it lies below /usr: `desktop_files.py FOLDER`.

Icons in each size from the one picture, the entry of the menu, the kind of file that a capture is, AppStream's
description, the man page and the completion of three shells. All of it from what is here: the commands are asked for
their help, the changelog for its releases.

Environment variables:
    ALICIA_HOMEPAGE     an address that the repository is published at; AppStream's screenshots lie below it
    SOURCE_DATE_EPOCH   the time that the files say they were made, in seconds
"""

import gzip
import os
import re
import shutil
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

import typer
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from typer._completion_shared import get_completion_script

from alicia_desktop import __version__
from alicia_desktop.cli import COMPLETION
from alicia_desktop.cli.commands import app

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent
NAME: Final = "alicia-desktop"
SIZES: Final = (16, 22, 24, 32, 48, 64, 128, 256, 512)
COMPLETIONS: Final = {
    "bash": f"share/bash-completion/completions/{NAME}",
    "zsh": f"share/zsh/vendor-completions/_{NAME}",
    "fish": f"share/fish/vendor_completions.d/{NAME}.fish",
}
SCREENSHOTS: Final = {
    "conversation.png": "A conversation: the answer, and the memory it rests on",
    "inspector-memory.png": "Why she answered so: the memories, and how well each of them fits",
    "memories.png": "All that she remembers, on your own computer",
}


def main(folder: Path) -> None:
    """Write all files below `folder`."""
    write_icons(folder / "share" / "icons" / "hicolor")
    copy(HERE / "desktop" / f"{NAME}.desktop", folder / "share" / "applications" / f"{NAME}.desktop")
    copy(HERE / "desktop" / f"{NAME}.xml", folder / "share" / "mime" / "packages" / f"{NAME}.xml")
    write(folder / "share" / "metainfo" / f"{NAME}.metainfo.xml", metainfo(os.environ.get("ALICIA_HOMEPAGE", "")))
    page = folder / "share" / "man" / "man1" / f"{NAME}.1.gz"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_bytes(gzip.compress(man_page().encode(), mtime=0))
    for shell, path in COMPLETIONS.items():
        write(folder / path, completion(shell))


def copy(source: Path, target: Path) -> None:
    """Copy a file, and make the folders that it lies in."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def write(path: Path, text: str) -> None:
    """Write a text, and make the folders that it lies in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def write_icons(folder: Path) -> None:
    """Draw the icon in each size; the picture itself is for all others."""
    picture = ROOT / "alicia_desktop" / "resources" / f"{NAME}.svg"
    copy(picture, folder / "scalable" / "apps" / picture.name)
    _application = QGuiApplication.instance() or QGuiApplication(["icons", "-platform", "offscreen"])
    renderer = QSvgRenderer(str(picture))
    for size in SIZES:
        image = QImage(QSize(size, size), QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        path = folder / f"{size}x{size}" / "apps" / f"{NAME}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        image.save(str(path))


def built_on() -> datetime:
    """Return the time that the files say they were made."""
    return datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)


def metainfo(homepage: str) -> str:
    """Return AppStream's description; without a home page, it has no pictures, which are addresses there."""
    text = (HERE / "desktop" / f"{NAME}.metainfo.xml").read_text("utf-8")
    text = text.replace("@VERSION@", __version__).replace("@DATE@", f"{built_on():%Y-%m-%d}")
    return text.replace("  @PUBLISHED@\n", "".join(f"  {line}\n" for line in _published(homepage.rstrip("/"))))


def _published(homepage: str) -> Iterator[str]:
    if not homepage:
        return
    yield f'<url type="homepage">{escape(homepage)}</url>'
    yield "<screenshots>"
    for number, (picture, caption) in enumerate(SCREENSHOTS.items()):
        yield '  <screenshot type="default">' if number == 0 else "  <screenshot>"
        yield f"    <caption>{escape(caption)}</caption>"
        yield f"    <image>{escape(homepage)}/docs/images/{picture}</image>"
        yield "  </screenshot>"
    yield "</screenshots>"


def completion(shell: str) -> str:
    """Return the script that asks the program itself, at each Tab."""
    return get_completion_script(prog_name=NAME, complete_var=COMPLETION, shell=shell) + "\n"


def man_page() -> str:
    """Return the manual page: the overview, then each command with its options and examples."""
    command = typer.main.get_command(app)
    head = f'.TH ALICIA-DESKTOP 1 "{built_on():%Y-%m-%d}" "Alicia Desktop {__version__}" "User Commands"'
    lines = [head, ".SH NAME", f"{NAME} \\- talk with Alicia, typed or spoken, and see why she answered so"]
    lines += [".SH SYNOPSIS", f".B {NAME}", "[\\fIoptions\\fR] [\\fIcommand\\fR]"]
    lines += [".SH DESCRIPTION", *_as_it_stands(_help(command, NAME)), ".SH COMMANDS"]
    for name, one in _commands(command, NAME):
        lines += [f".SS {_roff(name)}", *_as_it_stands(_help(one, name))]
    lines += [
        ".SH FILES",
        ".I ~/.local/share/alicia\\-desktop",
        ".RS",
        "Conversations, memories, settings and logs.",
        ".RE",
    ]
    return "\n".join(lines) + "\n"


def _commands(group: Any, path: str) -> Iterator[tuple[str, Any]]:
    for name, command in sorted(getattr(group, "commands", {}).items()):
        if not command.hidden:
            yield f"{path} {name}", command
            yield from _commands(command, f"{path} {name}")


def _help(command: Any, path: str) -> str:
    context = command.make_context(path, [], resilient_parsing=True)
    context.terminal_width = context.max_content_width = 78
    text = str(command.get_help(context))
    return re.sub(r"^Documentation:\n  .*$", "", text, flags=re.MULTILINE).strip()


def _as_it_stands(text: str) -> list[str]:
    return [".nf", *(_roff(line) for line in text.splitlines()), ".fi"]


def _roff(line: str) -> str:
    """Return a line in which nothing is a command of the formatter."""
    escaped = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in {".", "'"} else escaped


if __name__ == "__main__":
    main(Path(sys.argv[1]))
