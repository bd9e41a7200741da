"""Garbage is collected on Qt's thread and no other.

Python collects cycles on whichever thread happens to allocate, and the database's threads allocate a lot. A widget in
such a cycle would be destroyed there, which Qt answers with a crash.
"""

import asyncio
import gc
from typing import Final

LOOK_SECONDS: Final = 0.5


async def collect_on_this_thread() -> None:
    """Collect when Python itself would have, until cancelled; then it does so again."""
    gc.disable()
    try:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            generation = due_generation(gc.get_count(), gc.get_threshold())
            if generation is not None:
                gc.collect(generation)
    finally:
        gc.enable()


def due_generation(counts: tuple[int, ...], thresholds: tuple[int, ...]) -> int | None:
    """Return the oldest generation that is over its threshold, or None."""
    due = [number for number, (count, most) in enumerate(zip(counts, thresholds, strict=True)) if count > most > 0]
    return due[-1] if due else None
