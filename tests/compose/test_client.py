"""A client with everything in one process: the same root that window and command line stand on."""

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.compose.client import Client
from alicia_desktop.config import Paths, Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.session.state import Phase
from alicia_desktop.store import conversations
from tests.support.scripted_server import until


def make_client(folder, transport="memory"):
    return Client(
        paths=Paths(folder=folder),
        settings=Settings(),
        credentials=Credentials(folder=folder, environment={}),
        transport=transport,
    )


@pytest.mark.e2e
async def test_a_conversation_begun_here_gets_its_id_from_the_server(tmp_path):
    adopted: list[tuple[str, str]] = []
    async with make_client(tmp_path) as client:
        begun = await client.new_conversation("Roses")
        client.sessions.adopted.connect(adopted.append)
        front = await client.sessions.open(begun)
        await until(lambda: front.session.state.phase is Phase.ONLINE)
        given = front.session.state.conversation_id
        assert adopted == [(begun, given)]
        api = await client.rooms.api()
        assert (await api.conversation(given)).title == "Roses"
        assert await client.database.read(conversations.get, begun) is None


async def test_livekit_that_is_not_set_up_leaves_nothing_open(tmp_path):
    with pytest.raises(WorldError) as caught:
        async with make_client(tmp_path, "livekit"):
            pass
    assert caught.value.code == "livekit_not_set"
    async with make_client(tmp_path) as again:
        assert again.server.name == ""


async def test_two_clients_on_the_same_data_are_one_too_many(tmp_path):
    async with make_client(tmp_path):
        with pytest.raises(WorldError) as caught:
            async with make_client(tmp_path):
                pass
    assert caught.value.code == "database_in_use"
