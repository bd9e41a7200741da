"""Checks what an MCP server says of its tools, and what goes into and comes out of a call; no server is believed.

A tool whose description is wrong is not offered, and the reason is kept for the settings; the others are. Arguments are
checked against the outer level of the schema only: what is inside, the server checks itself, and no pattern or
reference of a stranger's schema is ever worked through here. Of a result, the model reads the text; what is no text is
named.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.base.visible_text import escape_hidden
from alicia_desktop.protocol.client_tools import MAX_TEXT_CHARACTERS, SEPARATOR
from alicia_desktop.session.tools.contract import ToolRefusalError

if TYPE_CHECKING:
    from mcp_types import CallToolResult


MAX_TOOLS: Final = 64
"""Of one server; more would fill the context of most models."""
MAX_LISTED: Final = 500
"""Entries of one page of a server's list that are looked at."""
MAX_OWN_NAME_CHARACTERS: Final = 128
MAX_SCHEMA_BYTES: Final = 16_384
MAX_SCHEMA_DEPTH: Final = 16
MAX_REASON_CHARACTERS: Final = 200
_KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list, tuple),
    "object": (Mapping,),
    "null": (type(None),),
}
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9_-]")
MAX_FAILURE_CHARACTERS: Final = 1_000
NO_REASON: Final = "The tool failed and gave no reason."


@dataclass(frozen=True, kw_only=True, slots=True)
class RefusedTool:
    """A tool that a server has and that is not offered."""

    name: str
    reason: str
    """As a sentence."""


def clean_listing(entries: Sequence[Any]) -> tuple[list[dict[str, Any]], list[RefusedTool]]:
    """Part the entries of a server's list into those that can be read, without what is not needed, and the others."""
    clean: list[dict[str, Any]] = []
    refused: list[RefusedTool] = []
    for entry in entries[:MAX_LISTED]:
        name, reason = _shape_problem(entry)
        if reason:
            refused.append(RefusedTool(name=name, reason=reason))
            continue
        kept = {"name": name, "inputSchema": entry["inputSchema"]}
        if isinstance(description := entry.get("description"), str):
            kept["description"] = description
        clean.append(kept)
    return clean, refused


def schema_problem(schema: Mapping[str, Any]) -> str:
    """Return why a schema of arguments cannot be offered, as a sentence; empty where it can. May take 20 ms."""
    try:
        size = len(json.dumps(schema))
    except (ValueError, RecursionError):
        return translate("Its schema is not JSON.")
    if size > MAX_SCHEMA_BYTES:
        return translate("Its schema is larger than {most} bytes.").format(most=format_number(MAX_SCHEMA_BYTES))
    if _depth(schema) > MAX_SCHEMA_DEPTH:
        return translate("Its schema is nested deeper than {most} levels.").format(most=MAX_SCHEMA_DEPTH)
    if any(not reference.startswith("#") for reference in _references(schema)):
        return translate("Its schema refers to another document.")
    return _standard_problem(schema)


def argument_problem(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> str | None:
    """Return why a tool cannot be called with `arguments`, in a sentence; None where it can."""
    properties = schema.get("properties")
    known = properties if isinstance(properties, Mapping) else {}
    required = schema.get("required")
    for name in required if isinstance(required, list) else ():
        if name not in arguments:
            return f"`{_shown(name)}` is missing."
    for name, value in arguments.items():
        if name not in known:
            if schema.get("additionalProperties") is False:
                return f"There is no parameter `{_shown(name)}`."
            continue
        kinds = _kinds(known[name])
        if kinds and not any(_is_kind(value, kind) for kind in kinds):
            return f"`{_shown(name)}` must be {' or '.join(kinds)}."
    return None


def announced_name(server: str, tool: str) -> str:
    """Return the name under which a server's tool is offered: one that every model takes, and no tool of ours has."""
    return f"{server}{SEPARATOR}{_NO_NAME.sub('_', tool)}"


def _shape_problem(entry: Any) -> tuple[str, str]:
    if not isinstance(entry, Mapping):
        return "", translate("It is no JSON object.")
    name = entry.get("name")
    if not isinstance(name, str) or not name.strip():
        return "", translate("It has no name.")
    if len(name) > MAX_OWN_NAME_CHARACTERS:
        return _shown(name), translate("Its name is longer than {most} characters.").format(
            most=MAX_OWN_NAME_CHARACTERS
        )
    schema = entry.get("inputSchema")
    if not isinstance(schema, Mapping):
        return name, translate("It has no schema for its parameters.")
    if schema.get("type") != "object":
        return name, translate("Its schema is not one of an object.")
    return name, ""


def _standard_problem(schema: Mapping[str, Any]) -> str:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - comes with mcp, and is loaded with it only
    from jsonschema.exceptions import SchemaError  # noqa: PLC0415 - as above

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        reason = escape_hidden(error.message, keep="")[:MAX_REASON_CHARACTERS]
        return translate("Its schema is no JSON schema: {reason}.").format(reason=reason)
    return ""


def _depth(value: Any) -> int:
    """Return how deep a JSON value is nested; it was written by `json`, so it is not too deep to walk."""
    if isinstance(value, Mapping):
        return 1 + max(map(_depth, value.values()), default=0)
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key in {"$ref", "$dynamicRef", "$recursiveRef"} and isinstance(inner, str):
                yield inner
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


def _kinds(schema: Any) -> list[str]:
    """Return the types that a parameter may have; empty where its schema names none."""
    kind = schema.get("type") if isinstance(schema, Mapping) else None
    kinds = kind if isinstance(kind, list) else [kind]
    return [name for name in kinds if isinstance(name, str) and name in _KINDS]


def _is_kind(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _KINDS[kind])


def _shown(name: Any) -> str:
    return escape_hidden(str(name), keep="")[:80]


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
            yield f"[{block.type}, {block.mime_type}, {format_number(len(block.data) * 3 // 4)} bytes]"
        case "resource_link":
            yield f"[{block.name}: {block.uri}]"
        case "resource":
            yield getattr(block.resource, "text", "") or f"[{block.resource.uri}]"
