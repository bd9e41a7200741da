"""Run from source or frozen into one program by PyInstaller: the commands of child processes, and what these inherit.

    command = child_command("alicia_desktop.server.main", "--port", "0")    # the one place that names an interpreter

A frozen program has no Python beside it: `sys.executable` is the program itself. It is started with the arguments that
Python takes, and its entry point, before anything else, runs the module that they name (`run_child_module`). Only
modules of `CHILD_MODULES` are run so; any other is an option that the command line does not know.

The bootloader of a frozen program puts its own libraries before those of the system, for every program that it starts
as well. Programs of the user's own, such as an MCP server or the browser, are to have what the system has
(`restore_environment`).
"""

import os
import runpy
import sys
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import Final

CHILD_MODULES: Final = frozenset(
    {
        "alicia_desktop.line.process",
        "alicia_desktop.server.downloads.download_process",
        "alicia_desktop.server.engines.model_process",
        "alicia_desktop.server.main",
        "alicia_desktop.session.tools.mcp.guard",
    }
)
"""Each runs as a process of its own; what imports none of them by name is told about them here."""
_OPTIONS: Final = ["-P", "-m"]
"""With -P nothing is imported from the folder in which the program was started."""
_LIBRARY_PATH: Final = "LD_LIBRARY_PATH"
_BOOTLOADERS: Final = "_PYI_"
"""How names of its own variables begin."""


def is_frozen() -> bool:
    """Whether this is the installed program without a Python of its own."""
    return bool(getattr(sys, "frozen", False))


def program_folder() -> Path:
    """Return the folder of the program that runs: what packages put beside it is there."""
    return Path(sys.executable).parent


def child_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of this program in a process of its own."""
    return [sys.executable, *_OPTIONS, module, *arguments]


def appimage() -> Path | None:
    """Return the AppImage that this program runs from, which is mounted elsewhere each time; None without one."""
    file, mounted = os.environ.get("APPIMAGE", ""), os.environ.get("APPDIR", "")
    is_inside = is_frozen() and bool(mounted) and Path(sys.executable).is_relative_to(mounted)
    return Path(file) if is_inside and file else None


def start_command() -> list[str]:
    """Return the command that starts the program itself, for a desktop that starts it."""
    if (image := appimage()) is not None:
        return [str(image)]
    return [sys.executable] if is_frozen() else [sys.executable, *_OPTIONS, "alicia_desktop"]


def run_child_module(arguments: Sequence[str]) -> bool:
    """Run the child process that the arguments of a frozen program name; False where they name none."""
    if not is_frozen() or list(arguments[:2]) != _OPTIONS or arguments[2:3] == []:
        return False
    module = arguments[2]
    if module not in CHILD_MODULES:
        return False
    sys.argv = [sys.argv[0], *arguments[3:]]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    return True


def restore_environment(environment: MutableMapping[str, str] = os.environ) -> None:
    """Take back what the bootloader set for this process, which has read it: children get the person's own values."""
    if not is_frozen():
        return
    before = environment.pop(f"{_LIBRARY_PATH}_ORIG", None)
    for name in [_LIBRARY_PATH, *(name for name in environment if name.startswith(_BOOTLOADERS))]:
        environment.pop(name, None)
    if before:
        environment[_LIBRARY_PATH] = before
