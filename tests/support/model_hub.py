"""A Hugging Face hub over real HTTP with the calls that its library makes, honest or not."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from aiohttp import web

from tests.support.http_handler import running_beside, serving

REPOSITORY = "someone/Small-GGUF"
COMMIT = "1" * 40
SPEECH = {
    "model.bin": b"\x06\0\0\0" + bytes(300_000),
    "config.json": b'{"alignment_heads": []}',
    "tokenizer.json": b'{"version": "1.0"}',
    "vocabulary.txt": b'!\n"\n',
}
"""What looks like a Whisper model for CTranslate2."""
SMALL_FILES = frozenset({*SPEECH, "vocabulary.json", "preprocessor_config.json"} - {"model.bin"})
"""What a hub keeps in git itself, so that it has no SHA-256 of it."""
PAGE = "<!DOCTYPE html><html><body>Sign in to the network</body></html>"


def model_bytes(count: int = 3_000_000) -> bytes:
    """What begins as a GGUF file does; every place of it is another."""
    return (b"GGUF" + np.arange(count // 4, dtype=">u4").tobytes())[:count]


@dataclass
class ModelHub:
    """What it has, how it behaves, and what it was asked."""

    files: dict[str, bytes] = field(default_factory=lambda: {"small-q4.gguf": model_bytes()})
    repository: str = REPOSITORY
    licence: str = "apache-2.0"
    gated: Any = False
    info_status: int = 200
    info_body: str | None = None
    """Sent instead of the list of files."""
    told_size: int | None = None
    """Told in the list instead of the true size."""
    told_sha256: str | None = None
    told_blob: str | None = None
    """Told as git's checksum of a small file instead of the true one."""
    file_status: int = 200
    file_headers: dict[str, str] = field(default_factory=dict)
    file_page: bool = False
    """Whether a web page comes instead of a file."""
    breaks: list[int] = field(default_factory=list)
    """For each of the first requests of a file, after how many bytes the connection breaks."""
    takes_range: bool = True
    says_length: bool = True
    stop: asyncio.Event | None = None
    """Where it is set, half of a file comes, and the rest after it."""
    pace: int | None = None
    """Bytes a second."""
    half_sent: asyncio.Event = field(default_factory=asyncio.Event)
    asked: list[tuple[str, str, str]] = field(default_factory=list)
    """Method, path, range."""
    tokens: list[str] = field(default_factory=list)
    """`Authorization` and cookies that came along."""
    url: str = ""

    @asynccontextmanager
    async def up(self) -> AsyncIterator["ModelHub"]:
        """Answer while it is entered."""
        async with serving(self._answer) as self.url:
            yield self

    @contextmanager
    def beside(self) -> Iterator["ModelHub"]:
        """Answer on a thread of its own."""
        with running_beside(self.up):
            yield self

    @property
    def ranges(self) -> list[str]:
        """The ranges that were asked for of files."""
        return [given for _, path, given in self.asked if "/resolve/" in path]

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        self.asked.append((request.method, request.path, request.headers.get("Range", "")))
        self.tokens += [value for name in ("Authorization", "Cookie") if (value := request.headers.get(name))]
        if request.path == f"/api/models/{self.repository}":
            return self._info()
        name = request.path.removeprefix(f"/{self.repository}/resolve/{COMMIT}/")
        if name in self.files:
            return await self._file(request, self.files[name])
        return _refused(401, "RepoNotFound", "Repository not found")

    def _info(self) -> web.Response:
        if self.info_status == 401:
            return _refused(401, "RepoNotFound", "Invalid username or password.")
        if self.info_body is not None or self.info_status != 200:
            return web.Response(text=self.info_body or "", status=self.info_status, content_type="text/html")
        rows: list[dict[str, Any]] = [{"rfilename": "README.md", "size": 12, "blobId": "a"}]
        for name, content in self.files.items():
            size = len(content) if self.told_size is None else self.told_size
            sha256 = self.told_sha256 or hashlib.sha256(content).hexdigest()
            if name in SMALL_FILES:
                blob = hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
                rows.append({"rfilename": name, "size": size, "blobId": self.told_blob or blob})
                continue
            rows.append({"rfilename": name, "size": size, "lfs": {"sha256": sha256, "size": size, "pointerSize": 135}})
        card = {"license": self.licence} if self.licence else {}
        return web.json_response(
            {"id": self.repository, "sha": COMMIT, "gated": self.gated, "cardData": card, "tags": [], "siblings": rows}
        )

    async def _file(self, request: web.Request, content: bytes) -> web.StreamResponse:
        if self.file_page:
            return web.Response(text=PAGE, content_type="text/html")
        if self.file_status == 401:
            return _refused(401, "GatedRepo", "Access to this model is restricted.")
        if self.file_status == 404:
            return _refused(404, "EntryNotFound", "Entry not found")
        if self.file_status != 200:
            return web.Response(status=self.file_status, headers=self.file_headers)
        given = request.headers.get("Range", "")
        start = int(given.removeprefix("bytes=").split("-")[0]) if given and self.takes_range else 0
        if start >= len(content):
            return web.Response(status=416)
        return await self._send(request, content, start, partial=bool(given) and self.takes_range)

    async def _send(self, request: web.Request, content: bytes, start: int, *, partial: bool) -> web.StreamResponse:
        response = web.StreamResponse(status=206 if partial else 200)
        response.headers["ETag"] = f'"{hashlib.sha256(content).hexdigest()}"'
        if partial:
            response.headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        if self.says_length:
            response.content_length = len(content) - start
        await response.prepare(request)
        if self.breaks:
            await response.write(content[start : start + self.breaks.pop(0)])
            assert request.transport is not None
            request.transport.close()
            return response
        if self.stop is not None:
            half = (start + len(content)) // 2
            await response.write(content[start:half])
            self.half_sent.set()
            await self.stop.wait()
            start = half
        while self.pace is not None and start < len(content):
            await response.write(content[start : start + self.pace // 20])
            start += self.pace // 20
            await asyncio.sleep(0.05)
        await response.write(content[start:])
        await response.write_eof()
        return response


def _refused(status: int, code: str, message: str) -> web.Response:
    headers = {"X-Error-Code": code, "X-Error-Message": message}
    return web.json_response({"error": message}, status=status, headers=headers)
