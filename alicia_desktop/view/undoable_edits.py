"""Turn what a user does to memories, one or thousands at once, into requests to the server that can be undone.

Pure functions from the rows as they are to a `MemoryEdit`. An undo is requests as well, so that it reaches the server
as the edit itself did; what is so already is left out of both.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.session.message_factory import ActionName, MemoryRequest
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.view import text
from alicia_desktop.view.memory_page import MemoryPageView
from alicia_desktop.view.traces import category_name


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryEdit:
    """What was asked for by one press of a button."""

    text: str
    """`12 memories pinned`."""
    requests: tuple[MemoryRequest, ...]
    undo: tuple[MemoryRequest, ...]
    """In the order in which they are to be done; none where nothing brings it back."""
    done: str = ""
    """What was done to each, such as `pinned`; empty for a deed with words of its own."""

    def reversed(self) -> "MemoryEdit":
        """Return the deed that takes this one back."""
        return MemoryEdit(
            text=translate("Undone: {action}").format(action=self.text), requests=self.undo, undo=self.requests
        )


def combine_edits(deeds: Sequence[MemoryEdit]) -> MemoryEdit:
    """Return what the same was done to memories in pieces, as one."""
    requests = tuple(request for deed in deeds for request in deed.requests)
    undo = tuple(request for deed in deeds for request in deed.undo)
    done = deeds[0].done if deeds else ""
    return MemoryEdit(text=_counted(len(requests), done), requests=requests, undo=undo, done=done)


def pin(memories: Sequence[MemoryRecord], *, pinned: bool) -> MemoryEdit:
    """Pin, or unpin."""
    return _each(
        [memory for memory in memories if memory.pinned is not pinned],
        translate("pinned") if pinned else translate("unpinned"),
        lambda memory: MemoryRequest(memory_id=memory.id, action="pin", memory={"pinned": pinned}),
        lambda memory: MemoryRequest(memory_id=memory.id, action="pin", memory={"pinned": not pinned}),
    )


def archive(memories: Sequence[MemoryRecord], *, archived: bool) -> MemoryEdit:
    """Put into the archive, where no answer looks, or bring back."""
    put, bring = _archived, _brought_back
    return _each(
        [memory for memory in memories if memory.archived is not archived],
        translate("archived") if archived else translate("unarchived"),
        put if archived else bring,
        bring if archived else put,
    )


def delete(memories: Sequence[MemoryRecord]) -> MemoryEdit:
    """Delete; the rows stay, so that it can be undone."""
    return _each(
        memories,
        translate("deleted"),
        lambda memory: MemoryRequest(memory_id=memory.id, action="delete"),
        lambda memory: MemoryRequest(memory_id=memory.id, action="create"),
    )


def recategorise(memories: Sequence[MemoryRecord], category: str) -> MemoryEdit:
    """Give another category."""
    return _each(
        [memory for memory in memories if (memory.category or "") != category],
        translate("moved to {category}").format(category=category_name(category)),
        lambda memory: MemoryRequest(memory_id=memory.id, action="update", memory={"category": category}),
        lambda memory: MemoryRequest(memory_id=memory.id, action="update", memory={"category": memory.category or ""}),
    )


def tag(memories: Sequence[MemoryRecord], name: str) -> MemoryEdit:
    """Add a tag."""
    return _each(
        [memory for memory in memories if name not in memory.tags],
        translate("tagged “{tag}”").format(tag=text.one_line(name, 40)),
        lambda memory: MemoryRequest(memory_id=memory.id, action="update", memory={"tags": [*memory.tags, name]}),
        lambda memory: MemoryRequest(memory_id=memory.id, action="update", memory={"tags": list(memory.tags)}),
    )


def act(memory: MemoryRecord, action: ActionName, values: Mapping[str, Any]) -> MemoryEdit:
    """Do one thing to one memory, as its page asks for it."""
    request = MemoryRequest(memory_id=memory.id, action=action, memory=values)
    return MemoryEdit(text=_done(action, values), requests=(request,), undo=_opposite(memory, action, values))


def merge(kept: MemoryRecord, gone: MemoryRecord, content: str) -> MemoryEdit:
    """Merge two memories: `kept` gets `content` and the tags of both, `gone` refers to it and is deleted."""
    now = {
        "content": content,
        "category": kept.category or "",
        "tags": list(dict.fromkeys([*kept.tags, *gone.tags])),
        "importance": max(kept.importance, gone.importance),
        "pinned": kept.pinned or gone.pinned,
        "kind": kept.kind if kept.kind == gone.kind else "hybrid",
    }
    before = {
        "content": kept.content,
        "category": kept.category or "",
        "tags": list(kept.tags),
        "importance": kept.importance,
        "pinned": kept.pinned,
        "kind": kept.kind,
    }
    return MemoryEdit(
        text=translate("2 memories merged into one"),
        requests=(
            MemoryRequest(memory_id=kept.id, action="update", memory=now),
            MemoryRequest(memory_id=gone.id, action="update", memory={"referenceTo": kept.id}),
            MemoryRequest(memory_id=gone.id, action="delete"),
        ),
        undo=(
            MemoryRequest(memory_id=gone.id, action="create"),
            MemoryRequest(memory_id=gone.id, action="update", memory={"referenceTo": gone.reference_to or ""}),
            MemoryRequest(memory_id=kept.id, action="update", memory=before),
        ),
    )


def changed_fields(values: Mapping[str, Any]) -> frozenset[str]:
    """Return the fields that an update changes: with other words the server gives other tags and another category."""
    return frozenset(values) | (frozenset({"tags", "category"}) if "content" in values else frozenset())


def _done(action: ActionName, values: Mapping[str, Any]) -> str:
    if values.get("forget"):
        return translate("Memory forgotten")
    if action == "pin":
        return translate("Memory pinned") if values.get("pinned", True) else translate("Memory unpinned")
    if action == "update" and values.get("archived") is False:
        return translate("Memory unarchived")
    return {
        "create": translate("Memory restored"),
        "archive": translate("Memory archived"),
        "delete": translate("Memory deleted"),
    }.get(action, translate("Memory changed"))


def _opposite(memory: MemoryRecord, action: ActionName, values: Mapping[str, Any]) -> tuple[MemoryRequest, ...]:
    if values.get("forget"):
        return ()
    was: dict[str, Any] = {
        "content": memory.content,
        "category": memory.category or "",
        "tags": list(memory.tags),
        "importance": memory.importance,
        "userRating": memory.user_rating,
        "archived": memory.archived,
        "pinned": memory.pinned,
        "kind": memory.kind,
        "referenceTo": memory.reference_to or "",
    }
    undo: dict[ActionName, tuple[ActionName, dict[str, Any]]] = {
        "create": ("delete", {}),
        "delete": ("create", {}),
        "pin": ("pin", {"pinned": memory.pinned}),
        "archive": ("update", {"archived": memory.archived}),
        "update": ("update", {name: value for name, value in was.items() if name in changed_fields(values)}),
    }
    name, back = undo[action]
    return (MemoryRequest(memory_id=memory.id, action=name, memory=back),)


def _archived(memory: MemoryRecord) -> MemoryRequest:
    return MemoryRequest(memory_id=memory.id, action="archive")


def _brought_back(memory: MemoryRecord) -> MemoryRequest:
    return MemoryRequest(memory_id=memory.id, action="update", memory={"archived": False})


def _each(
    memories: Sequence[MemoryRecord],
    done: str,
    act: Callable[[MemoryRecord], MemoryRequest],
    undo: Callable[[MemoryRecord], MemoryRequest],
) -> MemoryEdit:
    return MemoryEdit(
        text=_counted(len(memories), done),
        done=done,
        requests=tuple(act(memory) for memory in memories),
        undo=tuple(undo(memory) for memory in memories),
    )


def _counted(count: int, done: str) -> str:
    return f"{text.memories(count)} {done}"


def undo_request(wish: MemoryRequest, before: MemoryPageView) -> MemoryRequest | None:
    """Return the request that undoes `wish` on a memory that was as `before`; None if nothing can."""
    memory_id = wish.memory_id
    if wish.memory.get("forget"):
        return None
    match wish.action:
        case "update":
            back = {
                name: value for name, value in _previous_values(before).items() if name in changed_fields(wish.memory)
            }
            return MemoryRequest(memory_id=memory_id, action="update", memory=back) if back else None
        case "pin":
            return MemoryRequest(memory_id=memory_id, action="pin", memory={"pinned": before.pinned})
        case "archive":
            return MemoryRequest(memory_id=memory_id, action="update", memory={"archived": before.archived})
        case "delete":
            return MemoryRequest(memory_id=memory_id, action="create")
        case "create":
            return MemoryRequest(memory_id=memory_id, action="delete") if before.state == "deleted" else None


def _previous_values(page: MemoryPageView) -> dict[str, Any]:
    return {
        "content": page.content,
        "category": page.category_id or None,
        "tags": list(page.tags),
        "importance": page.importance,
        "userRating": page.rating or None,
        "archived": page.archived,
    }


def no_conversation_error() -> WorldError:
    """Return the error of a memory request without an open conversation, through which it would be sent."""
    return WorldError(
        sentence=translate("Open a conversation first: memories are changed through it."), code="no_conversation"
    )
