"""The end is told once, nothing is told after it, and what cannot be sent is refused with its reason."""

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.transport.contract import ConnectionState, PeerJoined
from alicia_desktop.transport.endpoint import Endpoint
from tests.transport.worlds import Heard


def connected():
    heard, endpoint = Heard(), Endpoint()
    endpoint.open(heard)
    endpoint.change(ConnectionState.CONNECTED)
    return heard, endpoint


def test_a_state_is_told_when_it_changes():
    heard, endpoint = connected()
    endpoint.change(ConnectionState.CONNECTED)
    endpoint.change(ConnectionState.RECONNECTING)
    assert heard.states == [ConnectionState.CONNECTING, ConnectionState.CONNECTED, ConnectionState.RECONNECTING]


def test_nothing_is_told_after_the_end():
    heard, endpoint = connected()
    endpoint.change(ConnectionState.CLOSED)
    endpoint.change(ConnectionState.CONNECTED)
    endpoint.emit(PeerJoined(identity="late"))
    assert heard.states[-1] is ConnectionState.CLOSED
    assert heard.peers == []


def test_a_failed_attempt_is_not_told():
    heard, endpoint = Heard(), Endpoint()
    endpoint.open(heard)
    endpoint.fail()
    assert heard.states == [ConnectionState.CONNECTING]
    assert endpoint.closed


@pytest.mark.parametrize(
    ("state", "size", "code"),
    [
        (ConnectionState.CONNECTED, 11, "too_large"),
        (ConnectionState.RECONNECTING, 11, "too_large"),
        (ConnectionState.RECONNECTING, 10, "not_connected"),
        (ConnectionState.CLOSED, 10, "not_connected"),
    ],
)
def test_what_cannot_be_sent_is_refused(state, size, code):
    _, endpoint = connected()
    endpoint.change(state)
    with pytest.raises(WorldError) as refusal:
        endpoint.check(bytes(size), limit=10)
    assert refusal.value.code == code


def test_what_can_be_sent_is_not_refused():
    _, endpoint = connected()
    endpoint.check(bytes(10), limit=10)
    assert endpoint.connected
