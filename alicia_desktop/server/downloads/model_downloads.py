"""List and download models of a Hugging Face hub, in processes of their own.

downloads = ModelDownloads(paths.models)
models = await downloads.models("ggml-org/Qwen3-1.7B-GGUF")
path = await downloads.download(models[0], lambda progress: …)      # cancelled, it is paused
downloads.folder.stored(), downloads.folder.delete(models[0])
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from alicia_desktop.base.child_process import ChildOutput, end_child, start_child
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.downloads.hub_models import HUB, HubModel, parse_repository
from alicia_desktop.server.downloads.model_folder import ModelFolder
from alicia_desktop.server.downloads.transfer import Phase

PROGRAM: Final = "alicia_desktop.server.downloads.download_process"
MAX_LINE_BYTES: Final = 8 << 20
LIST_SECONDS: Final = 90.0
"""How long a list may take with the start of its process."""
ENDED: Final = "download_ended"


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """How far a download is."""

    phase: Phase
    bytes: int
    """Of all files, that have come or were checked."""


class ModelDownloads:
    """Models of a hub, and those that are stored here."""

    def __init__(
        self, folder: Path, *, log_folder: Path | None = None, environment: Mapping[str, str] = os.environ
    ) -> None:
        """`HF_ENDPOINT` of the environment names another hub; what the processes print goes to `log_folder`."""
        self.folder = ModelFolder(folder)
        self.endpoint = environment.get("HF_ENDPOINT", "").strip().rstrip("/") or HUB
        self._log_folder = log_folder

    async def models(self, repository: str) -> tuple[HubModel, ...]:
        """Return the models of a repository, named in any way that people name it.

        Raises:
            WorldError: there are none, or the hub cannot be asked.
        """
        name = parse_repository(repository, endpoint=self.endpoint)
        try:
            async with asyncio.timeout(LIST_SECONDS), self._started({"list": name}) as lines:
                async for line in lines:
                    if "models" in line:
                        return msgspec.convert(line["models"], tuple[HubModel, ...])
        except TimeoutError as error:
            sentence = f"{self.endpoint} did not answer within {LIST_SECONDS:.0f} seconds. Try again later."
            raise WorldError(sentence=sentence, retry=True, code="hub_unreachable") from error
        raise AssertionError  # `_started` raises where a process ends without an answer

    async def download(self, model: HubModel, on_progress: Callable[[Progress], None]) -> Path:
        """Download what is missing of a model and return its path; being cancelled pauses it.

        Raises:
            WorldError: as `transfer`.
        """
        task = {"download": asdict(model), "folder": str(self.folder.folder)}
        async with self._started(task) as lines:
            async for line in lines:
                if "path" in line:
                    return Path(line["path"])
                on_progress(msgspec.convert(line, Progress))
        raise AssertionError  # as above

    @asynccontextmanager
    async def _started(self, task: Mapping[str, object]) -> "AsyncIterator[AsyncIterator[dict[str, Any]]]":
        """Start a process with a task; yields what it tells. It is killed at the end, which loses nothing."""
        output = ChildOutput(self._log_folder, "download")
        process = await start_child(PROGRAM, kind="download", output=output, max_line_bytes=MAX_LINE_BYTES)
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps({**task, "endpoint": self.endpoint}).encode() + b"\n")
            yield _lines(process, output)
        finally:
            await end_child(process, seconds=0)


async def _lines(process: asyncio.subprocess.Process, output: ChildOutput) -> AsyncIterator[dict[str, Any]]:
    assert process.stdout is not None
    while line := await process.stdout.readline():
        told = decode_json(line, dict[str, Any])
        if "failed" in told:
            raise WorldError(sentence=told["failed"], retry=told["retry"], code=told["code"])
        yield told
    await process.wait()
    sentence = f"The download ended unexpectedly ({output.explain(process.returncode).rstrip('.')}). Try again."
    raise WorldError(sentence=sentence, retry=True, code=ENDED)
