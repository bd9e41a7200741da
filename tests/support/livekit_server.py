"""A real LiveKit server of the test's own, on ports that nobody else uses, that can be killed and started again.

`python -m tests.support.livekit_server COMMAND…` runs a command with such a server behind it: `make run-livekit`.
"""

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.bad_network import Computer
from tests.support.ports import free_ports
from tests.support.processes import end, start, wait_until

BINARY = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "alicia-desktop" / "livekit-server"
"""Where `make livekit` puts it; read when the tests are collected, before they get folders of their own."""

KEY = "alicia"

_CONFIG = """\
port: {http}
bind_addresses: [{host}]
keys: {{{key}: {secret}}}
rtc:
  node_ip: {host}
  use_external_ip: false
  enable_loopback_candidate: {loopback}
  interfaces: {{includes: [{device}]}}
  tcp_port: {tcp}
  udp_port: {udp}
logging: {{level: info, pion_level: error}}
"""


@dataclass(kw_only=True, slots=True)
class LiveKitServer:
    """Address and keys stay the same over `kill` and `restart`, as those of a server that crashed do."""

    folder: Path
    port: int
    secret: str = field(repr=False)
    key: str = KEY
    computer: Computer | None = None
    """Where it runs; None: on this one, for nobody else."""
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where clients connect."""
        return f"ws://{self.computer.address if self.computer else '127.0.0.1'}:{self.port}"

    @property
    def environment(self) -> Mapping[str, str]:
        """The same as a local Alicia server takes it."""
        return {
            "ALICIA_LIVEKIT_URL": self.url,
            "ALICIA_LIVEKIT_API_KEY": self.key,
            "ALICIA_LIVEKIT_API_SECRET": self.secret,
        }

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        inside = self.computer.inside if self.computer else ()
        command = [*inside, str(BINARY), "--config", str(self.folder / "livekit.yaml")]
        self.process = start(command, environment={}, log=self.folder / "log")
        wait_until(self._answers, what=f"the LiveKit server (see {self.folder / 'log'})")

    def kill(self) -> None:
        """End it like a power cut: nobody is told."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def restart(self) -> None:
        """Kill it and start it at the same address."""
        self.kill()
        self.start()

    def stop(self) -> None:
        """End it as an administrator would: it says goodbye to everybody."""
        if self.process is not None:
            end(self.process)
            self.process = None

    def _answers(self) -> bool:
        if self.computer is not None:
            return self.computer.answers(self.port)
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=1) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False


@contextmanager
def livekit_server(folder: Path, *, computer: Computer | None = None) -> Iterator[LiveKitServer]:
    """A running server whose configuration and log live in `folder`; it ends with the block."""
    folder.mkdir(parents=True, exist_ok=True)
    http, tcp = free_ports(2)
    (udp,) = free_ports(1, socket.SOCK_DGRAM)
    secret = secrets.token_hex(24)
    config = folder / "livekit.yaml"
    host, device = (computer.address, computer.device) if computer else ("127.0.0.1", "lo")
    where = {"host": host, "device": device, "loopback": str(computer is None).lower()}
    config.write_text(_CONFIG.format(http=http, tcp=tcp, udp=udp, key=KEY, secret=secret, **where))
    config.chmod(0o600)
    server = LiveKitServer(folder=folder, port=http, secret=secret, computer=computer)
    try:
        server.start()
        yield server
    finally:
        server.kill()


def main() -> int:
    """Run the command on our command line with a server behind it; its exit status is ours."""
    with tempfile.TemporaryDirectory(prefix="alicia-livekit-") as folder, livekit_server(Path(folder)) as server:
        return subprocess.run(sys.argv[1:], env={**os.environ, **server.environment}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
