"""GNOME's real keyring on a message bus of the test's own, unlocked and empty.

with running_bus() as address, running_keyring(address, folder):
    assert kept_entries(address) == {}
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import secretstorage
from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import open_dbus_connection

from tests.support.missing import require_programs
from tests.support.processes import ending, wait_until

NAME = "org.freedesktop.secrets"
PROGRAM = "gnome-keyring-daemon"


@contextmanager
def running_keyring(address: str, folder: Path) -> Iterator[None]:
    """Run the keyring on the bus at `address`, with its files below `folder`, until the end of the block."""
    require_programs(PROGRAM, "setpriv")
    control = folder / "control"
    control.mkdir(mode=0o700, parents=True)
    command = ["setpriv", "--pdeathsig", "KILL", PROGRAM, "--foreground", "--components=secrets"]
    process = subprocess.Popen(
        [*command, "--unlock", f"--control-directory={control}"],
        env={**os.environ, "DBUS_SESSION_BUS_ADDRESS": address, "XDG_DATA_HOME": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with ending(process):
        assert process.stdin is not None
        with process.stdin:
            process.stdin.write(b"a password\n")
        wait_until(lambda: _is_there(address), what=PROGRAM)
        yield


def _is_there(address: str) -> bool:
    bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
    with open_dbus_connection(address) as connection:
        reply = connection.send_and_get_reply(new_method_call(bus, "NameHasOwner", "s", (NAME,)))
        return bool(reply.body[0])


def kept_entries(address: str) -> dict[str, str]:
    """Return what the keyring keeps for this program: the secret under each name of an account."""
    with closing(open_dbus_connection(address)) as bus:
        collection = secretstorage.get_default_collection(bus)
        return {
            item.get_attributes()["username"]: item.get_secret().decode()
            for item in collection.search_items({"service": "alicia-desktop"})
        }
