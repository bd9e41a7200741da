"""Where the locked packages exist as wheels: the platforms that the program is meant for, asked of uv's resolver."""

import os
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from packaging.markers import Marker

PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
MACOS: Final = "14.0"
"""onnxruntime's wheels need it."""


@dataclass(frozen=True, kw_only=True)
class Platform:
    """A kind of computer, as people and as uv call it."""

    name: str
    target: str
    floor: str
    """What the system has to bring at least."""
    system: str
    machine: str

    def wants(self, marker: str) -> bool:
        """Whether a requirement with this marker, or none, is installed here."""
        here = {"sys_platform": self.system, "platform_machine": self.machine}
        return not marker or Marker(marker).evaluate(here)


PLATFORMS: Final = (
    Platform(
        name="Linux x86-64",
        target="x86_64-manylinux_2_36",
        floor="glibc 2.36 (Debian 12)",
        system="linux",
        machine="x86_64",
    ),
    Platform(
        name="Linux arm64",
        target="aarch64-manylinux_2_39",
        floor="glibc 2.39 (Ubuntu 24.04, Debian 13)",
        system="linux",
        machine="aarch64",
    ),
    Platform(name="macOS arm64", target="aarch64-apple-darwin", floor="macOS 14", system="darwin", machine="arm64"),
    Platform(
        name="Windows x86-64",
        target="x86_64-pc-windows-msvc",
        floor="Windows 10",
        system="win32",
        machine="AMD64",
    ),
)


def resolves(requirements: Iterable[str], platform: Platform, *, python: str) -> bool:
    """Whether there is a wheel of each of `requirements` for a platform; nothing is added that they require."""
    command = [".venv/bin/uv", "pip", "compile", "--quiet", "--no-deps", "--only-binary", ":all:", "--no-header"]
    done = subprocess.run(
        [*command, "--python-platform", platform.target, "--python-version", python, "-"],
        input="\n".join(requirements).encode(),
        env={**os.environ, "MACOSX_DEPLOYMENT_TARGET": MACOS},
        capture_output=True,
        check=False,
    )
    return done.returncode == 0


def without_wheel(pins: Mapping[str, str], *, python: str) -> dict[str, set[Platform]]:
    """Return those of `pins` (such as `numpy==2.4.6` → its marker) that lack a wheel somewhere, wanted there or not."""
    lacking: dict[str, set[Platform]] = {}
    for platform in PLATFORMS:
        wanted = [pin for pin, marker in pins.items() if platform.wants(marker)]
        doubtful = set(pins) - set(wanted) if resolves(wanted, platform, python=python) else set(pins)
        for pin in doubtful:
            if not resolves([pin], platform, python=python):
                lacking.setdefault(pin, set()).add(platform)
    return lacking
