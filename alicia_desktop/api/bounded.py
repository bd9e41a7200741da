"""Reading what an HTTP server answers without ever holding more of it than is allowed, however small it was packed.

    body = await read_bounded(answer, max_bytes=MAX_ANSWER_BYTES)
    async for line in bounded_lines(answer, max_bytes=MAX_LINE_BYTES): ...

aiohttp unpacks as much as was read, so a reader that stops in time also stops the unpacking: half a megabyte of gzip
can hold a gigabyte.
"""

from collections.abc import AsyncIterator

import aiohttp


class OversizedAnswerError(Exception):
    """An answer is longer than whoever asked is ready to read; its connection is closed."""


async def read_bounded(answer: aiohttp.ClientResponse, *, max_bytes: int) -> bytes:
    """Read the whole body of an answer, unpacked.

    Raises:
        OversizedAnswerError: it has more than `max_bytes`.
    """
    body = bytearray()
    async for chunk in answer.content.iter_any():
        body += chunk
        if len(body) > max_bytes:
            answer.close()
            raise OversizedAnswerError
    return bytes(body)


async def bounded_lines(answer: aiohttp.ClientResponse, *, max_bytes: int) -> AsyncIterator[bytes]:
    """Yield each line of a stream without its end; of a line longer than `max_bytes` only its beginning."""
    line = bytearray()
    async for chunk in answer.content.iter_any():
        *ended, rest = chunk.split(b"\n")
        for end in ended:
            line += end[: max_bytes - len(line)]
            yield bytes(line)
            line.clear()
        line += rest[: max_bytes - len(line)]
    if line:
        yield bytes(line)
