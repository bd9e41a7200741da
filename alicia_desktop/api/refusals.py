"""What can go wrong when an Alicia server is asked something, as sentences for the person."""

from http import HTTPStatus
from typing import Final

from alicia_desktop.base.errors import WorldError

UNREACHABLE: Final = "unreachable"
TOKEN_REFUSED: Final = "token_refused"
NOT_FOUND: Final = "not_found"
NOT_SUPPORTED: Final = "not_supported"
REQUEST_REFUSED: Final = "request_refused"
SERVER_ERROR: Final = "server_error"
CHANGED: Final = "changed_meanwhile"


def unreachable(address: str) -> WorldError:
    """Nobody answers at `address`, or not in time."""
    sentence = f"The Alicia server at {address} cannot be reached. Check the address and the network."
    return WorldError(sentence=sentence, code=UNREACHABLE, retry=True)


def bad_answer(address: str) -> WorldError:
    """Something answers, but not as an Alicia server does."""
    sentence = f"What answers at {address} does not seem to be an Alicia server. Check the address in the settings."
    return WorldError(sentence=sentence, code=SERVER_ERROR, retry=True)


def oversized(address: str, max_bytes: int) -> WorldError:
    """Something answers with more than `max_bytes`."""
    sentence = (
        f"What answers at {address} sent more than {max_bytes / 2**20:,.0f} MiB at once, which is not read. "
        "Check the address in the settings."
    )
    return WorldError(sentence=sentence, code=SERVER_ERROR, retry=True)


def refused(status: int, *, address: str, said: str = "", optional: bool = False) -> WorldError:
    """Return what an HTTP `status` of 300 and more means.

    `said` is the server's own reason; `optional` a call that some servers lack altogether.
    """
    reason = f" It says: {said}" if said else ""
    match status:
        case HTTPStatus.UNAUTHORIZED | HTTPStatus.FORBIDDEN:
            sentence = f"The server does not know this user or token. Check both in the settings.{reason}"
            return WorldError(sentence=sentence, code=TOKEN_REFUSED)
        case HTTPStatus.METHOD_NOT_ALLOWED | HTTPStatus.NOT_IMPLEMENTED:
            return not_supported()
        case HTTPStatus.NOT_FOUND:
            return not_supported() if optional else not_found(reason)
        case HTTPStatus.CONFLICT:
            return WorldError(sentence="Somebody else has changed it meanwhile.", code=CHANGED, retry=True)
        case HTTPStatus.REQUEST_TIMEOUT | HTTPStatus.TOO_MANY_REQUESTS:
            return WorldError(sentence="The server is busy. Try again soon.", code=SERVER_ERROR, retry=True)
        case _ if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            sentence = f"The server has a fault of its own (status {status}).{reason}"
            return WorldError(sentence=sentence, code=SERVER_ERROR, retry=True)
        case _ if status >= HTTPStatus.BAD_REQUEST:
            return WorldError(sentence=f"The server refused this.{reason}", code=REQUEST_REFUSED)
    return bad_answer(address)


def not_found(reason: str) -> WorldError:
    """The server knows the call, but not what it is about."""
    return WorldError(sentence=f"The server does not have this conversation.{reason}", code=NOT_FOUND)


def not_supported() -> WorldError:
    """The server lacks the call: what it would have changed stays on this computer."""
    return WorldError(sentence="This server cannot do that; the change stays on this computer.", code=NOT_SUPPORTED)
