"""Whether a LiveKit server answers, without joining a room: `/` of its port says OK over HTTP."""

from typing import Final

import aiohttp
from yarl import URL

from alicia_desktop.base.errors import WorldError

SECONDS: Final = 5.0
_SCHEMES: Final = {"ws": "http", "wss": "https", "http": "http", "https": "https"}


async def check_livekit(address: str) -> None:
    """Return if a LiveKit server answers at `address`, such as `wss://livekit.home`.

    Raises:
        WorldError: nobody does, or somebody else.
    """
    sentence = f"No LiveKit server answers at {address}. Check the address, and that the server runs."
    nobody = WorldError(sentence=sentence, code="unreachable", retry=True)
    try:
        url = URL(address)
        timeout = aiohttp.ClientTimeout(total=SECONDS)
        async with (
            aiohttp.ClientSession(timeout=timeout) as http,
            http.get(url.with_scheme(_SCHEMES[url.scheme])) as answer,
        ):
            if not answer.ok:
                raise nobody
    except (aiohttp.ClientError, OSError, ValueError, KeyError) as error:  # a TimeoutError is an OSError
        raise nobody from error
