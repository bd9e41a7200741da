"""What comes back over HTTP: bodies read up to a limit, and each failure as an error with a sentence for the user.

    body = await read_bounded(answer, max_bytes=MAX_ANSWER_BYTES)
    async for line in bounded_lines(answer, max_bytes=MAX_LINE_BYTES): ...
    raise refused(answer.status, address=url, reason="Title is required")

aiohttp unpacks as much as was read, so a reader that stops in time also stops the unpacking: half a megabyte of gzip
can hold a gigabyte.
"""

from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Final

import aiohttp
from yarl import URL

from alicia_desktop.base.certificates import certificate_changed, certificate_untrusted
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import format_number, translate

UNREACHABLE: Final = "unreachable"
TOKEN_REFUSED: Final = "token_refused"
NOT_FOUND: Final = "not_found"
NOT_SUPPORTED: Final = "not_supported"
REQUEST_REFUSED: Final = "request_refused"
SERVER_ERROR: Final = "server_error"
CHANGED: Final = "changed_meanwhile"
LIVEKIT_SECONDS: Final = 5.0
_SCHEMES: Final = {"ws": "http", "wss": "https", "http": "http", "https": "https"}


class OversizedAnswerError(Exception):
    """An answer is longer than the caller allows; its connection is closed."""


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


async def bounded_lines(
    answer: aiohttp.ClientResponse, *, max_bytes: int, max_stream: int | None = None
) -> AsyncIterator[bytes]:
    """Yield each line of a stream without its end; of a line longer than `max_bytes` only its beginning.

    Raises:
        OversizedAnswerError: the whole stream has more than `max_stream` bytes.
    """
    line, size = bytearray(), 0
    async for chunk in answer.content.iter_any():
        size += len(chunk)
        if max_stream is not None and size > max_stream:
            answer.close()
            raise OversizedAnswerError
        *ended, rest = chunk.split(b"\n")
        for end in ended:
            line += end[: max_bytes - len(line)]
            yield bytes(line)
            line.clear()
        line += rest[: max_bytes - len(line)]
    if line:
        yield bytes(line)


def unreachable(address: str) -> WorldError:
    """Return the error for a server that does not answer at `address`, or not in time."""
    sentence = translate("The Alicia server at {address} cannot be reached. Check the address and the network.").format(
        address=address
    )
    return WorldError(sentence=sentence, code=UNREACHABLE, retry=True)


def failed_connection(address: str, error: Exception) -> WorldError:
    """Return the error for a call that `error` ended: the certificate is not the right one, or nobody answers."""
    match error:
        case aiohttp.ServerFingerprintMismatch():
            return certificate_changed(address)
        case aiohttp.ClientConnectorCertificateError():
            return certificate_untrusted(address)
    return unreachable(address)


def bad_answer(address: str) -> WorldError:
    """Return the error for an answer that no Alicia server gives."""
    sentence = translate(
        "What answers at {address} does not seem to be an Alicia server. Check the address in the settings."
    ).format(address=address)
    return WorldError(sentence=sentence, code=SERVER_ERROR, retry=True)


def oversized(address: str, max_bytes: int) -> WorldError:
    """Return the error for an answer of more than `max_bytes`."""
    sentence = translate(
        "What answers at {address} sent more than {megabytes} MiB at once, which is not read. Check the address "
        "in the settings."
    ).format(address=address, megabytes=format_number(max_bytes / 2**20, ",.0f"))
    return WorldError(sentence=sentence, code=SERVER_ERROR, retry=True)


def refused(status: int, *, address: str, reason: str = "", optional: bool = False) -> WorldError:
    """Return the error that an HTTP `status` of 300 and more means.

    `reason` is the server's own; `optional` a call that some servers lack altogether.
    """
    detail = " " + translate("The server's reason: {reason}").format(reason=reason) if reason else ""
    match status:
        case HTTPStatus.UNAUTHORIZED | HTTPStatus.FORBIDDEN:
            sentence = translate("The server does not accept this user or token. Check both in the settings.")
            return WorldError(sentence=f"{sentence}{detail}", code=TOKEN_REFUSED)
        case HTTPStatus.METHOD_NOT_ALLOWED | HTTPStatus.NOT_IMPLEMENTED:
            return not_supported()
        case HTTPStatus.NOT_FOUND:
            return not_supported() if optional else not_found(detail)
        case HTTPStatus.CONFLICT:
            return WorldError(sentence=translate("It was changed elsewhere in the meantime."), code=CHANGED, retry=True)
        case HTTPStatus.REQUEST_TIMEOUT | HTTPStatus.TOO_MANY_REQUESTS:
            return WorldError(sentence=translate("The server is busy. Try again soon."), code=SERVER_ERROR, retry=True)
        case _ if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            sentence = translate("The server had an internal error (status {status}).").format(status=status)
            return WorldError(sentence=f"{sentence}{detail}", code=SERVER_ERROR, retry=True)
        case _ if status >= HTTPStatus.BAD_REQUEST:
            sentence = (
                translate("The server refused: {reason}").format(reason=reason)
                if reason
                else translate("The server refused this.")
            )
            return WorldError(sentence=sentence, code=REQUEST_REFUSED)
    return bad_answer(address)


def not_found(detail: str) -> WorldError:
    """Return the error for a conversation that the server does not have."""
    sentence = translate("The server does not have this conversation.")
    return WorldError(sentence=f"{sentence}{detail}", code=NOT_FOUND)


def not_supported() -> WorldError:
    """Return the error for a call that the server lacks: what it would have changed stays on this computer."""
    return WorldError(
        sentence=translate("This server cannot do that; the change stays on this computer."), code=NOT_SUPPORTED
    )


async def check_livekit(address: str) -> None:
    """Ask whether a LiveKit server answers at `address`, such as `wss://livekit.home`, without joining a room.

    The root of its port says OK over HTTP.

    Raises:
        WorldError: `unreachable`; it does not.
    """
    sentence = translate("No LiveKit server answers at {address}. Check the address, and that the server runs.").format(
        address=address
    )
    nobody = WorldError(sentence=sentence, code="unreachable", retry=True)
    try:
        url = URL(address)
        timeout = aiohttp.ClientTimeout(total=LIVEKIT_SECONDS)
        async with (
            aiohttp.ClientSession(timeout=timeout) as http,
            http.get(url.with_scheme(_SCHEMES[url.scheme])) as answer,
        ):
            if not answer.ok:
                raise nobody
    except (aiohttp.ClientError, OSError, ValueError, KeyError) as error:  # a TimeoutError is an OSError
        raise nobody from error
