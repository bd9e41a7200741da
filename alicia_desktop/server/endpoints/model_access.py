"""What window and command line do with endpoints: look for them, list their models, try one out; and with a file.

    async with ModelAccess(clock=SystemClock()) as access:
        for found in await access.find_local(): ...
        found = await access.find("localhost:1234", key="")
        result = await access.try_model(found, found.models[0].name, key="")

Servers that run on this computer are looked for at the ports that their makers document. Nothing but the loopback
interface is asked then, without a key, all at once and briefly; so it may be done unasked. Only what answers
`GET /models` with a list counts: who else listens at such a port is left alone. Alicia's own server has no such call,
and the built-in model a port of its own and a key.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import aiohttp

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.endpoints import endpoint_address
from alicia_desktop.server.endpoints.endpoint_address import KnownEndpoint, is_loopback, kind_of
from alicia_desktop.server.endpoints.model_list import (
    REFUSED,
    FoundEndpoint,
    call,
    clean_key,
    find_endpoint,
    key_refused,
    parse_models,
    sendable_key,
)
from alicia_desktop.server.endpoints.model_trial import TrialResult, try_file, try_model
from alicia_desktop.server.engines.model_file import DescribedFile, describe_file, load_file

DISCOVERY_SECONDS: Final = 1.5
"""A server on the same computer answers within a few milliseconds, unless the computer is busy."""


async def find_local_endpoints(
    http: aiohttp.ClientSession, *, endpoints: Sequence[KnownEndpoint] | None = None, seconds: float = DISCOVERY_SECONDS
) -> tuple[FoundEndpoint, ...]:
    """Return the servers that run here, each with at least one model, in the order of `endpoints`.

    By default those of `LOCAL` are looked for.

    Raises:
        ValueError: one of `endpoints` is not on the loopback.
    """
    endpoints = endpoint_address.LOCAL if endpoints is None else endpoints
    if not all(is_loopback(endpoint.base_url) for endpoint in endpoints):
        raise ValueError("Only this computer may be searched")
    found = await asyncio.gather(*(_look(http, endpoint, seconds) for endpoint in endpoints))
    return tuple(one for one in found if one is not None)


async def _look(http: aiohttp.ClientSession, endpoint: KnownEndpoint, seconds: float) -> FoundEndpoint | None:
    status, body = await call(http, "GET", f"{endpoint.base_url}/models", seconds=seconds)
    listed = parse_models(body) if status == 200 and isinstance(body, bytes) else None
    if listed is None or not listed[0]:
        return None
    models, owner = listed
    return FoundEndpoint(
        base_url=endpoint.base_url, kind=kind_of(endpoint.base_url, owner=owner) or endpoint, models=models
    )


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
