"""An endpoint may send what it likes and as much as it likes: what is no answer is told as that, and it all ends."""

import asyncio
import json
import time

import aiohttp
import pytest
from aiohttp import web

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.engines import completion_stream
from alicia_desktop.server.engines.contract import (
    ChatMessage,
    ChatRequest,
    Finish,
    TextPiece,
    Thought,
    ToolCall,
    Usage,
)
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from tests.support.http_handler import serving

REQUEST = ChatRequest(messages=(ChatMessage(role="user", content="Hello"),))
DEEP = "[" * 100_000
END = b"data: [DONE]\n\n"


def delta(**fields):
    return b"data: " + json.dumps({"choices": [{"delta": fields}]}).encode() + b"\n\n"


def call(arguments, **fields):
    return delta(tool_calls=[{"function": {"name": "clock", "arguments": arguments}, **fields}])


async def pieces_of(*parts, forever=b"", key="", aborts=False):
    """Return what is read of a stream of these parts, and of one more that comes again and again."""

    async def handle(request):
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        for part in parts:
            await response.write(part)
        while forever:
            await response.write(forever)
        if aborts:
            await asyncio.sleep(0.05)
            request.transport.abort()
            raise ConnectionError
        return response

    async with serving(handle) as url, aiohttp.ClientSession() as http:
        model = OpenAICompatibleModel(http=http, base_url=url, key=key, model="odd")
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


def told(text, *logprobs):
    choice = {"delta": {"content": text}, "logprobs": {"content": [{"logprob": one} for one in logprobs]}}
    return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"


async def test_how_probable_a_piece_was_is_told_with_it():
    pieces = await pieces_of(
        told("The", -0.5),
        told(" Lima", -0.25, -0.5),
        told(" is", -0.5, None),
        told(" a"),
        b'data: {"choices": [{"delta": {"content": " city."}, "logprobs": null}]}\n\n',
        END,
    )
    assert pieces == [
        TextPiece(text="The", logprob=-0.5),
        TextPiece(text=" Lima", logprob=-0.75),
        *(TextPiece(text=text) for text in (" is", " a", " city.")),
    ]


async def test_a_part_of_a_piece_has_no_probability_of_its_own():
    pieces = await pieces_of(told("a <", -0.5), told("i> b", -0.5), END)
    assert pieces == [TextPiece(text="a "), TextPiece(text="<i> b")]


@pytest.mark.parametrize(
    "line",
    [
        *("[]", "3", "{", "\xff", DEEP, f'{{"choices": {DEEP}', f'{{"x": {DEEP}{"]" * len(DEEP)}}}'),
        *('{"choices": 3}', '{"choices": ["x"]}', '{"choices": [{"delta": []}]}'),
        *('{"choices": [{"delta": {"content": 3}}]}', '{"choices": [{"delta": {"tool_calls": {"index": "x"}}}]}'),
        '{"choices": [{"delta": {"content": "' + "x" * completion_stream.MAX_LINE_BYTES + '"}}]}',
    ],
    ids=range(13),
)
async def test_what_is_no_event_is_told(line):
    with pytest.raises(WorldError, match="invalid response"):
        await pieces_of(b"data: " + line.encode("latin-1") + b"\n\n", END)


@pytest.mark.parametrize("arguments", [DEEP, '{"a":' * 30 + "1" + "}" * 30, "3", "{"])
async def test_arguments_that_nest_too_deep_are_unreadable(arguments):
    assert await pieces_of(call(arguments), END) == [
        ToolCall(id="call_0", name="clock", arguments={"unreadable": arguments})
    ]


@pytest.mark.parametrize(
    "event",
    [delta(content="again and " * 1_000), delta(role="assistant"), b": nothing\n", b"\n" * 65_536, b"x" * 65_536],
    ids=["text", "events", "comments", "blank lines", "one line"],
)
@pytest.mark.slow
async def test_an_answer_without_end_is_stopped(monkeypatch, event):
    monkeypatch.setattr(completion_stream, "MAX_STREAM_BYTES", 1_000_000)
    with pytest.raises(WorldError, match="did not end") as error:
        await pieces_of(forever=event)
    assert not error.value.retry


async def test_an_answer_of_tool_calls_without_end_is_stopped():
    calls = [{"index": at, "id": str(at), "function": {"name": "clock"}} for at in range(5_000)]
    began = time.monotonic()
    with pytest.raises(WorldError, match="did not end"):
        await pieces_of(delta(tool_calls=calls), END)
    with pytest.raises(WorldError, match="did not end"):
        await pieces_of(*[call("x" * 100_000, index=0)] * 5, END)
    assert time.monotonic() - began < 3


async def test_a_body_of_blank_lines_takes_no_time():
    began = time.monotonic()
    with pytest.raises(WorldError, match="invalid response"):
        await pieces_of(b"{" + b"\n" * (completion_stream.MAX_LINE_BYTES - 10))
    assert time.monotonic() - began < 3


async def test_a_connection_that_breaks_behind_the_end_breaks_no_answer():
    assert await pieces_of(delta(content="Hello."), END, aborts=True) == [TextPiece(text="Hello.")]


async def test_how_it_ended_goes_on_in_a_few_words():
    last = {"choices": [{"delta": {"content": "a"}, "finish_reason": "x" * 10_000}]}
    pieces = await pieces_of(b"data: " + json.dumps(last).encode() + b"\n\n", END)
    assert pieces == [TextPiece(text="a"), Finish(reason="x" * completion_stream.MAX_REASON)]


@pytest.mark.slow
async def test_an_error_inside_the_stream_does_not_say_the_key():
    error = {"error": {"message": "Incorrect API key provided: sk-secret"}}
    with pytest.raises(WorldError, match="provided: …") as told:
        await pieces_of(b"data: " + json.dumps(error).encode() + b"\n\n", key="sk-secret")
    assert "secret" not in told.value.sentence


async def test_what_comes_behind_the_end_is_not_waited_for():
    assert await pieces_of(delta(content="Hello."), END, forever=b"x" * 65_536) == [TextPiece(text="Hello.")]


@pytest.mark.parametrize("error", ["overloaded", {"message": "overloaded", "code": 502}])
async def test_an_error_inside_the_stream_is_told_in_its_own_words(error):
    with pytest.raises(WorldError, match="overloaded"):
        await pieces_of(delta(content="Hel"), b"data: " + json.dumps({"error": error}).encode() + b"\n\n")


async def test_an_end_without_the_mark_of_the_end_is_an_end():
    assert await pieces_of(delta(content="Hello.")) == [TextPiece(text="Hello.")]


async def test_how_an_answer_ended_and_what_it_cost_comes_last():
    last = {"choices": [{"index": 0, "delta": {}, "finish_reason": "length"}]}
    counted = {"prompt_tokens": 9, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 8}}
    events = (last, {"choices": [], "usage": counted})
    pieces = await pieces_of(delta(content="Hel"), *(b"data:" + json.dumps(one).encode() + b"\n\n" for one in events))
    usage = Usage(prompt_tokens=9, completion_tokens=4, cached_tokens=8)
    assert pieces == [TextPiece(text="Hel"), Finish(reason="length", usage=usage)]


async def test_an_answer_that_does_not_stream_is_read_whole():
    message = {"role": "assistant", "content": "<think>So.</think>Hello.", "tool_calls": None, "reasoning": "First."}
    whole = {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
    assert await pieces_of(json.dumps(whole, indent=2).encode()) == [
        Thought(text="First."),
        Thought(text="So."),
        TextPiece(text="Hello."),
        Finish(reason="stop"),
    ]


@pytest.mark.parametrize("body", [b'{"choices": [{"mess', b"Not implemented", b'{"error": {"message": "no"}}'])
@pytest.mark.slow
async def test_half_an_answer_and_a_text_are_no_answer(body):
    with pytest.raises(WorldError, match=r"invalid response|\(500\)\. It says: “no”"):
        await pieces_of(body)


async def test_a_web_page_is_told_as_one():
    with pytest.raises(WorldError, match=r"is a web page and no language model.*/v1"):
        await pieces_of(b"\n<!doctype html><html><body>Welcome</body></html>")


@pytest.mark.parametrize(
    "deltas",
    [
        [{"index": 0, "id": "a", "name": "clock"}, {"index": 0, "id": "b", "name": "sum"}],
        [{"id": "a", "name": "clock"}, {"id": "b", "name": "sum"}],
        [{"name": "clock"}, {"name": "sum"}],
        [{"index": 1, "id": "a", "name": "clock"}, {"index": 2, "id": "b", "name": "sum"}],
    ],
    ids=["one index", "no index", "no index and no id", "from one"],
)
async def test_several_tools_at_once_are_told_apart_however_they_are_numbered(deltas):
    events = []
    for one in deltas:
        named = {"name": one.pop("name"), "arguments": '{"x": '}
        again = {key: value for key, value in one.items() if key != "id"}
        events += [delta(tool_calls=[{**one, "function": named}])]
        events += [delta(tool_calls=[{**again, "function": {"arguments": "1}"}}])]
    if deltas[0].get("index") == 0:
        events[1], events[3] = (delta(tool_calls=[{**one, "function": {"arguments": "1}"}}]) for one in deltas)
    pieces = await pieces_of(*events, END)
    assert [(one.name, one.arguments) for one in pieces] == [("clock", {"x": 1}), ("sum", {"x": 1})]
    assert len({one.id for one in pieces}) == 2


@pytest.mark.parametrize("counted", [{"prompt_tokens": 12.5}, {"completion_tokens": "many"}, ["a", "b"], 7])
async def test_a_count_that_is_none_ends_no_answer(counted):
    event = {"choices": [{"delta": {"content": "Hello."}, "finish_reason": "stop"}], "usage": counted}
    pieces = await pieces_of(b"data: " + json.dumps(event).encode() + b"\n\n", END)
    assert pieces == [TextPiece(text="Hello."), Finish(reason="stop")]


async def test_a_content_in_parts_is_thoughts_and_text():
    thinking = [{"type": "thinking", "thinking": [{"type": "text", "text": "They greet me."}]}]
    pieces = await pieces_of(delta(content=thinking), delta(content=[{"type": "text", "text": "Hello."}]), END)
    assert pieces == [Thought(text="They greet me."), TextPiece(text="Hello.")]
