"""The program as a person runs it: its command in a home of the measurement's own, without display or devices."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from tests.bench.measure import NotMeasuredError

COMMAND = (sys.executable, "-m", "alicia_desktop")
PATIENCE_SECONDS = 180.0


def environment(home: Path) -> dict[str, str]:
    """Return ours without any setting of Alicia's, and with folders below `home`.

    Compiled modules are kept from the first start on, as they are for everybody who did not forbid it.
    """
    foreign = ("ALICIA_", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    own = {"ALICIA_DATA_DIR": str(home / "alicia"), "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    return {**kept, **own, "QT_QPA_PLATFORM": "offscreen"}


def talk(home: Path, texts: Sequence[str], *options: str) -> list[dict[str, Any]]:
    """Say these things one after the other, and return the stanzas that crossed the wire."""
    said = [word for text in texts for word in ("--text", text)]
    command = [*COMMAND, "talk", "--json", *said, *options]
    try:
        ended = subprocess.run(
            command, env=environment(home), timeout=PATIENCE_SECONDS, check=True, capture_output=True
        )
    except subprocess.CalledProcessError as error:
        raise NotMeasuredError(f"`talk` failed: {error.stderr.decode().strip()[-300:]}") from error
    except subprocess.TimeoutExpired as error:
        raise NotMeasuredError(f"`talk` took more than {PATIENCE_SECONDS:.0f} s") from error
    return [msgspec.json.decode(line) for line in ended.stdout.splitlines()]
