"""Certificates of a server: their fingerprints, and sentences for files that are none."""

import pytest
from cryptography.hazmat.primitives import serialization

from alicia_desktop.base.certificates import BAD_CERTIFICATE, fingerprint_of_file, is_fingerprint, server_context
from alicia_desktop.base.errors import WorldError
from tests.support.certificates import make_certificate


def refusal(certificate, key):
    with pytest.raises(WorldError) as refused:
        server_context(certificate, key)
    assert refused.value.code == BAD_CERTIFICATE
    return refused.value.sentence


def test_a_certificate_with_its_key_is_taken_and_has_a_fingerprint(tmp_path):
    files = make_certificate(tmp_path)
    server_context(files.certificate, files.key)
    assert is_fingerprint(fingerprint_of_file(files.certificate))
    assert not is_fingerprint("9F" * 32)
    assert not is_fingerprint("")


def test_files_that_are_no_certificate_and_key_are_told_apart(tmp_path):
    files, another = make_certificate(tmp_path), make_certificate(tmp_path, "another")
    garbage, missing = tmp_path / "garbage.pem", tmp_path / "missing.pem"
    garbage.write_text("-----BEGIN CERTIFICATE-----\nAAAA")
    assert refusal(missing, files.key) == f"The certificate {missing} cannot be read: No such file or directory."
    assert (
        refusal(files.certificate, missing) == f"The private key {missing} cannot be read: No such file or directory."
    )
    assert refusal(garbage, files.key) == f"{garbage} is no certificate in PEM."
    assert refusal(files.key, files.key) == f"{files.key} is no certificate in PEM."
    assert "is not the private key of the certificate" in refusal(files.certificate, another.key)
    assert "is not the private key of the certificate" in refusal(files.certificate, garbage)


def test_an_encrypted_key_is_told_and_asks_nobody_for_a_password(tmp_path):
    files = make_certificate(tmp_path)
    key = serialization.load_pem_private_key(files.key.read_bytes(), None)
    encrypted = serialization.BestAvailableEncryption(b"secret")
    files.key.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, encrypted))
    assert "is encrypted" in refusal(files.certificate, files.key)
