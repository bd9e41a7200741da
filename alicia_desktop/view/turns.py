"""One turn for the inspector: the chain of what led to what, beside its waterfall."""

from collections.abc import Iterable
from itertools import islice
from typing import Final

from alicia_desktop.store.records import ToolUseRecord
from alicia_desktop.store.transcripts import MAX_CHILDREN, MessageBundle
from alicia_desktop.view import text
from alicia_desktop.view.inspector_rows import ChainLine, ChainStep, TurnView
from alicia_desktop.view.tools import took_ms
from alicia_desktop.view.traces import chip_row, in_order
from alicia_desktop.view.waterfall import BEGINNINGS, TurnClock, TurnRecords, figures, trace_stanzas, waterfall

NOT_KEPT: Final = (
    "The stanzas of this turn are not kept here: they were older than the settings keep them, "
    "or the turn came without them from the server or a file."
)
MAX_ROWS: Final = 200
"""Bars of the waterfall, the first ones; and lines of a step of the chain."""
MAX_PARAGRAPH: Final = 1_500
"""Characters of a question or an error; all of it is in the conversation."""


def turn_view(turn: TurnRecords) -> TurnView:
    """Return the Turn tab of one turn."""
    clock = TurnClock(turn)
    rows = waterfall(turn, clock)
    return TurnView(
        id=turn.question.id,
        answer_id=turn.answer.message.id if turn.answer else None,
        number=turn.number,
        count=turn.count,
        title=f"Turn {turn.number} of {turn.count}",
        subtitle=f"{'Spoken' if clock.spoken else 'Typed'} · {text.long_time(turn.question.created_at)}",
        figures=figures(rows),
        zero=_zero(clock),
        waterfall=rows[:MAX_ROWS],
        chain=tuple(_chain(turn, clock)),
        previous_id=turn.previous_id,
        next_id=turn.next_id,
        note="" if any(record.name in BEGINNINGS for record in turn.journal) else NOT_KEPT,
    )


def _chain(turn: TurnRecords, clock: TurnClock) -> list[ChainStep]:
    steps = [_question(turn, clock)]
    bundle = turn.answer
    if bundle is None:
        return steps
    steps += _memories(bundle, turn, clock) + _reasoning(bundle, clock)
    for use in bundle.tools:
        took = took_ms(use)
        steps.append(
            ChainStep(
                id=use.id,
                kind="tool",
                title="Tool",
                detail=f"{use.tool_name} · {use.status}" + ("" if took is None else f" in {text.duration(took)}"),
                offset=_offset(clock.at(use.created_at)),
                lines=(ChainLine(text=_call(use)),),
                target_tab="tools",
                target_id=use.id,
            )
        )
    return steps + _sentences(bundle, clock) + _errors(bundle, clock)


def _zero(clock: TurnClock) -> str:
    if clock.again is not None:
        return "asked again"
    return "end of speech" if clock.spoken else "sent"


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
        title="Question",
        detail=f"{'spoken' if clock.spoken else 'typed'}{length}",
        offset=text.exact_time(clock.zero),
        lines=(ChainLine(text=_paragraph(turn.question.contents)),),
    )


def _memories(bundle: MessageBundle, turn: TurnRecords, clock: TurnClock) -> list[ChainStep]:
    if not bundle.traces:
        return []
    chips = [chip_row(use) for use in in_order(bundle.traces)]
    counts = {action: sum(chip.action == action for chip in chips) for action in ("retrieved", "updated", "stored")}
    arrived = trace_stanzas(turn)
    return [
        ChainStep(
            id=f"memories {bundle.message.id}",
            kind="memories",
            title="Memories",
            detail=" · ".join(f"{count} {action}" for action, count in counts.items() if count),
            offset=_offset(clock.at(arrived[0].received_at)) if arrived else "",
            lines=_first(
                ChainLine(text=chip.content, lead=chip.score, meaning=chip.meaning, action=chip.action)
                for chip in chips
            ),
            target_tab="memory",
            target_id=chips[0].id,
        )
    ]


def _reasoning(bundle: MessageBundle, clock: TurnClock) -> list[ChainStep]:
    if not bundle.reasoning:
        return []
    return [
        ChainStep(
            id=f"reasoning {bundle.message.id}",
            kind="reasoning",
            title="Reasoning",
            detail=text.plural(len(bundle.reasoning), "step"),
            offset=_offset(clock.at(bundle.reasoning[0].created_at)),
            lines=_first(
                ChainLine(text=text.one_line(step.content, 100), lead=str(step.sequence_number))
                for step in bundle.reasoning
            ),
        )
    ]


def _sentences(bundle: MessageBundle, clock: TurnClock) -> list[ChainStep]:
    if not bundle.sentences:
        return []
    stopped = "interrupted" if bundle.message.stopped_at else "none interrupted"
    return [
        ChainStep(
            id=bundle.message.id,
            kind="sentences",
            title="Sentences",
            detail=f"{len(bundle.sentences):,}{'+' if len(bundle.sentences) == MAX_CHILDREN else ''} · {stopped}",
            offset=_offset(clock.at(bundle.sentences[0].created_at)),
            lines=_first(
                ChainLine(
                    text=text.one_line(sentence.text, 200),
                    lead=str(sentence.sentence_sequence_number),
                    tail=_offset(clock.at(sentence.created_at)),
                )
                for sentence in bundle.sentences
            ),
        )
    ]


def _paragraph(words: str) -> str:
    return words if len(words) <= MAX_PARAGRAPH else words[:MAX_PARAGRAPH] + text.ELLIPSIS


def _first(lines: Iterable[ChainLine]) -> tuple[ChainLine, ...]:
    """Return as many lines as can be painted, and how many more there are."""
    every = iter(lines)
    shown = tuple(islice(every, MAX_ROWS))
    rest = sum(1 for _ in every)
    return (*shown, ChainLine(text=f"{rest:,} more")) if rest else shown


def _errors(bundle: MessageBundle, clock: TurnClock) -> list[ChainStep]:
    message = bundle.message
    if not message.error_message:
        return []
    return [
        ChainStep(
            id=f"error {message.id}",
            kind="error",
            title="Error",
            detail=str(message.error_code or ""),
            offset=_offset(clock.at(message.updated_at)),
            lines=(ChainLine(text=_paragraph(message.error_message)),),
        )
    ]
