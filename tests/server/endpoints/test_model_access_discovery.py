import asyncio
from dataclasses import replace

import pytest
from aiohttp import web

from alicia_desktop.server.endpoints.endpoint_address import LOCAL, known
from alicia_desktop.server.endpoints.model_access import find_local_endpoints
from tests.support.http_handler import serving
from tests.support.model_endpoint import ModelEndpoint


def at(url, kind="ollama"):
    endpoint = known(kind)
    assert endpoint is not None
    return replace(endpoint, base_url=f"{url}/v1")


async def test_servers_that_run_are_found_and_named_by_what_they_say(http):
    async with ModelEndpoint().up() as first, ModelEndpoint(rows=[{"id": "m", "owned_by": "vllm"}]).up() as second:
        found = await find_local_endpoints(http, endpoints=(at(first.url), at(second.url, "llamacpp")))
    assert [(one.title, one.models[0].name) for one in found] == [("Ollama", "qwen3:4b"), ("vLLM", "m")]
    assert first.asked == [("GET /v1/models", "")]


async def test_others_at_such_a_port_are_left_alone(http, server):
    async def page(_):
        return web.Response(text="<html></html>", content_type="text/html")

    async def refusing(_):
        return web.Response(status=401)

    async with (
        serving(page) as one,
        serving(refusing) as two,
        ModelEndpoint(rows=[]).up() as empty,
    ):
        places = [at(url) for url in (one, two, empty.url, server.address)]
        assert await find_local_endpoints(http, endpoints=places) == ()


async def test_a_server_that_is_silent_costs_the_time_of_one(http):
    async def silent(_):
        await asyncio.sleep(30)
        return web.Response()

    async with serving(silent) as url, asyncio.timeout(5):
        assert await find_local_endpoints(http, endpoints=[at(url)] * 20, seconds=0.2) == ()


async def test_nothing_but_this_computer_is_searched(http):
    with pytest.raises(ValueError, match="Only this computer"):
        await find_local_endpoints(http, endpoints=[*LOCAL, at("http://192.168.0.1:11434")])
