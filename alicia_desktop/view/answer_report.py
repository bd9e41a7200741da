"""Report everything behind one answer for the command line: question, memories, near misses, tools and timings.

Read from the database alone, as it was journaled; what a server did not send is said to be not sent, never guessed.
The same record is printed as text (`report_sections`) and as JSON (`report_json`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from alicia_desktop.protocol.extensions import FINISH_REASON, USAGE
from alicia_desktop.store.conversations import messages, transcripts
from alicia_desktop.store.conversations.transcripts import MessageBundle
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import MemoryUseRecord, MessageRecord, ToolUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.answer_prompt import ORIGINS
from alicia_desktop.view.conversation_settings import made_by
from alicia_desktop.view.memory_text import memory_text
from alicia_desktop.view.payload_reader import NOT_SENT, get_mapping, get_number, json_map
from alicia_desktop.view.retrievals import retrieval_map, retrieval_view
from alicia_desktop.view.tools import duration_ms
from alicia_desktop.view.traces import action_of, best_first, category_name, score_meaning, score_of, score_parts
from alicia_desktop.view.turn_records import TurnClock, records_of_turn
from alicia_desktop.view.waterfall import WaterfallRow, waterfall

_ANSWERED_BY: Final = {"model": "the model", **ORIGINS}
NONE_USED: Final = "none used"
LINE: Final = 160
"""Characters of a text on one line."""

Section = tuple[str, tuple[str, ...]]
"""A heading and its lines."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerReport:
    """What is known of one answer."""

    answer: MessageBundle
    question: MessageRecord | None
    retrieval: Mapping[str, Any]
    """As sent; empty when it was not."""
    context: Mapping[str, Any]
    """Tokens of the four parts, as sent; empty when they were not."""
    timings: tuple[WaterfallRow, ...]


def read_report(conn: Connection, message_id: str) -> AnswerReport | None:
    """Return what is behind an answer, or behind the last answer to a question; None where there is no such answer."""
    answer = messages.get(conn, message_id)
    if answer is not None and answer.message_role == "user":
        answer = next(iter(reversed(messages.answers_of(conn, answer.id))), None)
    if answer is None or answer.message_role != "assistant":
        return None
    [bundle] = transcripts.some(conn, answer.conversation_id, [answer.id])
    return AnswerReport(
        answer=bundle,
        question=bundle.question,
        retrieval=retrieval_map(bundle.traces, bundle.meta),
        context=json_map(bundle.meta, "context"),
        timings=_timings(conn, bundle),
    )


def report_json(found: AnswerReport) -> dict[str, Any]:
    """Return all of it as one JSON object; null is what was not sent."""
    message, question = found.answer.message, found.question
    return {
        "answer": {
            "id": message.id,
            "content": message.contents,
            "createdAt": message.created_at.isoformat(),
            "model": message.model_id,
            "madeBy": dict(json_map(found.answer.meta, "model")) or None,
            "answeredBy": found.answer.meta.get("answeredBy"),
            "state": _state(message),
        },
        "question": None
        if question is None
        else {"id": question.id, "content": question.contents, "createdAt": question.created_at.isoformat()},
        "traces": [_trace(use) for use in best_first(found.answer.traces)],
        "retrieval": dict(found.retrieval) or None,
        "context": dict(found.context) or None,
        "prompt": dict(json_map(found.answer.meta, "prompt")) or None,
        "usage": dict(json_map(found.answer.meta, USAGE)) or None,
        "finishReason": found.answer.meta.get(FINISH_REASON),
        "tools": [_tool(use) for use in found.answer.tools],
        "reasoning": [step.content for step in found.answer.reasoning],
        "timings": [{"what": row.label, "atMs": row.at_ms, "tookMs": row.took_ms} for row in found.timings],
    }


def report_sections(found: AnswerReport) -> list[Section]:
    """Return all of it as text."""
    parts: list[Section] = [("Answer", tuple(_answer_lines(found)))]
    used = tuple(line for use in best_first(found.answer.traces) for line in _trace_lines(use))
    parts.append(("Memories", used or ((NONE_USED,) if found.retrieval else ())))
    parts += retrieval_sections(found.retrieval, found.answer.traces)
    parts += [
        ("Context", tuple(_context_lines(found.context))),
        ("What the model read", tuple(_prompt_lines(found.answer.meta))),
        ("Tools", tuple(_tool_line(use) for use in found.answer.tools)),
        ("Reasoning", tuple(text.one_line(step.content, LINE) for step in found.answer.reasoning)),
        ("Timings (ms after the question)", tuple(_timing_line(row) for row in found.timings)),
    ]
    optional = {"Tools", "Reasoning"}
    return [(title, lines or (NOT_SENT,)) for title, lines in parts if lines or title not in optional]


def retrieval_sections(sent: Mapping[str, Any], traces: Iterable[MemoryUseRecord] = ()) -> list[Section]:
    """Return how memories were looked for, what was read into the query, and what just missed and why."""
    view = retrieval_view(sent, traces)
    if view is None:
        return [("Retrieval", ()), ("Near misses", ())]
    categories = (f"{row.score}  {row.label}{f'  (route {row.rank})' if row.rank else ''}" for row in view.categories)
    missed = (f"{row.score or '–':>5}  {text.one_line(row.content, LINE)}: {row.reason}" for row in view.missed)
    return [
        ("Retrieval", tuple(f"{name}: {value}" for name, value in view.facts)),
        ("Query analysis", tuple(f"{name}: {value}" for name, value in view.analysis)),
        ("Categories", tuple(categories)),
        ("Near misses", tuple(missed) or ("none",)),
    ]


def _answer_lines(found: AnswerReport) -> Iterable[str]:
    message, question, meta = found.answer.message, found.question, found.answer.meta
    asked = NOT_SENT if question is None else text.one_line(question.contents, LINE)
    yield f"Question: {asked}"
    yield f"Answer: {text.one_line(message.contents, LINE)}"
    model = made_by(json_map(meta, "model")) or message.model_id or NOT_SENT
    yield f"Answered by: {_ANSWERED_BY.get(meta.get('answeredBy', ''), NOT_SENT)}, model {model}"
    yield f"State: {_state(message)}, {text.long_time(message.created_at)}"


def _state(message: MessageRecord) -> str:
    if message.superseded_at is not None:
        return "replaced by another answer"
    return "stopped" if message.stopped_at is not None else message.completion_status


def _trace_lines(use: MemoryUseRecord) -> Iterable[str]:
    score, action = score_of(use), action_of(use)
    told = [
        NOT_SENT if action == "unknown" else action,
        "no score" if score is None else f"{score:.2f} {score_meaning(use)}",
        (use.memory_type or "").replace("_", " "),
        category_name(use.meta.get("category")),
        "" if use.meta.get("inPrompt") is not False else "not in the prompt",
        use.memory_id,
    ]
    yield memory_text(text.one_line(use.content, LINE))
    yield f"    {' · '.join(part for part in told if part)}"
    if action in {"retrieved", "unknown"} and use.memory_type != "conversation_summary":
        parts = score_parts(use.meta)
        if not parts:
            yield f"    score parts: {NOT_SENT}"
        for part in parts:
            yield f"    {part.name:24} {part.value:>6}  {part.weighted:>6}"


def _context_lines(sent: Mapping[str, Any]) -> Iterable[str]:
    spent, budget = get_number(sent, "tokens"), get_number(sent, "budget")
    if spent is None or budget is None:
        return
    yield f"{spent:,.0f} of {budget:,.0f} tokens"
    parts = get_mapping(sent, "parts")
    for name in parts:
        counts = {key: get_number(get_mapping(parts, name), key) or 0 for key in ("tokens", "kept", "dropped")}
        included = f"{counts['kept']:.0f} included ({counts['tokens']:,.0f} tokens)"
        yield f"{name}: {included}, {counts['dropped']:.0f} left out"


def _prompt_lines(meta: Mapping[str, str]) -> Iterable[str]:
    sent, usage = json_map(meta, "prompt"), json_map(meta, USAGE)
    by_source = get_mapping(sent, "parts")
    if "prompt" in meta and not by_source:
        yield "no language model was asked"
    for source in by_source:
        tokens, count = (get_number(get_mapping(by_source, source), key) or 0 for key in ("tokens", "count"))
        yield f"{text.one_line(source, 40)}: {count:,.0f}, {tokens:,.0f} tokens (estimated)"
    if usage:
        told = (get_number(usage, key) or 0 for key in ("promptTokens", "completionTokens", "cachedTokens"))
        yield "counted: {:,.0f} tokens read, {:,.0f} written, {:,.0f} of those read cached".format(*told)
    if reason := meta.get(FINISH_REASON):
        yield f"ended: {text.one_line(reason, 40)}"


def _tool_line(use: ToolUseRecord) -> str:
    took = duration_ms(use)
    time = "" if took is None else f" in {text.duration(took)}"
    return f"{use.tool_name}({text.parameters(use.tool_arguments)}): {use.status}{time}"


def _timing_line(row: WaterfallRow) -> str:
    return f"{row.at:>8}  {row.label}{'' if row.took_ms is None else f', took {row.took}'}"


def _trace(use: MemoryUseRecord) -> dict[str, Any]:
    return {
        "id": use.id,
        "memoryId": use.memory_id,
        "memoryType": use.memory_type,
        "action": use.action,
        "content": use.content,
        "score": score_of(use),
        "scoreMeaning": use.meta.get("scoreMeaning"),
        "scoreParts": use.meta.get("scoreParts"),
        "metadata": {key: value for key, value in use.meta.items() if key not in {"retrieval", "scoreParts"}},
    }


def _tool(use: ToolUseRecord) -> dict[str, Any]:
    return {
        "id": use.id,
        "name": use.tool_name,
        "parameters": dict(use.tool_arguments),
        "status": use.status,
        "result": use.tool_result,
        "error": use.error_message,
        "tookMs": duration_ms(use),
    }


def _timings(conn: Connection, bundle: MessageBundle) -> tuple[WaterfallRow, ...]:
    if bundle.question is None:
        return ()
    turn = records_of_turn(conn, bundle.question, bundle, question_meta=bundle.question_meta)
    return waterfall(turn, TurnClock(turn)).rows
