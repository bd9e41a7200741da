"""Each endpoint behaves as its maker documents it; what comes of it here is the same for all of them."""

import asyncio
from contextlib import aclosing

import aiohttp
import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.engines import language_model
from alicia_desktop.server.engines.contract import (
    ChatImage,
    ChatMessage,
    ChatRequest,
    Finish,
    TextPiece,
    Thought,
    ToolCall,
    ToolOffer,
)
from alicia_desktop.server.engines.endpoint_dialect import Dialects
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from alicia_desktop.server.engines.model_server import ResumingModel
from tests.support.documented_endpoint import (
    BEGIN,
    CASES,
    END,
    MOST_MESSAGES,
    PAGE,
    DocumentedEndpoint,
    having,
    read_facts,
    table,
)

FACTS = read_facts()
TOOLS = tuple(ToolOffer(name=name, description=name, parameters={"type": "object"}) for name in ("clock", "calculator"))
PROMPT = (
    ChatMessage(role="system", content="You are Alicia."),
    *(ChatMessage(role=role, content=f"{role} {at}") for at in range(8) for role in ("user", "assistant")),
    ChatMessage(role="user", content="And now?"),
)

SEEN = (
    ChatMessage(role="system", content="You are Alicia."),
    ChatMessage(
        role="user",
        content="What is this?",
        images=(ChatImage(name="cat.png", media_type="image/png", data=b"\x89PNG"),),
    ),
)


def text_of(pieces):
    return "".join(piece.text for piece in pieces if isinstance(piece, TextPiece))


class Asked:
    """One conversation with an endpoint in one case."""

    def __init__(self, endpoint, http):
        self.endpoint, self.notices = endpoint, []
        self.pieces = []
        self._model = ResumingModel(
            OpenAICompatibleModel(
                http=http, base_url=endpoint.url, key="", model="qwen3:4b", dialects=Dialects(learned={})
            )
        )

    async def ask(self, prompt=PROMPT):
        """Return the pieces of one more answer."""
        self.pieces = []
        request = ChatRequest(messages=prompt, tools=TOOLS, notify=self.notices.append)
        async for piece in self._model.answer(request):
            self.pieces.append(piece)
        return self.pieces


@pytest.fixture
async def asked(request):
    name, case = request.param
    async with DocumentedEndpoint(FACTS[name]).up(case) as endpoint, aiohttp.ClientSession() as http:
        yield Asked(endpoint, http)


def each(case):
    """Run a test at each endpoint where that happens."""
    assert case in CASES
    return pytest.mark.parametrize("asked", [(name, case) for name in having(case)], ids=having(case), indirect=True)


@each("answer")
async def test_an_answer_comes_whole_and_is_counted(asked):
    pieces = await asked.ask()
    assert text_of(pieces) == "Hello there."
    [finish] = [piece for piece in pieces if isinstance(piece, Finish)]
    assert finish.usage is not None
    assert (finish.reason, finish.usage.prompt_tokens, finish.usage.completion_tokens) == ("stop", 19, 4)
    assert len(asked.endpoint.requests) == 1


@each("thoughts")
async def test_thoughts_are_told_from_the_answer(asked):
    pieces = await asked.ask()
    thoughts = "".join(piece.text for piece in pieces if isinstance(piece, Thought))
    assert (thoughts, text_of(pieces)) == ("The user greets.", "Hello there.")


@each("tools")
async def test_two_tools_at_once_are_put_together(asked):
    calls = [piece for piece in await asked.ask() if isinstance(piece, ToolCall)]
    assert calls == [
        ToolCall(id="call_a", name="clock", arguments={"timezone": "Europe/Oslo"}),
        ToolCall(id="call_b", name="calculator", arguments={"expression": "6 * 7"}),
    ]


@each("answer")
async def test_an_image_is_a_part_of_the_question_byte_for_byte(asked):
    assert text_of(await asked.ask(SEEN)) == "Hello there."
    [request] = asked.endpoint.requests
    assert request["messages"][-1]["content"] == [
        {"type": "text", "text": "What is this?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
    ]


@each("image")
async def test_who_refuses_images_is_asked_without_them_at_once_which_is_said_and_remembered(asked):
    assert text_of(await asked.ask(SEEN)) == "Hello there."
    refused, answered = asked.endpoint.requests
    assert isinstance(refused["messages"][-1]["content"], list)
    assert answered["messages"][-1]["content"].endswith("(Attached images, which you cannot see: cat.png)")
    assert [one.sentence for one in asked.notices] == [
        "The model qwen3:4b can’t see images, so it answers without them."
    ]
    assert text_of(await asked.ask(SEEN)) == "Hello there."
    assert len(asked.endpoint.requests) == 3
    assert "tools" in asked.endpoint.requests[-1], "nothing else was learned from that"


@each("cut")
async def test_an_answer_that_is_cut_says_so(asked):
    pieces = await asked.ask()
    assert text_of(pieces) == "Hello there."
    assert [piece.reason for piece in pieces if isinstance(piece, Finish)] == ["length"]


@each("refused")
async def test_what_is_refused_is_asked_for_in_another_way_and_remembered(asked):
    assert text_of(await asked.ask()) == "Hello there."
    first = len(asked.endpoint.requests)
    assert first > 1
    assert text_of(await asked.ask()) == "Hello there."
    assert len(asked.endpoint.requests) == first + 1


@each("too_long")
async def test_a_conversation_that_is_too_long_is_shortened_asked_again_and_said(asked):
    assert text_of(await asked.ask()) == "Hello there."
    last = asked.endpoint.requests[-1]["messages"]
    assert len(last) <= MOST_MESSAGES
    assert (last[0]["content"], last[-1]["content"]) == ("You are Alicia.", "And now?")
    assert "more than the model qwen3:4b can read" in asked.notices[-1].sentence


@each("busy")
@pytest.mark.slow
async def test_who_is_busy_is_asked_once_more(asked, monkeypatch):
    monkeypatch.setattr(language_model, "RETRY_SECONDS", 0.0)
    assert text_of(await asked.ask()) == "Hello there."
    assert len(asked.endpoint.requests) == 2


@each("no_model")
async def test_a_model_that_is_not_there_is_told_in_the_endpoints_words(asked):
    with pytest.raises(WorldError, match=r"qwen3:4b is not there\. Choose another one.*It says: “.*qwen3:4b"):
        await asked.ask()
    assert len(asked.endpoint.requests) == 1


@each("breaks")
async def test_what_fails_in_the_middle_is_told_in_the_endpoints_words(asked, request):
    about = FACTS[request.node.callspec.id]["cases"]["breaks"]
    words = about.get("tail", about["stream"][-1] if about["stream"][-1] != "[DONE]" else about["stream"][-2])["error"]
    with pytest.raises(WorldError) as error:
        await asked.ask()
    assert (words if isinstance(words, str) else words["message"]) in error.value.sentence
    assert text_of(asked.pieces) == "Hello "


@each("answer")
async def test_it_can_be_left_after_the_first_word(asked):
    model = asked._model
    async with aclosing(model.answer(ChatRequest(messages=PROMPT))) as pieces:
        assert await asyncio.wait_for(anext(pieces), 5) == TextPiece(text="Hello ")
    assert text_of(await asked.ask()) == "Hello there."


def test_each_fact_has_its_page_and_the_documentation_has_them_all():
    for facts in FACTS.values():
        assert list(facts["cases"]) == list(CASES)
        assert all(page.startswith("https://") for about in facts["cases"].values() for page in about["pages"])
        assert all(about["pages"] for about in facts["cases"].values())
    page = PAGE.read_text("utf-8")
    assert page.partition(BEGIN)[2].partition(END)[0] == table(), "python -m tests.support.documented_endpoint"
