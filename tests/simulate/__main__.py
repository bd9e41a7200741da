"""`make simulate SEEDS=10000 FIRST=0`: play seeds, print what fails and how fast virtual time went by."""

import sys
import time

from tests.simulate.seeds import Failure, seeds


def main() -> int:
    """Play the seeds that the command line asks for; 1 when one of them fails."""
    count, first = int(sys.argv[1]), int(sys.argv[2])
    began, virtual, kills, failed = time.monotonic(), 0.0, 0, 0
    with seeds() as world:
        for number, run in enumerate(world.play(range(first, first + count)), 1):
            if isinstance(run, Failure):
                failed += 1
                sys.stdout.write(f"{run}\n")
            else:
                virtual, kills = virtual + run.seconds, kills + run.kills
            if number % 500 == 0:
                sys.stdout.write(f"{number} seeds, {failed} failed\n")
    rate = virtual / (time.monotonic() - began)
    sys.stdout.write(f"{count} seeds, {kills} kills, {failed} failed; {rate:,.0f} virtual seconds a second\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
