"""Run the assistant in one conversation: receive what users send, answer, listen and speak.

The mirror image of a client's session: one agent a conversation, whatever carries it and however often the user
comes and goes: a turn goes on while nobody is there, and what was missed is replayed at the next handshake.
Everything that comes is journaled before it is acted upon.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.config import Patience
from alicia_desktop.context.conversation_memory import ConversationMemory
from alicia_desktop.memory.retrieval.selection import RetrievalSettings
from alicia_desktop.protocol import attachments, client_tools, conversation_settings
from alicia_desktop.protocol.client_tools import announced_servers, announced_tools
from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Inbound, Malformed, Stanza
from alicia_desktop.protocol.extensions import FORGETTING, INTERRUPTIONS, STOPPED
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
from alicia_desktop.server.answer_generator import AnswerGenerator
from alicia_desktop.server.conversation_model import ConversationModel
from alicia_desktop.server.dialogue.acts import ActRecogniser
from alicia_desktop.server.engines.engine_set import Engines
from alicia_desktop.server.inbox import Inbox
from alicia_desktop.server.ledger import ReceivedStanza, ServerLedger
from alicia_desktop.server.memories import MemoryUpkeep
from alicia_desktop.server.notices import (
    INTERNAL,
    INVALID_STATE,
    MALFORMED,
    NOT_FOUND,
    SERVICE_UNAVAILABLE,
    Notices,
    receipt,
    reject_connection,
)
from alicia_desktop.server.outbound import OutboundQueue
from alicia_desktop.server.question import Question, QuestionBuilder, ids_in
from alicia_desktop.server.recall_contract import Recall
from alicia_desktop.server.run_ahead import RunAhead
from alicia_desktop.server.speech.playout import SpeechPlayer
from alicia_desktop.server.speech.spoken_questions import SpokenQuestions
from alicia_desktop.server.tools.server_tools import server_tools
from alicia_desktop.server.tools.tool_calls import ClientToolCalls, broken_off_result
from alicia_desktop.server.turn import AnswerTurn
from alicia_desktop.server.turn_queue import TurnQueue
from alicia_desktop.server.user_actions import FeedbackRecorder, MemoryActionHandler
from alicia_desktop.store.recording import without_media
from alicia_desktop.store.records import MessageRecord
from alicia_desktop.store.server.server_queries import TOLD_TO_OTHERS
from alicia_desktop.transport.contract import Transport

MAX_STOPS: Final = 1_000
"""Of questions that were stopped while their client was away; the stops themselves are stored when they come."""
FEATURES: Final = (
    *("streaming", "partial_responses", "audio_output", "reasoning_steps", "tool_use", "byte_streams"),
    conversation_settings.FEATURE,
    attachments.FEATURE,
    client_tools.RERUN_FEATURE,
)
INTERRUPTED_ANSWER: Final = "The server stopped in the middle of this answer. Ask again to get the rest."


class RetrievalInUse:
    """Holds the settings of retrieval, which the owner may change while agents run; the next answer uses them."""

    def __init__(self, settings: RetrievalSettings) -> None:
        self.settings = settings


@dataclass(frozen=True, kw_only=True, slots=True)
class AgentResources:
    """What all agents of a server share."""

    engines: Engines
    extractive: bool = True
    """Whether the memory answers where a small model misses the fact."""
    context_tokens: int
    """How much an answer of a large model gets to read beside the question."""
    retrieval: RetrievalInUse
    """What memories are retrieved by."""
    patience: Patience = "natural"
    """How long a pause is waited in for the speaker to go on."""
    clock: Clock


class Agent:
    """The assistant in one conversation; runs between `start` and `close`."""

    def __init__(
        self,
        *,
        resources: AgentResources,
        ledger: ServerLedger,
        conversation: ConversationMemory,
        recall: Recall,
        acts: ActRecogniser,
        by_owner: bool,
        last_id: int,
    ) -> None:
        """`last_id` is the last stanza id that the server gave out here; `by_owner`: it is the owner's conversation."""
        self.conversation_id = ledger.conversation_id
        self._resources, self._ledger, self._recall = resources, ledger, recall
        self._tools = dict(server_tools(clock=resources.clock, find_memories=recall.search))
        self._client_calls = ClientToolCalls(self._tools)
        self._generator = self._create_generator(acts)
        self._transport: Transport | None = None
        self._scope = Scope(f"agent {ledger.conversation_id}")
        self._questions = QuestionBuilder(ledger)
        self._unanswered: list[MessageRecord] = []
        """Questions that an earlier run did not begin to answer: they wait until a client is there with its tools."""
        self._stopped: deque[str] = deque(maxlen=MAX_STOPS)
        """Questions that a client stopped while it was away, the newest; its stops are still on their way."""
        self._streams = True  # whether the client takes answers sentence by sentence; one that lists no features does
        self._forgets = False  # whether the client forgets at once what is forgotten here
        self._told_words_only = conversation.memory.words_only != ""
        self._model = ConversationModel(resources.engines, read_settings=ledger.settings, by_owner=by_owner)
        self._memory_upkeep = MemoryUpkeep(conversation=conversation, choose_model=self._model.choose)
        self._outbound = OutboundQueue(ledger=ledger, last_id=last_id)
        self._notices = self._create_notices(conversation)
        self._feedback = FeedbackRecorder(ledger=ledger, outbound=self._outbound)
        self._speaker = self._create_speaker()
        self._turns = TurnQueue(make=self._make_turn, on_end=self._on_turn_ended)
        self._ahead = self._create_run_ahead(ledger)
        self._spoken = self._create_spoken_questions(conversation)
        self._inbox = self._create_inbox()
        note_change = conversation.memory.note_changed.connect(self._on_note_changed)
        self._disconnects = (resources.engines.on_change(lambda _: self._publish_server_info()), note_change)

    def _create_generator(self, acts: ActRecogniser) -> AnswerGenerator:
        model, extractive = self._resources.engines.model, self._resources.extractive
        return AnswerGenerator(model=model, tools=self._tools, acts=acts, extractive=extractive)

    def _create_notices(self, conversation: ConversationMemory) -> Notices:
        return Notices(
            outbound=self._outbound,
            engines=self._resources.engines,
            clock=self._resources.clock,
            words_only=lambda: conversation.memory.words_only,
        )

    def _create_speaker(self) -> SpeechPlayer:
        return SpeechPlayer(
            voice=self._resources.engines.voice,
            outbound=self._outbound,
            clock=self._resources.clock,
            transport=lambda: self._transport,
            on_failure=self._notices.report_engine_failure,
        )

    def _create_run_ahead(self, ledger: ServerLedger) -> RunAhead:
        return RunAhead(
            generator=self._generator,
            recall=self._recall,
            speaker=self._speaker,
            clock=self._resources.clock,
            choose_model=self._model.choose,
            is_private=ledger.is_private,
            is_busy=lambda: self._turns.busy,
        )

    def _create_spoken_questions(self, conversation: ConversationMemory) -> SpokenQuestions:
        return SpokenQuestions(
            engines=self._resources.engines,
            patience=self._resources.patience,
            conversation=conversation,
            speaker=self._speaker,
            turns=self._turns,
            ahead=self._ahead,
            outbound=self._outbound,
            notices=self._notices,
            clock=self._resources.clock,
            ask=self._ask,
        )

    def _create_inbox(self) -> Inbox:
        return Inbox(
            self.conversation_id,
            clock=self._resources.clock,
            process=self._process,
            apply_actions=MemoryActionHandler(ledger=self._ledger, outbound=self._outbound).apply,
            on_write_error=self._report_write_error,
        )

    @property
    def busy(self) -> bool:
        """Whether something is still being answered."""
        return self._turns.busy

    async def start(self) -> None:
        """Start, and end what an earlier run of the server left open."""
        parts = (self._outbound, self._speaker, self._spoken, self._ahead, self._turns, self._memory_upkeep)
        for part in parts:
            part.start(self._scope)
        for answer_id in await self._ledger.open_answers():
            self._notices.send_error(INTERRUPTED_ANSWER, about=answer_id, code=INTERNAL)
        for request_id in await self._ledger.open_tool_requests():
            self._outbound.enqueue(broken_off_result(request_id, self.conversation_id))
        self._unanswered = await self._ledger.unanswered_questions()
        self._inbox.start(self._scope)

    async def close(self) -> None:
        """Stop everything at once; what is journaled stays."""
        for disconnect in self._disconnects:
            disconnect()
        await self._scope.close()

    def attach(self, transport: Transport) -> None:
        """Connect a transport; nothing is sent to it before its Configuration."""
        if self._transport is not None:
            self._outbound.disconnect(self._transport)
        self._transport = transport

    def detach(self, transport: Transport) -> None:
        """Disconnect a transport; a turn that runs goes on, and its stanzas wait in the journal."""
        self._outbound.disconnect(transport)
        if self._transport is transport:
            self._transport = None
            self._speaker.interrupt()

    def receive(self, data: bytes, sender: str, *, shared: bool = False) -> None:
        """Queue one stanza of the user's; in a `shared` room their other devices get it from here."""
        self._inbox.receive(data, sender, shared=shared)

    def receive_stranger(self, data: bytes, sender: str) -> None:
        """Journal one stanza of a stranger's, as far as the limit allows; nothing else comes of it."""
        self._inbox.receive_stranger(data, sender)

    async def answer(self, body: UserMessage) -> None:
        """Answer a message that came another way and is journaled already, unless it was stopped meanwhile."""
        if not await self._ledger.is_answered(body.id):
            await self._ask(body.id, body.content, {})

    def feed_audio(self, pcm: bytes) -> None:
        """Feed 10 ms of the user's sound."""
        self._spoken.feed(pcm)

    def _report_write_error(self, error: WorldError) -> None:
        self._notices.send_error(error.sentence, about=None, code=SERVICE_UNAVAILABLE, recoverable=error.retry)

    async def _process(self, arrival: ReceivedStanza) -> None:
        content, recorded = arrival.content, await self._ledger.record_received(arrival)
        if recorded.stranger:
            await self._refuse(content, recorded.entry.refusal)
        elif isinstance(content, Malformed):
            self._notices.send_error(
                f"This could not be read: {content.reason}", about=None, code=MALFORMED, recoverable=True
            )
        elif isinstance(content, Stanza):
            if arrival.shared and not recorded.duplicate and type(content.body) in TOLD_TO_OTHERS:
                light = without_media(content)  # other devices fetch the files over HTTP
                self._outbound.relay(arrival.raw if light is content else encode(light))
            await self._dispatch(content, arrival.at, is_repeat=recorded.duplicate)

    async def _dispatch(self, content: Stanza, at: datetime, *, is_repeat: bool) -> None:
        match content.body:
            case Configuration() as body:
                await self._configure(body, content.meta, at)
            case UserMessage() as body:
                await self._receive_message(content, body, at)
            case ControlStop() | ControlVariation() if is_repeat:
                self._notices.acknowledge(content, None, received_at=at)
            case ControlStop() as body:
                self._apply_stop(content, body, at)
            case ControlVariation() as body:
                await self._apply_variation(content, body, at)
            case Commentary(id=remark):
                self._notices.acknowledge(content, remark, received_at=at)
            case Feedback() as body:
                await self._feedback.record_vote(body)
            case UserNote() as body:
                await self._feedback.record_note(body)
            case ToolUseResult() as body:
                self._client_calls.receive_result(body)
                self._notices.acknowledge(content, None, received_at=at)

    async def _refuse(self, content: Inbound, sentence: str) -> None:
        """Send the user the reason why a stanza of theirs does not count; a stranger gets no answer.

        A refused message is named, which ends its wait, unless its id is of something that this server has already.
        """
        body = content.body if isinstance(content, Stanza) else None
        if not sentence:
            return
        if isinstance(body, UserMessage) and await self._ledger.is_unused(body.id):
            self._notices.send_error(sentence, about=body.id, code=INVALID_STATE)
        elif not isinstance(body, Configuration):
            self._notices.send_error(sentence, about=None, code=INVALID_STATE, recoverable=True)
        elif self._transport is not None:
            await reject_connection(self._transport, self.conversation_id, code=NOT_FOUND, sentence=sentence)

    async def _configure(self, body: Configuration, meta: Mapping[str, Any], at: datetime) -> None:
        self._stopped.extend(ids_in(meta.get(STOPPED)))
        has_tools = client_tools.FEATURE in (body.features or ())
        self._client_calls.offer(offered=has_tools, announced=announced_tools(meta))
        self._notices.client_servers = announced_servers(meta) if has_tools else ()
        self._streams = not body.features or "streaming" in body.features
        self._spoken.decides_by_words = INTERRUPTIONS in (body.features or ())
        self._forgets = FORGETTING in (body.features or ())
        while self._unanswered:
            await self._ask(self._unanswered[0].id, self._unanswered[0].contents, {})
            del self._unanswered[0]
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
        self._memory_upkeep.store_language(body.preferred_language)
        seen = abs(body.last_sequence_seen or 0)
        await self._outbound.resume(transport, reply=reply, last_seen=seen, meta=receipt(at))
        self._publish_server_info()

    async def _receive_message(self, stanza: Stanza, body: UserMessage, at: datetime) -> None:
        self._notices.acknowledge(stanza, body.id, received_at=at)
        if self._turns.holds(body.id) or await self._ledger.is_answered(body.id):
            return  # sent again because an acknowledgement was lost
        self._notices.messages += 1
        self._generator.prepare(body.content)
        await self._ask(body.id, body.content, stanza.meta, at)

    def _apply_stop(self, stanza: Stanza, body: ControlStop, at: datetime) -> None:
        self._speaker.stop_answer(body.target_id)
        if body.stop_type != "speech":
            self._turns.stop(body.target_id)
        self._notices.acknowledge(stanza, None, received_at=at)

    async def _apply_variation(self, stanza: Stanza, body: ControlVariation, at: datetime) -> None:
        self._speaker.stop_answer(body.target_id)
        self._turns.stop(body.target_id)
        self._notices.acknowledge(stanza, body.target_id, received_at=at)
        if body.mode == "edit":
            return  # the new text follows as a message of its own
        question = await self._questions.from_variation(body, stanza.meta)
        if question is None:
            self._notices.send_error(
                "The message to answer again does not exist.", about=body.target_id, code=INVALID_STATE
            )
        else:
            language = await self._ledger.heard_language(question.id)
            self._turns.enqueue(replace(await self._spoken.voiced(question, language), received_at=at))

    async def _ask(
        self, message_id: str, text: str, meta: Mapping[str, Any], at: datetime | None = None, *, language: str = ""
    ) -> None:
        if message_id in self._stopped:
            return
        question = await self._questions.from_message(message_id, text, meta)
        self._turns.enqueue(replace(await self._spoken.voiced(question, language), received_at=at))

    def _make_turn(self, question: Question) -> AnswerTurn:
        return AnswerTurn(
            question=question,
            generator=self._generator,
            tools=self._tools,
            client_calls=self._client_calls,
            recall=self._recall,
            outbound=self._outbound,
            speaker=self._speaker,
            clock=self._resources.clock,
            choose_model=self._model.choose,
            keep_prompt=self._ledger.keep_prompt,
            tally=self._notices.tally,
            streams=self._streams,
            forgets=self._forgets,
            rehearsed=self._ahead.take(question.content) if question.spoken else None,
        )

    def _on_turn_ended(self) -> None:
        self._ahead.finish()
        self._memory_upkeep.update_after_turn()
        self._notices.publish_stats()

    def _on_note_changed(self, note: str) -> None:
        if note or self._told_words_only:  # not where the encoder only finished to load
            self._told_words_only = bool(note)
            self._publish_server_info()

    def _publish_server_info(self) -> None:
        if self._transport is not None:
            self._notices.publish_server_info()
