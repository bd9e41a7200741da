"""A pairing succeeds with the same code and certificate on both sides, and with nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.protocol.pairing import (
    MESSAGE_BYTES,
    ClientPairing,
    PairingError,
    ServerPairing,
    new_code,
    proves,
    read_code,
)

CERTIFICATE, ANOTHER = "9f" * 32, "ab" * 32


def exchange(*, typed="K7Q-M2X", shown="K7Q-M2X", seen=CERTIFICATE, own=CERTIFICATE):
    """Both sides' view of one exchange: whether the client believes the server, and the server the client."""
    client, server = ClientPairing(typed), ServerPairing(shown)
    theirs, ours = server.answer(client.message, certificate=own), client.answer(server.message, certificate=seen)
    return proves(theirs.server, ours.server), proves(ours.client, theirs.client)


def test_the_same_code_and_certificate_convince_both_sides():
    assert exchange() == (True, True)


def test_another_code_convinces_nobody():
    assert exchange(typed="K7Q-M2Y") == (False, False)


def test_another_certificate_between_them_convinces_nobody():
    assert exchange(seen=ANOTHER) == (False, False)


def test_a_code_is_read_as_people_type_it():
    assert {read_code(typed) for typed in ("K7Q-M2X", "k7qm2x", " k7q m2x ", "K7Q–M2X".replace("–", "-"))} == {
        "K7Q-M2X"
    }
    assert {read_code(typed) for typed in ("", "K7Q-M2", "K7Q-M2XX", "K7Q-M20", "ключ12", "K7Q_M2X")} == {""}


def test_new_codes_are_codes_and_differ():
    codes = {new_code() for _ in range(100)}
    assert len(codes) == 100
    assert {read_code(code) for code in codes} == codes


@given(st.binary(max_size=2 * MESSAGE_BYTES) | st.binary(min_size=32, max_size=32).map(lambda rest: b"A" + rest))
def test_what_is_no_message_is_an_error_or_convinces_nobody(message):
    server = ServerPairing("K7Q-M2X")
    try:
        proofs = server.answer(message, certificate=CERTIFICATE)
    except PairingError:
        return
    assert proofs.client != proofs.server


def test_a_message_sent_back_to_its_sender_is_an_error():
    client = ClientPairing("K7Q-M2X")
    with pytest.raises(PairingError):
        client.answer(client.message, certificate=CERTIFICATE)
