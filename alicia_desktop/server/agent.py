"""Alicia in one conversation: takes what people send, answers, listens and speaks.

The mirror image of a client's session: one agent a conversation, whatever carries it and however often the person
comes and goes: a turn goes on while nobody is there, and what was missed is replayed at the next handshake.
Everything that comes is written down before it is acted upon.
"""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

from alicia_desktop.base import ids
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.memory.conversation import ConversationMemory
from alicia_desktop.protocol import client_tools
from alicia_desktop.protocol.envelope import Inbound, Malformed, Stanza
from alicia_desktop.protocol.messages import (
    Commentary,
    Configuration,
    ControlStop,
    ControlVariation,
    Feedback,
    ToolUseResult,
    UserMessage,
    UserNote,
)
from alicia_desktop.protocol.sequence import TRACE
from alicia_desktop.server.answer_generator import AnswerGenerator
from alicia_desktop.server.arrivals import ReceivedStanza, judge
from alicia_desktop.server.client_tools import Errands
from alicia_desktop.server.information import Engines
from alicia_desktop.server.ledger import ServerLedger
from alicia_desktop.server.memory_actions import Acting, action_in
from alicia_desktop.server.memory_upkeep import Keeping
from alicia_desktop.server.notices import (
    INTERNAL,
    INVALID_STATE,
    MALFORMED,
    NOT_FOUND,
    SERVICE_UNAVAILABLE,
    Notices,
    turn_away,
)
from alicia_desktop.server.opinions import FeedbackRecorder
from alicia_desktop.server.outbound import Outlet
from alicia_desktop.server.question_builder import Asking
from alicia_desktop.server.recall import Recall
from alicia_desktop.server.speech_playout import Speaker
from alicia_desktop.server.tool_calls import ENDED, ended
from alicia_desktop.server.tools import server_tools
from alicia_desktop.server.transcripts import Hearing
from alicia_desktop.server.turn import AnswerTurn, Question
from alicia_desktop.server.turns import Turns
from alicia_desktop.store.records import MessageRecord
from alicia_desktop.store.server.server_queries import TOLD_TO_OTHERS
from alicia_desktop.transport.contract import Transport

TAKEN_TOGETHER: Final = 100
"""Stanzas that wait; what people do to memories comes by the thousand, and one commit does for all of these."""
MAX_OVERHEARD: Final = 1_000
"""Stanzas of strangers that one agent journals: enough to see what goes on, too little to fill a disk."""
FEATURES: Final = ("streaming", "partial_responses", "audio_output", "reasoning_steps", "tool_use", "byte_streams")
CUT_OFF: Final = "The server was ended in the middle of this answer. Ask again to hear the rest."
log = get_logger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class Mind:
    """What all agents of a server share."""

    engines: Engines
    extractive: bool = True
    """Whether the memory answers where a small model misses the fact."""
    context_tokens: int
    """How much an answer of a large model gets to read beside the question."""
    memory_tokens: int
    """How much of that memories may be."""
    model_memories: bool = False
    """Whether a large model also reads statements out of what the person says."""
    clock: Clock


class Agent:
    """Runs between `start` and `close`."""

    def __init__(
        self, *, mind: Mind, ledger: ServerLedger, conversation: ConversationMemory, recall: Recall, last_id: int
    ) -> None:
        """Take `last_id`, the last stanza id given out in this conversation."""
        self.conversation_id = ledger.conversation_id
        self._mind, self._ledger, self._recall = mind, ledger, recall
        self._tools = dict(server_tools(clock=mind.clock, find_memories=recall.search))
        self._errands = Errands(self._tools)
        self._composer = AnswerGenerator(model=mind.engines.model, tools=self._tools, extractive=mind.extractive)
        self._transport: Transport | None = None
        self._inbox: asyncio.Queue[ReceivedStanza] = asyncio.Queue()
        self._overheard = 0
        """Stanzas of strangers so far."""
        self._scope = Scope(f"agent {ledger.conversation_id}")
        self._asking = Asking(ledger)
        self._left: list[MessageRecord] = []
        """Questions that an earlier run did not begin to answer: they wait for who is there, and for their tools."""
        self._streams = True  # whether who is there takes answers sentence by sentence: who lists no features does
        self._keeping = Keeping(conversation=conversation, model=mind.engines.model)
        self._outlet = Outlet(ledger=ledger, last_id=last_id)
        self._notices = Notices(outlet=self._outlet, engines=mind.engines, clock=mind.clock)
        self._acting = Acting(ledger=ledger, outlet=self._outlet)
        self._opinions = FeedbackRecorder(ledger=ledger, outlet=self._outlet)
        self._speaker = Speaker(
            voice=mind.engines.voice,
            outlet=self._outlet,
            clock=mind.clock,
            transport=lambda: self._transport,
            on_failure=self._notices.engine_failed,
        )
        self._hearing = Hearing(
            recogniser=mind.engines.recogniser,
            outlet=self._outlet,
            on_speech=self._on_speech,
            on_message=self._on_message_heard,
            on_failure=self._notices.engine_failed,
        )
        self._turns = Turns(make=self._make_turn, on_end=self._on_turn_ended)
        self._disconnect = mind.engines.on_change(lambda _: self._tell_of_server())

    @property
    def busy(self) -> bool:
        """Whether something is still being answered."""
        return self._turns.busy

    async def start(self) -> None:
        """Begin, and mend what an earlier run of the server left open."""
        for part in (self._outlet, self._speaker, self._hearing, self._turns, self._keeping):
            part.begin(self._scope)
        for answer_id in await self._ledger.open_answers():
            self._notices.fail(CUT_OFF, about=answer_id, code=INTERNAL)
        for request_id in await self._ledger.open_errands():
            self._outlet.post(ended(request_id, self.conversation_id, ENDED))
        self._left = await self._ledger.unanswered_questions()
        self._scope.spawn("inbox", self._read())

    async def close(self) -> None:
        """End everything at once; what is written down stays."""
        self._disconnect()
        await self._scope.close()

    def attach(self, transport: Transport) -> None:
        """Take somebody in; they hear nothing before their Configuration."""
        if self._transport is not None:
            self._outlet.leave(self._transport)
        self._transport = transport

    def detach(self, transport: Transport) -> None:
        """Somebody is gone; a turn that runs goes on and waits on disk."""
        self._outlet.leave(transport)
        if self._transport is transport:
            self._transport = None
            self._speaker.cut()

    def take(self, data: bytes, sender: str, *, shared: bool = False) -> None:
        """Take one stanza of the user's; in a `shared` room their other devices get it from here."""
        arrival = self._judge(data, sender, from_user=True)
        self._inbox.put_nowait(replace(arrival, shared=shared) if shared else arrival)

    def overhear(self, data: bytes, sender: str) -> None:
        """Take one stanza of a stranger's: the first of them are journaled, and nothing else comes of any."""
        self._overheard += 1
        if self._overheard <= MAX_OVERHEARD:
            self._inbox.put_nowait(self._judge(data, sender, from_user=False))
        if self._overheard in {1, MAX_OVERHEARD}:
            log.warning("a stranger sends stanzas into a room", stanzas=self._overheard)

    async def answer(self, body: UserMessage) -> None:
        """Answer a message that came another way and is written down."""
        await self._ask(body.id, body.content, {})

    def hear(self, pcm: bytes) -> None:
        """Take 10 ms of sound."""
        self._hearing.hear(pcm)

    async def _read(self) -> None:
        while True:
            waiting = [await self._inbox.get()]
            while not self._inbox.empty() and len(waiting) < TAKEN_TOGETHER:
                waiting.append(self._inbox.get_nowait())
            for are_actions, some in groupby(waiting, key=lambda one: action_in(one) is not None):
                if are_actions:
                    with self._telling_unwritten():
                        await self._acting.take([one for one in map(action_in, some) if one is not None])
                    continue
                for arrival in some:
                    with self._telling_unwritten():
                        await self._take(arrival)

    def _judge(self, data: bytes, sender: str, *, from_user: bool) -> ReceivedStanza:
        now = self._mind.clock.now()
        return judge(data, now, sender=sender, from_user=from_user, conversation_id=self.conversation_id)

    @contextmanager
    def _telling_unwritten(self) -> Iterator[None]:
        try:
            yield
        except WorldError as error:  # not written down, so not acknowledged: it will come again
            log.error("a stanza could not be written down", code=error.code)
            self._notices.fail(error.sentence, about=None, code=SERVICE_UNAVAILABLE, recoverable=error.retry)

    async def _take(self, arrival: ReceivedStanza) -> None:
        content, recorded = arrival.content, await self._ledger.received(arrival)
        if recorded.stranger:
            await self._refuse(content, recorded.entry.refusal)
        elif isinstance(content, Malformed):
            self._notices.fail(
                f"This could not be read: {content.reason}", about=None, code=MALFORMED, recoverable=True
            )
        elif isinstance(content, Stanza):
            if arrival.shared and not recorded.duplicate and type(content.body) in TOLD_TO_OTHERS:
                self._outlet.relay(arrival.raw)
            await self._act(content, is_repeat=recorded.duplicate)

    async def _act(self, content: Stanza, *, is_repeat: bool) -> None:
        match content.body:
            case Configuration() as body:
                await self._configure(body)
            case UserMessage() as body:
                await self._take_message(content, body)
            case ControlStop() | ControlVariation() if is_repeat:
                self._notices.acknowledge(content, None)
            case ControlStop() as body:
                self._stop(content, body)
            case ControlVariation() as body:
                await self._vary(content, body)
            case Commentary(id=remark):
                self._notices.acknowledge(content, remark)
            case Feedback() as body:
                await self._opinions.take_vote(body)
            case UserNote() as body:
                await self._opinions.take_note(body)
            case ToolUseResult() as body:
                self._errands.take(body)
                self._notices.acknowledge(content, None)

    async def _refuse(self, content: Inbound, sentence: str) -> None:
        """Tell the user why something of theirs does not count; a stranger is told nothing."""
        is_hello = isinstance(content, Stanza) and isinstance(content.body, Configuration)
        if sentence and not is_hello:
            self._notices.fail(sentence, about=None, code=INVALID_STATE, recoverable=True)
        elif sentence and self._transport is not None:
            await turn_away(self._transport, self.conversation_id, code=NOT_FOUND, sentence=sentence)

    async def _configure(self, body: Configuration) -> None:
        self._errands.offer(offered=client_tools.FEATURE in (body.features or ()))
        self._streams = not body.features or "streaming" in body.features
        while self._left:
            await self._ask(self._left[0].id, self._left[0].contents, {})
            del self._left[0]
        transport = self._transport
        if transport is None:
            return
        transport.peer_reads_streams = "byte_streams" in (body.features or ())
        reply = Configuration(
            conversation_id=self.conversation_id,
            last_sequence_seen=None,
            preferred_language="en",
            features=FEATURES,
        )
        self._keeping.store_language(body.preferred_language)
        await self._outlet.resume(transport, reply=reply, last_seen=abs(body.last_sequence_seen or 0))
        self._tell_of_server()

    async def _take_message(self, stanza: Stanza, body: UserMessage) -> None:
        self._notices.acknowledge(stanza, body.id)
        if self._turns.holds(body.id) or await self._ledger.is_answered(body.id):
            return  # sent again because an acknowledgement was lost
        self._notices.messages += 1
        await self._ask(body.id, body.content, stanza.meta)

    def _stop(self, stanza: Stanza, body: ControlStop) -> None:
        self._speaker.silence(body.target_id)
        if body.stop_type != "speech":
            self._turns.stop(body.target_id)
        self._notices.acknowledge(stanza, None)

    async def _vary(self, stanza: Stanza, body: ControlVariation) -> None:
        self._speaker.silence(body.target_id)
        self._turns.stop(body.target_id)
        self._notices.acknowledge(stanza, body.target_id)
        if body.mode == "edit":
            return  # the new text follows as a message of its own
        question = await self._asking.again(body, stanza.meta)
        if question is None:
            self._notices.fail("There is no such message to answer again.", about=body.target_id, code=INVALID_STATE)
        else:
            self._turns.ask(question)

    async def _ask(self, message_id: str, text: str, meta: Mapping[str, Any]) -> None:
        self._turns.ask(await self._asking.of(message_id, text, meta))

    def _make_turn(self, question: Question) -> AnswerTurn:
        return AnswerTurn(
            question=question,
            composer=self._composer,
            tools=self._tools,
            errands=self._errands,
            recall=self._recall,
            outlet=self._outlet,
            speaker=self._speaker,
            clock=self._mind.clock,
            model_name=self._mind.engines.model.name,
            tally=self._notices.tally,
            streams=self._streams,
        )

    def _on_speech(self) -> None:
        """Somebody speaks: whoever is interrupted is silent."""
        answer_id = self._turns.answer_id
        if self._speaker.speaking or answer_id is not None:
            self._speaker.silence(answer_id)

    def _on_message_heard(self, body: UserMessage) -> None:
        meta = {"source": "microphone", TRACE: ids.new_trace_id()}
        self._outlet.post(body, meta)
        self._notices.messages += 1
        self._scope.spawn("heard", self._ask(body.id, body.content, meta))

    def _on_turn_ended(self) -> None:
        self._keeping.update_after_turn()
        self._notices.tell_figures()

    def _tell_of_server(self) -> None:
        if self._transport is not None:
            self._notices.tell_of_server()
