"""Sound that a test can recognise on the other side."""

import asyncio
import math
import struct

from alicia_desktop.transport.contract import FRAME_BYTES, FRAME_SAMPLES, SAMPLE_RATE

SILENCE = bytes(FRAME_BYTES)


def tone(frames, *, hertz=440, height=12_000):
    samples = [int(height * math.sin(2 * math.pi * hertz * n / SAMPLE_RATE)) for n in range(frames * FRAME_SAMPLES)]
    pcm = struct.pack(f"<{len(samples)}h", *samples)
    return [pcm[n : n + FRAME_BYTES] for n in range(0, len(pcm), FRAME_BYTES)]


def loud(frames):
    """How many of `frames` hold a tone and not silence."""
    return sum(max(map(abs, struct.unpack(f"<{FRAME_SAMPLES}h", frame))) > 2_000 for frame in frames)


async def speak(transport, frames):
    """Hand frames over at the pace of a microphone."""
    for frame in frames:
        transport.send_sound(frame)
        await asyncio.sleep(0.01)
