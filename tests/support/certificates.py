"""Make self-signed certificates, as a household's server has one."""

from pathlib import Path

from alicia_desktop.base import certificates
from alicia_desktop.server.options import TlsFiles


def make_certificate(folder: Path, name: str = "server") -> TlsFiles:
    """Write a certificate for 127.0.0.1, signed by itself, and its private key into a folder."""
    files = TlsFiles(certificate=folder / f"{name}.pem", key=folder / f"{name}.key.pem")
    certificates.make_certificate(files.certificate, files.key, name="127.0.0.1")
    return files
