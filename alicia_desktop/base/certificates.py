"""Fingerprints of TLS certificates, and what is said where a certificate is not the expected one.

    fingerprint = fingerprint_of(der)          # "9f86d0…", SHA-256 in hexadecimal
    raise certificate_changed("https://alicia.home:8200")
    make_certificate(folder / "network.pem", folder / "network.key.pem", name="alicia.home")

A server that was paired is known by the fingerprint of its certificate instead of by an authority.
"""

import hashlib
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.base.files import write_private
from alicia_desktop.base.translation import translate

CERTIFICATE_CHANGED: Final = "certificate_changed"
CERTIFICATE_UNTRUSTED: Final = "certificate_untrusted"
BAD_CERTIFICATE: Final = "bad_certificate"
MAX_COMMON_NAME: Final = 64
VALID_DAYS: Final = 3_650
"""Of a certificate that is made here: whoever paired knows it by its fingerprint, and would have to pair again."""


def fingerprint_of(der: bytes) -> str:
    """Return the SHA-256 of a certificate (DER), in hexadecimal."""
    return hashlib.sha256(der).hexdigest()


def is_fingerprint(text: str) -> bool:
    """Return whether a text is a fingerprint as `fingerprint_of` gives it."""
    return len(text) == 2 * hashlib.sha256().digest_size and all(one in "0123456789abcdef" for one in text)


def fingerprint_of_file(path: Path) -> str:
    """Return the fingerprint of the first certificate of a PEM file, which is the server's own.

    Raises:
        WorldError: `bad_certificate`.
    """
    try:
        pem = path.read_text("ascii")
        begun, end = pem.index("-----BEGIN CERTIFICATE-----"), "-----END CERTIFICATE-----"
        return fingerprint_of(ssl.PEM_cert_to_DER_cert(pem[begun : pem.index(end, begun) + len(end)]))
    except OSError as error:
        sentence = translate("The certificate {path} cannot be read: {reason}.").format(
            path=path, reason=system_reason(error)
        )
        raise WorldError(sentence=sentence, code=BAD_CERTIFICATE) from error
    except ValueError as error:
        raise _no_certificate(path) from error


def server_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """Return the TLS settings of a server with this certificate and private key, PEM files.

    Raises:
        WorldError: `bad_certificate`: they cannot be read, or do not belong together.
    """
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    no_certificate = translate("The certificate {path} cannot be read: {reason}.")
    no_key = translate("The private key {path} cannot be read: {reason}.")
    for file, unreadable in ((certificate, no_certificate), (key, no_key)):
        try:
            file.open("rb").close()
        except OSError as error:
            sentence = unreadable.format(path=file, reason=system_reason(error))
            raise WorldError(sentence=sentence, code=BAD_CERTIFICATE) from error
    fingerprint_of_file(certificate)
    try:
        context.load_cert_chain(certificate, key, password=_no_password)
    except _EncryptedKeyError as error:
        sentence = translate(
            "The private key {key} is encrypted. Give one without a password, readable by you alone."
        ).format(key=key)
        raise WorldError(sentence=sentence, code=BAD_CERTIFICATE) from error
    except (ssl.SSLError, ValueError) as error:
        sentence = translate(
            "{key} is not the private key of the certificate {certificate}, or no private key in PEM."
        ).format(key=key, certificate=certificate)
        raise WorldError(sentence=sentence, code=BAD_CERTIFICATE) from error
    return context


def make_certificate(certificate: Path, key: Path, *, name: str) -> None:
    """Write a certificate for `name` that is signed by itself, and its private key, as PEM files.

    Raises:
        OSError: they cannot be written.
    """
    from cryptography import x509  # noqa: PLC0415 - most servers never make one
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415 - as above
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - as above

    private = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name[:MAX_COMMON_NAME])])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # clocks of other computers differ
        .not_valid_after(now + timedelta(days=VALID_DAYS))
        .sign(private, hashes.SHA256())
    )
    pem, unencrypted = serialization.Encoding.PEM, serialization.NoEncryption()
    certificate.unlink(missing_ok=True)  # one without its key is made anew, one with another key would be none
    write_private(key, private.private_bytes(pem, serialization.PrivateFormat.PKCS8, unencrypted))
    write_private(certificate, made.public_bytes(pem))


class _EncryptedKeyError(Exception):
    """A private key asks for its password."""


def _no_password() -> str:
    raise _EncryptedKeyError


def _no_certificate(path: Path) -> WorldError:
    return WorldError(sentence=translate("{path} is no certificate in PEM.").format(path=path), code=BAD_CERTIFICATE)


def certificate_changed(address: str) -> WorldError:
    """Return the error for a server whose certificate is not the one that it was paired with."""
    sentence = translate(
        "What answers at {address} has another certificate than the server you paired with, so nothing was sent. If "
        "the server got a new certificate, pair with it again; if not, somebody else may be answering."
    ).format(address=address)
    return WorldError(sentence=sentence, code=CERTIFICATE_CHANGED)


def certificate_untrusted(address: str) -> WorldError:
    """Return the error for a server whose certificate no authority vouches for."""
    sentence = translate(
        "No authority that this computer trusts vouches for the certificate of {address}, so nothing was sent. Pair "
        "with the server: `alicia-desktop serve pair` on its computer shows a code."
    ).format(address=address)
    return WorldError(sentence=sentence, code=CERTIFICATE_UNTRUSTED)
