"""How the memories of an answer were looked for: the map `retrieval` that a trace or the StartAnswer carries.

The first `retrieved` trace of an answer has it in its metadata; where no memory was chosen it stands in the meta of the
StartAnswer. What is not in it was not sent, and is not shown.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.store.records import MemoryUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.memory_rows import CategoryScore, RetrievalView
from alicia_desktop.view.near_misses import Around, missed_row
from alicia_desktop.view.payload_reader import mapping, maps, number, texts, words
from alicia_desktop.view.traces import category_name, score_of

_ANALYSIS: Final = {
    "intent": "Intent",
    "confidence": "Confidence",
    "emotionalWeight": "Emotional weight",
    "tone": "Tone",
    "personalContext": "About the person",
    "memoryReference": "Refers to memory",
    "urgency": "Urgency",
    "timeContext": "Time",
    "topicEntities": "Topics",
    "keyTerms": "Key terms",
    "keywordDensity": "Keyword density",
    "complexity": "Complexity",
}

SUMMARY: Final = "conversation_summary"
"""The type of a trace whose score is the importance of a summary: no retrieval found it."""


def retrieval_map(traces: Iterable[MemoryUseRecord], meta: Mapping[str, str]) -> Mapping[str, Any]:
    """Return what was sent of the retrieval of one answer: in one of its traces, else in its own meta; or nothing."""
    for use in traces:
        sent = mapping(use.meta, "retrieval")
        if sent:
            return sent
    try:
        kept = decode_json(meta.get("retrieval", ""))
    except ValueError:
        return {}
    return kept if isinstance(kept, Mapping) else {}


def retrieval_view(sent: Mapping[str, Any], traces: Iterable[MemoryUseRecord]) -> RetrievalView | None:
    """Return what can be shown of a retrieval; None when nothing of it was sent."""
    if not sent:
        return None
    used = [use for use in traces if use.action == "retrieved" and use.memory_type != SUMMARY]
    budget = mapping(sent, "budget")
    total, spent = number(budget, "tokens"), number(budget, "used")
    around = Around(
        threshold=number(sent, "threshold"),
        best=max((score for use in used if (score := score_of(use)) is not None), default=None),
        tokens_left=None if total is None or spent is None else total - spent,
    )
    return RetrievalView(
        summaries=_summaries(sent, len(used)),
        analysis=_analysis(mapping(sent, "analysis")),
        categories=_categories(sent),
        facts=_facts(sent),
        missed=tuple(missed_row(missed, around) for missed in maps(sent, "missed")),
    )


def _summaries(sent: Mapping[str, Any], used: int) -> tuple[str, ...]:
    considered, took = number(sent, "considered"), _took(sent)
    share = f"{used}{'' if considered is None else f' of {text.size(int(considered))}'}"
    whole = f"{share} {'memory' if considered == 1 else 'memories'} used"
    return (*((f"{whole} · {took}",) if took else ()), whole, f"{share} used")


def retrieval_ms(sent: Mapping[str, Any]) -> float | None:
    """Return how long it took in all; the parts run one after the other where no whole was sent."""
    times = mapping(sent, "timingsMs")
    parts = [value for name in times if (value := number(times, name)) is not None]
    total = number(times, "total")
    if total is None and not parts:
        return None
    return sum(parts) if total is None else total


def _took(sent: Mapping[str, Any]) -> str:
    took = retrieval_ms(sent)
    return "" if took is None else text.duration(took)


def _analysis(sent: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    known = [(label, _value(sent[name])) for name, label in _ANALYSIS.items() if name in sent]
    others = [(_label(name), _value(value)) for name, value in sent.items() if name not in _ANALYSIS]
    return tuple((name, value) for name, value in [*known, *others] if value)


def _value(value: object) -> str:
    """Return a field of the analysis as it is read."""
    match value:
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value)
        case float():
            return f"{value:.2f}"
        case str():
            return value.replace("_", " ")
        case list() | tuple():
            return ", ".join(f"“{item}”" for item in value) or "none"
        case _:
            return ""


def _label(name: str) -> str:
    """Return `keywordDensity` as `Keyword density`."""
    parted = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return parted.replace("_", " ").strip().capitalize()


def _categories(sent: Mapping[str, Any]) -> tuple[CategoryScore, ...]:
    scores, routed = mapping(sent, "categories"), texts(sent, "routed")
    known = [(name, score) for name in scores if (score := number(scores, name)) is not None]
    places = {name: place for place, name in enumerate(routed, 1)}
    ordered = sorted(known, key=lambda pair: (places.get(pair[0], len(places) + 1), -pair[1]))
    return tuple(
        CategoryScore(
            id=name,
            label=category_name(name),
            score=f"{score:.2f}",
            fraction=max(0.0, min(1.0, score)),
            rank=str(places.get(name, "")),
        )
        for name, score in ordered
    )


def _facts(sent: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    threshold, budget, times = number(sent, "threshold"), mapping(sent, "budget"), mapping(sent, "timingsMs")
    spent, total = number(budget, "used"), number(budget, "tokens")
    took = [f"{_label(name).lower()} {text.duration(value)}" for name in times if (value := number(times, name))]
    facts = (
        ("Query", words(sent, "query")),
        ("Routed to", ", then ".join(category_name(name) for name in texts(sent, "routed"))),
        ("Threshold", "" if threshold is None else f"{threshold:.2f} relevance"),
        ("Budget", "" if spent is None or total is None else f"{spent:,.0f} of {total:,.0f} tokens used"),
        ("Encoder", words(sent, "encoder")),
        ("Note", words(sent, "note")),
        ("Times", ", ".join(took)),
    )
    return tuple((name, value) for name, value in facts if value)
