"""Find the language model servers that run on this computer, at the ports that their makers document.

Nothing but the loopback interface is asked, without a key, all at once and briefly; so it may be done unasked. Only
what answers `GET /models` with a list counts: who else listens at such a port is left alone. Alicia's own server has no
such call, and the built-in model a port of its own and a key.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

import aiohttp

from alicia_desktop.server.endpoints import known_endpoints
from alicia_desktop.server.endpoints.known_endpoints import KnownEndpoint, is_loopback, kind_of
from alicia_desktop.server.endpoints.model_list import FoundEndpoint, call, parse_models

DISCOVERY_SECONDS: Final = 1.5
"""A server on the same computer answers within a few milliseconds, unless the computer is busy."""


async def find_local_endpoints(
    http: aiohttp.ClientSession, *, endpoints: Sequence[KnownEndpoint] | None = None, seconds: float = DISCOVERY_SECONDS
) -> tuple[FoundEndpoint, ...]:
    """Return the servers that run here, each with at least one model, in the order of `endpoints`.

    By default those of `known_endpoints` are looked for.

    Raises:
        ValueError: one of `endpoints` is not on the loopback.
    """
    endpoints = known_endpoints.LOCAL if endpoints is None else endpoints
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
