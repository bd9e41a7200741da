"""Sound that a test can recognise on the other side."""

import asyncio
import math
import struct

from alicia_desktop.transport.contract import FRAME_BYTES, FRAME_SAMPLES, SAMPLE_RATE
from tests.support.patience import PATIENCE

SILENCE = bytes(FRAME_BYTES)
AHEAD_FRAMES = 30
"""What waits in a transport's queue, which holds a second."""


def tone(frames, *, hertz=440, height=12_000):
    samples = [int(height * math.sin(2 * math.pi * hertz * n / SAMPLE_RATE)) for n in range(frames * FRAME_SAMPLES)]
    pcm = struct.pack(f"<{len(samples)}h", *samples)
    return [pcm[n : n + FRAME_BYTES] for n in range(0, len(pcm), FRAME_BYTES)]


def loud(frames):
    """How many of `frames` hold a tone and not silence."""
    return sum(max(map(abs, struct.unpack(f"<{FRAME_SAMPLES}h", frame))) > 2_000 for frame in frames)


async def speak(transport, frames):
    """Hand frames over at the pace of a microphone, a little ahead of it: a busy machine then leaves no gap in them."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    for number, frame in enumerate(frames):
        await asyncio.sleep(max(0.0, begun + (number - AHEAD_FRAMES) / 100 - loop.time()))
        transport.send_sound(frame)
    await asyncio.sleep(max(0.0, begun + len(frames) / 100 - loop.time()))


async def speak_until_heard(source, target):
    """Send a tone until the other end hears it: LiveKit subscribes to a track in its own time."""
    async with asyncio.timeout(PATIENCE):
        while not loud(target.heard.sound):
            await speak(source.transport, tone(10))
