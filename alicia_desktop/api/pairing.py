"""Pair with a server: prove that a code was typed here, and get a token and the server's certificate for it.

    paired = await pair("https://alicia.home:8200", "K7Q-M2X", device="Anna's laptop")
    ApiClient(url=paired.address, user_id=paired.user_name, token=paired.token, certificate=paired.certificate)

The certificate that is seen here goes into the proofs of both sides (`protocol.pairing`), and every call is made with
that certificate alone: whoever stands between has no proof, and gets no token (docs/security.md#pairing).
"""

import asyncio
import ssl
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

import msgspec

from alicia_desktop.api.client import CALL_SECONDS, ApiClient
from alicia_desktop.api.responses import TOKEN_REFUSED, unreachable
from alicia_desktop.base.certificates import CERTIFICATE_UNTRUSTED, fingerprint_of
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.base.unencrypted_hosts import unencrypted_host
from alicia_desktop.protocol.pairing import ClientPairing, PairingError, proves, read_code

BAD_CODE: Final = "bad_code"
BAD_ADDRESS: Final = "bad_address"
HTTPS_PORT: Final = 443
NO_CODE: Final = translate(
    "A pairing code has six letters and digits, such as K7Q-M2X. The server's computer shows it."
)
REFUSED: Final = translate(
    "The code is not right, or somebody stands between this computer and the server. Compare the code; after a few "
    "wrong tries the server's computer has to show a new one."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class PairedServer:
    """All that is needed to use a server."""

    address: str
    user_name: str
    token: str = field(repr=False)
    certificate: str
    """Fingerprint; empty where an authority vouches for the certificate, which may then be renewed."""


class _Begun(msgspec.Struct, frozen=True, kw_only=True):
    attempt: str
    message: bytes
    proof: bytes


class _Completed(msgspec.Struct, frozen=True, kw_only=True):
    user_name: str
    token: str


class _PairingApi(ApiClient):
    """The two calls that need no token."""

    async def begin(self, message: bytes) -> _Begun:
        """Begin a try."""
        body = {"message": msgspec.to_builtins(message)}
        return self._parse(await self._request("POST", "pairing", "begin", body=body, verbatim=True), _Begun)

    async def complete(self, attempt: str, proof: bytes, *, device: str) -> _Completed:
        """Complete it."""
        body = {"attempt": attempt, "proof": msgspec.to_builtins(proof), "device": device}
        return self._parse(await self._request("POST", "pairing", "complete", body=body, verbatim=True), _Completed)


async def pair(address: str, code: str, *, device: str) -> PairedServer:
    """Pair this computer, under the name `device`, with the server at `address` by the code that it shows.

    Raises:
        WorldError: `bad_code`, `bad_address`, `unreachable`, or what the server refuses, in its own words.
    """
    typed = read_code(code)
    if not typed:
        raise WorldError(sentence=NO_CODE, code=BAD_CODE)
    address = _checked(address)
    certificate = await _fingerprint(address)
    is_trusted = not certificate or await _is_trusted(address)
    side = await asyncio.to_thread(ClientPairing, typed)
    async with _PairingApi(url=address, user_id="", certificate=certificate) as api:
        begun = await api.begin(side.message)
        try:
            proofs = await asyncio.to_thread(side.answer, begun.message, certificate=certificate)
        except PairingError as error:
            raise WorldError(sentence=REFUSED, code=TOKEN_REFUSED) from error
        if not proves(begun.proof, proofs.server):
            raise WorldError(sentence=REFUSED, code=TOKEN_REFUSED)
        done = await api.complete(begun.attempt, proofs.client, device=device)
    pinned = "" if is_trusted else certificate
    return PairedServer(address=address, user_name=done.user_name, token=done.token, certificate=pinned)


def _checked(address: str) -> str:
    address = address.strip().rstrip("/").removesuffix("/api/v1")
    if "://" not in address:
        address = f"https://{address}"
    try:
        parts = urlsplit(address)
        is_address = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        sentence = translate(
            "{address} is no address of a server. One is https:// with a computer's name, such as "
            "https://alicia.home:8200."
        ).format(address=address)
        raise WorldError(sentence=sentence, code=BAD_ADDRESS)
    if host := unencrypted_host(address):
        sentence = translate(
            "{host} is paired over https:// only, because your token would go there unencrypted. Start the server "
            "with --network, or with --tls-cert and --tls-key."
        ).format(host=host)
        raise WorldError(sentence=sentence, code=BAD_ADDRESS)
    return address


async def _fingerprint(address: str) -> str:
    """Return the fingerprint of the certificate that is shown at an address; "" for plain HTTP."""
    parts = urlsplit(address)
    if parts.scheme != "https":
        return ""
    place = (parts.hostname or "", parts.port or HTTPS_PORT)
    try:
        pem = await asyncio.to_thread(ssl.get_server_certificate, place, timeout=CALL_SECONDS)
        return fingerprint_of(ssl.PEM_cert_to_DER_cert(pem))
    except (OSError, ValueError) as error:
        raise unreachable(address) from error


async def _is_trusted(address: str) -> bool:
    """Return whether an authority vouches for the certificate."""
    async with ApiClient(url=address, user_id="") as api:
        try:
            await api.check_health()
        except WorldError as error:
            if error.code != CERTIFICATE_UNTRUSTED:
                raise
            return False
    return True
