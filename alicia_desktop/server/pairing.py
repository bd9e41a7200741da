"""The code by which another computer may pair with this server: one at a time, for some minutes and a few tries.

    shown = pairings.open("anna")                      # `shown.code` is read to whoever pairs
    begun = pairings.begin(message)                    # a try: the other side's message of the exchange
    pairings.complete(begun.attempt, proof).user_name  # whose computer it is; the code is used up

A try counts as soon as it is begun, for the proof that it is answered with tells whether the code was right
(docs/security.md#pairing). After `MAX_ATTEMPTS` the code is void, so a code is as strong as one guess in 10⁸.
"""

import secrets
from dataclasses import dataclass
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.pairing import PairingError, ServerPairing, new_code, proves

VALID_SECONDS: Final = 600.0
MAX_ATTEMPTS: Final = 5
PAIRING_REFUSED: Final = "pairing_refused"
NOT_OPEN: Final = (
    "No computer can be paired with this server now. Show a code on the server's computer: `alicia-desktop serve pair`."
)
EXPIRED: Final = "The code is no longer valid. Show a new one on the server's computer."
WRONG: Final = "The code is not right. Compare it with the one that the server's computer shows."
SPENT: Final = "There were too many tries with this code. Show a new one on the server's computer."


@dataclass(frozen=True, kw_only=True, slots=True)
class ShownCode:
    """A code that waits to be typed."""

    code: str
    user_name: str
    seconds: float
    """How long it is still valid."""
    own: bool = False
    """Whether it is for another computer of the server's owner."""
    attempts: int = MAX_ATTEMPTS
    """Tries that are left."""
    addresses: tuple[str, ...] = ()
    """Where the other computer finds this server, the first that it should try first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BegunPairing:
    """The answer to a try."""

    attempt: str
    message: bytes
    proof: bytes
    """That the server knows the code, and what its certificate is."""


class Pairings:
    """The code of one server, if one is shown."""

    def __init__(self, *, clock: Clock, certificate: str = "") -> None:
        """Take the fingerprint of the server's `certificate`; empty where it has none."""
        self._clock, self._certificate = clock, certificate
        self.addresses: tuple[str, ...] = ()
        """Where other computers find this server, once it listens; empty where they do not."""
        self._code = self._user_name = ""
        self._own = False
        self._until = 0.0
        self._attempts = 0
        self._begun: dict[str, bytes] = {}
        """Tries under way → the proof that completes each."""
        self._over = NOT_OPEN
        """Why there is no code."""

    def open(self, user_name: str, *, own: bool = False) -> ShownCode:
        """Show a new code, in place of one that is shown, for a computer of this user, or with `own` of the owner."""
        self.close()
        self._code, self._user_name, self._own = new_code(), user_name, own
        self._until, self._attempts = self._clock.monotonic() + VALID_SECONDS, MAX_ATTEMPTS
        return self.shown()

    def shown(self) -> ShownCode:
        """Return the code that is shown.

        Raises:
            WorldError: `pairing_refused`: none is, and why.
        """
        left = self._until - self._clock.monotonic()
        if self._code and left <= 0:
            self.close(EXPIRED)
        if not self._code:
            raise WorldError(sentence=self._over, code=PAIRING_REFUSED)
        return ShownCode(
            code=self._code,
            user_name=self._user_name,
            seconds=left,
            own=self._own,
            attempts=self._attempts,
            addresses=self.addresses,
        )

    def paired(self, shown: ShownCode, device: str) -> None:
        """Tell whoever asks for the code from now on that a computer was paired by it."""
        self._over = f"{device} is paired, for {shown.user_name}."

    def close(self, reason: str = NOT_OPEN) -> None:
        """Make the code void; who tries from now on is told the `reason`."""
        self._code, self._over = "", reason
        self._begun.clear()

    def begin(self, message: bytes) -> BegunPairing:
        """Take part in a try.

        Raises:
            WorldError: `pairing_refused`: no code is shown, too many were tried, or this is no message.
        """
        code = self.shown().code
        if not self._attempts:
            raise WorldError(sentence=SPENT, code=PAIRING_REFUSED)
        self._attempts -= 1
        side = ServerPairing(code)
        try:
            proofs = side.answer(message, certificate=self._certificate)
        except PairingError as error:
            raise WorldError(sentence=WRONG, code=PAIRING_REFUSED) from error
        attempt = secrets.token_urlsafe(16)
        self._begun[attempt] = proofs.client
        return BegunPairing(attempt=attempt, message=side.message, proof=proofs.server)

    def complete(self, attempt: str, proof: bytes) -> ShownCode:
        """Return the code that a computer has proved, with whose it is; it is void then. A try is completed once.

        Raises:
            WorldError: `pairing_refused`: no such try is under way, or its proof is wrong.
        """
        shown = self.shown()
        expected = self._begun.pop(attempt, None)
        if expected is None or not proves(proof, expected):
            raise WorldError(sentence=WRONG if self._attempts else SPENT, code=PAIRING_REFUSED)
        self.close()
        return shown
