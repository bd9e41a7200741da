"""What a server tells of itself and of the session (ServerInfo, SessionStats), as lines for whoever wants to know.

Both are kept as they came, and servers put other things into them: what is not there, or of another kind, has no line.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.view import text
from alicia_desktop.view.payload_reader import NOTHING, mapping, maps, number, words

_ENGINES: Final = {
    "languageModel": "Language model",
    "speechToText": "Speech recognition",
    "textToSpeech": "Voice",
}
_COUNTS: Final[Mapping[str, tuple[str, str]]] = {
    "messageCount": ("message", "messages"),
    "toolCallCount": ("tool call", "tool calls"),
    "memoriesUsed": ("memory used", "memories used"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class FactRow:
    """One line: what, and how it is."""

    name: str
    value: str


def server_facts(meta: Mapping[str, str]) -> tuple[FactRow, ...]:
    """Return the lines of what is kept under `serverInfo` and `sessionStats`; none where nothing was told."""
    info, stats = _read(meta.get("serverInfo")), _read(meta.get("sessionStats"))
    found = {**dict(_about_server(info)), **dict(_about_session(stats))}
    return tuple(FactRow(name=name, value=value) for name, value in found.items() if value)


def _about_server(info: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    model, connection = mapping(info, "model"), mapping(info, "connection")
    latency = number(connection, "latency")
    yield "Model", _joined(words(model, "name"), words(model, "provider"))
    yield "Connection", _joined(words(connection, "status"), f"{latency:.0f} ms" if latency else "")
    for key, name in _ENGINES.items():
        engine = mapping(connection, key)
        yield name, _joined(words(engine, "state"), words(engine, "sentence"))
    servers = (_joined(words(one, "name"), words(one, "status")) for one in maps(info, "mcpServers"))
    yield "Tool servers", ", ".join(one for one in servers if one)


def _about_session(stats: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    counts = ((number(stats, key), forms) for key, forms in _COUNTS.items())
    yield "This session", ", ".join(text.plural(int(count), *forms) for count, forms in counts if count is not None)
    lasted = number(stats, "sessionDuration")
    yield "It lasted", text.duration(lasted * 1000) if lasted else ""


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _read(kept: str | None) -> Mapping[str, Any]:
    try:
        told = decode_json(kept) if kept else None
    except ValueError:
        return NOTHING
    return told if isinstance(told, Mapping) else NOTHING
