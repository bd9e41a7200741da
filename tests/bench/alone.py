"""Measures one subject in a process of its own, so that no subject's libraries, threads or crash touch another's.

`python -m tests.bench.alone SUBJECT FILE` adds a line of JSON to the file for each result as soon as it is there.
"""

import importlib
import sys
from pathlib import Path

import msgspec

from tests.bench.measure import Measure, NotMeasuredError
from tests.bench.results import Result, not_measured, result_of


def take(measure: Measure) -> Result:
    """Take one measure."""
    try:
        return result_of(measure, measure.run())
    except NotMeasuredError as error:
        return not_measured(measure.name, str(error))


def main(subject: str, path: Path) -> None:
    """Take the measures of one subject; between them its generator may keep a running program."""
    module = importlib.import_module(f"tests.bench.bench_{subject}")
    for measure in module.measures():
        with path.open("ab") as file:
            file.write(msgspec.json.encode(take(measure)) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
