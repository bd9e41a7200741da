import json
from urllib.parse import urlsplit

import pytest
from aiohttp import web

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.endpoints.model_access import ModelAccess
from alicia_desktop.server.endpoints.model_list import (
    MAX_MODELS,
    error_words,
    find_endpoint,
    listed_images,
    nothing_found,
    parse_models,
)
from tests.support.http_handler import serving
from tests.support.model_endpoint import ModelEndpoint


@pytest.mark.parametrize(
    ("row", "sees"),
    [
        ({"id": "m", "architecture": {"input_modalities": ["text", "image"]}}, True),
        ({"id": "m", "architecture": {"input_modalities": ["text"]}}, False),
        ({"id": "m", "architecture": 3}, None),
        ({"id": "m"}, None),
        ({"id": "n", "architecture": {"input_modalities": ["image"]}}, None),
        (3, None),
    ],
)
def test_a_list_may_tell_whether_a_model_sees_images(row, sees):
    assert listed_images(json.dumps({"data": [row]}).encode(), "m") is sees
    assert listed_images(b"no list", "m") is None


@pytest.mark.parametrize("end", ["", "/", "/v1", "/v1/", "/v1/models", "/v1/chat/completions"])
async def test_an_endpoint_is_found_however_its_address_ends(http, end):
    async with ModelEndpoint().up() as endpoint:
        found = await find_endpoint(http, endpoint.url + end)
        assert found.base_url == f"{endpoint.url}/v1"
    assert [model.name for model in found.models] == ["qwen3:4b"]
    assert found.title == "Ollama"


async def test_an_address_without_scheme_is_tried_by_http_here(http):
    async with ModelEndpoint(rows=[{"id": "m"}]).up() as endpoint:
        found = await find_endpoint(http, endpoint.url.removeprefix("http://"))
        assert (found.base_url, found.kind) == (f"{endpoint.url}/v1", None)
    assert found.title == endpoint.url.removeprefix("http://")


async def test_an_endpoint_without_a_version_in_its_path_is_found_and_what_was_tried_is_told(http):
    async with ModelEndpoint(path="/llm").up() as endpoint:
        found = await find_endpoint(http, f"{endpoint.url}/llm")
    assert found.base_url == f"{endpoint.url}/llm"
    assert [(one.base_url, one.outcome) for one in found.tried] == [
        (f"{endpoint.url}/llm/v1", "not found: 404 page not found")
    ]


async def test_an_endpoint_without_a_list_is_one_all_the_same(http):
    async with ModelEndpoint(has_list=False).up() as endpoint:
        found = await find_endpoint(http, endpoint.url)
    assert (found.base_url, found.models) == (f"{endpoint.url}/v1", ())


async def test_a_wrong_key_is_refused_in_the_endpoints_own_words(http):
    async with ModelEndpoint(key="right").up() as endpoint:
        with pytest.raises(WorldError) as wrong:
            await find_endpoint(http, endpoint.url, key="wrong")
        with pytest.raises(WorldError) as none:
            await find_endpoint(http, endpoint.url)
        found = await find_endpoint(http, endpoint.url, key="right")
    host = endpoint.url.removeprefix("http://")
    assert wrong.value.sentence == f"{host} does not accept the key. Check it. It says: Incorrect API key provided."
    assert none.value.sentence == f"{host} needs a key. It says: Incorrect API key provided."
    assert wrong.value.code == none.value.code == "model_refused"
    assert found.models


async def test_nobody_there_is_told_with_all_that_was_tried(http):
    async with ModelEndpoint().up() as endpoint:
        gone = endpoint.url
    with pytest.raises(WorldError) as error:
        await find_endpoint(http, gone)
    secure = gone.replace("http:", "https:")
    assert error.value.sentence == (
        f"No language model answers there. Tried: {gone}/v1 (nobody answers); {secure}/v1 (nobody answers). "
        "Check the address, and that the server runs."
    )


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (web.Response(text="<html>Hello</html>", content_type="text/html"), "answers, but has no list of models"),
        (web.Response(status=302, headers={"Location": "https://elsewhere.example/v1"}), "leads elsewhere"),
        (web.json_response({"detail": "overloaded"}, status=503), "error 503: overloaded"),
        (web.json_response({"data": "none"}), "answers, but has no list of models"),
        (web.Response(body=b"[" * 5_000), "answers, but has no list of models"),
    ],
)
async def test_another_web_server_is_no_endpoint(http, answer, outcome):
    async def handle(_):
        return web.Response(status=answer.status, body=answer.body, headers=answer.headers)

    async with serving(handle) as url:
        with pytest.raises(WorldError) as error:
            await find_endpoint(http, f"{url}/v1")
    assert f"{url}/v1 ({outcome})" in error.value.sentence


async def test_an_https_address_of_this_computer_without_encryption_is_found_by_http_and_that_is_told(http):
    async with ModelEndpoint(key="right").up() as endpoint:
        secure = endpoint.url.replace("http:", "https:")
        found = await find_endpoint(http, secure, key="right")
        assert found.base_url == f"{endpoint.url}/v1"
    assert [(one.base_url, one.outcome) for one in found.tried] == [(f"{secure}/v1", "no encryption there")]


async def test_another_computer_without_encryption_is_told_and_neither_used_nor_given_the_key(http):
    keys = []

    async def handle(request):
        keys.append(request.headers.get("Authorization"))
        return web.json_response({"data": [{"id": "m"}]})

    http.connector._resolver = _Here()
    async with serving(handle) as url:
        place = f"models.example:{urlsplit(url).port}"
        with pytest.raises(WorldError) as error:
            await find_endpoint(http, f"https://{place}/v1", key="secret", may_send=lambda _: True)
    assert error.value.sentence == (
        f"No language model answers there. Tried: https://{place}/v1 (no encryption there). Without encryption "
        f"http://{place}/v1 answers: others on the network could read what is sent. "
        "Enter that address to use it all the same."
    )
    assert keys == [None]


async def test_alicias_own_server_is_not_taken_for_a_model(http, server):
    for address in (server.address, f"{server.address}/api/v1"):
        with pytest.raises(WorldError) as error:
            await find_endpoint(http, address, key=server.token)
        assert error.value.code == "model_is_alicia"


async def test_a_key_that_everybody_could_read_is_not_sent(http):
    async with ModelEndpoint(key="right").up() as endpoint:
        address = endpoint.url.replace("127.0.0.1", "alicia.test")
        http.connector._resolver = _Here()
        with pytest.raises(WorldError) as error:
            await find_endpoint(http, address, key="right")
        assert {given for _, given in endpoint.asked} == {""}
        found = await find_endpoint(http, address, key="right", may_send=lambda _: True)
    assert "would go there unencrypted" in error.value.sentence
    assert found.models


async def test_a_trial_sends_no_key_either_that_everybody_could_read(http):
    http.connector._resolver = _Here()
    access = ModelAccess(clock=SystemClock())
    access._http = http
    async with ModelEndpoint(scripts=("Red.", "Red.")).up() as endpoint:
        found = await access.find(endpoint.url.replace("127.0.0.1", "alicia.test"), key="right")
        await access.try_model(found, "qwen3:4b", key="right")
        assert {given for _, given in endpoint.asked} == {""}
        endpoint.key = "right"
        with pytest.raises(WorldError, match="would go there unencrypted"):
            await access.try_model(found, "qwen3:4b", key="right")


async def test_an_endpoint_that_repeats_the_key_is_told_without_it(http):
    async def refuse(_request):
        return web.json_response({"error": {"message": "Incorrect key sk-secret \x1b[31m"}}, status=401)

    async with serving(refuse) as url:
        with pytest.raises(WorldError, match="Incorrect key …") as error:
            await find_endpoint(http, url, key="sk-secret")
    assert error.value.sentence.isprintable()


class _Here:
    """Every name is this computer."""

    async def resolve(self, host, port=0, family=0):
        return [{"hostname": host, "host": "127.0.0.1", "port": port, "family": family, "proto": 0, "flags": 0}]

    async def close(self):
        pass


def test_models_for_chats_come_first_and_what_is_no_name_is_left_out():
    rows = [{"id": "text-embedding-3"}, {"id": "gpt-5"}, {"id": ""}, {"id": 7}, {"id": "a\nb"}, {"id": "x" * 400}, "y"]
    parsed = parse_models(json.dumps({"data": rows}).encode())
    assert parsed is not None
    assert [model.name for model in parsed[0]] == ["gpt-5", "text-embedding-3"]


def test_a_list_may_be_bare_and_tell_context_and_tools():
    body = b'[{"id":"a","max_model_len":8192},{"id":"b","context_length":4096,"supported_parameters":["tools"]}]'
    parsed = parse_models(body)
    assert parsed is not None
    assert [(one.context_tokens, one.tools) for one in parsed[0]] == [(8192, None), (4096, True)]


def test_a_context_that_no_model_has_is_not_told():
    parsed = parse_models(b'[{"id":"a","max_model_len":' + b"9" * 300 + b"}]")
    assert parsed is not None
    assert parsed[0][0].context_tokens is None


def test_a_list_of_very_many_models_is_cut():
    body = b'{"data":[' + b",".join(b'{"id":"m%d"}' % number for number in range(MAX_MODELS + 5)) + b"]}"
    parsed = parse_models(body)
    assert parsed is not None
    assert len(parsed[0]) == MAX_MODELS


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"error":{"message":"model not\\n found"}}', "model not found"),
        (b'{"error":"Unauthorized"}', "Unauthorized"),
        (b'{"message":"no"}', "no"),
        (b'{"detail":[{"msg":"x"}]}', ""),
        (b"<html>", ""),
        (b"7", ""),
    ],
)
def test_the_words_of_an_endpoint_are_found_in_every_shape_in_use(body, words):
    assert error_words(body) == words


def test_the_error_of_nothing_can_be_tried_again():
    assert nothing_found(()).retry
