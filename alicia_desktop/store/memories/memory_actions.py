"""Carry out a MemoryAction (type 24) on the row of a memory: the same rules on both sides.

The client does it to its own copy when the action is composed, so that it shows at once; the server does it when the
action arrives, and only there can it be refused for what somebody else did in between. Every former content stays in
`meta.history`; a deletion is undone by a creation under the same id; only forgetting cannot be undone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final, Literal

from sqlalchemy import Connection, select

from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.store.memories import forgetting, memories
from alicia_desktop.store.memories.memory_edits import Edit, Seen, UnclearEditError, digest, read_edit
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.store.schema import journal, outbox
from alicia_desktop.store.schema.columns import to_utc_text

Refusal = Literal["unclear", "unknown", "deleted", "forgotten", "changed"]
"""Why an action was not carried out; `changed`: somebody else gave the memory another content in between."""
CHOSEN: Final = "category_chosen"
"""In `meta`: the category is the person's choice."""
MAX_HISTORY: Final = 50
"""Older versions that a memory keeps."""
_TAKEN_APART: Final = frozenset(
    {
        "said",
        "said_at",
        "heard",
        "spoken",
        "statement",
        "subject",
        "attribute",
        "value",
        "denied",
        "name",
        "about",
        "dates",
    }
)
"""What `meta` says about the words of a memory, and what goes when the words change."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Owner:
    """Whose memories are acted on."""

    user_ids: Sequence[str]
    """The names of the person; the first owns what is new."""
    server: str = ""
    """Where this is a copy from."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DerivedColumns:
    """What the server makes of the new words of a memory; what the person says goes before it."""

    values: Mapping[str, Any] = field(default_factory=dict)
    """By column: tags, category, sentiment, number of tokens."""
    meta: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """What became of an action."""

    memory_id: str
    refusal: Refusal | None = None
    sentence: str = ""
    """Why it was refused, for the person."""
    theirs: MemoryRecord | None = None
    """With the refusal `changed`: what the memory says now."""
    yours: str = ""
    """With the refusal `changed`: what the person wrote."""

    @property
    def success(self) -> bool:
        """Whether it was carried out."""
        return self.refusal is None


@dataclass(frozen=True, kw_only=True, slots=True)
class Occasion:
    """Who acts, when, and knowing what."""

    owner: Owner
    at: datetime
    conversation_id: str
    seen: Seen = field(default_factory=Seen)
    reading: DerivedColumns = field(default_factory=DerivedColumns)


def act(conn: Connection, body: MemoryAction, occasion: Occasion) -> Done:
    """Carry an action out, or say why not; then nothing is changed."""
    try:
        edit = read_edit(body)
    except UnclearEditError as error:
        return Done(memory_id=body.id, refusal="unclear", sentence=str(error))
    row = memories.get_memory(conn, body.id)
    if row is not None and row.user_id not in occasion.owner.user_ids:
        return unknown(body.id)
    if body.action == "delete":
        return _delete(conn, body.id, occasion.at, forget=edit.forget)
    if row is None:
        return _create(conn, body.id, edit, occasion) if body.action == "create" else unknown(body.id)
    if row.deleted_at is None:
        return _change(conn, row, edit, occasion)
    return _restore(conn, row, edit, occasion) if body.action == "create" else _deleted(body.id)


def free_moment(conn: Connection, memory_id: str, action: str, *, conversation_id: str, at: datetime) -> int:
    """Return a time in ms that tells a new action from every other of its kind: a quick undo and redo are two."""
    keys = select(journal.c.content_key).where(
        journal.c.content_id == memory_id,
        journal.c.type == MemoryAction.TYPE,
        journal.c.conversation_id == conversation_id,
    )
    taken = {(key or "").split("\x1f", 1)[-1] for key in conn.execute(keys).scalars()}
    moment = int(at.timestamp() * 1000)
    while f"{MemoryAction.__name__}\x1f{memory_id}\x1f{action}\x1f{moment}" in taken:
        moment += 1
    return moment


def unknown(memory_id: str) -> Done:
    """Return the refusal of what is about no memory of this person."""
    return Done(memory_id=memory_id, refusal="unknown", sentence="There is no such memory on this server.")


def _deleted(memory_id: str) -> Done:
    sentence = "This memory was deleted in the meantime. Undo the deletion first."
    return Done(memory_id=memory_id, refusal="deleted", sentence=sentence)


def _delete(conn: Connection, memory_id: str, at: datetime, *, forget: bool) -> Done:
    """What is not there is as good as deleted: it may never have come here."""
    if forget:
        forgetting.forget(conn, [memory_id], at)
    else:
        memories.soft_delete_memories(conn, [memory_id], at)
    return Done(memory_id=memory_id)


def _create(conn: Connection, memory_id: str, edit: Edit, occasion: Occasion) -> Done:
    if "content" not in edit.values:
        return Done(memory_id=memory_id, refusal="unclear", sentence="A memory needs some text.")
    owner, reading = occasion.owner, occasion.reading
    made = memories.new_memory(
        memory_id=memory_id,
        content=edit.values["content"],
        at=occasion.at,
        user_id=owner.user_ids[0],
        created_by=owner.user_ids[0],
        source_type="user",
        source_chat_id=occasion.conversation_id,
        meta=reading.meta,
    )
    memories.insert_memories(conn, [replace(made, server=owner.server, **{**reading.values, **edit.values})])
    return Done(memory_id=memory_id)


def _restore(conn: Connection, row: MemoryRecord, edit: Edit, occasion: Occasion) -> Done:
    if not row.content and "content" not in edit.values:
        sentence = "This memory was forgotten: its words were removed everywhere."
        return Done(memory_id=row.id, refusal="forgotten", sentence=sentence)
    return _change(conn, replace(row, deleted_at=None), edit, replace(occasion, seen=Seen()))


def _change(conn: Connection, row: MemoryRecord, edit: Edit, occasion: Occasion) -> Done:
    content = edit.values.get("content", row.content)
    kept = _kept(row, edit, occasion.at) | _chosen(row, edit)
    if content == row.content:
        memories.replace_memory(conn, replace(row, updated_at=occasion.at, meta=kept, **edit.values))
        return Done(memory_id=row.id)
    if _changed_since(row, occasion.seen):
        sentence = f"This memory was changed in the meantime. It says now: “{row.content}” You wrote: “{content}”"
        return Done(memory_id=row.id, refusal="changed", sentence=sentence, theirs=row, yours=content)
    reading = occasion.reading
    meta = {key: value for key, value in kept.items() if key not in _TAKEN_APART} | reading.meta
    read = {name: value for name, value in reading.values.items() if name != "category" or CHOSEN not in kept}
    values = {**read, **edit.values}
    memories.replace_memory(conn, replace(row, updated_at=occasion.at, meta=meta, **values))
    return Done(memory_id=row.id)


def _chosen(row: MemoryRecord, edit: Edit) -> dict[str, Any]:
    """Return the mark of a category that the person chose: no rule puts another one in its place."""
    return {CHOSEN: True} if edit.values.get("category", row.category) != row.category else {}


def _changed_since(row: MemoryRecord, seen: Seen) -> bool:
    """Whether the memory says something else than what the person saw."""
    if seen.digest is not None:
        return digest(row.content) != seen.digest
    if seen.updated_at is None or row.updated_at <= seen.updated_at:
        return False
    later = [one for one in history_of(row) if one.changed_at is not None and one.changed_at > seen.updated_at]
    return bool(later) and later[0].content != row.content


def _kept(row: MemoryRecord, edit: Edit, at: datetime) -> dict[str, Any]:
    """Return the meta of a memory with what it says now as history, where that is about to change."""
    changing = {name: edit.values[name] for name in ("content", "category") if name in edit.values}
    if all(getattr(row, name) == value for name, value in changing.items()) or not row.content:
        return dict(row.meta)
    past = {
        "content": row.content,
        "category": row.category,
        "changed_at": to_utc_text(at),
        "reason": "edited",
        "message_id": row.source_info.get("message_id"),
        "said": row.meta.get("said"),
        "spoken": row.meta.get("spoken"),
        "heard": row.meta.get("heard"),
    }
    known = row.meta.get("history")
    history = [*(known if isinstance(known, list) else []), {key: value for key, value in past.items() if value}]
    return {**row.meta, "history": history[-MAX_HISTORY:]}


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryVersion:
    """What a memory said before, oldest first in a history; the present content is that of the record."""

    content: str
    category: str | None
    """None where only the content changed, or nobody kept it."""
    changed_at: datetime | None
    """When it was replaced by the next one."""
    reason: str
    """`edited` by the person, `merged`, `changed` or `told_again` in a conversation, or empty."""
    message_id: str | None
    """The message that it came from, where that is known."""


def history_of(record: MemoryRecord) -> tuple[MemoryVersion, ...]:
    """Return what a memory said before, oldest first, as `meta.history` has it."""
    kept = record.meta.get("history")
    entries = kept if isinstance(kept, list) else []
    return tuple(_version(entry) for entry in entries if isinstance(entry, dict))


def is_unsent(conn: Connection, memory_id: str) -> bool:
    """Return whether an action of the person's on this memory waits for its confirmation."""
    waits = select(outbox.c.pk).where(outbox.c.content_id == memory_id, outbox.c.type == MemoryAction.TYPE)
    return conn.execute(waits.limit(1)).first() is not None


def _version(entry: Mapping[str, Any]) -> MemoryVersion:
    moment = entry.get("changed_at") or entry.get("until")
    return MemoryVersion(
        content=str(entry.get("content", "")),
        category=_text(entry.get("category")),
        changed_at=_moment(moment),
        reason=str(entry.get("reason", "")),
        message_id=_text(entry.get("message_id")),
    )


def _moment(said: object) -> datetime | None:
    if not isinstance(said, str):
        return None
    try:
        moment = datetime.fromisoformat(said)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
