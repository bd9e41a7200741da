"""An answer that broke off is asked for again, and who stops listening stops the model at once."""

from contextlib import aclosing

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, EngineState, TextPiece, Thought
from alicia_desktop.server.engines.model_server import ResumingModel

REQUEST = ChatRequest(messages=(ChatMessage(role="user", content="Hello"),))
GONE = WorldError(sentence="It is gone.", code="model_unreachable")


class Model:
    """Gives one list of pieces after the other; an error among them is raised."""

    name = provider = "scripted"
    small = False
    reads_memories = False
    is_here = False
    takes_images = None
    state = EngineState(phase="ready")

    def __init__(self, *answers):
        self.state_changed: Signal[EngineState] = Signal()
        self._answers = iter(answers)
        self.closed = 0

    def context_budget(self, tokens):
        return tokens

    async def answer(self, request):
        try:
            for piece in next(self._answers):
                if isinstance(piece, WorldError):
                    raise piece
                yield piece
        finally:
            self.closed += 1


async def test_thoughts_of_the_first_answer_that_has_some_are_told():
    model = Model(
        [GONE], [Thought(text="So."), TextPiece(text="Hel"), GONE], [Thought(text="So."), TextPiece(text="Hello")]
    )
    pieces = [piece async for piece in ResumingModel(model).answer(REQUEST)]
    assert pieces == [Thought(text="So."), TextPiece(text="Hel"), TextPiece(text="lo")]


async def test_who_stops_listening_ends_the_answer_at_once():
    model = Model([TextPiece(text="Hel"), TextPiece(text="lo")])
    async with aclosing(ResumingModel(model).answer(REQUEST)) as pieces:
        await anext(pieces)
    assert model.closed == 1
