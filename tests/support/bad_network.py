"""Two computers with a bad network between them: namespaces of the kernel, joined by TUN devices and a relay of ours.

    with two_computers(Link(loss=0.05, jitter_ms=80)) as (home, away):
        subprocess.run([*away.inside, "ping", "-c1", home.address])

The relay loses, delays and holds back whole IP packets in user space, since few kernels bring `netem`. What runs in a
namespace reaches nothing but the other one. `python -m tests.support.bad_network` is the relay.
"""

import fcntl
import heapq
import os
import random
import secrets
import selectors
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

from tests.support.processes import ending

HOME, AWAY = "10.77.0.1", "10.77.0.2"
QUEUE_SECONDS: Final = 0.4
"""What would wait longer for its turn on a narrow link is dropped, as by `tc … tbf latency 400ms`."""
PACKET_BYTES: Final = 65_536
OUT_SECONDS: Final = 0.01
_TUN: Final = Path("/dev/net/tun")
_TUNSETIFF: Final = 0x400454CA
_PLAIN_PACKETS: Final = 0x1001
"""IFF_TUN | IFF_NO_PI: IP packets with nothing before them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """What becomes of packets on their way, the same in both directions."""

    loss: float = 0.0
    """Of 1: how many never arrive, each by chance."""
    jitter_ms: float = 0.0
    """Each is delayed by chance, evenly between nothing and this, so later ones overtake."""
    bits_per_second: float = 0.0
    """0: as many as come."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Computer:
    """One of the two."""

    namespace: str
    address: str
    device: str

    @property
    def inside(self) -> tuple[str, ...]:
        """Words before a command that runs there."""
        return ("ip", "netns", "exec", self.namespace)

    def plug(self, *, connected: bool) -> None:
        """Put its network cable in, or pull it out."""
        _ip("-n", self.namespace, "link", "set", self.device, "up" if connected else "down")

    def answers(self, port: int) -> bool:
        """Whether something of this computer listens on a TCP port."""
        asked = [*self.inside, "bash", "-c", f"</dev/tcp/{self.address}/{port}"]
        return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def reason_against() -> str:
    """Say why there can be no such computers here; empty where there can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    try:
        with two_computers(Link()):
            return ""
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", None)
        return f"no network namespaces or TUN devices here: {said.decode().strip() if said else error}"


@contextmanager
def two_computers(link: Link, *, seed: int = 0) -> Iterator[tuple[Computer, Computer]]:
    """Make both, with the link between them; they are gone after the block, and what ran in them has to be.

    Raises:
        OSError: there are no TUN devices, or no command `ip`.
        subprocess.CalledProcessError: this computer makes no namespaces.
    """
    name = f"al{secrets.token_hex(3)}"
    with ExitStack() as stack:
        pair = [
            stack.enter_context(_computer(f"{name}{end}", own, other))
            for end, own, other in (("h", HOME, AWAY), ("a", AWAY, HOME))
        ]
        ends = [end for _, end in pair]
        command = [sys.executable, "-m", "tests.support.bad_network", str(seed), *map(str, (*ends, *astuple(link)))]
        stack.enter_context(ending(subprocess.Popen(command, pass_fds=ends, cwd=Path(__file__).parents[2])))
        yield pair[0][0], pair[1][0]


@contextmanager
def _computer(name: str, own: str, other: str) -> Iterator[tuple[Computer, int]]:
    """Make a namespace with a TUN device, whose other end is the file handle."""
    _ip("netns", "add", name)
    try:
        with _tun(name) as end:
            _ip("link", "set", name, "netns", name)
            inside = ("-n", name)
            _ip(*inside, "address", "add", own, "peer", other, "dev", name)
            for device in ("lo", name):
                _ip(*inside, "link", "set", device, "up")
            yield Computer(namespace=name, address=own, device=name), end
    finally:
        _ip("netns", "delete", name)


@contextmanager
def _tun(name: str) -> Iterator[int]:
    end = os.open(_TUN, os.O_RDWR | os.O_NONBLOCK)
    try:
        fcntl.ioctl(end, _TUNSETIFF, struct.pack("16sH", name.encode(), _PLAIN_PACKETS))
        yield end
    finally:
        os.close(end)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], capture_output=True, check=True)


class Lane:
    """One direction: takes packets when they come and tells when each is due at the other end."""

    def __init__(self, link: Link, *, chance: random.Random) -> None:
        self._link, self._chance = link, chance
        self._free_at = 0.0

    def due(self, size: int, now: float) -> float | None:
        """Return when a packet of `size` bytes arrives that is sent now, None for never."""
        if self._chance.random() < self._link.loss:
            return None
        at = now
        if self._link.bits_per_second:
            at = max(now, self._free_at) + size * 8 / self._link.bits_per_second
            if at - now > QUEUE_SECONDS:
                return None
            self._free_at = at
        return at + self._chance.uniform(0, self._link.jitter_ms / 1000)


def relay(ends: Sequence[int], link: Link, *, seed: int) -> None:
    """Carry packets between two TUN devices for ever."""
    lanes = [Lane(link, chance=random.Random(seed + at)) for at in range(2)]
    waiting: list[tuple[float, int, int, bytes]] = []
    count = 0
    with selectors.DefaultSelector() as selector:
        for at, end in enumerate(ends):
            selector.register(end, selectors.EVENT_READ, at)
        while True:
            patience = max(0.0, waiting[0][0] - time.monotonic()) if waiting else None
            for key, _ in selector.select(patience):
                try:
                    packet = os.read(key.fd, PACKET_BYTES)
                except OSError:  # the device is down
                    time.sleep(OUT_SECONDS)  # noqa: TID251 - another program's time, not ours
                    continue
                count += 1
                if (due := lanes[key.data].due(len(packet), time.monotonic())) is not None:
                    heapq.heappush(waiting, (due, count, ends[1 - key.data], packet))
            while waiting and waiting[0][0] <= time.monotonic():
                _, _, end, packet = heapq.heappop(waiting)
                with suppress(OSError):  # the device is not up yet, or no more
                    os.write(end, packet)


if __name__ == "__main__":
    seed, *ends, loss, jitter_ms, bits_per_second = sys.argv[1:]
    told = Link(loss=float(loss), jitter_ms=float(jitter_ms), bits_per_second=float(bits_per_second))
    with suppress(KeyboardInterrupt, OSError):
        relay([int(end) for end in ends], told, seed=int(seed))
