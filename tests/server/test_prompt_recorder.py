"""What a model reads is recorded part by part: each with where it comes from, and nothing is left out."""

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.observable import Signal
from alicia_desktop.server import prompts
from alicia_desktop.server.engines.contract import (
    ChatImage,
    ChatMessage,
    ChatRequest,
    EngineState,
    Finish,
    ModelWrapper,
    PartOrigin,
    TextPiece,
    ToolCall,
    ToolOffer,
    Usage,
)
from alicia_desktop.server.engines.prompt_reading import shorten
from alicia_desktop.server.prompt_recorder import PromptRecorder, digest_of, parts_of
from alicia_desktop.server.prompts import EarlierMessage, Known, PromptFact

KNOWN = Known(
    facts=(PromptFact(content="Your brother Tom lives in Oslo.", relevance=0.9, id="amem_tom"),),
    history=(EarlierMessage(role="user", text="Hi.", id="am_1"), EarlierMessage(role="assistant", text="Hello.")),
    pins=("Call me Ada.",),
    pin_ids=("apin_1",),
    summaries=("They spoke of Rome.",),
    summary_ids=("asum_1",),
    persona="You are a pirate.",
)


class PlainModel(ModelWrapper):
    """Answers with these pieces, as an endpoint that takes the request as it is, or another one."""

    def __init__(self, *pieces, takes=None):
        self.state_changed: Signal[EngineState] = Signal()
        self._pieces, self._takes = pieces, takes

    @property
    def _wrapped(self):
        raise NotImplementedError

    async def answer(self, request):
        if self._takes is not None:
            request.accepted(self._takes)
        for piece in self._pieces:
            yield piece


def request(*messages, **more):
    return ChatRequest(messages=messages, **more)


def named(parts):
    return [(part.source, part.ref) for part in parts if part.source != "markup"]


def test_a_large_prompt_says_where_each_part_comes_from():
    parts = parts_of(request(*prompts.large_prompt("Where is Tom?", KNOWN)), "am_3")
    assert named(parts) == [
        ("instructions", ""),
        ("persona", ""),
        ("pin", "apin_1"),
        ("summary", "asum_1"),
        ("message", "am_1"),
        ("message", ""),
        ("memory", "amem_tom"),
        ("question", "am_3"),
    ]
    assert [part.text for part in parts if part.source == "persona"] == ["You are a pirate."]


def test_a_small_prompt_does_too():
    known = Known(facts=KNOWN.facts)
    parts = parts_of(request(*prompts.small_prompt("Where is Tom?", known)))
    assert named(parts) == [
        ("instructions", ""),
        ("example", ""),
        ("example", ""),
        ("memory", "amem_tom"),
        ("question", ""),
    ]
    assert named(parts_of(request(*prompts.draft_prompt("Who was Ada?")))) == [("instructions", ""), ("question", "")]


@pytest.mark.parametrize("build", [prompts.large_prompt, prompts.small_prompt])
def test_the_parts_are_the_whole_prompt(build):
    messages = build("Where is Tom?", KNOWN)
    together = "".join(part.text or "" for part in parts_of(request(*messages)))
    assert "".join(together.split()) == "".join("".join(one.content for one in messages).split())


def test_tools_calls_results_and_images_are_parts():
    offer = ToolOffer(name="clock", description="Tells the time.", parameters={"type": "object"})
    image = ChatImage(name="cat.png", media_type="image/png", data=b"1")
    call = ToolCall(id="1", name="clock", arguments={"zone": "UTC"})
    parts = parts_of(
        request(
            ChatMessage(role="user", content="What is it?", images=(image,)),
            ChatMessage(role="assistant", content="", tool_calls=(call,)),
            ChatMessage(role="tool", content="12:34", tool_call_id="1"),
            tools=(offer,),
        )
    )
    told = [(part.source, part.text) for part in parts]
    assert told[:2] == [("question", "What is it?"), ("image", "cat.png (image/png)")]
    assert ("tool_call", 'clock({"zone":"UTC"})') in told
    assert ("tool_result", "12:34") in told
    assert told[-1][0] == "tool"
    assert '"name":"clock"' in (told[-1][1] or "")


def test_a_part_of_which_a_stretch_was_left_out_is_named_without_words():
    long = "word " * 400
    whole = ChatMessage(
        role="user", content=f"{long}\n\nWhy?", origins=(PartOrigin(source="memory", text=long, ref="amem_1"),)
    )
    shorter = shorten((whole,))
    assert shorter is not None
    memory, rest = parts_of(request(*shorter))
    assert (memory.source, memory.ref, memory.text, memory.tokens) == ("memory", "amem_1", "", 0)
    assert rest.source == "markup"
    assert "[…]" in (rest.text or "")


async def read(recorder, asked):
    return [piece async for piece in recorder.answer(asked)]


async def kept_by(recorder):
    kept = []

    async def keep(prompt):
        kept.append(prompt)

    await recorder.keep(keep, "am_2", made_by={"name": "plain"})
    return kept


async def test_the_last_request_counts_with_its_tokens_and_how_it_ended():
    usage = Usage(prompt_tokens=12, completion_tokens=3, cached_tokens=4)
    model = PlainModel(TextPiece(text="Yes."), Finish(reason="stop", usage=usage))
    recorder = PromptRecorder(model, clock=JumpingClock(), question_id="am_1", place="ac_1")
    assert await kept_by(recorder) == []
    assert recorder.summary() == {"tokens": 0, "parts": {}}
    await read(recorder, request(ChatMessage(role="user", content="First?")))
    await read(recorder, request(ChatMessage(role="user", content="Second?"), temperature=0.5))
    recorder.stop()
    await read(recorder, request(ChatMessage(role="user", content="For the next answer.")))
    [kept] = await kept_by(recorder)
    assert (kept.id, kept.conversation_id, kept.told["model"]) == ("am_2", "ac_1", {"name": "plain"})
    assert [part.text for part in kept.parts] == ["Second?"]
    assert kept.told["usage"] == {"promptTokens": 12, "completionTokens": 3, "cachedTokens": 4}
    assert (kept.told["finishReason"], kept.told["timesAsked"]) == ("stop", 2)
    assert kept.told["request"]["temperature"] == 0.5
    assert kept.told["answeredMs"] >= kept.told["firstTokenMs"] >= 0
    assert recorder.summary() == {
        "tokens": 2,
        "parts": {"question": {"tokens": 2, "count": 1}},
        "digest": digest_of(kept.parts),
    }


async def test_what_the_endpoint_took_is_what_was_read():
    shorter = request(ChatMessage(role="user", content="Short."))
    model = PlainModel(TextPiece(text="Yes."), takes=shorter)
    recorder = PromptRecorder(model, clock=JumpingClock())
    await read(recorder, request(ChatMessage(role="user", content="Long, long, long.")))
    assert [part.text for part in (await kept_by(recorder))[0].parts] == ["Short."]
