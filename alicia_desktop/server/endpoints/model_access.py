"""What window and command line do with endpoints: look for them, list their models, try one out; and with a file.

async with ModelAccess(clock=SystemClock()) as access:
    for found in await access.find_local(): ...
    found = await access.find("localhost:1234", key="")
    result = await access.try_model(found, found.models[0].name, key="")
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import aiohttp

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.endpoints.local_discovery import find_local_endpoints
from alicia_desktop.server.endpoints.model_list import (
    REFUSED,
    FoundEndpoint,
    clean_key,
    find_endpoint,
    key_refused,
    sendable_key,
)
from alicia_desktop.server.endpoints.model_trial import TrialResult, try_file, try_model
from alicia_desktop.server.engines.model_file import DescribedFile, describe_file, load_file


class ModelAccess:
    """The calls to endpoints, over one HTTP session; every failure is a `WorldError`."""

    def __init__(self, *, clock: Clock, may_send: Callable[[str], bool] | None = None) -> None:
        """`may_send` says whether a key may go to a base URL of another computer without encryption."""
        self._clock, self._may_send = clock, may_send

    async def __aenter__(self) -> Self:
        # llama.cpp closes a connection after an answer without saying so; the next call would fail there.
        self._http = aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.close()

    async def find_local(self) -> tuple[FoundEndpoint, ...]:
        """Return the servers with models that run on this computer."""
        return await find_local_endpoints(self._http)

    async def find(self, address: str, *, key: str = "") -> FoundEndpoint:
        """Return the endpoint that an address means, with its models."""
        return await find_endpoint(self._http, address, key=clean_key(key), may_send=self._may_send)

    async def describe_file(self, path: Path) -> DescribedFile:
        """Return what a GGUF file is, and how it would run here."""
        return await asyncio.to_thread(describe_file, path)

    async def load_file(self, path: Path) -> DescribedFile:
        """Load a GGUF file once, to see whether it can be used."""
        return await load_file(path, http=self._http, clock=self._clock)

    async def try_file(self, described: DescribedFile) -> TrialResult:
        """Load a file, ask its model something small and measure it."""
        return await try_file(self._http, described, clock=self._clock)

    async def try_model(self, found: FoundEndpoint, model: str, *, key: str = "") -> TrialResult:
        """Ask a model something small and measure it."""
        key = clean_key(key)
        sends = sendable_key(found.base_url, key, self._may_send)
        try:
            return await try_model(self._http, found, model, key=sends, clock=self._clock)
        except WorldError as error:
            if error.code == REFUSED and key and not sends:
                raise key_refused(found.base_url, "", has_key=True, was_sent=False) from error
            raise
