"""An embedding endpoint over real HTTP; its vectors are those of hashed words, so shared words are near."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.server.engines import sentence_endpoint
from alicia_desktop.server.engines.sentence_endpoint import MAX_ANSWER_BYTES, QUERY_SECONDS, SentenceEndpoint
from alicia_desktop.server.options import ModelEndpoint, embedding_from
from tests.extraction.reader import learned
from tests.memory.conftest import clock, database
from tests.memory.encoder import vector_of

__all__ = ["clock", "database"]


class Model:
    """Answers as such endpoints do, in another order than it was asked, or with what a test puts in its place."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.status = 200
        self.instead: bytes | None = None
        self.width = 64

    def answer(self, body: dict[str, Any]) -> bytes:
        if self.instead is not None:
            return self.instead
        vectors = [np.resize(3 * vector_of(text), self.width) for text in body["input"]]
        rows = [{"index": place, "embedding": vector.tolist()} for place, vector in enumerate(vectors)]
        return json.dumps({"object": "list", "data": rows[::-1]}).encode()


@pytest.fixture
def model() -> Model:
    return Model()


@pytest.fixture
def endpoint(model: Model) -> Iterator[ModelEndpoint]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            model.asked.append(body)
            model.keys.append(self.headers.get("Authorization"))
            answer = model.answer(body)
            self.send_response(model.status if self.path == "/v1/embeddings" else 404)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield ModelEndpoint(url=f"http://127.0.0.1:{server.server_port}/v1/", name="embed-small", key="k")
    server.shutdown()
    thread.join()
    server.server_close()


def test_it_is_asked_with_its_name_its_key_and_the_width_of_the_column(endpoint: ModelEndpoint, model: Model):
    encoder = SentenceEndpoint(endpoint)
    vectors = encoder.encode_passages(["User likes jazz.", "", "x" * 5_000])
    assert (model.asked[-1]["model"], model.asked[-1]["dimensions"], model.keys[-1]) == (
        "embed-small",
        1024,
        "Bearer k",
    )
    assert [len(text) for text in model.asked[-1]["input"]] == [16, 1, 2_000]
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0)
    assert encoder.query("User likes jazz.") == pytest.approx(vectors[0])
    assert (encoder.name, encoder.width, encoder.encode_passages([]).shape) == ("embed-small", 64, (0, 64))
    assert encoder.version.endswith(" 64")


def test_where_its_cosines_lie_is_measured(endpoint: ModelEndpoint):
    scale = SentenceEndpoint(endpoint).scale
    assert scale.floor < scale.unrelated < scale.ceiling <= 1


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"status": 401}, "401"),
        ({"instead": b"{}"}, "data"),
        ({"instead": b"<html>"}, "no vectors"),
        ({"instead": b'{"data": []}'}, "wide"),
        ({"instead": b'{"data": ' + b"[" * 100_000}, "nests deeper"),
        ({"instead": b" " * (MAX_ANSWER_BYTES + 1)}, "more than 16 MiB"),
        ({"width": 1536}, "1536 wide"),
    ],
)
def test_an_endpoint_that_gives_none_says_so_in_a_sentence(
    endpoint: ModelEndpoint, model: Model, given: dict[str, Any], reason: str
):
    for name, value in given.items():
        setattr(model, name, value)
    with pytest.raises(WorldError, match=reason) as refused:
        SentenceEndpoint(endpoint)
    assert refused.value.code == "encoder_missing"


@pytest.mark.expects_log("no vector of a question")
def test_a_question_without_a_vector_has_no_numbers(endpoint: ModelEndpoint, model: Model):
    encoder = SentenceEndpoint(endpoint)
    model.status = 503
    assert np.isnan(encoder.query("Where do I live?")).all()
    with pytest.raises(WorldError):
        encoder.encode_passages(["User lives in Oslo."])


@pytest.mark.expects_log("no vector of a question")
def test_an_answer_that_trickles_is_waited_for_no_longer_than_one_that_does_not_come(
    endpoint: ModelEndpoint, model: Model, monkeypatch: pytest.MonkeyPatch
):
    encoder = SentenceEndpoint(endpoint)
    moments = iter(range(0, 1_000_000, int(QUERY_SECONDS) + 1))
    monkeypatch.setattr(sentence_endpoint, "monotonic", lambda: next(moments))
    assert np.isnan(encoder.query("Where do I live?")).all()


async def test_memories_are_found_by_the_meaning_that_it_gives(endpoint: ModelEndpoint, database, clock):
    async with MemorySystem(
        database=database, clock=clock, extractor=learned(), encoder=lambda: SentenceEndpoint(endpoint)
    ) as memory:
        await memory.import_lines(['{"id": "a", "content": "User likes jazz."}'])
        await memory.wait_for_vectors()
        found = await memory.search("jazz")
        assert (found.encoder or "").startswith("embed-small")
        assert found.candidates[0].similarity is not None


def test_it_is_set_by_the_environment():
    given = {"ALICIA_EMBEDDING_URL": " http://models.home/v1 ", "ALICIA_EMBEDDING_NAME": "e"}
    assert embedding_from(given) == ModelEndpoint(url="http://models.home/v1", name="e")
    assert embedding_from({}) is None
