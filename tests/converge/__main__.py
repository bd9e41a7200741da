"""`make converge SEEDS=10000 FIRST=0`: play schedules, print what fails."""

import sys
import time

from tests.converge.schedules import Failure, schedules


def main() -> int:
    """Play the seeds that the command line asks for; 1 when one of them fails."""
    count, first = int(sys.argv[1]), int(sys.argv[2])
    began, failed, kills, conflicts, said = time.monotonic(), 0, 0, 0, 0
    with schedules() as world:
        for number, run in enumerate(world.play(range(first, first + count)), 1):
            if isinstance(run, Failure):
                failed += 1
                sys.stdout.write(f"{run}\n")
                sys.stdout.flush()
            else:
                kills, conflicts, said = kills + run.kills, conflicts + run.conflicts, said + run.said
            if number % 500 == 0:
                sys.stdout.write(f"{number} schedules, {failed} failed\n")
                sys.stdout.flush()
    took = (time.monotonic() - began) / count * 1000
    sys.stdout.write(
        f"{count} schedules, {said} messages, {conflicts} conflicts, {kills} kills, {failed} failed; "
        f"{took:.0f} ms a schedule\n"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
