"""An endpoint may send what it likes and as much as it likes: what is no answer is told as that, and it all ends."""

import json

import aiohttp
import pytest
from aiohttp import web

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.engines import language_model
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, TextPiece, Thought, ToolCall
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from tests.support.http_handler import serving

REQUEST = ChatRequest(messages=(ChatMessage(role="user", content="Hello"),))
DEEP = "[" * 100_000
END = b"data: [DONE]\n\n"


def delta(**fields):
    return b"data: " + json.dumps({"choices": [{"delta": fields}]}).encode() + b"\n\n"


def call(arguments, **fields):
    return delta(tool_calls=[{"function": {"name": "clock", "arguments": arguments}, **fields}])


async def pieces_of(*parts, forever=b""):
    """Return what is read of a stream of these parts, and of one more that comes again and again."""

    async def handle(request):
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        for part in parts:
            await response.write(part)
        while forever:
            await response.write(forever)
        return response

    async with serving(handle) as url, aiohttp.ClientSession() as http:
        model = OpenAICompatibleModel(http=http, base_url=url, key="", model="odd")
        return [piece async for piece in model.answer(REQUEST)]


async def test_odd_but_readable_events_are_read():
    pieces = await pieces_of(
        *(
            b": comment\n",
            b"data: {}\n\n",
            b'data: {"choices": null}\n\n',
            b'data: {"choices": [{}], "error": null}\n\n',
        ),
        *(delta(content=None, reasoning="So."), delta(content="Hel", role="assistant"), delta(content="lo")),
        *(call({"zone": "UTC"}, index=1, id="b"), call('{"zone"', id="a"), delta(tool_calls=[{"index": None}])),
        END,
    )
    assert pieces == [
        Thought(text="So."),
        TextPiece(text="Hel"),
        TextPiece(text="lo"),
        ToolCall(id="a", name="clock", arguments={"unreadable": '{"zone"'}),
        ToolCall(id="b", name="clock", arguments={"zone": "UTC"}),
    ]


@pytest.mark.parametrize(
    "line",
    [
        *("[]", "3", "{", "\xff", DEEP, f'{{"choices": {DEEP}', f'{{"x": {DEEP}{"]" * len(DEEP)}}}'),
        *('{"choices": 3}', '{"choices": ["x"]}', '{"choices": [{"delta": []}]}', '{"error": "overloaded"}'),
        *('{"choices": [{"delta": {"content": 3}}]}', '{"choices": [{"delta": {"tool_calls": {"index": "x"}}}]}'),
        '{"choices": [{"delta": {"content": "' + "x" * language_model.MAX_LINE_BYTES + '"}}]}',
    ],
    ids=range(14),
)
async def test_what_is_no_event_is_told(line):
    with pytest.raises(WorldError, match="invalid response"):
        await pieces_of(b"data: " + line.encode("latin-1") + b"\n\n", END)


@pytest.mark.parametrize("arguments", [DEEP, '{"a":' * 30 + "1" + "}" * 30, "3", "{"])
async def test_arguments_that_nest_too_deep_are_unreadable(arguments):
    assert await pieces_of(call(arguments), END) == [
        ToolCall(id="call_0", name="clock", arguments={"unreadable": arguments})
    ]


@pytest.mark.parametrize("event", [delta(content="again and " * 1_000), delta(role="assistant"), b": nothing\n"])
@pytest.mark.slow
async def test_an_answer_without_end_is_stopped(monkeypatch, event):
    monkeypatch.setattr(language_model, "MAX_STREAM_BYTES", 1_000_000)
    with pytest.raises(WorldError, match="did not end") as error:
        await pieces_of(forever=event)
    assert not error.value.retry


async def test_what_comes_behind_the_end_is_not_waited_for():
    assert await pieces_of(delta(content="Hello."), END, forever=b"x" * 65_536) == [TextPiece(text="Hello.")]
