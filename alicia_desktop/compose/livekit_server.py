"""Run the LiveKit server that comes as a package, for rooms that other computers reach: `serve --livekit`.

    async with running_livekit("0.0.0.0", logs=logs) as livekit:
        options = replace(options, livekit=livekit)

It lives as long as the block: its guard ends it when this process ends, however that happens. Key and secret are made
anew each time, and go to it with its configuration over standard input.
"""

import asyncio
import ipaddress
import os
import secrets
import shutil
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alicia_desktop.base.child_process import ChildOutput, child_environment
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.frozen import child_command, program_folder
from alicia_desktop.base.own_addresses import has_network, reachable_address
from alicia_desktop.base.translation import translate
from alicia_desktop.server.options import LiveKitServer

PROGRAM: Final = "livekit-server"
GUARD: Final = "alicia_desktop.session.tools.mcp.guard"
KEY: Final = "alicia"
START_SECONDS: Final = 20.0
POLL_SECONDS: Final = 0.1
END_SECONDS: Final = 5.0
_CONFIGURATION: Final = """\
port: {ports.signals}
bind_addresses: ["{host}"]
keys: {{"{key}": "{secret}"}}
rtc:
  node_ip: "{address}"
  use_external_ip: false
  enable_loopback_candidate: {loopback}
  tcp_port: {ports.tcp}
  udp_port: {ports.udp}
logging: {{level: warn, pion_level: error}}
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class LiveKitPorts:
    """The ports that other computers reach; those that LiveKit itself uses by default."""

    signals: int = 7880
    tcp: int = 7881
    udp: int = 7882


DEFAULT_PORTS: Final = LiveKitPorts()


def find_program() -> Path:
    """Return the program: that of the package, else one on PATH.

    Raises:
        WorldError: there is none, or this system cannot end it with its parent (`no_livekit`).
    """
    if sys.platform != "linux":
        raise WorldError(sentence=translate("A LiveKit server is run by Alicia on Linux only."), code="no_livekit")
    beside = program_folder() / PROGRAM
    found = str(beside) if beside.is_file() else shutil.which(PROGRAM)
    if found is None:
        sentence = translate("There is no LiveKit server on this computer. Install the package alicia-desktop-livekit.")
        raise WorldError(sentence=sentence, code="no_livekit")
    return Path(found)


def livekit_problem() -> str:
    """Return why no LiveKit server can be run here, with the package that brings it; '' where one can."""
    try:
        find_program()
    except WorldError as error:
        return error.sentence
    return ""


def free_ports() -> LiveKitPorts:
    """Return ports of this computer that nobody has now, for a server that no other computer looks for."""
    with ExitStack() as stack:
        signals, tcp = (stack.enter_context(socket.socket()) for _ in range(2))
        udp = stack.enter_context(socket.socket(type=socket.SOCK_DGRAM))
        for one in (signals, tcp, udp):
            one.bind(("127.0.0.1", 0))
        numbers = [one.getsockname()[1] for one in (signals, tcp, udp)]
    return LiveKitPorts(signals=numbers[0], tcp=numbers[1], udp=numbers[2])


class LiveKitBeside:
    """The LiveKit server beside a local server that is a child of ours."""

    def __init__(self, *, logs: Path, open_to_network: bool = False) -> None:
        """Listen on this computer's own addresses, or, open to the network, where other computers look for it."""
        self._logs, self._open = logs, open_to_network
        self._stack = AsyncExitStack()
        self._running: LiveKitServer | None = None

    async def start(self) -> LiveKitServer:
        """Start it, unless it runs, and return where it is.

        Raises:
            WorldError: `no_livekit`, as `running_livekit`.
        """
        if self._running is None:
            host, ports = ("0.0.0.0", DEFAULT_PORTS) if self._open else ("127.0.0.1", free_ports())  # noqa: S104 - chosen
            running = running_livekit(host, logs=self._logs, ports=ports)
            self._running = await self._stack.enter_async_context(running)
        return self._running

    async def close(self) -> None:
        """End it."""
        self._running = None
        await self._stack.aclose()


@asynccontextmanager
async def running_livekit(
    host: str, *, logs: Path | None, ports: LiveKitPorts = DEFAULT_PORTS
) -> AsyncIterator[LiveKitServer]:
    """Run a LiveKit server that listens on `host`, for as long as the block lasts.

    Raises:
        WorldError: there is none, `host` is no address, it does not start, or nobody could come to it (`no_livekit`).
    """
    program, address, secret = find_program(), _checked(reachable_address(host)), secrets.token_hex(24)
    if not has_network():  # WebRTC finds no way where there is nothing but the loopback, not even to this computer
        sentence = translate("LiveKit needs a network, and this computer has none now. Connect it and start again.")
        raise WorldError(sentence=sentence, code="no_livekit")
    output = ChildOutput(logs, "livekit")
    with output.open() as stderr:
        process = await asyncio.create_subprocess_exec(
            *child_command(GUARD, str(os.getpid()), str(program), "--config", "/dev/stdin"),
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=stderr,
            env=child_environment("model"),
            start_new_session=True,  # the guard leads a group of its own, and ends all of it
        )
    try:
        configuration = _CONFIGURATION.format(
            host=host or "0.0.0.0",  # noqa: S104 - as above
            address=address,
            key=KEY,
            secret=secret,
            ports=ports,
            loopback=str(ipaddress.ip_address(address).is_loopback).lower(),
        )
        await _configure(process, configuration)
        await _wait_until_it_listens(process, address, ports.signals, output)
        shown = f"[{address}]" if ":" in address else address
        yield LiveKitServer(url=f"ws://{shown}:{ports.signals}", key=KEY, secret=secret)
    finally:
        await _end(process)


def _checked(address: str) -> str:
    try:
        return str(ipaddress.ip_address(address))
    except ValueError as error:
        sentence = translate("The LiveKit server needs the address of this computer as numbers, not {address}.").format(
            address=address
        )
        raise WorldError(sentence=sentence, code="no_livekit") from error


async def _configure(process: Process, configuration: str) -> None:
    assert process.stdin is not None
    with suppress(OSError):  # it has ended; why is said where it is waited for
        process.stdin.write(configuration.encode())
        await process.stdin.drain()
    process.stdin.close()


async def _wait_until_it_listens(process: Process, address: str, port: int, output: ChildOutput) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(START_SECONDS):
            while process.returncode is None:
                with suppress(OSError):
                    _, writer = await asyncio.open_connection(address, port)
                    writer.close()
                    await asyncio.sleep(POLL_SECONDS)  # a port that another program has ends ours
                    if process.returncode is None:
                        return
                await asyncio.sleep(POLL_SECONDS)
    sentence = translate("The LiveKit server did not start on {address}, port {port}: {reason}").format(
        address=address, port=port, reason=output.explain(process.returncode)
    )
    raise WorldError(sentence=sentence, code="no_livekit")


async def _end(process: Process) -> None:
    """End the guard, which ends what it guards."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.terminate()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), END_SECONDS)
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
