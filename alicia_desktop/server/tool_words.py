"""What is said of the results of a client's tools, where no model says it: the result itself, as a quotation."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

_FENCES: Final = re.compile(r"`{3,}")
MAX_NAMES: Final = 30


def _clipboard(result: Mapping[str, Any]) -> str:
    text = str(result.get("text", ""))
    return f"Your clipboard holds:\n\n{quoted(text)}" if text else "There is no text on your clipboard."


def _file(result: Mapping[str, Any]) -> str:
    end = "\n\nThat is only its beginning." if result.get("truncated") else ""
    return f"{result.get('path')} says:\n\n{quoted(str(result.get('text', '')))}{end}"


def _folder(result: Mapping[str, Any]) -> str:
    if "folders" in result:
        return "You allowed me these folders:\n\n" + quoted("\n".join(map(str, result["folders"])))
    names = [str(entry.get("name", "")) for entry in result.get("entries", ())]
    if not names:
        return f"{result.get('path')} is empty."
    more = f"\n\nAnd {len(names) - MAX_NAMES} more." if len(names) > MAX_NAMES else ""
    return f"In {result.get('path')}:\n\n{quoted(chr(10).join(names[:MAX_NAMES]))}{more}"


def _hits(result: Mapping[str, Any]) -> str:
    hits = result.get("hits") or ()
    if not hits:
        return f"I found nothing of “{result.get('text')}” in the folders that you allowed."
    lines = "\n".join(_hit(hit) for hit in hits[:MAX_NAMES])
    more = "\n\nThere is more than that." if result.get("truncated") or len(hits) > MAX_NAMES else ""
    return f"I found “{result.get('text')}” here:\n\n{quoted(lines)}{more}"


def _hit(hit: Mapping[str, Any]) -> str:
    return f"{hit['path']}:{hit['line']}: {hit['text']}" if "line" in hit else str(hit["path"])


def _system(result: Mapping[str, Any]) -> str:
    named = (("system", "version"), ("machine",), ("timezone",))
    told = [" ".join(str(result.get(key, "")) for key in keys).strip() for keys in named]
    return f"This computer runs {told[0]} on {told[1]}; its time zone is {told[2]}."


WORDS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "clipboard_read": _clipboard,
    "clipboard_write": lambda _: "It is on your clipboard.",
    "open_address": lambda result: f"I opened {result.get('url')} in your browser.",
    "list_folder": _folder,
    "read_file": _file,
    "search_files": _hits,
    "system_information": _system,
    "notify": lambda _: "The notification is on your screen.",
}


def quoted(text: str) -> str:
    """Return text as a code block that nothing in it can end."""
    longest = max((len(fence) for fence in _FENCES.findall(text)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"
