"""Window and command line reach a real llama.cpp server."""

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.server.endpoints.model_access import ModelAccess
from tests.support.llama_server import llama_server


@pytest.mark.e2e
async def test_a_real_llama_cpp_server_is_listed_and_tried_though_it_closes_each_connection():
    with llama_server(name="small") as address:
        async with ModelAccess(clock=SystemClock()) as access:
            found = await access.find(address.removeprefix("http://"))
            result = await access.try_model(found, "small")
    assert (found.title, found.base_url) == ("llama.cpp", f"{address}/v1")
    assert [model.name for model in found.models] == ["small"]
    assert result.first_token_ms > 0
    assert result.context_tokens == 4096
