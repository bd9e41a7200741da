"""Sound from one computer to another through the program's own LiveKit transport, and when each frame came.

    arrived = carry(pcm, server, sender=away, hearer=home, folder=tmp_path)

Both ends are processes of their own, each on its computer; their clock is the same one. The sound begins when the
hearer has told that a tone arrives, so how long two take to hear each other on a busy machine takes nothing from it.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.transport.contract import (
    FRAME_BYTES,
    FRAME_SAMPLES,
    SAMPLE_RATE,
    PeerJoined,
    PeerLeft,
    RoomAddress,
    SoundReceived,
    StanzaReceived,
    TransportEvent,
)
from alicia_desktop.transport.livekit import LiveKitTransport
from alicia_desktop.transport.token import livekit_token
from tests.support.bad_network import Computer
from tests.support.livekit_server import LiveKitServer
from tests.support.patience import PATIENCE
from tests.support.processes import end

ROOM, SENDER, HEARER = "room", "sender", "hearer"
FRAME_SECONDS: Final = 0.01
SILENCE: Final = bytes(FRAME_BYTES)
LEAD_FRAMES: Final = 120
"""Of silence between the tone and the sound, in which the hearer's buffer learns how late packets come."""
TONE: Final = (8_000 * np.sin(2 * np.pi * 1_000 * np.arange(FRAME_SAMPLES) / SAMPLE_RATE)).astype("<i2").tobytes()
TONE_LEVEL: Final = 4_000
HEARD, BEGIN, OVER = b"heard", b"begin", b"over"
"""The hearer hears the tone · the sound follows, and what came before is dropped · nothing follows."""
TAIL_SECONDS: Final = 0.7
"""For what is still on its way."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Carried:
    """What was heard: 16-bit mono PCM at 48 kHz, and the monotonic clock of each frame at both ends."""

    pcm: bytes
    sent_at: NDArray[np.float64]
    heard_at: NDArray[np.float64]


def carry(
    pcm: bytes, server: LiveKitServer, *, sender: Computer, hearer: Computer, folder: Path, speed: float = 1.0
) -> Carried:
    """Send `pcm` in real time, and return what the other end heard until it was over.

    Args:
        pcm: 16-bit mono PCM at 48 kHz.
        server: the LiveKit server, which both reach.
        speed: of the sender's clock; 1.0002 is one that is 200 ppm fast.
        folder: for what the two processes hand over.
    """
    source, heard = folder / "source", folder / "heard"
    source.write_bytes(pcm)
    with ExitStack() as stack:
        ends = [
            _start(HEARER, server, hearer, heard, speed=1.0),
            _start(SENDER, server, sender, source, speed=speed),
        ]
        for process in ends:
            stack.callback(end, process)
        patience = len(pcm) / FRAME_BYTES * FRAME_SECONDS / speed + PATIENCE
        if any(process.wait(patience) for process in ends):
            raise RuntimeError("an end of the connection failed; what it printed says why")
    return Carried(
        pcm=heard.read_bytes(),
        sent_at=np.loadtxt(_moments(source)),
        heard_at=np.loadtxt(_moments(heard)),
    )


def _start(name: str, server: LiveKitServer, at: Computer, file: Path, *, speed: float) -> subprocess.Popen[bytes]:
    token = livekit_token(key=server.key, secret=server.secret, room=ROOM, identity=name)
    command = [sys.executable, "-m", "tests.support.carried_sound", name, server.url, token, str(file), str(speed)]
    return subprocess.Popen([*at.inside, *command], cwd=Path(__file__).parents[2])


def _moments(file: Path) -> Path:
    return file.with_suffix(".moments")


class End:
    """One end in its own process."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.transport = LiveKitTransport()
        self.frames: list[bytes] = []
        self.moments: list[float] = []
        """By the monotonic clock, when each frame was sent, or came."""
        self.met = asyncio.Event()
        self.heard = asyncio.Event()
        """The hearer has heard the tone."""
        self.over = asyncio.Event()
        """The sender has sent all, or the hearer has heard all and left."""

    async def connect(self, url: str, token: str) -> None:
        """Join the room and wait for the other one."""
        address = RoomAddress(transport="livekit", url=url, token=token, room_name=ROOM, participant_id=self.name)
        await self.transport.connect(address, self._on_event)
        async with asyncio.timeout(PATIENCE):
            await self.met.wait()

    async def speak(self, frames: Sequence[bytes], *, speed: float) -> None:
        """Send frames as a microphone does whose clock has that speed, say when they are over, and wait to be heard."""
        async with asyncio.timeout(PATIENCE):
            while not self.heard.is_set():
                await self._send([TONE] * 10)
        await self._send([SILENCE] * LEAD_FRAMES)
        await self.transport.send(BEGIN)
        self.moments.clear()
        await self._send(frames, speed=speed)
        await asyncio.sleep(TAIL_SECONDS)
        await self.transport.send(OVER)
        async with asyncio.timeout(PATIENCE):
            await self.over.wait()  # who left at once would take along what has to be sent again

    async def hear(self) -> None:
        """Tell the sender once the tone is heard, and keep what is heard until all of the sound was."""
        async with asyncio.timeout(PATIENCE):
            await self.heard.wait()
        await self.transport.send(HEARD)
        await self.over.wait()

    async def _send(self, frames: Sequence[bytes], *, speed: float = 1.0) -> None:
        begun = time.monotonic()
        for number, frame in enumerate(frames):
            await asyncio.sleep(max(0.0, begun + number * FRAME_SECONDS / speed - time.monotonic()))
            self.transport.send_sound(frame)
            self.moments.append(time.monotonic())

    def _on_event(self, event: TransportEvent) -> None:
        match event:
            case SoundReceived(pcm=pcm) if self.name == HEARER:
                self.frames.append(pcm)
                self.moments.append(time.monotonic())
                if not self.heard.is_set() and np.abs(np.frombuffer(pcm, "<i2")).max() > TONE_LEVEL:
                    self.heard.set()
            case StanzaReceived(data=data) if data == HEARD:
                self.heard.set()
            case StanzaReceived(data=data) if data == BEGIN:
                self.frames.clear()
                self.moments.clear()
            case StanzaReceived() | PeerLeft():
                self.over.set()
            case PeerJoined():
                self.met.set()


def _cut(pcm: bytes) -> Iterator[bytes]:
    for at in range(0, len(pcm), FRAME_BYTES):
        yield pcm[at : at + FRAME_BYTES].ljust(FRAME_BYTES, b"\0")


async def speak(one: End, url: str, token: str, pcm: bytes, *, speed: float) -> None:
    """Be the sender."""
    await one.connect(url, token)
    await one.speak(list(_cut(pcm)), speed=speed)
    await one.transport.close()


async def hear(one: End, url: str, token: str) -> None:
    """Be the hearer."""
    await one.connect(url, token)
    await one.hear()
    await one.transport.close()


def main(name: str, url: str, token: str, file: Path, speed: float) -> None:
    """Take part as one of the two; `file` has what is said, or gets what was heard."""
    one = End(name)
    if name == SENDER:
        asyncio.run(speak(one, url, token, file.read_bytes(), speed=speed))
    else:
        asyncio.run(hear(one, url, token))
        file.write_bytes(b"".join(one.frames))
    np.savetxt(_moments(file), one.moments)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], Path(sys.argv[4]), float(sys.argv[5]))
