"""Store statements as memories, in one transaction: insert the new, update the known and keep its history."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, Literal

from alicia_desktop.base import ids
from alicia_desktop.memory.answers import in_second_person
from alicia_desktop.memory.corrections import Correction, choose_target
from alicia_desktop.memory.facts import Fact, Relation, compare_facts, subject_of
from alicia_desktop.memory.places import thing_placed
from alicia_desktop.memory.statements import Statement, Turn, file_statement, stored_kind
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memories, memory_search
from alicia_desktop.store.memories.memory_actions import CHOSEN
from alicia_desktop.store.records import MemoryRecord

ChangeReason = Literal["new", "told_again", "changed", "asked_to_forget"]

MAX_HISTORY: Final = 50
"""Older versions that a memory keeps."""
_REPEAT_IMPORTANCE: Final = 0.02
"""How much more important a memory is each time it is told again."""

_OWN_CONTRACTION: Final = re.compile(r"\bI['’]m\b")
"""As a memory keeps what was said (`statements.file_statement`)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredChange:
    """How one statement changed the memories, for its MemoryTrace."""

    action: Literal["stored", "updated", "forgotten"]
    reason: ChangeReason
    memory: MemoryRecord
    before: str | None = None
    """The content that was replaced."""

    @property
    def memory_type(self) -> str:
        """Return the trace's `memoryType`."""
        return str(self.memory.meta.get("memory_type", "long_term_note"))

    def metadata(self) -> dict[str, Any]:
        """Return the metadata of the MemoryTrace."""
        said: dict[str, Any] = {
            "scoreMeaning": "importance",
            "reason": self.reason,
            "tags": list(self.memory.tags),
            "category": self.memory.category or "",
            "source": f"conversation_{self.memory.source_info.get('conversation_id', '')}",
            "importance": self.memory.importance,
            "said": self.memory.meta.get("said", ""),
            **{name: self.memory.meta[name] for name in ("spoken", "value") if self.memory.meta.get(name)},
            "extractedBy": self.memory.meta.get("extractedBy", "rules"),
        }
        return said | ({"before": self.before} if self.before is not None else {})


def store_statements(
    conn: Connection, statements: Sequence[Statement], turn: Turn, *, user_ids: Sequence[str], now: datetime
) -> list[StoredChange]:
    """Store or update a row for each statement; the first of `user_ids` owns what is new."""
    return [_store(conn, statement, turn, user_ids=user_ids, now=now) for statement in statements]


def apply_corrections(
    conn: Connection, corrections: Sequence[Correction], turn: Turn, *, user_ids: Sequence[str], now: datetime
) -> list[StoredChange]:
    """Replace the old words in the memories that are meant; what finds none changes nothing."""
    changes: list[StoredChange] = []
    for correction in corrections:
        known = memory_search.records_containing(conn, user_ids, correction.old)
        old = choose_target(correction, known, conversation_id=turn.conversation_id)
        if old is None:
            continue
        clause = _OWN_CONTRACTION.sub("I am", str(old.meta.get("said") or old.content))
        statement = file_statement(
            correction.apply(clause), turn, sentence=turn.heard or correction.sentence, category=old.category or ""
        )
        changes.append(_update(conn, old, statement, turn, kind="replaces", now=now))
    return changes


def fact_from_meta(meta: Mapping[str, Any]) -> Fact:
    """Return the fact that a memory's `meta` stores."""
    return Fact(
        normal=str(meta.get("statement", "")),
        subject=str(meta.get("subject", "")),
        attribute=str(meta.get("attribute", "")),
        value=str(meta.get("value", "")),
        denied=bool(meta.get("denied", False)),
    )


def _store(
    conn: Connection, statement: Statement, turn: Turn, *, user_ids: Sequence[str], now: datetime
) -> StoredChange:
    for old in memory_search.speaking_of(
        conn,
        user_ids,
        statement=statement.fact.normal,
        subject=statement.fact.subject,
        attribute=statement.fact.attribute,
        content=statement.content,
    ):
        known = fact_from_meta(old.meta) if "statement" in old.meta else replace(statement.fact)
        kind = compare_facts(statement.fact, known)
        if kind == "other" and _lies_elsewhere(statement, old):
            kind = "replaces"
        if kind != "other":
            return _update(conn, old, _with_relation(statement, old, turn), turn, kind=kind, now=now)
    memory = new_memory_record(statement, turn, user_id=user_ids[0], now=now)
    memories.insert_memories(conn, [memory])
    return StoredChange(action="stored", reason="new", memory=memory)


def _lies_elsewhere(statement: Statement, old: MemoryRecord) -> bool:
    """Return whether both say where the same thing is: it is where it was told to be last."""
    thing = thing_placed(statement.content)
    return thing is not None and thing == thing_placed(old.content)


def _with_relation(statement: Statement, old: MemoryRecord, turn: Turn) -> Statement:
    """Return a statement about a name with who that is, where the memory that it updates says so: "my sister Ana"."""
    name, subject = statement.fact.name, subject_of(str(old.meta.get("said") or ""))
    if not name or not statement.said.startswith(f"{name} ") or not subject.endswith(f" {name}"):
        return statement
    clause = f"{subject}{statement.said.removeprefix(name)}"
    return file_statement(
        clause, turn, sentence=statement.heard, category=statement.category, asked_for=statement.asked_for
    )


def _update(
    conn: Connection, old: MemoryRecord, statement: Statement, turn: Turn, *, kind: Relation, now: datetime
) -> StoredChange:
    """Replace the content; the old one stays in `meta.history` with the turn that it came from."""
    past = {
        "content": old.content,
        "said": old.meta.get("said"),
        "spoken": old.meta.get("spoken"),
        "heard": old.meta.get("heard"),
        "until": now.isoformat(),
        "reason": "changed" if kind == "replaces" else "told_again",
        "message_id": old.source_info.get("message_id"),
        "conversation_id": old.source_info.get("conversation_id"),
    }
    history = [*old.meta.get("history", []), past][-MAX_HISTORY:]
    memory = replace(
        old,
        content=statement.content,
        updated_at=now,
        importance=min(1.0, max(old.importance, statement.importance) + _REPEAT_IMPORTANCE),
        confidence=statement.confidence,
        sentiment=statement.sentiment,
        kind=stored_kind(exact=statement.kind == "hard", summary=statement.summary),
        category=old.category if old.meta.get(CHOSEN) else statement.category,
        subcategory=statement.subcategory,
        summary=statement.summary,
        topic=statement.fact.subject or old.topic,
        tags=list(statement.tags),
        token_count=statement.token_count,
        source_info=_source(turn),
        source_chat_id=turn.conversation_id,
        meta={**old.meta, **_meta(statement, turn), "history": history},
    )
    memories.replace_memory(conn, memory)
    changed = kind == "replaces"
    return StoredChange(
        action="updated", reason="changed" if changed else "told_again", memory=memory, before=old.content
    )


def new_memory_record(statement: Statement, turn: Turn, *, user_id: str, now: datetime) -> MemoryRecord:
    """Return the row of a statement that was not known before."""
    return MemoryRecord(
        id=ids.new_id(ids.MEMORY),
        content=statement.content,
        created_at=now,
        updated_at=now,
        user_id=user_id,
        importance=statement.importance,
        confidence=statement.confidence,
        created_by="assistant",
        source_type="conversation",
        source_info=_source(turn),
        source_chat_id=turn.conversation_id,
        tags=list(statement.tags),
        topic=statement.fact.subject or None,
        category=statement.category,
        subcategory=statement.subcategory,
        kind=stored_kind(exact=statement.kind == "hard", summary=statement.summary),
        summary=statement.summary,
        sentiment=statement.sentiment,
        token_count=statement.token_count,
        meta=_meta(statement, turn),
    )


def _source(turn: Turn) -> dict[str, Any]:
    return {"conversation_id": turn.conversation_id, "message_id": turn.message_id}


def _meta(statement: Statement, turn: Turn) -> dict[str, Any]:
    return {
        **statement.fact.meta,
        "said": statement.said,
        "spoken": in_second_person(statement.content, said=statement.said),
        "heard": statement.heard,
        "said_at": turn.said_at.isoformat(),
        "memory_type": statement.memory_type,
        "dates": dict(statement.dates),
        "extractedBy": statement.extracted_by,
    }
