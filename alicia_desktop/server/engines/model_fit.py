"""Fit a language model to this computer: how much of it is read at once, with how many threads, and whether it fits.

plan = plan_for(read_gguf(path))
plan.context_tokens, plan.threads, plan.needed_bytes, plan.free_bytes
"""

import ctypes
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.engines.gguf_file import GgufHeader, describe_bytes

TOO_LARGE: Final = "model_too_large"
MAX_CONTEXT_TOKENS: Final = 16_384
"""More than an answer reads; each token takes memory, whether it is used or not."""
MIN_CONTEXT_TOKENS: Final = 2_048
USUAL_CONTEXT_TOKENS: Final = 4_096
"""Of a model that does not tell how much it was trained to read."""
RESERVE_BYTES: Final = 512 * 1024 * 1024
"""For what is computed, and for the rest of the computer."""
SMALL_PARAMETERS: Final = 500_000_000
"""Below that a model is asked like the built-in one: long instructions and tools are too much for it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelPlan:
    """How a model runs here."""

    context_tokens: int
    threads: int
    needed_bytes: int
    free_bytes: int
    """Of memory; 0 where the system does not tell."""


def plan_for(header: GgufHeader, *, free_bytes: int | None = None) -> ModelPlan:
    """Return how a model runs on this computer; `free_bytes` is asked of the system by default.

    Raises:
        WorldError: `model_too_large`; there is not enough memory for it.
    """
    free = free_memory() if free_bytes is None else free_bytes
    context = min(header.context_tokens or USUAL_CONTEXT_TOKENS, MAX_CONTEXT_TOKENS)
    while free and _needed(header, context) > free and context // 2 >= MIN_CONTEXT_TOKENS:
        context //= 2
    needed = _needed(header, context)
    if free and needed > free:
        sentence = (
            f"{header.path.name} needs {describe_bytes(needed)} of memory, and {describe_bytes(free)} are free. "
            "Close other programs, or choose a smaller file."
        )
        raise WorldError(sentence=sentence, code=TOO_LARGE)
    return ModelPlan(context_tokens=context, threads=usual_threads(), needed_bytes=needed, free_bytes=free)


def may_fit(file_bytes: int, *, free_bytes: int | None = None) -> bool:
    """Whether a file of that size can fit into the free memory; its header, once it is here, tells it exactly."""
    free = free_memory() if free_bytes is None else free_bytes
    return not free or file_bytes + RESERVE_BYTES <= free


def usual_threads() -> int:
    """Return how many threads a model gets: all cores but one, so that window and sound go on."""
    return max(1, (os.cpu_count() or 2) - 1)


def free_memory() -> int:
    """Return the bytes of memory that programs can still get; 0 where the system does not tell."""
    try:
        if sys.platform == "win32":
            return _free_on_windows()
        return _available(Path("/proc/meminfo").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return _total() if sys.platform != "win32" else 0


def _needed(header: GgufHeader, context_tokens: int) -> int:
    return header.file_bytes + header.token_bytes * context_tokens + RESERVE_BYTES


def _available(meminfo: str) -> int:
    line = next((line for line in meminfo.splitlines() if line.startswith("MemAvailable:")), "MemAvailable: 0 kB")
    return int(line.split()[1]) * 1024


def _total() -> int:
    """Return all memory there is, where what is free of it cannot be asked."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def _free_on_windows() -> int:
    """Return `ullAvailPhys` of GlobalMemoryStatusEx: the third of the 64-bit numbers behind two of 32 bits."""
    status = (ctypes.c_uint64 * 8)()
    status[0] = ctypes.sizeof(status)
    found = getattr(ctypes, "windll").kernel32.GlobalMemoryStatusEx(status)  # noqa: B009 - no such name elsewhere
    return int(status[2]) if found else 0
