"""Who makes room for whom, without any socket."""

import pytest

from alicia_desktop.server.http import listener as module
from alicia_desktop.server.http.listener import (
    BoundedConnection,
    ConnectionLimits,
    Connections,
    default_max_connections,
)


class Dropped(BoundedConnection):
    """A connection that only says that it was dropped."""

    def __init__(self, name: str, address: str = "here") -> None:  # no protocol of aiohttp's
        self.name, self.address, self.dropped = name, address, False

    def drop(self) -> None:
        self.dropped = True

    def __repr__(self) -> str:
        return self.name


def open_all(connections: Connections, names: str, address: str = "here") -> list[Dropped]:
    made = [Dropped(name, address) for name in names]
    assert all(connections.add(one) for one in made)
    return made


def dropped(*groups: list[Dropped]) -> str:
    return "".join(one.name for group in groups for one in group if one.dropped)


def test_the_longest_waiting_makes_room():
    connections = Connections(ConnectionLimits(connections=3))
    first, second = open_all(connections, "abc"), open_all(connections, "de")
    assert (dropped(first, second), len(connections)) == ("ab", 3)


def test_whoever_showed_a_token_stays_until_the_answer():
    connections = Connections(ConnectionLimits(connections=2))
    a, b = open_all(connections, "ab")
    connections.serve(a)
    connections.serve(a)
    others = open_all(connections, "cde")
    assert dropped([a, b], others) == "bcd"
    connections.done(a)
    (f,) = open_all(connections, "f")
    assert (others[-1].dropped, a.dropped) == (True, False)  # what has just been answered waits behind the others
    connections.serve(a)
    connections.serve(f)
    assert not connections.add(Dropped("g"))
    connections.remove(f)
    assert connections.add(Dropped("g"))


def test_an_address_with_many_makes_room_for_the_others():
    connections = Connections(ConnectionLimits(connections=4))
    owner = open_all(connections, "o", "there")
    crowd = open_all(connections, "abcdefgh")
    assert (dropped(owner), dropped(crowd), len(connections)) == ("", "abcde", 4)


def test_what_is_gone_is_forgotten():
    connections = Connections(ConnectionLimits(connections=2))
    a, b = open_all(connections, "ab")
    connections.serve(a)
    for one in (a, b, a):
        connections.remove(one)
        connections.done(one)
        connections.serve(one)
    assert len(connections) == 0


def test_streams_leave_half_of_the_connections_to_calls():
    connections = Connections(ConnectionLimits(connections=5))
    a, b, c, d = open_all(connections, "abcd")
    assert [connections.open_stream(one) for one in (a, b, c)] == [True, True, False]
    connections.close_stream(a)
    assert connections.open_stream(c)
    connections.remove(b)
    assert connections.open_stream(d)


@pytest.mark.parametrize(("files", "most"), [(20, 10), (256, 128), (1_024, 512), (1_000_000, 512), (-1, 512), (1, 1)])
def test_there_are_far_fewer_connections_than_files(monkeypatch, files, most):
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    assert default_max_connections() == most


def test_clients_end_an_idle_connection_before_the_server_does():
    aiohttp_keeps_seconds = 15
    assert aiohttp_keeps_seconds < module.IDLE_SECONDS
