"""A slow model on this computer reads the next prompt's beginning while its answer is read; nobody else does."""

import asyncio

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.protocol.messages import AssistantSentence, SessionStats, UserMessage
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, EngineState, TextPiece
from alicia_desktop.server.engines.prompt_reading import SLOW_SECONDS, ReadAhead
from tests.support.scripted_model import Script

REQUEST = ChatRequest(messages=(ChatMessage(role="user", content=""),))


class Model:
    """Tells what it was asked and whether it was left after its first piece."""

    small = reads_memories = False
    name = provider = "slow"

    takes_images = None

    def __init__(self, *, is_here=True, fails=False):
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="ready")
        self.is_here, self.fails = is_here, fails
        self.asked, self.left = [], False

    def context_budget(self, tokens):
        return tokens

    async def answer(self, request):
        self.asked.append(request)
        if self.fails:
            raise WorldError(sentence="Gone.", code="model_unreachable")
        try:
            yield TextPiece(text="One")
            yield TextPiece(text="Two")
        finally:
            self.left = True


@pytest.mark.parametrize(
    ("is_here", "waited", "reads"),
    [(True, SLOW_SECONDS, True), (True, SLOW_SECONDS / 2, False), (False, 60.0, False)],
    ids=["slow and here", "fast", "elsewhere"],
)
async def test_only_what_is_slow_and_here_reads_ahead_and_only_once(is_here, waited, reads):
    model = Model(is_here=is_here)
    ahead = ReadAhead(model)
    ahead.plan(REQUEST, waited=waited)
    await ahead.run()
    await ahead.run()
    assert [one.max_tokens for one in model.asked] == [1] * reads
    assert model.left is reads


async def test_a_failure_is_told_to_nobody():
    ahead = ReadAhead(Model(fails=True))
    ahead.plan(REQUEST, waited=9)
    await ahead.run()


async def test_the_next_question_does_not_wait_for_what_is_read_ahead(open_server, person, scripted):
    never = asyncio.Event()
    ahead = Script(pieces=("a", "b"), hold=never, pause=30)
    scripted.say(Script(pieces=("Fine.",), pause=SLOW_SECONDS), ahead, "Indeed.")
    async with open_server(small=False, is_here=True, data_dir=person.server.options.data_dir / "other") as other:
        asks = type(person)(other)
        await asks.join()
        await asks.send(UserMessage(id="q", content="Please help."))
        async with asyncio.timeout(20):
            while len(scripted.requests) < 2:
                scripted.asked.clear()
                await scripted.asked.wait()
        roles = [one["role"] for one in scripted.requests[1]["messages"]]
        assert roles == ["system", "user", "assistant", "user"]
        assert asks.of(SessionStats) == []
        await asks.send(UserMessage(id="next", content="And now?"))
        await asks.until(lambda: "Indeed." in "".join(one.text for one in asks.of(AssistantSentence)))
        await asks.leave()
