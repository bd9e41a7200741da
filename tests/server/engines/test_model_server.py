"""The built-in model in its own process: real, killed, missing and damaged."""

import os
import signal

import aiohttp
import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines import model_server
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, TextPiece
from alicia_desktop.server.engines.model_server import ModelServer, ResumingModel, bundled_model
from tests.support.processes import is_running, wait_until

pytestmark = pytest.mark.e2e
COUNT = ChatRequest(
    messages=(ChatMessage(role="user", content="Write a long story about a fox and a hen."),), max_tokens=60
)


@pytest.fixture
async def http():
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as session:
        yield session


async def whole(model, request=COUNT):
    return "".join([piece.text async for piece in model.answer(request) if isinstance(piece, TextPiece)])


@pytest.mark.expects_log("language model ended")
async def test_killed_in_the_middle_it_comes_back_and_the_answer_is_the_same(http):
    async with Scope("test") as scope:
        server = ModelServer(http=http, clock=SystemClock())
        server.start(scope)
        model = ResumingModel(server)
        undisturbed = await whole(model)
        pieces, first = [], None
        async for piece in model.answer(COUNT):
            pieces.append(piece)
            if len(pieces) == 5:
                first = server.process_id
                assert first is not None
                os.kill(first, signal.SIGKILL)
        assert "".join(piece.text for piece in pieces if isinstance(piece, TextPiece)) == undisturbed
        second = server.process_id
        assert second not in {None, first}
    wait_until(lambda: not is_running(second), what="the model process ends with its server")


@pytest.mark.parametrize("content", [b"not a model at all", b"GGUF and then nothing that makes sense"])
@pytest.mark.expects_log
async def test_a_damaged_file_is_a_sentence(http, tmp_path, content):
    file = tmp_path / "broken.gguf"
    file.write_bytes(content)
    await assert_failed(http, lambda: file, "broken.gguf")


@pytest.mark.expects_log
async def test_a_file_cut_short_is_a_sentence(http, tmp_path):
    file = tmp_path / "short.gguf"
    with bundled_model().open("rb") as whole_file:
        file.write_bytes(whole_file.read(3_000_000))
    await assert_failed(http, lambda: file, "language model")


async def test_a_process_that_dies_before_a_word_leaves_its_standard_error_and_says_why(http, tmp_path, monkeypatch):
    monkeypatch.setattr(model_server, "PROGRAM", "alicia_desktop.no_such_model")
    monkeypatch.setattr(model_server, "STARTS", 1)
    await assert_failed(http, bundled_model, "No module named", log_folder=tmp_path)
    assert "No module named" in (tmp_path / "model.out").read_text()


async def test_a_missing_file_is_a_sentence(http, tmp_path):
    await assert_failed(http, lambda: tmp_path / "nowhere.gguf", "nowhere.gguf")


async def assert_failed(http, path, words, **options):
    async with Scope("test") as scope:
        server = ModelServer(http=http, clock=SystemClock(), path=path, **options)
        server.start(scope)
        with pytest.raises(WorldError) as error:
            await whole(server)
        assert error.value.code == "engine_failed"
        assert words in error.value.sentence
        assert server.state.phase == "failed"


async def test_nobody_without_the_key_is_answered(http):
    async with Scope("test") as scope:
        server = ModelServer(http=http, clock=SystemClock())
        server.start(scope)
        endpoint = await server._ready()
        async with http.post(f"{endpoint._base_url}/chat/completions", json={"messages": []}) as answer:
            assert answer.status == 401
