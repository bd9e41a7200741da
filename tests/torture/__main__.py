"""`make torture CYCLES=1000 SEED=0`: kill client and server so often, and say what was left of what was written."""

import os
import sys
import tempfile
import time
from pathlib import Path

from tests.support.isolation import FOLDERS
from tests.torture.torture import Torture, scripted


def main() -> int:
    """Play the cycles that the command line asks for; 1 when something was lost, torn or doubled."""
    cycles, seed = int(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="alicia-torture-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for variable, below in FOLDERS.items():
            (folder / below).mkdir(mode=0o700, parents=True, exist_ok=True)
            os.environ[variable] = str(folder / below)
        os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
        began = time.monotonic()
        with scripted() as model:
            torture = Torture(folder=folder, model=model, seed=seed)
            try:
                torture.play(cycles)
            except AssertionError as error:
                sys.stdout.write(f"seed {seed}, after {torture.report.cycles} cycles: {error}\n")
                return 1
    report = torture.report
    sys.stdout.write(
        f"{report.cycles} cycles in {time.monotonic() - began:.0f} s, killed {dict(report.kills)}, "
        f"{len(report.written)} questions: 0 lost, 0 torn, 0 doubled; "
        f"{len(report.missing)} answers have not reached the client {' '.join(report.missing)}\n"
    )
    return 1 if report.missing else 0


if __name__ == "__main__":
    sys.exit(main())
