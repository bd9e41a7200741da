"""What takes back something that the person did to a memory: the opposite act, from what was shown before.

Kept for as long as the program runs; a later run can still change a memory, but no longer knows what it was.
"""

from typing import Any

from alicia_desktop.session.message_factory import MemoryRequest
from alicia_desktop.view.memories_deeds import touched
from alicia_desktop.view.memory_rows import MemoryPageView


def opposite(wish: MemoryRequest, before: MemoryPageView) -> MemoryRequest | None:
    """Return what undoes `wish` on a memory that was as `before`; None where nothing can."""
    memory_id = wish.memory_id
    if wish.memory.get("forget"):
        return None
    match wish.action:
        case "update":
            back = {name: value for name, value in _was(before).items() if name in touched(wish.memory)}
            return MemoryRequest(memory_id=memory_id, action="update", memory=back) if back else None
        case "pin":
            return MemoryRequest(memory_id=memory_id, action="pin", memory={"pinned": before.pinned})
        case "archive":
            return MemoryRequest(memory_id=memory_id, action="update", memory={"archived": before.archived})
        case "delete":
            return MemoryRequest(memory_id=memory_id, action="create")
        case "create":
            return MemoryRequest(memory_id=memory_id, action="delete") if before.state == "deleted" else None


def _was(page: MemoryPageView) -> dict[str, Any]:
    return {
        "content": page.content,
        "category": page.category_id or None,
        "tags": list(page.tags),
        "importance": page.importance,
        "userRating": page.rating or None,
        "archived": page.archived,
    }
