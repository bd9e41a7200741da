"""A server that answers as told, and a client that asks it."""

import pytest

from alicia_desktop.api.client import ApiClient
from tests.api.servers import running


@pytest.fixture
async def server():
    async with running() as here:
        yield here


@pytest.fixture
async def client(server):
    async with ApiClient(url=server.url, user_id="user", token="secret") as here:
        yield here
