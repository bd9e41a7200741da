"""Writes the tables of docs/protocol.md that say which messages and fields there are, from the program's own registry.

Run as `make protocol-tables` after a message, a field or its docstring has changed. What stands between the marks is
replaced; everything else on the page is written by hand.
"""

import ast
import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgspec

from alicia_desktop.protocol import extensions, messages
from alicia_desktop.protocol.registry import ENTRIES, Direction, TypeEntry
from alicia_desktop.protocol.shapes import Field, FieldKind

PAGE: Final = Path(__file__).parents[1] / "docs" / "protocol.md"
SENDERS: Final = {Direction.CLIENT: "client", Direction.SERVER: "server", Direction.BOTH: "both"}
KINDS: Final = {
    FieldKind.TEXT: "text",
    FieldKind.ID: "id",
    FieldKind.INTEGER: "integer",
    FieldKind.NUMBER: "float32",
    FieldKind.BOOLEAN: "boolean",
    FieldKind.BYTES: "bytes",
    FieldKind.MAP: "map",
    FieldKind.LIST: "list",
    FieldKind.ANYTHING: "any",
}
_LINK: Final = re.compile(r"docs/protocol\.md#([\w-]+)")
_NUMBERED: Final = re.compile(r"^Type \d+(?: \([^)]*\))?(?:, [^:.(]*)?[:.]? *")


def page(text: str) -> str:
    """Return the page with all tables made anew."""
    for mark, table in (("types", types_table()), ("fields", field_tables())):
        begin, end = f"<!-- {mark} -->\n", f"<!-- end of {mark} -->"
        before, _, rest = text.partition(begin)
        _, closed, after = rest.partition(end)
        if not closed:
            raise SystemExit(f"{PAGE}: the marks around the {mark} are missing")
        text = f"{before}{begin}\n{table}\n\n{end}{after}"
    return text


def types_table() -> str:
    """Return one row a message type."""
    lines = ["| type | message | sent by | identity |", "|---|---|---|---|"]
    lines += [
        f"| {entry.number} | [{entry.name}](#{entry.name.lower()}) | {SENDERS[entry.direction]} | {_identity(entry)} |"
        for entry in ENTRIES
    ]
    return "\n".join(lines)


def field_tables() -> str:
    """Return a section for each message, with a row for each field."""
    told = dict(_docstrings(messages)) | dict(_docstrings(extensions))
    return "\n\n".join(_section(entry, told[entry.name]) for entry in ENTRIES)


def _section(entry: TypeEntry, told: Mapping[str, str]) -> str:
    lines = [f"### {entry.name}", ""]
    what = _NUMBERED.sub("", _words(entry, inspect.cleandoc(entry.struct.__doc__ or "")))
    lines += [f"Type {entry.number}, sent by {_sender(entry)}{': ' + what if what else '.'}", ""]
    lines += ["| field | kind | other names read | notes |", "|---|---|---|---|"]
    lines += [_row(entry, one, told.get(one.attribute, "")) for one in entry.shape.fields]
    return "\n".join(lines)


def _row(entry: TypeEntry, one: Field, told: str) -> str:
    aliases = " ".join(f"`{other}`" for other, wire in entry.aliases.items() if wire == one.wire)
    values = "; ".join(filter(None, [" · ".join(f"`{choice}`" for choice in one.choices), _default(entry, one)]))
    name = f"`{one.wire}`" if one.required else f"`{one.wire}`?"
    return f"| {name} | {KINDS[one.kind]} | {aliases} | {' '.join(filter(None, [_words(entry, told), values]))} |"


def _default(entry: TypeEntry, one: Field) -> str:
    if one.wire == "conversationId" and entry.shape.fills_conversation:
        return "written as the envelope's"
    found = {field.encode_name: field.default for field in msgspec.structs.fields(entry.struct)}[one.wire]
    if one.required or found in {None, "", ()} or found is msgspec.NODEFAULT:
        return ""
    return f"default `{found if isinstance(found, str) else msgspec.json.encode(found).decode()}`"


def _identity(entry: TypeEntry) -> str:
    if entry.known_by_stanza:
        return "`stanzaId` and span of the client that sent it"
    wires = {field.attribute: field.wire for field in entry.shape.fields}
    return ", ".join(f"`{wires[name]}`" for name in entry.identity) or "each one is news"


def _sender(entry: TypeEntry) -> str:
    return "client or server" if entry.direction is Direction.BOTH else f"the {SENDERS[entry.direction]}"


def _words(entry: TypeEntry, text: str) -> str:
    """Return a docstring as prose of the page: names as they are on the wire, references as links."""
    for field in entry.shape.fields:
        text = text.replace(f"`{field.attribute}`", f"`{field.wire}`")
    return (
        _LINK.sub(lambda found: f"[{found[1].replace('-', ' ')}](#{found[1]})", text)
        .replace("\n", " ")
        .replace("|", "\\|")
    )


def _docstrings(module: ModuleType) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each struct's name and the docstrings under its fields, which Python itself throws away."""
    for struct in ast.parse(inspect.getsource(module)).body:
        if not isinstance(struct, ast.ClassDef):
            continue
        told: dict[str, str] = {}
        for field, after in zip(struct.body, struct.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and (text := _text(after)):
                told[ast.unparse(field.target)] = inspect.cleandoc(text)
        yield struct.name, told


def _text(node: Any) -> str:
    constant = node.value if isinstance(node, ast.Expr) else None
    return constant.value if isinstance(constant, ast.Constant) and isinstance(constant.value, str) else ""


def main() -> None:
    """Write the page, or with `--check` only say whether it would change."""
    known = PAGE.read_text(encoding="utf-8")
    made = page(known)
    if "--check" in sys.argv[1:]:
        raise SystemExit(0 if made == known else f"{PAGE} is not what the registry says: make protocol-tables")
    PAGE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
