"""What can go wrong with a connection, as sentences for the person: the same code says the same on every transport."""

from typing import Final

from alicia_desktop.base.errors import WorldError

UNREACHABLE: Final = "unreachable"
TOKEN_REFUSED: Final = "token_refused"
ROOM_IN_USE: Final = "room_in_use"
TOO_LARGE: Final = "too_large"
NOT_CONNECTED: Final = "not_connected"
CONNECTION_LOST: Final = "connection_lost"

LOST_SENTENCE: Final = "The connection to Alicia was lost."
IN_USE_SENTENCE: Final = "This conversation is in use on another device. Close it there to go on here."


def unreachable(address: str) -> WorldError:
    """Nobody answers at `address`, or what answers is not a room."""
    sentence = f"Alicia cannot be reached at {address}. Check the address and the network."
    return WorldError(sentence=sentence, code=UNREACHABLE, retry=True)


def token_refused() -> WorldError:
    """The room does not take this token: another key signed it, it is too old, or it is for another room."""
    sentence = "The server refused the key to this conversation. Check the user and token in the settings."
    return WorldError(sentence=sentence, code=TOKEN_REFUSED)


def room_in_use() -> WorldError:
    """Another device is in this conversation, and the server lets in one only; it may leave at any moment."""
    return WorldError(sentence=IN_USE_SENTENCE, code=ROOM_IN_USE, retry=True)


def too_large(*, size: int, limit: int) -> WorldError:
    """A stanza of `size` bytes does not go over this connection; nothing of it was sent."""
    sentence = f"This message is too large to send: {_kilobytes(size)}, and this connection takes {_kilobytes(limit)}."
    return WorldError(sentence=sentence, code=TOO_LARGE)


def not_connected() -> WorldError:
    """There is no connection at this moment."""
    return WorldError(sentence="Not connected to Alicia at the moment.", code=NOT_CONNECTED, retry=True)


def _kilobytes(size: int) -> str:
    return f"{size / 1000:,.0f} kB"
