"""What a turn asks of the memory and gets from it: the contract of `Recall`, fulfilled by `server.recall`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self

from alicia_desktop.context.assembly import AssembledContext
from alicia_desktop.memory.answers import PARTLY
from alicia_desktop.memory.retrieval.result import Candidate, Retrieval, explain_retrieval
from alicia_desktop.protocol.messages import MemoryTrace
from alicia_desktop.server.engines.contract import LanguageModel
from alicia_desktop.server.prompts import NOTHING_KNOWN, Known


def _nothing_missing(_answer: str) -> bool:
    return True


@dataclass(frozen=True, kw_only=True, slots=True)
class LearnResult:
    """What a message changed in the memory."""

    traces: tuple[MemoryTrace, ...] = ()
    forgotten: tuple[str, ...] = ()
    """Ids of the memories that it asked to forget, and that are gone."""
    left: str = ""
    """What is left of the message that asked for it."""
    only_forgets: bool = False
    """It asked to forget, and said nothing else."""
    told: tuple[str, ...] = ()
    """Each of it as one would say it to the person, such as "Your dog is called Biscuit."."""
    tells_death: bool = False
    """Whether it says that somebody of the person's has died."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RecallRequest:
    """A question, as the memory needs it."""

    text: str
    message_id: str | None = None
    """The question; None where nobody has asked yet."""
    remember: bool = True
    """Whether anything but the conversation's own messages may be used."""
    exclude: tuple[str, ...] = ()
    """Memories that are not to be used this time."""
    include: tuple[str, ...] = ()
    """Memories that are to be used as if they were pinned."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RecallResult:
    """What an answer reads, and the traces of it."""

    traces: tuple[MemoryTrace, ...] = ()
    """Of the memories, best first."""
    summary_traces: tuple[MemoryTrace, ...] = ()
    """Of the summaries in the prompt."""
    known: Known = NOTHING_KNOWN
    extract: str | None = None
    """What the best memory answers by itself; None when it does not answer, or nothing was asked."""
    stands: Callable[[str], bool] = field(default=_nothing_missing)
    """Whether an answer gives the fact of `extract` and makes up no other."""
    context: AssembledContext | None = None
    """Where the budget went; None where nothing was assembled."""
    used: tuple[Candidate, ...] = ()
    """The memories of `traces`."""
    looked_for: Retrieval | None = None
    """How they were looked for, and what just missed; None where nothing was looked up."""
    is_unknown: bool = False
    """Whether only the person can know what is asked, and no memory tells it."""
    stands_alone: bool = False
    """Whether `extract` says more than one memory does: no small model is asked to say it."""
    count: int = 0
    """How many memories there are, where those about the person were asked for."""
    question_id: str | None = None
    """The question; None where nobody has asked yet."""

    @property
    def retrieval(self) -> Mapping[str, Any] | None:
        """How they were looked for, as a trace tells it."""
        return None if self.looked_for is None else explain_retrieval(self.looked_for)

    def unread(self) -> Self:
        """Return what is left where the answer read none of it: how it was looked for."""
        looked_for = self.looked_for
        if looked_for is not None:
            looked_for = looked_for.leaving_unread({one.memory.id for one in looked_for.selected})
        return replace(self, traces=(), summary_traces=(), used=(), looked_for=looked_for)


class Recall(Protocol):
    """The memory of one user in one conversation."""

    async def read_in_context(self, message_id: str, text: str, *, remember: bool = True) -> str:
        """Return a message with what it leaves out because it stands in those before it, and names in capitals.

        Without `remember` no name is known of memories.
        """
        ...

    async def learn(self, message_id: str, text: str, *, meaning: str = "") -> LearnResult:
        """Store what `text` states, and return what was stored, updated or forgotten.

        `meaning` is what it says together with the messages before it (`read_in_context`).
        """
        ...

    async def learn_with_model(self, message_id: str, text: str) -> tuple[MemoryTrace, ...]:
        """Store what the language model extracts beyond that, if it is switched on; called after the answer."""
        ...

    async def find(self, asked: RecallRequest) -> RecallResult:
        """Return what the answer reads, without what the same message stated; marks nothing as used."""
        ...

    async def find_about_person(self, asked: RecallRequest) -> RecallResult:
        """Return what matters most of all that is known, for somebody who asks what that is."""
        ...

    async def find_by_rule(self, asked: RecallRequest) -> RecallResult | None:
        """Return what all memories together answer by rule: plans of days, ages compared; None for anything else."""
        ...

    async def mark_used(self, found: RecallResult) -> None:
        """Count one use of each memory in `found`."""
        ...

    def for_reader(self, reader: "ContextReader") -> "Recall":
        """Return the same memory for a turn of another model, which reads as much as suits that one."""
        ...

    async def search(self, query: str) -> list[dict[str, object]]:
        """Return the best memories as `{"content", "relevance"}`."""
        ...


class ContextReader(Protocol):
    """What an answer is read for."""

    @property
    def model(self) -> LanguageModel:
        """The model that reads."""
        ...

    def budget(self, tokens: int) -> int:
        """Return how many of so many tokens are left for what it reads."""
        ...


def joined(found: Sequence[RecallResult]) -> RecallResult:
    """Return what several questions of one message read as one answer, with what is not known said once, at the end."""
    first = next(one for one in found if one.extract is not None)
    others = [one for one in found if one is not first and one.extract is not None]
    told = [one.extract for one in found if one.extract is not None]
    told += [PARTLY] * (len(told) < len(found) and not any(one.endswith(PARTLY) for one in told))
    facts = [fact for one in (first, *others) for fact in one.known.facts]
    return replace(
        first,
        extract=" ".join(dict.fromkeys(told)),
        stands_alone=True,
        is_unknown=False,
        used=tuple({one.memory.id: one for each in (first, *others) for one in each.used}.values()),
        traces=tuple({one.memory_id: one for each in (first, *others) for one in each.traces}.values()),
        known=replace(first.known, facts=tuple({fact.id: fact for fact in facts}.values())),
    )
