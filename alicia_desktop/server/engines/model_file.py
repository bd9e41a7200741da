"""A language model in a GGUF file that somebody chose: look at it, run it, try it out.

described = describe_file(path)                       # WorldError: why it cannot run here
server = file_server(path, http=http, clock=clock)    # as the built-in model, in a process of its own
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiohttp

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.gguf_file import GgufHeader, read_gguf
from alicia_desktop.server.engines.model_fit import SMALL_PARAMETERS, ModelPlan, plan_for
from alicia_desktop.server.engines.model_server import START_SECONDS, ModelServer

BYTES_A_SECOND: Final = 50_000_000
"""What the slowest disks in use read: a large file may take so long to load."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DescribedFile:
    """What a file says, and how it would run here."""

    header: GgufHeader
    plan: ModelPlan


def describe_file(path: Path) -> DescribedFile:
    """Return what there is to know of a file before it is used; takes up to a second.

    Raises:
        WorldError: as `read_gguf` and `plan_for`.
    """
    header = read_gguf(path)
    return DescribedFile(header=header, plan=plan_for(header))


async def load_file(path: Path, *, http: aiohttp.ClientSession, clock: Clock) -> DescribedFile:
    """Load a file in a process of its own, which is ended then, and return what there is to know of it.

    Raises:
        WorldError: it cannot be loaded.
    """
    described = await asyncio.to_thread(describe_file, path)
    async with Scope("model file") as scope:
        server = file_server(path, http=http, clock=clock)
        server.start(scope)
        await server.wait_until_ready()
    return described


def file_server(
    path: Path, *, http: aiohttp.ClientSession, clock: Clock, log_folder: Path | None = None
) -> ModelServer:
    """Return the model of a file, which is not started yet; what is wrong with the file is its state then."""
    try:
        header = read_gguf(path)
    except WorldError:
        header = None
    return ModelServer(
        http=http,
        clock=clock,
        path=lambda: path,
        name=path.stem,
        provider="file",
        small=header is not None and header.parameters < SMALL_PARAMETERS,
        context_tokens=lambda chosen: describe_file(chosen).plan.context_tokens,
        seconds=START_SECONDS + (header.file_bytes / BYTES_A_SECOND if header else 0),
        log_folder=log_folder,
    )
