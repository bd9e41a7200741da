"""Outgoing sound: in order, never old, gone when it is cleared."""

import asyncio

import pytest

from alicia_desktop.transport.contract import FRAME_BYTES
from alicia_desktop.transport.endpoint import SoundQueue


def frame(number):
    return bytes([number]) * FRAME_BYTES


async def test_frames_come_out_in_order():
    queue = SoundQueue()
    for number in range(3):
        queue.put(frame(number))
    assert [await queue.get() for _ in range(3)] == [frame(0), frame(1), frame(2)]


async def test_a_full_queue_forgets_the_oldest():
    queue = SoundQueue(frames=2)
    for number in range(5):
        queue.put(frame(number))
    assert [await queue.get() for _ in range(len(queue))] == [frame(3), frame(4)]


async def test_a_cleared_queue_waits_for_the_next_frame():
    queue = SoundQueue()
    queue.put(frame(1))
    queue.clear()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(queue.get(), 0.01)
    queue.put(frame(2))
    assert await queue.get() == frame(2)


@pytest.mark.parametrize("size", [0, FRAME_BYTES - 1, FRAME_BYTES + 1])
def test_only_whole_frames_are_taken(size):
    with pytest.raises(ValueError, match="960 bytes"):
        SoundQueue().put(bytes(size))
