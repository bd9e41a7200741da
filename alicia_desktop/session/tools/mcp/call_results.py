"""Reads the result of an MCP tool's call as text for the model; what is no text is named."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from alicia_desktop.protocol.client_tools import MAX_TEXT_CHARACTERS
from alicia_desktop.session.tools.contract import ToolRefusalError

if TYPE_CHECKING:
    from mcp_types import CallToolResult

MAX_FAILURE_CHARACTERS: Final = 1_000
NO_REASON: Final = "The tool failed and gave no reason."


def result_of(result: "CallToolResult") -> dict[str, Any]:
    """Return the result as `text`, with whether it was `truncated`.

    Raises:
        ToolRefusalError: the server says that the tool failed.
    """
    text = "\n".join(part for part in map(_text, result.content) if part)
    if result.is_error:
        raise ToolRefusalError("execution_error", text[:MAX_FAILURE_CHARACTERS] or NO_REASON)
    if not text and result.structured_content is not None:
        text = json.dumps(result.structured_content, ensure_ascii=False)
    return {"text": text[:MAX_TEXT_CHARACTERS], "truncated": len(text) > MAX_TEXT_CHARACTERS}


def _text(block: Any) -> str:
    return "".join(_parts(block))


def _parts(block: Any) -> Iterator[str]:
    match block.type:
        case "text":
            yield block.text
        case "image" | "audio":
            yield f"[{block.type}, {block.mime_type}, {len(block.data) * 3 // 4:,} bytes]"
        case "resource_link":
            yield f"[{block.name}: {block.uri}]"
        case "resource":
            yield getattr(block.resource, "text", "") or f"[{block.resource.uri}]"
