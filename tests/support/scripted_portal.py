"""A desktop's portal for global shortcuts, on a message bus of the test's own.

with running_bus() as address:
    async with ScriptedPortal(address) as portal:
        portal.assigns = "Press F9"
        await portal.activate()
"""

import asyncio
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from jeepney import DBusAddress, HeaderFields, Message, MessageType, new_error, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.asyncio import DBusConnection, open_dbus_connection

from tests.support.missing import require_programs
from tests.support.processes import ending

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"


BUS_CONFIGURATION = """<busconfig>
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
        configuration.write(BUS_CONFIGURATION)
        configuration.flush()
        command = ["dbus-daemon", f"--config-file={configuration.name}", "--print-address", "--nofork", "--nopidfile"]
        process = subprocess.Popen([*orphans_end, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        with ending(process):
            assert process.stdout is not None
            with process.stdout:
                yield process.stdout.readline().decode().strip()


@dataclass(kw_only=True)
class ScriptedPortal:
    """The portal, which answers as its fields say."""

    address: str
    offers: bool = True
    """Whether it has global shortcuts at all."""
    answers: Literal["at once", "when told", "declined", "nonsense"] = "at once"
    """What comes of the question for a key; when told: `confirm`."""
    assigns: str = "Press F9"
    asked: asyncio.Queue[tuple[str, tuple[Any, ...]]] = field(default_factory=asyncio.Queue)
    """The methods that were called, with their arguments."""
    _connection: DBusConnection | None = None
    _serving: asyncio.Task[None] | None = None
    _session: str = ""
    _question: tuple[str, str] = ("", "")

    async def __aenter__(self) -> Self:
        self._connection = await open_dbus_connection(self.address)
        await self._connection.send(message_bus.RequestName(NAME))
        while (await self._connection.receive()).header.message_type is not MessageType.method_return:
            pass
        self._serving = asyncio.get_running_loop().create_task(self._serve())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._serving is not None
        assert self._connection is not None
        self._serving.cancel()
        await asyncio.wait({self._serving})
        await self._connection.close()

    async def confirm(self) -> None:
        """Answer the question for a key as the person would."""
        await self._respond(*self._question, 0, {"shortcuts": ("a(sa{sv})", self.shortcuts())})

    async def activate(self, *, shortcut: str = "push-to-talk", session: str = "") -> None:
        """Tell that the key was pressed."""
        await self._emit("Activated", "osta{sv}", (session or self._session, shortcut, 1, {}))

    async def deactivate(self) -> None:
        """Tell that the key was released."""
        await self._emit("Deactivated", "osta{sv}", (self._session, "push-to-talk", 2, {}))

    async def reassign(self, label: str) -> None:
        """Tell that the person has assigned another key in the desktop's settings."""
        self.assigns = label
        await self._emit("ShortcutsChanged", "oa(sa{sv})", (self._session, self.shortcuts()))

    async def close_session(self) -> None:
        """Tell that the session is over."""
        await self.emit(self._session, "org.freedesktop.portal.Session", "Closed", "a{sv}", ({},))

    def shortcuts(self) -> list[tuple[str, dict[str, tuple[str, str]]]]:
        """Return what is assigned."""
        return [("push-to-talk", {"trigger_description": ("s", self.assigns)})]

    async def _emit(self, member: str, signature: str, body: tuple[Any, ...]) -> None:
        await self.emit(PATH, SHORTCUTS, member, signature, body)

    async def emit(self, path: str, interface: str, member: str, signature: str, body: tuple[Any, ...]) -> None:
        """Emit any signal."""
        assert self._connection is not None
        await self._connection.send(new_signal(DBusAddress(path, interface=interface), member, signature, body))

    async def _serve(self) -> None:
        assert self._connection is not None
        while True:
            message = await self._connection.receive()
            if message.header.message_type is MessageType.method_call:
                await self._answer(message)

    async def _answer(self, message: Message) -> None:
        assert self._connection is not None
        fields = message.header.fields
        member, sender = fields[HeaderFields.member], fields[HeaderFields.sender]
        if fields.get(HeaderFields.interface) != SHORTCUTS or not self.offers:
            await self._connection.send(new_error(message, "org.freedesktop.DBus.Error.UnknownMethod"))
            return
        options = message.body[-1]
        name = sender.removeprefix(":").replace(".", "_")
        handle = f"{PATH}/request/{name}/{options['handle_token'][1]}"
        await self._connection.send(new_method_return(message, "o", (handle,)))
        if member == "CreateSession":
            self._session = f"{PATH}/session/{name}/{options['session_handle_token'][1]}"
            await self._respond(handle, sender, 0, {"session_handle": ("s", self._session)})
        else:
            self._question = handle, sender
            await self._answer_question()
        self.asked.put_nowait((member, message.body))

    async def _answer_question(self) -> None:
        if self.answers == "at once":
            await self.confirm()
        elif self.answers == "declined":
            await self._respond(*self._question, 1, {})
        elif self.answers == "nonsense":
            await self._respond(*self._question, 0, {"shortcuts": ("as", ["push-to-talk"])})

    async def _respond(self, path: str, receiver: str, code: int, results: dict[str, tuple[str, Any]]) -> None:
        assert self._connection is not None
        emitter = DBusAddress(path, interface="org.freedesktop.portal.Request")
        signal = new_signal(emitter, "Response", "ua{sv}", (code, results))
        signal.header.fields[HeaderFields.destination] = receiver
        await self._connection.send(signal)
