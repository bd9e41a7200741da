"""Tokens that a test knows, handed over as one that has to be read first."""

from collections.abc import Awaitable, Callable


def known_token(token: str) -> Callable[[], Awaitable[str]]:
    """Return how `token` is read."""

    async def read() -> str:
        return token

    return read
