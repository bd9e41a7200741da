"""`make torture CYCLES=1000 SEED=0`: kill client and server so often, and say what was left of what was written."""

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.support.isolation import FOLDERS
from tests.torture.torture import Torture, scripted


def main() -> int:
    """Play the cycles that the command line asks for; 1 when something was lost, torn or doubled.

    Then the data folders stay, because the moments of the kills never come again.
    """
    cycles, seed = int(sys.argv[1]), int(sys.argv[2])
    home = Path(tempfile.mkdtemp(prefix="alicia-torture-"))
    for variable, below in FOLDERS.items():
        (home / below).mkdir(mode=0o700, parents=True, exist_ok=True)
        os.environ[variable] = str(home / below)
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
    began = time.monotonic()
    with scripted() as model:
        torture = Torture(folder=home, model=model, seed=seed)
        try:
            torture.play(cycles)
        except (AssertionError, TimeoutError) as error:
            sys.stdout.write(f"seed {seed}, after {torture.report.cycles} cycles: {error}\nSee {home}\n")
            return 1
    shutil.rmtree(home, ignore_errors=True)
    report = torture.report
    sys.stdout.write(
        f"{report.cycles} cycles in {time.monotonic() - began:.0f} s, killed {dict(report.kills)}, "
        f"{len(report.written)} questions: 0 lost, 0 torn, 0 doubled, 0 unanswered\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
