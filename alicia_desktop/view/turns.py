"""Show one turn in the inspector: what led to what (question, memories, reasoning, tools, sentences), and when."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.store.conversations import messages, transcripts, turns
from alicia_desktop.store.conversations.transcripts import MAX_CHILDREN, MessageBundle
from alicia_desktop.store.conversations.turns import ids_of_turn, question_of
from alicia_desktop.store.database import Connection
from alicia_desktop.store.journal import MAX_OF_TURN
from alicia_desktop.store.records import MemoryUseRecord, MessageRecord, ToolUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.answer_prompt import ORIGINS
from alicia_desktop.view.branches import Branches
from alicia_desktop.view.conversation_settings import made_by
from alicia_desktop.view.payload_reader import json_map
from alicia_desktop.view.references import PHASE_STANZAS, Reference, sentence_reference
from alicia_desktop.view.rows import TraceAction
from alicia_desktop.view.tools import status_text
from alicia_desktop.view.traces import best_first, chip_row
from alicia_desktop.view.turn_records import BEGINNINGS, TurnClock, TurnRecords, records_of_turn
from alicia_desktop.view.waterfall import (
    TurnTime,
    WaterfallRow,
    turn_figures,
    waterfall,
)

_COUNTED: Final = {
    "retrieved": translate("{count} retrieved"),
    "updated": translate("{count} updated"),
    "stored": translate("{count} stored"),
}
NOT_KEPT: Final = translate(
    "The stanzas of this turn are not in the log: they were deleted after the time in Settings, "
    "or the turn came without them from the server or a file."
)

MAX_ROWS: Final = 200
"""Bars of the waterfall, the first ones; and lines of a step of the chain."""

MAX_PARAGRAPH: Final = 1_500
"""Characters of a question or an error; all of it is in the conversation."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChainLine:
    """One line under a step of the chain: words, and what stands before and after them."""

    text: str
    lead: str = ""
    """A score or a number of order: `0.91`, `2`."""
    meaning: str = ""
    """What a score in `lead` means."""
    tail: str = ""
    """At the right end, such as `+624 ms`; never cut."""
    action: TraceAction | None = None
    """For a memory: which kind of trace, so that it gets its icon and colour."""
    reference: Reference | None = None
    """The trace, the sentence, the step of reasoning that it is; None for what has no place of its own."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChainStep:
    """One step of what led to what in a turn."""

    id: str
    kind: Literal["question", "memories", "reasoning", "tool", "sentences", "error"]
    title: str
    detail: str
    offset: str
    reference: Reference
    """What it is; of several traces or steps of reasoning the first."""
    lines: tuple[ChainLine, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnView:
    """One turn for the inspector's Turn tab."""

    id: str
    """The question's id."""
    answer_id: str | None
    number: int
    count: int
    title: str
    """`Turn 2 of 2`."""
    subtitle: str
    """`Spoken · Wednesday, 19 November, 18:02`."""
    figures: tuple[tuple[str, str], ...]
    """(`624 ms`, `to the first word`), …"""
    zero: str
    """What zero is: `end of speech` or `sent`."""
    waterfall: tuple[WaterfallRow, ...]
    chain: tuple[ChainStep, ...]
    previous_id: str | None
    next_id: str | None
    note: str = ""
    """What is missing of the turn, as a sentence."""
    total: str = ""
    """How long the turn was in all, to which the shares of the waterfall's rows add up; empty while it lasts."""
    clocks: str = ""
    """How well the server's clock is known: `server’s clock ± 2 ms`; empty where the server told no times."""


def phase_reference(turn: TurnView, row: WaterfallRow) -> Reference:
    """Return what a bar of the waterfall is: a tool use, a step of reasoning, else a phase of its turn."""
    if row.kind in {"tool", "reasoning"}:
        return Reference(kind="tool" if row.kind == "tool" else "step", id=row.id)
    phase = row.id if row.id in PHASE_STANZAS else row.kind
    return Reference(kind="phase", id=phase, message_id=turn.answer_id or turn.id)


def turn_view(turn: TurnRecords) -> TurnView:
    """Return the Turn tab of one turn."""
    clock = TurnClock(turn)
    spent = waterfall(turn, clock)
    how = translate("Spoken") if clock.spoken else translate("Typed")
    return TurnView(
        id=turn.question.id,
        answer_id=turn.answer.message.id if turn.answer else None,
        number=turn.number,
        count=turn.count,
        title=translate("Turn {number} of {count}").format(number=turn.number, count=turn.count),
        subtitle=f"{how} · {text.long_time(turn.question.created_at)}",
        figures=turn_figures(spent.rows),
        zero=_zero(clock),
        waterfall=spent.rows[:MAX_ROWS],
        total="" if spent.total_ms is None else text.duration(spent.total_ms),
        clocks=spent.clocks,
        chain=tuple(_chain(turn, clock)),
        previous_id=turn.previous_id,
        next_id=turn.next_id,
        note=_note(turn, spent),
    )


def _note(turn: TurnRecords, spent: TurnTime) -> str:
    """Return what is not here of a turn, and why."""
    bars = len(spent.rows)
    notes = [
        "" if any(record.name in BEGINNINGS for record in turn.journal) else NOT_KEPT,
        translate("Of {bars} bars the first {most} are shown.").format(
            bars=format_number(bars), most=format_number(MAX_ROWS)
        )
        if bars > MAX_ROWS
        else "",
        translate("{count} phases of the server are not shown: there were too many.").format(
            count=format_number(spent.left_out)
        )
        if spent.left_out
        else "",
        translate("Of its stanzas the first {most} were read.").format(most=format_number(MAX_OF_TURN))
        if len(turn.journal) >= MAX_OF_TURN
        else "",
    ]
    return " ".join(note for note in notes if note)


def _chain(turn: TurnRecords, clock: TurnClock) -> list[ChainStep]:
    steps = [_question(turn, clock)]
    bundle = turn.answer
    if bundle is None:
        return steps
    steps += _memories(bundle, turn, clock) + _reasoning(bundle, clock)
    for use in bundle.tools:
        steps.append(
            ChainStep(
                id=use.id,
                kind="tool",
                title=translate("Tool"),
                detail=f"{use.tool_name} · {status_text(use)}",
                offset=_offset(clock.at(use.created_at)),
                lines=(ChainLine(text=_call(use)),),
                reference=Reference(kind="tool", id=use.id),
            )
        )
    return steps + _sentences(bundle, clock) + _errors(bundle, clock)


def _zero(clock: TurnClock) -> str:
    if clock.regeneration_with_memories is not None:
        return translate("asked again")
    return translate("end of speech") if clock.spoken else translate("sent")


def _call(use: ToolUseRecord) -> str:
    given = text.parameters(use.tool_arguments)
    return given if use.tool_result is None else f"{given} → {text.one_line(text.plain(use.tool_result), 80)}"


def _offset(milliseconds: float) -> str:
    return f"{'+' if milliseconds >= 0 else ''}{text.signed(milliseconds)} ms"


def _question(turn: TurnRecords, clock: TurnClock) -> ChainStep:
    length = ""
    if clock.speech_started and clock.speech_ended:
        length = f" · {text.duration((clock.speech_ended - clock.speech_started).total_seconds() * 1000)}"
    return ChainStep(
        id=turn.question.id,
        kind="question",
        title=translate("Question"),
        detail=f"{translate('spoken') if clock.spoken else translate('typed')}{length}",
        offset=text.exact_time(clock.zero),
        lines=(ChainLine(text=_paragraph(turn.question.contents)),),
        reference=Reference(kind="message", id=turn.question.id),
    )


def _memories(bundle: MessageBundle, turn: TurnRecords, clock: TurnClock) -> list[ChainStep]:
    if not bundle.traces:
        return []
    chips = [chip_row(use) for use in best_first(bundle.traces)]
    counts = {action: sum(chip.action == action for chip in chips) for action in ("retrieved", "updated", "stored")}
    arrived = turn.trace_stanzas()
    return [
        ChainStep(
            id=f"memories {bundle.message.id}",
            kind="memories",
            title=translate("Memories"),
            detail=" · ".join(_COUNTED[action].format(count=count) for action, count in counts.items() if count),
            offset=_offset(clock.at(arrived[0].received_at)) if arrived else "",
            lines=_first(
                ChainLine(
                    text=chip.content,
                    lead=chip.score,
                    meaning=chip.meaning,
                    action=chip.action,
                    reference=Reference(kind="trace", id=chip.id),
                )
                for chip in chips
            ),
            reference=Reference(kind="trace", id=chips[0].id),
        )
    ]


def _reasoning(bundle: MessageBundle, clock: TurnClock) -> list[ChainStep]:
    if not bundle.reasoning:
        return []
    return [
        ChainStep(
            id=f"reasoning {bundle.message.id}",
            kind="reasoning",
            title=translate("Reasoning"),
            detail=translate_count("{count} step", "{count} steps", len(bundle.reasoning)),
            offset=_offset(clock.at(bundle.reasoning[0].created_at)),
            lines=_first(
                ChainLine(
                    text=text.one_line(step.content, 100),
                    lead=str(step.sequence_number),
                    reference=Reference(kind="step", id=step.id),
                )
                for step in bundle.reasoning
            ),
            reference=Reference(kind="step", id=bundle.reasoning[0].id),
        )
    ]


def _made_by(bundle: MessageBundle) -> tuple[ChainLine, ...]:
    """Return which model made the answer, and with which settings, or what did without one; where its server tells."""
    told = made_by(json_map(bundle.meta, "model"))
    if (by_rule := ORIGINS.get(bundle.meta.get("answeredBy", ""))) is not None:
        told = translate("From {origin}").format(origin=by_rule)
    return (ChainLine(text=told),) if told else ()


def _sentences(bundle: MessageBundle, clock: TurnClock) -> list[ChainStep]:
    if not bundle.sentences:
        return []
    count = len(bundle.sentences)
    stopped = translate("interrupted") if bundle.message.stopped_at else translate("not interrupted")
    return [
        ChainStep(
            id=bundle.message.id,
            kind="sentences",
            title=translate("Sentences"),
            detail=f"{format_number(count)}{'+' if count == MAX_CHILDREN else ''} · {stopped}",
            offset=_offset(clock.at(bundle.sentences[0].created_at)),
            lines=_made_by(bundle)
            + _first(
                ChainLine(
                    text=text.one_line(sentence.text, 200),
                    lead=str(sentence.sentence_sequence_number),
                    tail=_offset(clock.at(sentence.created_at)),
                    reference=sentence_reference(bundle.message.id, sentence.sentence_sequence_number),
                )
                for sentence in bundle.sentences
            ),
            reference=Reference(kind="message", id=bundle.message.id),
        )
    ]


def _paragraph(words: str) -> str:
    return words if len(words) <= MAX_PARAGRAPH else words[:MAX_PARAGRAPH] + text.ELLIPSIS


def _first(lines: Iterable[ChainLine]) -> tuple[ChainLine, ...]:
    """Return as many lines as can be painted, and how many more there are."""
    every = iter(lines)
    shown = tuple(islice(every, MAX_ROWS))
    rest = sum(1 for _ in every)
    return (*shown, ChainLine(text=translate("{count} more").format(count=format_number(rest)))) if rest else shown


def _errors(bundle: MessageBundle, clock: TurnClock) -> list[ChainStep]:
    message = bundle.message
    if not message.error_message:
        return []
    return [
        ChainStep(
            id=f"error {message.id}",
            kind="error",
            title=translate("Error"),
            detail=str(message.error_code or ""),
            offset=_offset(clock.at(message.updated_at)),
            lines=(ChainLine(text=_paragraph(message.error_sentence)),),
            reference=Reference(kind="message", id=message.id),
        )
    ]


def live_answer(conn: Connection, message_id: str) -> str:
    """Return the answer of a turn that holds now: the last that nothing has superseded; nothing while there is none."""
    ids = ids_of_turn(conn, message_id)
    found = [message for one in ids if (message := messages.get(conn, one)) is not None]
    holding = [message for message in found if message.message_role == "assistant" and message.superseded_at is None]
    return holding[-1].id if holding else ""


def read_turn(
    conn: Connection, conversation_id: str, message_id: str, *, chosen: Sequence[str] = (), named: bool = True
) -> TurnRecords | None:
    """Return the turn of a message, or the last one of the conversation, in the versions that are shown.

    Args:
        conn: Where to read.
        conversation_id: The conversation.
        message_id: The message; empty for the last turn.
        chosen: What is looked at instead of the newest version.
        named: Whether exactly this message is asked for, also where another version is shown.
    """
    every = messages.of_conversation(conn, conversation_id)
    spoken = _shown_of(every, chosen, message_id if named else "")
    questions = [message for message in spoken if message.message_role == "user"]
    if not questions:
        return None
    wanted = question_of(conn, message_id) if message_id else questions[-1].id
    places = [place for place, question in enumerate(questions) if question.id == wanted]
    place = places[0] if places else len(questions) - 1
    question = questions[place]
    given = [
        message for message in spoken if message.previous_id == question.id and message.message_role == "assistant"
    ]
    answer = next((one for one in given if one.id == message_id), given[-1] if given else None)
    ids = [question.id, answer.id] if answer else [question.id]
    bundles = {bundle.message.id: bundle for bundle in transcripts.some(conn, conversation_id, ids)}
    before = questions[place - 1].id if place > 0 else None
    behind = questions[place + 1].id if place + 1 < len(questions) else None
    return records_of_turn(
        conn,
        question,
        bundles[answer.id] if answer else None,
        question_meta=bundles[question.id].meta,
        number=place + 1,
        count=len(questions),
        neighbours=(before, behind),
    )


def _shown_of(every: Sequence[MessageRecord], chosen: Sequence[str], named: str) -> list[MessageRecord]:
    """Return the messages of the versions that are looked at, and of the one that a message was asked for in."""
    if not any(message.superseded_by for message in every):
        return list(every)
    branches = Branches()
    branches.update(every)
    for one in chosen:
        branches.choose(one)
    if named and branches.hides(named):
        branches.choose(named)
    return [message for message in every if not branches.hides(message.id)]


def answer_of_use(conn: Connection, use: MemoryUseRecord) -> MessageRecord | None:
    """Return the answer that a trace belongs to, whether it names it or its question."""
    return owner_of_use(use, turns.answers_of_turns(conn, [use.message_id])[use.message_id]) if use.message_id else None


def owner_of_use(use: MemoryUseRecord, given: list[MessageRecord]) -> MessageRecord | None:
    """Return the answer among those of its turn that a trace names, else the one that it came with by its time."""
    named = next((message for message in given if message.id == use.message_id), None)
    return named or turns.answer_at(given, use.created_at)
