"""Pair a computer with a server by a short code: SPAKE2 over the code, and proofs that bind the server's certificate.

    code = new_code()                                          # "K7Q-M2X", shown on the server's computer
    server, client = ServerPairing(code), ClientPairing(code)  # the code typed on the other one
    theirs = server.answer(client.message, certificate=fingerprint)
    ours = client.answer(server.message, certificate=fingerprint)
    proves(ours.server, theirs.server) and proves(theirs.client, ours.client)

Whoever listens learns nothing about the code; whoever takes part, or stands between, can try one code for each
exchange. Both sides put the fingerprint of the certificate that they see into their proofs, so somebody between, who
shows another certificate, has no valid proof even with the exchange passed on (docs/security.md#pairing).
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from typing import Any, Final

from spake2 import SPAKE2_A, SPAKE2_B

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without 0, O, 1, I and L, which look alike."""
GROUP: Final = 3
CODE_CHARACTERS: Final = 2 * GROUP
MESSAGE_BYTES: Final = 33
"""Of one side of the exchange: a letter for the side and a point of Ed25519."""
_CLIENT, _SERVER = b"alicia client", b"alicia server"


class PairingError(ValueError):
    """What somebody sent is no message of a pairing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Proofs:
    """That each side knows the code, and sees the certificate: 32 bytes each."""

    client: bytes = field(repr=False)
    server: bytes = field(repr=False)


def new_code() -> str:
    """Return a random code for people to read and type, such as `K7Q-M2X`."""
    characters = "".join(secrets.choice(ALPHABET) for _ in range(CODE_CHARACTERS))
    return f"{characters[:GROUP]}-{characters[GROUP:]}"


def read_code(typed: str) -> str:
    """Return a code as somebody typed it in its one form; "" for what is none."""
    characters = "".join(one for one in typed.upper() if not one.isspace() and one != "-")
    if len(characters) != CODE_CHARACTERS or not set(characters) <= set(ALPHABET):
        return ""
    return f"{characters[:GROUP]}-{characters[GROUP:]}"


class _Pairing:
    """One exchange; it can be answered once."""

    def __init__(self, spake: Any) -> None:
        self._spake = spake
        self.message: bytes = spake.start()
        """For the other side; `MESSAGE_BYTES`."""

    def answer(self, message: bytes, *, certificate: str) -> Proofs:
        """Take the other side's message; return the proofs of both sides.

        Raises:
            PairingError: it is no such message.
        """
        if len(message) != MESSAGE_BYTES:
            raise PairingError("a message of another length")
        try:
            key: bytes = self._spake.finish(message)
        except Exception as error:
            raise PairingError(type(error).__name__) from error
        return Proofs(client=_proof(key, _CLIENT, certificate), server=_proof(key, _SERVER, certificate))


class ClientPairing(_Pairing):
    """The side on which the code is typed."""

    def __init__(self, code: str) -> None:
        super().__init__(SPAKE2_A(code.encode(), idA=_CLIENT, idB=_SERVER))


class ServerPairing(_Pairing):
    """The side that shows the code."""

    def __init__(self, code: str) -> None:
        super().__init__(SPAKE2_B(code.encode(), idA=_CLIENT, idB=_SERVER))


def proves(proof: bytes, expected: bytes) -> bool:
    """Return whether a proof is the expected one, in a time that tells nothing."""
    return hmac.compare_digest(proof, expected)


def _proof(key: bytes, side: bytes, certificate: str) -> bytes:
    return hmac.digest(key, side + b"\0" + certificate.encode(), hashlib.sha256)
