"""Start with the session: an entry in the folder of what a desktop on Linux starts, as freedesktop.org describes it.

The entry itself is the setting. It may be switched off, changed or deleted in the desktop's own settings as well, so
nothing else remembers whether it is there.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.base.files import write_private
from alicia_desktop.base.frozen import start_command
from alicia_desktop.base.translation import translate
from alicia_desktop.paths import APP_NAME

_ENTRY: Final = """\
[Desktop Entry]
Type=Application
Name=Alicia
Exec={command}
Icon={name}
Terminal=false
"""
_OFF: Final = frozenset({"hidden=true", "x-gnome-autostart-enabled=false"})
"""Lines by which a desktop switches an entry off and keeps it."""
MAX_ENTRY_BYTES: Final = 64 << 10
_ESCAPED: Final = str.maketrans({character: f"\\{character}" for character in '"`$\\'} | {"%": "%%"})


def entry_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Return where the entry of this profile is, if there is one."""
    configured = environment.get("XDG_CONFIG_HOME", "")
    folder = Path(configured) if configured.startswith("/") else Path.home() / ".config"
    profile = environment.get("ALICIA_PROFILE", "")
    return folder / "autostart" / f"{'-'.join(filter(None, (APP_NAME, profile)))}.desktop"


def is_on() -> bool | None:
    """Return whether the program starts with the session; None on a system that is told of it in another way."""
    if sys.platform != "linux":
        return None
    try:
        with entry_file().open(encoding="utf-8", errors="replace") as entry:
            lines = entry.read(MAX_ENTRY_BYTES).lower().splitlines()
    except OSError:
        return False
    return not _OFF & {line.replace(" ", "") for line in lines}


def switch(*, on: bool) -> None:
    """Have the program start with the session, on the data that it has now, or not.

    Raises:
        WorldError: the folder cannot be written (`not_written`).
    """
    path = entry_file()
    data = os.environ.get("ALICIA_DATA_DIR", "")
    profile = os.environ.get("ALICIA_PROFILE", "")
    named = [*(["--data-dir", data] if data else []), *(["--profile", profile] if profile else [])]
    command = [*start_command(), *named]
    try:
        if on:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_private(path, _ENTRY.format(command=_quoted(command), name=APP_NAME).encode())
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        sentence = translate("Whether Alicia starts with the session cannot be changed in {path}: {reason}.").format(
            path=path, reason=system_reason(error)
        )
        raise WorldError(sentence=sentence, code="not_written") from error


def _quoted(command: Sequence[str]) -> str:
    """Return a command as an entry has it: arguments in quotation marks, backslashes once more as in any value."""
    return " ".join(f'"{one.translate(_ESCAPED)}"' for one in command).replace("\\", "\\\\").replace("\n", "\\n")
