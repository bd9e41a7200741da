"""`make fuzz COUNT=1000000 SEED=0`: let so many bent packets come, print what is wrong and what took longest."""

import sys
from typing import Final

from tests.fuzz.course import STORY
from tests.fuzz.runner import fuzz, limit_memory, yardstick_seconds

WARM_UP: Final = -1
"""The story before all others: it loads what is loaded at the first need."""


def main() -> int:
    """Play stories from `SEED` on until `COUNT` packets have come; 1 when something was wrong."""
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    stories, wrong = -(-count // STORY), 0
    with fuzz() as world:
        world.play(WARM_UP)
        limit_memory()
        world.slowest.clear()
        for number in range(stories):
            for finding in world.play(seed * stories + number):
                wrong += 1
                sys.stdout.write(f"{finding}\n")
            if number % 400 == 399:
                sys.stdout.write(f"{(number + 1) * STORY:,} packets, {wrong} findings\n")
        times = ", ".join(f"{station} {seconds * 1000:.1f} ms" for station, seconds in sorted(world.slowest.items()))
    yardstick = f"a yardstick {yardstick_seconds() * 1000:.2f} ms"
    sys.stdout.write(f"{stories * STORY} packets, {wrong} findings; the slowest: {times}; {yardstick}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
