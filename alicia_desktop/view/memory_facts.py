"""List what is known of a memory beside its text, by name, as its page shows it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.view import text
from alicia_desktop.view.payload_reader import get_text
from alicia_desktop.view.traces import category_name

SECONDS_A_DAY: Final = 86_400

_KINDS: Final[Mapping[str, str]] = {
    "semantic": translate("semantic"),
    "hard": translate("hard"),
    "hybrid": translate("hybrid"),
}
_SOURCES: Final[Mapping[str, str]] = {
    "conversation": translate("conversation"),
    "user": translate("user"),
    "import": translate("import"),
    "trace": translate("trace"),
    "": translate("unknown"),
}


def memory_facts(record: MemoryRecord, *, vote: str, now: datetime) -> tuple[tuple[str, str], ...]:
    """Return the facts by name; what is not known is left out."""
    used = translate_count("{count} time", "{count} times", record.usage_frequency)
    last = record.last_referenced_at
    facts = (
        (translate("Category"), category_name(record.category) or translate("none")),
        (translate("Type"), get_text(record.meta, "memory_type").replace("_", " ")),
        (translate("Topic"), record.topic or ""),
        (translate("Summary"), record.summary or ""),
        (translate("Kind"), _KINDS.get(record.kind, record.kind)),
        (
            translate("Importance"),
            translate("{importance} of 1").format(importance=format_number(record.importance, ".2f")),
        ),
        (translate("Confidence"), format_number(record.confidence, ".2f")),
        (translate("Your vote"), vote),
        (
            translate("Used"),
            translate("{used}, last {ago}").format(used=used, ago=_ago(last, now)) if last is not None else used,
        ),
        (translate("Stored"), f"{text.long_time(record.created_at)} · {_ago(record.created_at, now)}"),
        (translate("Changed"), _ago(record.updated_at, now) if record.updated_at > record.created_at else ""),
        (translate("Source"), _SOURCES.get(record.source_type or "", record.source_type)),
        (
            translate("Length"),
            "" if record.token_count is None else text.tokens(record.token_count),
        ),
        (translate("Sentiment"), record.sentiment or ""),
        (translate("Vector"), _vector(record)),
    )
    return tuple((name, value) for name, value in facts if value)


def _ago(moment: datetime, now: datetime) -> str:
    return translate("{time} ago").format(time=text.span((now - moment).total_seconds() / SECONDS_A_DAY))


def _vector(record: MemoryRecord) -> str:
    info = record.embeddings_info
    if info is None:
        return translate("none, found by words only")
    return f"{get_text(info, 'encoder')} {get_text(info, 'version')}".strip()
