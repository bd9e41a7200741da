"""Garbage is collected on Qt's thread and no other.

Python collects cycles on whichever thread happens to allocate, and the database's threads allocate a lot. A widget in
such a cycle would be destroyed there, which Qt answers with a crash.

What the start has made lives as long as the program, and looking through all of it takes a tenth of a second. So what
is there at the beginning is set aside, and so is what the first full collection leaves, when the window has filled.
"""

import asyncio
import gc
from typing import Final

LOOK_SECONDS: Final = 0.5
OLDEST: Final = 2
"""The generation whose collection is a full one."""


async def collect_on_this_thread() -> None:
    """Collect when Python itself would have, until cancelled; then it does so again."""
    gc.disable()
    gc.freeze()
    settled = False
    try:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            generation = due_generation(gc.get_count(), gc.get_threshold())
            if generation is not None:
                settled = collect(generation, settled=settled)
    finally:
        gc.unfreeze()
        gc.enable()


def collect(generation: int, *, settled: bool) -> bool:
    """Collect a generation and the younger ones; returns whether there was a full one, after which all is set aside."""
    gc.collect(generation)
    if generation == OLDEST and not settled:
        gc.freeze()
    return settled or generation == OLDEST


def due_generation(counts: tuple[int, ...], thresholds: tuple[int, ...]) -> int | None:
    """Return the oldest generation that is over its threshold, or None."""
    due = [number for number, (count, most) in enumerate(zip(counts, thresholds, strict=True)) if count > most > 0]
    return due[-1] if due else None
