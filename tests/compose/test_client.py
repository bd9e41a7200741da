"""A client with everything in one process: the same root that window and command line stand on."""

import asyncio
import subprocess
import sys
import threading

import keyring
import keyring.errors
import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.compose.client import Client
from alicia_desktop.config import ServerSettings, Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.line.inprocess import InProcessLine
from alicia_desktop.paths import Paths
from alicia_desktop.session.message_factory import MemoryRequest
from alicia_desktop.session.state import Phase
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.memories import memories, memory_actions
from tests.support.keyrings import Ring
from tests.support.patience import PATIENCE
from tests.support.scripted_server import until


def make_client(folder, transport="memory"):
    return Client(
        paths=Paths(folder=folder),
        settings=Settings(),
        credentials=Credentials(folder=folder, environment={}),
        transport=transport,
    )


async def until_kept(client, ask, met):
    """Wait until what is asked of the database is as it should be."""
    changed = asyncio.Event()
    client.database.changed.connect(lambda _: changed.set())
    async with asyncio.timeout(PATIENCE):
        while not met(await ask()):
            await changed.wait()
            changed.clear()


@pytest.mark.e2e
async def test_a_conversation_begun_here_gets_its_id_from_the_server(tmp_path):
    adopted: list[tuple[str, str]] = []
    async with make_client(tmp_path) as client:
        begun = await client.new_conversation("Roses")
        client.sessions.adopted.connect(adopted.append)
        active = await client.sessions.open(begun)
        await until(lambda: active.session.state.phase is Phase.ONLINE)
        given = active.session.state.conversation_id
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


@pytest.mark.e2e
async def test_a_client_that_comes_back_takes_part_as_who_it_was(tmp_path):
    async def known_as(folder):
        async with make_client(folder) as client:
            asked = [await client.rooms.request_room(await client.new_conversation()) for _ in range(2)]
            return {each.address.participant_id for each in asked}

    (name,) = await known_as(tmp_path / "a")
    assert await known_as(tmp_path / "a") == {name}
    assert name not in await known_as(tmp_path / "b")


async def test_two_clients_on_the_same_data_are_one_too_many(tmp_path):
    async with make_client(tmp_path):
        with pytest.raises(WorldError) as caught:
            async with make_client(tmp_path):
                pass
    assert caught.value.code == "database_in_use"


@pytest.mark.e2e
async def test_memories_are_copied_from_the_server_and_acted_on_from_here(tmp_path):
    async with make_client(tmp_path) as client:

        async def copied(memory_id):
            return await client.database.read(memories.get_memory, memory_id)

        active = await client.sessions.open(await client.new_conversation())
        await until(lambda: active.session.state.phase is Phase.ONLINE)
        told = MemoryRequest(memory_id="m1", action="create", memory={"content": "User's dog is called Biscuit."})
        await active.session.enqueue_memory_requests([told])
        assert (await copied("m1")).token_count is None
        await until_kept(client, lambda: copied("m1"), lambda found: found.token_count is not None)
        assert (await copied("m1")).category == "personal_life_interests"
        await until_kept(client, lambda: client.database.read(memory_actions.is_unsent, "m1"), lambda waits: not waits)
        await active.session.enqueue_memory_requests(
            [MemoryRequest(memory_id="m1", action="delete", memory={"forget": True})]
        )
        await until_kept(client, lambda: client.database.read(memory_actions.is_unsent, "m1"), lambda waits: not waits)
        api = await client.rooms.api()
        (told,) = (await api.memory_changes(after="", limit=10)).memories
        assert (told.id, told.forgotten) == ("m1", True)


async def test_a_keyring_that_waits_for_the_person_holds_nothing_up_and_its_failure_is_told(tmp_path):
    unlocked = threading.Event()

    class Waiting(Ring):
        def get_password(self, service: str, username: str) -> str | None:
            unlocked.wait()
            raise keyring.errors.KeyringLocked

    keyring.set_keyring(Waiting())
    client = Client(
        paths=Paths(folder=tmp_path),
        settings=Settings(server=ServerSettings(place="remote", address="http://127.0.0.1:9")),
        credentials=Credentials(folder=tmp_path, environment={}),
        line=InProcessLine(),
    )
    told: list[str] = []
    client.noticed.connect(told.append)
    await client.open()
    assert await client.new_conversation("Written meanwhile")
    asking = asyncio.get_running_loop().create_task(client.server.place())
    unlocked.set()
    assert (await asking).token == ""
    assert (await client.server.place()).token == ""
    assert [sentence for sentence in told if "is locked" in sentence] == told[:1]
    await client.close()


@pytest.mark.e2e
def test_a_client_brings_nothing_that_only_sound_needs() -> None:
    script = (
        "import sys, alicia_desktop.compose.client, alicia_desktop.cli.talk_run\n"
        "print(*{'numpy', 'sounddevice', 'soundfile', 'alicia_desktop.line.device_manager'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.split() == []
