"""The model of a server is exchanged while answers are written, and none of them is lost."""

import asyncio
import gc
from contextlib import aclosing

import pytest

from alicia_desktop.base.clock import JumpingClock, settle
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, EngineState, TextPiece
from alicia_desktop.server.engines.switchable import CHECK_SECONDS, IDLE_SECONDS, MAX_BESIDE, SwitchableModel
from alicia_desktop.server.options import ModelEndpoint

REQUEST = ChatRequest(messages=(ChatMessage(role="user", content="Hello"),))
FIRST, SECOND = ModelEndpoint(url="http://a/v1", name="first"), ModelEndpoint(url="http://b/v1", name="second", key="k")


class Slow:
    """A model that says its name in two pieces, the second when it may."""

    small = False
    reads_memories = False
    is_here = False
    takes_images = None

    def __init__(self, name):
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="ready", sentence=name)
        self.name = self.provider = name
        self.go_on = asyncio.Event()
        self.closed = False

    def context_budget(self, tokens):
        return tokens

    async def answer(self, request):
        yield TextPiece(text=self.name)
        await self.go_on.wait()
        yield TextPiece(text=".")

    def close(self):
        self.closed = True


@pytest.fixture
async def models():
    opened = []
    clock = JumpingClock()

    async def open_model(endpoint, stack):
        opened.append(Slow(endpoint.name if endpoint else "built-in"))
        stack.callback(opened[-1].close)
        return opened[-1]

    switchable = SwitchableModel(open_model, clock=clock)
    await switchable.use(FIRST)
    yield switchable, opened, clock
    await switchable.close()
    assert all(model.closed for model in opened)


async def test_an_answer_is_finished_by_the_model_that_began_it(models):
    switchable, opened, clock = models
    async with aclosing(switchable.answer(REQUEST)) as pieces:
        assert await anext(pieces) == TextPiece(text="first")
        await switchable.use(SECOND)
        assert switchable.name == "second"
        await clock.advance(CHECK_SECONDS * 100)
        assert not opened[0].closed
        opened[0].go_on.set()
        assert await anext(pieces) == TextPiece(text=".")
        assert [piece async for piece in pieces] == []
    await clock.advance(CHECK_SECONDS)
    assert opened[0].closed
    assert not opened[1].closed


async def test_a_conversations_model_is_opened_beside_the_one_in_use_and_once(models):
    switchable, opened, _ = models
    assert (await switchable.lend(FIRST)).name == "first"
    assert ((await switchable.lend(SECOND)).name, (await switchable.lend(SECOND)).name) == ("second", "second")
    assert (switchable.name, switchable.source) == ("first", FIRST)
    assert (await switchable.lend(None)).name == "built-in"
    assert [one.name for one in opened] == ["first", "second", "built-in"]


async def test_a_conversation_does_not_wait_for_a_model_that_is_loaded_for_all_others():
    slow = Slow("second")
    slow.state = EngineState(phase="getting_ready")

    async def open_model(source, _stack):
        return slow if source == SECOND else Slow(source.name if source else "built-in")

    switchable = SwitchableModel(open_model, clock=JumpingClock())
    await switchable.use(FIRST)
    async with Scope("loading") as scope:
        loading = scope.spawn("use", switchable.use(SECOND, loaded=True))
        await settle()
        assert [(await switchable.lend(one)).name for one in (None, FIRST)] == ["built-in", "first"]
        slow.state = EngineState(phase="ready")
        slow.state_changed.emit(slow.state)
        await loading
    assert switchable.name == "second"
    await switchable.close()


async def test_the_model_of_a_conversation_is_closed_when_nobody_has_asked_it_for_long(models):
    switchable, opened, clock = models
    lent = await switchable.lend(SECOND)
    await clock.advance(IDLE_SECONDS * 2)
    assert not opened[1].closed, "a turn has it"
    del lent
    gc.collect()
    await clock.advance(IDLE_SECONDS + 2 * CHECK_SECONDS)
    assert (opened[0].closed, opened[1].closed) == (False, True)
    await switchable.lend(SECOND)
    assert [one.name for one in opened] == ["first", "second", "second"]


async def test_few_models_are_open_at_once_and_one_that_failed_is_opened_anew(models):
    switchable, opened, clock = models
    for number in range(MAX_BESIDE + 1):
        await switchable.lend(ModelEndpoint(url="http://c/v1", name=str(number)))
    gc.collect()
    await clock.advance(2 * CHECK_SECONDS)
    assert [one.name for one in opened if one.closed] == ["0"]
    opened[-1].state = EngineState(phase="failed", sentence="It is gone.")
    await switchable.lend(ModelEndpoint(url="http://c/v1", name=opened[-1].name))
    assert len(opened) == MAX_BESIDE + 3


async def test_a_turn_that_has_begun_asks_its_own_model(models):
    switchable, opened, clock = models
    of_turn = switchable.for_turn()
    await switchable.use(None)
    opened[0].go_on.set()
    for _ in range(2):  # with minutes for a tool before and between
        await clock.advance(CHECK_SECONDS * 300)
        assert [piece.text async for piece in of_turn.answer(REQUEST)] == ["first", "."]
        assert not opened[0].closed
    assert (of_turn.name, switchable.name) == ("first", "built-in")
    del of_turn
    await clock.advance(CHECK_SECONDS)
    assert opened[0].closed


async def test_the_same_model_is_not_opened_again(models):
    switchable, opened, _ = models
    await switchable.use(ModelEndpoint(url="http://a/v1", name="first"))
    assert len(opened) == 1


async def test_states_are_those_of_the_model_in_use(models):
    switchable, opened, _ = models
    seen = []
    switchable.state_changed.connect(lambda state: seen.append(state.sentence))
    await switchable.use(SECOND)
    opened[0].state_changed.emit(EngineState(phase="failed", sentence="gone"))
    opened[1].state_changed.emit(EngineState(phase="ready", sentence="there"))
    assert seen == ["second", "there"]


async def test_a_model_that_cannot_be_opened_leaves_the_former_one(models):
    switchable, opened, _ = models

    async def broken(_endpoint, _stack):
        raise RuntimeError("no model")

    switchable._open_model = broken
    with pytest.raises(RuntimeError, match="no model"):
        await switchable.use(SECOND)
    assert switchable.name == "first"
    assert not opened[0].closed
