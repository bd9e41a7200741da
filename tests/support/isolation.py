"""Every test has a home of its own: nothing is read from or left in that of the person who runs it.

And none starts a process unnoticed: those that do carry the marker `e2e`, and `make test-fast` leaves them out.
"""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import keyring
import keyring.backends.fail
import pytest

from tests.support import command

FOLDERS = {
    "HOME": "",
    "XDG_CACHE_HOME": ".cache",
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
    "XDG_RUNTIME_DIR": "run",
    "ALICIA_DATA_DIR": "alicia",
}
"""Variable → folder below the test's home."""

ELSEWHERE = ("DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "PULSE_SERVER", "WAYLAND_DISPLAY")
"""What would lead a test to the desktop, the key ring or the loudspeaker of that person."""

SLOW_STARTS = "PYTHONDONTWRITEBYTECODE"
"""With it every process that a test starts compiles anew all that it imports, which doubles what a start takes."""

AUTHORITY = str(Path(__file__).parents[1] / "data" / "authority.pem")
"""One, whose key nobody has: a file without any is refused where a connection is prepared."""

PYTHONS_OWN = ("/sbin/ldconfig",)
"""What `ctypes` starts to find a library."""


def isolate(folder: Path) -> None:
    """Give a program that is no test the same home of its own, for good."""
    for name, below in FOLDERS.items():
        (folder / below).mkdir(mode=0o700, parents=True, exist_ok=True)
        os.environ[name] = str(folder / below)
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
    os.environ["QT_QPA_PLATFORM"] = "offscreen"


@pytest.fixture(autouse=True)
def home(tmp_path_factory, monkeypatch):
    """The test's own home folder; no `ALICIA_*` setting of the environment is left but the data folder."""
    folder = tmp_path_factory.mktemp("home")
    for name in [*ELSEWHERE, SLOW_STARTS, *(name for name in os.environ if name.startswith("ALICIA_"))]:
        monkeypatch.delenv(name, raising=False)
    for name, below in FOLDERS.items():
        (folder / below).mkdir(mode=0o700, parents=True, exist_ok=True)
        monkeypatch.setenv(name, str(folder / below))
    monkeypatch.setattr("alicia_desktop.server.endpoints.endpoint_address.LOCAL", ())  # what runs on that computer
    monkeypatch.setenv("SSL_CERT_FILE", AUTHORITY)  # whom the world trusts is read at each start, and asked by no test
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    keyring.set_keyring(keyring.backends.fail.Keyring())  # an earlier test may have set another one
    return folder


@pytest.fixture(autouse=True)
def processes_only_where_marked(request, monkeypatch):
    """Fail a test that starts a process without the marker `e2e`."""
    if request.node.get_closest_marker("e2e") is not None:
        return
    begin: Any = subprocess.Popen.__init__

    def begin_if_of_python(process: object, words: Sequence[str], *rest: Any, **options: Any) -> None:
        if words[0] not in PYTHONS_OWN:
            pytest.fail(f"A test that starts a process carries the marker e2e; this one starts {words}", pytrace=False)
        begin(process, words, *rest, **options)

    def fork() -> None:
        pytest.fail("A test that runs a command carries the marker e2e", pytrace=False)

    monkeypatch.setattr(subprocess.Popen, "__init__", begin_if_of_python)
    monkeypatch.setattr(command, "forks", fork)
