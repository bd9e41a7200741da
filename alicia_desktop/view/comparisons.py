"""Show an answer beside the one that was asked for again: both texts, what each knew, and how long each took."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from alicia_desktop.base.translation import translate
from alicia_desktop.store.conversations import messages, transcripts, variations
from alicia_desktop.store.conversations.transcripts import MessageBundle
from alicia_desktop.store.conversations.turns import ids_of_turn, question_of
from alicia_desktop.store.conversations.variations import Variation
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memories
from alicia_desktop.store.records import MemoryRecord, MemoryUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.memory_page import AskMode, MemoryRef
from alicia_desktop.view.memory_text import memory_text
from alicia_desktop.view.messages import asked_at
from alicia_desktop.view.tools import duration_ms
from alicia_desktop.view.traces import TraceRow, trace_rows

COMING: Final = translate("Requested, no answer yet")


@dataclass(frozen=True, kw_only=True, slots=True)
class ComparedAnswer:
    """One of two answers to the same question."""

    id: str
    title: str
    """`The first answer`, `Without “Emma is allergic to walnuts”`."""
    text: str
    note: str
    """`is being written`, `stopped`, or why there is none."""
    traces: tuple[TraceRow, ...]
    only_here: frozenset[str]
    """Memories that the other one had not."""
    times: tuple[tuple[str, str], ...]
    """(`624 ms`, `to the first word`), …"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """An answer beside the one that was asked for without or with a memory."""

    id: str
    question_id: str
    question: str
    changed: tuple[MemoryRef, ...]
    """The memories that were left out or brought in."""
    mode: AskMode | None
    """None for an answer that was simply asked for again."""
    when: str
    first: ComparedAnswer
    second: ComparedAnswer


def comparison(
    variation: Variation,
    *,
    question: MessageBundle,
    first: MessageBundle,
    second: MessageBundle | None,
    memories: Mapping[str, MemoryRecord],
) -> Comparison:
    """Return the two answers of a variation.

    `second` is None while nothing has come of it.
    """
    zero = asked_at(first) or question.message.created_at
    changed = variation.excluded or variation.included
    mode: AskMode | None = "without" if variation.excluded else "with" if variation.included else None
    refs = tuple(
        _ref(memory_id, memories, [*first.traces, *(second.traces if second else ())]) for memory_id in changed
    )
    used_first, used_second = _used(first), _used(second) if second else frozenset()
    return Comparison(
        id=str(variation.seq),
        question_id=question.message.id,
        question=question.message.contents,
        changed=refs,
        mode=mode,
        when=text.clock_time(variation.at),
        first=_answer(translate("Previous answer"), first, zero, memories, used_first - used_second),
        second=_answer(_title(mode, refs), second, variation.at, memories, used_second - used_first),
    )


def _title(mode: AskMode | None, refs: Sequence[MemoryRef]) -> str:
    if mode is None:
        return translate("Asked again")
    named = ", ".join(text.quoted(ref.content, 40) for ref in refs)
    title = translate("Without {memories}") if mode == "without" else translate("With {memories}")
    return title.format(memories=named)


def _ref(memory_id: str, memories: Mapping[str, MemoryRecord], uses: Sequence[MemoryUseRecord]) -> MemoryRef:
    memory = memories.get(memory_id)
    snippets = [use.content for use in uses if use.memory_id == memory_id and use.content]
    content = memory.content if memory is not None and memory.content else next(iter(snippets), memory_id)
    return MemoryRef(id=memory_id, content=memory_text(content), detail="")


def _used(bundle: MessageBundle) -> frozenset[str]:
    return frozenset(use.memory_id for use in bundle.traces if use.action == "retrieved")


def _answer(
    title: str,
    bundle: MessageBundle | None,
    zero: datetime,
    memories: Mapping[str, MemoryRecord],
    only_here: frozenset[str],
) -> ComparedAnswer:
    if bundle is None:
        return ComparedAnswer(id="", title=title, text="", note=COMING, traces=(), only_here=frozenset(), times=())
    retrieved = [use for use in bundle.traces if use.action == "retrieved"]
    return ComparedAnswer(
        id=bundle.message.id,
        title=title,
        text=bundle.message.contents or " ".join(sentence.text.strip() for sentence in bundle.sentences),
        note=_note(bundle),
        traces=tuple(trace_rows(retrieved, memories)),
        only_here=only_here,
        times=_times(bundle, zero),
    )


def _note(bundle: MessageBundle) -> str:
    message = bundle.message
    if message.error_message:
        return message.error_sentence
    if message.stopped_at is not None:
        return translate("Stopped")
    return translate("Being written") if message.completion_status == "streaming" else ""


def _times(bundle: MessageBundle, zero: datetime) -> tuple[tuple[str, str], ...]:
    """Return how long it took by this computer's clock, from when it was asked for."""
    moments = sorted(sentence.created_at for sentence in bundle.sentences)
    if not moments:
        return ()
    times = [
        (_since(zero, moments[0]), translate("to the first word")),
        (_since(zero, moments[-1]), translate("to the end")),
    ]
    tools = [took for use in bundle.tools if (took := duration_ms(use)) is not None]
    if tools:
        times.append((text.duration(sum(tools)), translate("in tools")))
    return tuple(times)


def _since(start: datetime, end: datetime) -> str:
    return text.duration(max(0.0, (end - start).total_seconds() * 1000))


def read_comparisons(conn: Connection, message_id: str) -> tuple[Comparison, ...]:
    """Return the answers of a turn that were asked for again, each beside the one before, the latest first."""
    asked = variations.variations_of(conn, message_id)
    question = messages.get(conn, question_of(conn, message_id))
    if not asked or question is None:
        return ()
    ids = ids_of_turn(conn, question.id)
    bundles = {bundle.message.id: bundle for bundle in transcripts.some(conn, question.conversation_id, ids)}
    named = {memory_id for one in asked for memory_id in (*one.excluded, *one.included)}
    named |= {use.memory_id for bundle in bundles.values() for use in bundle.traces}
    known = memories.get_memories(conn, list(named))
    pairs = [
        comparison(
            one,
            question=bundles[question.id],
            first=bundles[one.first_id],
            second=bundles.get(one.second_id or ""),
            memories=known,
        )
        for one in asked
        if one.first_id in bundles and question.id in bundles
    ]
    return tuple(reversed(pairs))
