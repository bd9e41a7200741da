"""Who of a room's participants is the server."""

import pytest

from alicia_desktop.line.link import ServerPeer
from alicia_desktop.transport.contract import LOCAL_AGENT, RoomAddress, TransportKind


def peer(*, transport: TransportKind = "livekit", agent: str = "", us: str = "desktop_1") -> ServerPeer:
    return ServerPeer(
        RoomAddress(transport=transport, url="", token="t", room_name="r", participant_id=us, agent=agent)
    )


@pytest.mark.parametrize("transport", ["websocket", "memory"])
def test_in_a_room_with_two_ends_the_other_one_is_the_server(transport: TransportKind) -> None:
    known = peer(transport=transport)
    assert known.join(LOCAL_AGENT)
    assert known.speaks(LOCAL_AGENT)
    assert known.is_server(LOCAL_AGENT)


@pytest.mark.parametrize("other", ["", "mallory", "alicia-agent-2", "alicia-agent-1x", "Alicia-agent-1", "desktop_2"])
def test_the_participant_that_the_token_answer_names_is_the_server_and_nobody_else(other: str) -> None:
    known = peer(agent="alicia-agent-1")
    assert not known.join(other)
    assert known.join("alicia-agent-1")
    known.asked()
    assert not known.speaks(other)
    assert not known.is_server(other)
    assert known.speaks("alicia-agent-1")
    assert not known.leave(other)
    assert known.leave("alicia-agent-1")
    assert known.heir == ""


def test_where_none_is_named_it_is_the_agent_that_answers_our_configuration() -> None:
    known = peer()
    assert known.join("alicia-agent-1")
    assert not known.speaks("alicia-agent-1"), "nothing was asked yet"
    known.asked()
    assert not known.speaks("mallory")
    assert known.speaks("alicia-agent-1")
    assert known.is_server("alicia-agent-1")


def test_who_comes_later_under_an_agents_name_is_not_believed_while_the_agent_is_there() -> None:
    known = peer()
    known.join("alicia-agent-1")
    known.asked()
    known.speaks("alicia-agent-1")
    assert not known.join("alicia-agent-2")
    assert not known.speaks("alicia-agent-2")
    assert not known.is_server("alicia-agent-2")
    assert not known.leave("alicia-agent-2")
    assert known.speaks("alicia-agent-1")


def test_the_next_agent_is_believed_once_it_was_asked_itself() -> None:
    known = peer()
    known.join("alicia-agent-1")
    known.asked()
    known.speaks("alicia-agent-1")
    assert not known.join("alicia-agent-2")
    assert known.leave("alicia-agent-1")
    assert known.heir == "alicia-agent-2"
    assert not known.speaks("alicia-agent-2")
    known.asked()
    assert known.speaks("alicia-agent-2")
    assert not known.speaks("alicia-agent-1")


def test_of_two_agents_of_which_none_has_answered_either_may() -> None:
    known = peer()
    assert known.join("alicia-agent-1")
    assert known.join("alicia-agent-2")
    known.asked()
    assert known.speaks("alicia-agent-1")
    assert not known.speaks("alicia-agent-2")


def test_one_who_comes_again_under_its_name_is_the_same() -> None:
    known = peer()
    known.join("alicia-agent-1")
    known.asked()
    known.speaks("alicia-agent-1")
    assert known.join("alicia-agent-1")
    assert known.speaks("alicia-agent-1")


def test_the_server_itself_judges_everybody_who_is_in_its_room() -> None:
    known = peer(agent="alicia-agent-1", us="alicia-agent-1")
    assert known.join("desktop_1")
    assert known.speaks("mallory")
    assert known.leave("desktop_1")
    assert known.heir == ""
