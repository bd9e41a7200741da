"""Open a server to other computers beside its own address: with a certificate that it makes for itself, once.

    tls = network_tls(options.network_tls)
    tls.context, tls.fingerprint

Where that fails, those on this computer go on as before, and are told.
"""

import os
import platform
import ssl
from dataclasses import dataclass
from typing import Final

from alicia_desktop.base.certificates import fingerprint_of_file, make_certificate, server_context
from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.server.options import TlsFiles

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - only where somebody has switched it on


@dataclass(frozen=True, kw_only=True, slots=True)
class NetworkTls:
    """What other computers know a server by."""

    context: ssl.SSLContext
    fingerprint: str


def network_tls(files: TlsFiles) -> NetworkTls:
    """Load the certificate for other computers; it is made where there is none.

    Raises:
        WorldError: it cannot be made or read.
    """
    try:
        if not (files.certificate.exists() and files.key.exists()):
            make_certificate(files.certificate, files.key, name=platform.node() or "alicia")
        context = server_context(files.certificate, files.key)
        return NetworkTls(context=context, fingerprint=fingerprint_of_file(files.certificate))
    except OSError as error:
        reason = f"{files.certificate} cannot be written ({system_reason(error)})"
        raise WorldError(sentence=_closed(reason), code="network_closed") from error
    except WorldError as error:
        reason = f"{error.sentence} Delete both files to have new ones made, and pair each computer again."
        raise WorldError(sentence=_closed(reason), code=error.code) from error


def cannot_open(port: int, error: OSError) -> str:
    """Return why nobody can be let in, as a sentence."""
    reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
    return _closed(f"The port {port} cannot be used ({reason}). Close what else uses it, and start Alicia again")


def _closed(reason: str) -> str:
    return f"Other computers cannot reach this Alicia: {reason.removesuffix('.')}."
