"""A message bus of the test's own, and services on it that answer as the test says.

with running_bus() as address:
    async with ScriptedPortal(address=address) as portal:
        await portal.activate()
"""

import asyncio
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Self

from jeepney import DBusAddress, Message, MessageType, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.asyncio import DBusConnection, open_dbus_connection

from tests.support.missing import require_programs
from tests.support.processes import ending

CONFIGURATION = """<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
"""Of a session, without its folders of services: a computer with a portal of its own would start that."""


@contextmanager
def running_bus() -> Iterator[str]:
    """Run a message bus that starts no services; its address."""
    require_programs("dbus-daemon")
    orphans_end = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as configuration:
        configuration.write(CONFIGURATION)
        configuration.flush()
        command = ["dbus-daemon", f"--config-file={configuration.name}", "--print-address", "--nofork", "--nopidfile"]
        process = subprocess.Popen([*orphans_end, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        with ending(process):
            assert process.stdout is not None
            with process.stdout:
                yield process.stdout.readline().decode().strip()


class ScriptedService:
    """Owns `NAMES` on a bus while it is entered, and answers method calls there."""

    NAMES: ClassVar[tuple[str, ...]]
    address: str
    _connection: DBusConnection
    _serving: asyncio.Task[None]

    async def answer(self, call: Message) -> None:
        """Answer a method call, by `send`."""
        raise NotImplementedError

    async def __aenter__(self) -> Self:
        self._connection = await open_dbus_connection(self.address)
        for name in self.NAMES:
            await self.send(message_bus.RequestName(name))
            while (await self._connection.receive()).header.message_type is not MessageType.method_return:
                pass
        self._serving = asyncio.get_running_loop().create_task(self._serve())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._serving.cancel()
        await asyncio.wait({self._serving})
        await self._connection.close()

    async def send(self, message: Message) -> None:
        """Send any message."""
        await self._connection.send(message)

    async def emit(self, path: str, interface: str, member: str, signature: str, body: tuple[Any, ...]) -> None:
        """Emit any signal."""
        await self.send(new_signal(DBusAddress(path, interface=interface), member, signature, body))

    async def _serve(self) -> None:
        while True:
            message = await self._connection.receive()
            if message.header.message_type is MessageType.method_call:
                await self.answer(message)
