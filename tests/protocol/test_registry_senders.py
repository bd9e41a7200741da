"""Every type of stanza, from everybody, with every kind of id: what counts on which side."""

import pytest

from alicia_desktop.protocol.envelope import Malformed, Stanza, Unknown
from alicia_desktop.protocol.messages import Acknowledgement, Configuration, Message
from alicia_desktop.protocol.registry import Direction, counts_at_client, counts_at_server, entry_of
from tests.protocol.samples import SATURATED

IDS = (-7, 0, 7)


def _stanza(body: Message, stanza_id: int) -> Stanza:
    return Stanza(stanza_id=stanza_id, conversation_id="ac_1", body=body)


_UNREAD = (
    Unknown(stanza_id=7, conversation_id="ac_1", type=99, body={}, meta={}),
    Malformed(reason="No map.", raw=b"\xff"),
)


@pytest.mark.parametrize("stanza_id", IDS)
@pytest.mark.parametrize("body", SATURATED, ids=lambda body: type(body).__name__)
def test_of_a_stranger_nothing_counts_and_of_the_server_everything_but_what_other_clients_say_of_themselves(
    body: Message, stanza_id: int
):
    said = _stanza(body, stanza_id)
    assert not counts_at_client(said, from_server=False)
    of_another_client = stanza_id > 0 and isinstance(body, Configuration | Acknowledgement)
    assert counts_at_client(said, from_server=True) is not of_another_client


@pytest.mark.parametrize("stanza_id", IDS)
@pytest.mark.parametrize("body", SATURATED, ids=lambda body: type(body).__name__)
def test_at_the_server_a_user_says_what_clients_say_and_a_stranger_nothing(body: Message, stanza_id: int):
    said = _stanza(body, stanza_id)
    assert not counts_at_server(said, from_user=False)
    assert counts_at_server(said, from_user=True) is (entry_of(body).direction is not Direction.SERVER)


@pytest.mark.parametrize("unread", _UNREAD, ids=["unknown", "malformed"])
def test_what_cannot_be_understood_is_somebodys_too(unread: Unknown | Malformed):
    assert counts_at_client(unread, from_server=True)
    assert not counts_at_client(unread, from_server=False)
    assert counts_at_server(unread, from_user=True)
    assert not counts_at_server(unread, from_user=False)
