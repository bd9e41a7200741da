"""What is to be answered: a question, built from a message or a variation, and the task that is made of it.

A `Question` is what was asked, and how it is to be answered. An `AnswerTask` is made of it once the memory was
searched, and has also what was found there.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from alicia_desktop.base import ids
from alicia_desktop.protocol.attachments import Attachment
from alicia_desktop.protocol.messages import (
    ControlVariation,
)
from alicia_desktop.protocol.sequence import TRACE
from alicia_desktop.server import small_model_guard
from alicia_desktop.server.attached_files import NO_FILES, PromptFiles
from alicia_desktop.server.dialogue.reply_table import NONE
from alicia_desktop.server.engines.contract import ModelNotice
from alicia_desktop.server.ledger import ServerLedger
from alicia_desktop.server.prompts import NOTHING_KNOWN, EarlierMessage, Known
from alicia_desktop.server.tools.server_tools import Outcome
from alicia_desktop.store.server.server_queries import SpokenMessage

CONTINUE_PROMPT: Final = "Please go on."


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """A message to answer, and how."""

    id: str
    content: str
    spoken: bool = False
    """Whether the answer is also said."""
    language: str = ""
    """The language that the answer is spoken in; empty for that of the default voice."""
    trace_id: str
    remember: bool = True
    """Whether memories may be stored and used; never in a private conversation."""
    learn: bool = True
    """Whether memories are read out of it; not when it is asked again."""
    exclude: tuple[str, ...] = ()
    """Memories that are not to be used."""
    include: tuple[str, ...] = ()
    """Memories that are to be used whatever their relevance."""
    earlier: tuple[EarlierMessage, ...] = ()
    """What the model reads last before `content`, beside what the memory gives."""
    continues: str | None = None
    """The stopped answer that is to be continued, under its old id."""
    sentences_before: int = 0
    """Sentences that it has already."""
    fresh: bool = False
    """Whether another answer than the last one is wanted."""
    attachments: tuple[Attachment, ...] = ()
    """Its files, with their bytes."""
    attached_before: tuple[Attachment, ...] = ()
    """If it has no files, those of the last of a few questions before it that had some: it may be about them."""
    received_at: datetime | None = None
    """When the server had it."""


class QuestionBuilder:
    """Builds the questions of one conversation."""

    def __init__(self, ledger: ServerLedger) -> None:
        self._ledger = ledger

    async def from_message(
        self,
        message_id: str,
        text: str,
        meta: Mapping[str, Any],
        *,
        learn: bool = True,
        fresh: bool = False,
        exclude: tuple[str, ...] = (),
        include: tuple[str, ...] = (),
    ) -> Question:
        """Return the question that a message asks."""
        return Question(
            id=message_id,
            content=text,
            spoken=_is_spoken(meta),
            trace_id=_trace_id(meta),
            remember=not await self._ledger.is_private(),
            learn=learn,
            fresh=fresh,
            exclude=exclude,
            include=include,
            attachments=(files := await self._ledger.attachments(message_id)),
            attached_before=() if files else await self._ledger.attachments_before(message_id),
        )

    async def from_variation(self, body: ControlVariation, meta: Mapping[str, Any]) -> Question | None:
        """Return what `regenerate` or `continue` asks; None where there is nothing to answer again."""
        target = await self._ledger.message(body.target_id)
        answer = target if target is not None and target.role == "assistant" else None
        question = target if answer is None else await self._ledger.message(answer.previous_id)
        if question is None:
            return None
        if body.mode == "continue" and answer is not None:
            return await self._continue_answer(question, answer, meta)
        exclude, include = _memories_in(meta)
        # Where memories are exchanged, nothing else may differ: the two answers are compared.
        fresh = not (exclude or include)
        return await self.from_message(
            question.id, question.text, meta, learn=False, fresh=fresh, exclude=exclude, include=include
        )

    async def _continue_answer(
        self, question: SpokenMessage, answer: SpokenMessage, meta: Mapping[str, Any]
    ) -> Question:
        return Question(
            id=question.id,
            content=CONTINUE_PROMPT,
            spoken=_is_spoken(meta),
            trace_id=_trace_id(meta),
            remember=False,
            earlier=(
                EarlierMessage(role="user", text=question.text, id=question.id),
                EarlierMessage(role="assistant", text=answer.text, id=answer.id),
            ),
            continues=answer.id,
            sentences_before=await self._ledger.sentence_count(answer.id),
        )


def _memories_in(meta: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the memory ids of `meta.memories`: those to exclude, and those to include."""
    wish = meta.get("memories")
    if not isinstance(wish, Mapping):
        return (), ()
    return ids_in(wish.get("exclude")), ids_in(wish.get("include"))


def ids_in(value: object) -> tuple[str, ...]:
    """Return the texts in a list; none if it is no list."""
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list | tuple) else ()


def _is_spoken(meta: Mapping[str, Any]) -> bool:
    """Return whether the answer is spoken: as the client asks by `meta.speak`, else as the question came."""
    speak = meta.get("speak")
    return meta.get("source") == "microphone" if speak is None else bool(speak)


def _trace_id(meta: Mapping[str, Any]) -> str:
    trace_id = meta.get(TRACE)
    return trace_id if isinstance(trace_id, str) and trace_id else ids.new_trace_id()


UseTool = Callable[[str, Mapping[str, Any]], Awaitable[Outcome]]
"""Runs a tool by name, and sends the ToolUseRequest and ToolUseResult of it."""
OnNotice = Callable[[ModelNotice], None]
"""Sends what the user should know of how the model is asked, as soon as it is known."""
OnReasoning = Callable[[str], None]
"""Sends one step of reasoning, as soon as it is made (ReasoningStep)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerTask:
    """A question with everything that its answer may use."""

    question: str
    known: Known = NOTHING_KNOWN
    """What the prompt holds."""
    extract: str | None = None
    """What the memory answers by itself; None when it has nothing or nothing was asked."""
    stands_alone: bool = False
    """Whether `extract` says more than one memory does: no small model is asked to say it."""
    is_unknown: bool = False
    """Whether only the person can know what is asked, and no memory tells it."""
    stands: Callable[[str], bool] = bool
    """Returns whether a sentence states the fact of `extract`."""
    fixed: str | None = None
    """The whole answer, if it is one that no model may word."""
    act: str = NONE
    """The dialogue act of the question, by which a reply is chosen; `NONE` where memory, tools or model answer."""
    news: str = ""
    """The kind of news that the question tells and the answer has to meet; empty for none."""
    count: int = 0
    """How many memories there are, where the person asks what is known of them; `known` has the most important."""
    continues: bool = False
    """Whether a stopped answer is to go on."""
    told: tuple[str, ...] = ()
    """What was learned from the message, as sentences to the person."""
    remember: bool = True
    """Whether tools may look into the memory."""
    temperature: float = 0.0
    seed: int = 0
    files: PromptFiles = NO_FILES
    """What is attached to the question."""
    notify: OnNotice = field(default=lambda _: None, compare=False, repr=False)


def own_messages(known: Known) -> tuple[str, ...]:
    """Return what the person said in the conversation before, oldest first."""
    return tuple(said.text for said in known.history if said.role == "user")


def asks_for_recap(question: str, known: Known) -> bool:
    """Return whether a question asks what was talked about, in a conversation that has something to recap."""
    return small_model_guard.asks_for_recap(question) and bool(own_messages(known))
