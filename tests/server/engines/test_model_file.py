"""A GGUF file is loaded, answers, and is exchanged; what cannot be loaded is a sentence and changes nothing.

Also with a model of one's own, named by `ALICIA_TEST_GGUF`.
"""

import os
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.endpoints.model_access import ModelAccess
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, TextPiece
from alicia_desktop.server.engines.engine_set import EngineLoader
from alicia_desktop.server.engines.model_file import load_file
from alicia_desktop.server.engines.model_server import bundled_model
from alicia_desktop.server.engines.switchable import SwitchableModel
from alicia_desktop.server.options import ModelFile, ServerOptions
from tests.support.gguf_files import write_gguf

pytestmark = pytest.mark.e2e
OWN = os.environ.get("ALICIA_TEST_GGUF", "")
REQUEST = ChatRequest(messages=(ChatMessage(role="user", content="Name a colour."),), max_tokens=8)


@pytest.fixture(params=[pytest.param("", id="bundled"), *([OWN] if OWN else [])])
def path(request):
    return Path(request.param) if request.param else bundled_model()


@pytest.fixture
def unknown(tmp_path):
    """A whole file of an architecture that there is not."""
    data = bundled_model().read_bytes().replace(b"\5\0\0\0\0\0\0\0llama", b"\5\0\0\0\0\0\0\0zlama", 1)
    file = tmp_path / "unknown.gguf"
    file.write_bytes(data)
    return file


@pytest.fixture
async def http():
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as session:
        yield session


async def test_a_file_is_described_and_tried(path):
    async with ModelAccess(clock=SystemClock()) as access:
        described = await access.describe_file(path)
        result = await access.try_file(described)
    assert result.model == path.stem
    assert result.first_token_ms > 0
    assert result.context_tokens == described.plan.context_tokens


@pytest.mark.expects_log
async def test_an_unknown_architecture_is_a_sentence_and_nothing_else(http, unknown, capfd):
    with pytest.raises(WorldError) as caught:
        await load_file(unknown, http=http, clock=SystemClock())
    assert caught.value.sentence == (
        "unknown.gguf has the architecture zlama, which this version of the program does not know. "
        "Choose another model."
    )
    assert "llama_model_load" not in capfd.readouterr().err


@pytest.mark.expects_log
async def test_what_the_library_says_of_a_file_that_it_cannot_load_is_told(http, tmp_path):
    with pytest.raises(WorldError, match=r"could not be loaded from a.gguf \(.+\)"):
        await load_file(write_gguf(tmp_path / "a.gguf"), http=http, clock=SystemClock())


@pytest.mark.expects_log
async def test_a_server_takes_a_file_and_keeps_it_where_another_cannot_be_loaded(path, unknown, tmp_path):
    async with AsyncExitStack() as stack:
        loader = EngineLoader(ServerOptions(data_dir=tmp_path), clock=SystemClock())
        model = (await stack.enter_async_context(loader)).model
        assert isinstance(model, SwitchableModel)
        await model.use(ModelFile(path=path), loaded=True)
        assert (model.name, model.provider, model.state.phase) == (path.stem, "file", "ready")
        with pytest.raises(WorldError, match="architecture zlama"):
            await model.use(ModelFile(path=unknown), loaded=True)
        pieces = [piece async for piece in model.answer(REQUEST)]
        assert model.name == path.stem
        assert any(isinstance(piece, TextPiece) for piece in pieces)


@pytest.mark.expects_log
async def test_a_server_starts_though_its_file_is_gone_and_says_so(tmp_path):
    gone = tmp_path / "gone.gguf"
    options = ServerOptions(data_dir=tmp_path, model=ModelFile(path=gone))
    async with EngineLoader(options, clock=SystemClock()) as engines:
        with pytest.raises(WorldError, match=r"There is no file .*gone.gguf"):
            async for _ in engines.model.answer(REQUEST):
                pass
        assert engines.model.state.phase == "failed"
