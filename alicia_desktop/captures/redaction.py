"""Replace what is private in the stanzas of a capture, by rules, so that none of it is left in the file.

    rules = parse_rules(["memories", "field:body.content", "/[0-9]{16}/", "Emma"])    # as they are written
    redaction = Redaction(rules)
    redaction.learn(stanza_rows, memory_contents)      # first: what stands in the named fields and in memories
    redacted = redaction.stanza(row)

An envelope is unpacked, each of its texts is replaced, and it is encoded anew; a stanza that became another says so
among its problems. What cannot be unpacked cannot be looked through, and is left out. Of the tables only measured
times are kept: what else they hold is projected from the redacted stanzas, so nothing can remain there (`writer`).
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.captures.masking import TextMask
from alicia_desktop.filtering.conditions import ROOTS
from alicia_desktop.filtering.values import PatternError, compiled
from alicia_desktop.protocol.codec import encode_envelope, unpack_plain
from alicia_desktop.protocol.messages import Transcription
from alicia_desktop.protocol.registry import BY_NUMBER
from alicia_desktop.session.ledger import (
    SENT_AT,
    SOUND_ENDED_AT,
    SOUND_STARTED_AT,
    SPEECH_ENDED_AT,
    SPEECH_STARTED_AT,
)
from alicia_desktop.store.conversations.conversation_file import Row
from alicia_desktop.store.schema.columns import to_json_text
from alicia_desktop.view import text

MEMORIES: Final = "memories"
AUDIO: Final = "audio"
FIELD: Final = "field:"
ANY: Final = "*"
"""In a path, any key or place in a list."""

REDACTED: Final = "Redacted when this was saved: these are not the bytes that crossed the wire."
LEFT_OUT: Final = "Left out when this was saved redacted, because it could not be looked through."
TITLE: Final = "Redacted conversation"
MEASURED: Final = frozenset({SENT_AT, SPEECH_STARTED_AT, SPEECH_ENDED_AT, SOUND_STARTED_AT, SOUND_ENDED_AT})
"""Keys of entries that hold a time."""
MAX_EXAMPLES: Final = 50
_HEADER: Final = frozenset({"stanzaId", "type"})
_COLUMNS: Final = ("content_id", "content_key", "turn_ref", "sender")
_NAMES: Final = frozenset({"action", "type", "toolName", "name", "status", "mode", "source", "execution", "provider"})
"""Fields that hold a name of the protocol or of a tool and no prose: words of memories stay in them."""
_HEARD: Final = ("body", "text")
_KNOWN_KEYS: Final = frozenset(
    {"stanzaId", "conversationId", "type", "meta", "body"}
    | {field.encode_name for entry in BY_NUMBER.values() for field in msgspec.structs.fields(entry.struct)}
)
"""Names of the protocol's fields, which say nothing about anybody."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RedactionRules:
    """What is to be replaced."""

    memories: bool = False
    """The contents of memories, and their words wherever they stand."""
    audio: bool = False
    """Sound, and what was heard in it."""
    fields: tuple[tuple[str, ...], ...] = ()
    """Paths such as `body`, `content`: what stands there, and the same words anywhere else."""
    patterns: tuple[Any, ...] = ()
    """Compiled, for bytes of UTF-8."""
    words: tuple[str, ...] = ()
    """Texts, wherever they stand."""

    def __bool__(self) -> bool:
        return self != RedactionRules()

    @property
    def told(self) -> tuple[str, ...]:
        """Which kinds of rules there are, without what they look for; in English, since captures are passed on."""
        counts = ((len(self.fields), "field"), (len(self.patterns), "pattern"), (len(self.words), "text"))
        named = [name for rule, name in ((self.memories, "memories"), (self.audio, "audio")) if rule]
        return (*named, *(f"{count:,} {name if count == 1 else f'{name}s'}" for count, name in counts if count))


def parse_rules(written: Iterable[str]) -> RedactionRules:
    """Read rules.

    Raises:
        WorldError: one is none; the sentence says which and why.
    """
    found: dict[str, list[Any]] = {"fields": [], "patterns": [], "words": []}
    names = {MEMORIES: False, AUDIO: False}
    for rule in (one.strip() for one in written):
        if rule in names:
            names[rule] = True
        elif rule.startswith(FIELD):
            found["fields"].append(_path(rule.removeprefix(FIELD)))
        elif len(rule) > 2 and rule[0] == rule[-1] == "/":
            found["patterns"].append(_pattern(rule[1:-1]))
        elif rule:
            found["words"].append(rule)
    return RedactionRules(
        memories=names[MEMORIES], audio=names[AUDIO], **{key: tuple(one) for key, one in found.items()}
    )


def _path(written: str) -> tuple[str, ...]:
    path = tuple(written.replace("[", ".").replace("]", "").split("."))
    if len(path) < 2 or path[0] not in ROOTS or not all(path):
        sentence = translate("“{text}” is no field such as body.content or meta.source.").format(
            text=text.one_line(written, 60)
        )
        raise WorldError(sentence=sentence, code="bad_rule")
    return path


def _pattern(source: str) -> Any:
    try:
        pattern = compiled(source)
    except PatternError as error:
        raise WorldError(sentence=str(error), code="bad_rule") from error
    if pattern.search(b""):
        raise WorldError(
            sentence=translate("This pattern fits nothing at all, which stands everywhere."), code="bad_rule"
        )
    return pattern


@dataclass(frozen=True, kw_only=True, slots=True)
class RedactionExample:
    """One text that is replaced, for the preview."""

    number: int
    """Of the stanza in the journal."""
    field: str
    before: str
    after: str


class Redaction:
    """One redaction of one conversation: what was learned of it, and which number each find has."""

    def __init__(self, rules: RedactionRules) -> None:
        self.rules = rules
        self.changed = 0
        """Stanzas that became others, so far."""
        self.left_out = 0
        """Stanzas without their bytes, so far."""
        self.examples: list[RedactionExample] = []
        """The first texts that were replaced."""
        self._mask = TextMask(patterns=rules.patterns, texts=rules.words)
        self._missing = dict.fromkeys(rules.fields)

    @property
    def missing(self) -> tuple[str, ...]:
        """The named fields in which nothing stood so far: perhaps they are called otherwise."""
        return tuple(".".join(path) for path in self._missing)

    @property
    def told(self) -> tuple[str, ...]:
        """Which kinds of rules there are."""
        return self.rules.told

    def learn(self, stanzas: Iterable[Row], memories: Iterable[str]) -> None:
        """Look through all stanzas and memories once for the texts that are replaced wherever they stand."""
        if self.rules.memories:
            for content in memories:
                self._mask.learn(content)
                self._mask.learn_words(content)
        if not (self.rules.memories or self.rules.fields or self.rules.audio):
            return
        for row in stanzas:
            self._learn_stanza(unpack_plain(row.get("raw") or b"") or {}, row)

    def head(self, row: Row) -> Row:
        """Return a conversation's row with its id and times alone; titles are made of what was said."""
        kept: Row = {name: row[name] for name in ("created_at", "updated_at", "status") if name in row}
        return {"id": self.name(row["id"]), "user_id": "user", "title": TITLE, **kept}

    def time_entry(self, row: Row) -> Row | None:
        """Return an entry of `alicia_meta` where it is a time that was measured in the conversation, else None."""
        if row["key"] not in MEASURED:
            return None
        with suppress(ValueError):
            value = datetime.fromisoformat(row["value"]).isoformat()
            return {**row, "id": self.name(row["id"]), "ref": self.name(row["ref"]), "value": value}
        return None

    def name(self, text: str) -> str:
        """Return an id without what is replaced in it."""
        return self._mask.replace(text)

    def note(self, number: int, note: str) -> str:
        """Return the note on a stanza redacted."""
        after = self._mask.replace(note)
        self._note(note, after, ("note",), number)
        return after

    def stanza(self, row: Row) -> Row:
        """Return a row of the journal redacted."""
        kept: Row = {name: self.name(value) if name in _COLUMNS else value for name, value in row.items()}
        kept["conversation_id"] = self.name(row["conversation_id"])
        problems = [self._mask.replace(one) for one in decode_json(row.get("problems") or "[]") if isinstance(one, str)]
        for name in ("raw", "meta", "problems"):
            kept.pop(name, None)
        raw: bytes = row.get("raw") or b""
        redacted = self._envelope(raw, row["seq"]) if raw else None
        if redacted is not None:
            kept["raw"], meta = redacted
            if meta:
                kept["meta"] = to_json_text(meta)
            if kept["raw"] != raw:
                self.changed += 1
                problems.append(REDACTED)
        elif raw:
            self.left_out += 1
            problems.append(LEFT_OUT)
        if problems:
            kept["problems"] = to_json_text(problems)
        return kept

    def _envelope(self, raw: bytes, number: int) -> tuple[bytes, Any] | None:
        envelope = unpack_plain(raw)
        if envelope is None:
            return None
        redacted = {
            key: value if key in _HEADER else self._value(value, (key,), number) for key, value in envelope.items()
        }
        try:
            return encode_envelope(redacted), redacted.get("meta")
        except ValueError:
            return None

    def _value(self, value: Any, path: tuple[str, ...], number: int) -> Any:
        if self._is_hidden(path):
            return self._hidden(value, path, number)
        match value:
            case str():
                after = self._mask.replace(value, words=not _is_name(path))
                self._note(value, after, path, number)
                return after
            case bytes():
                return b"" if self.rules.audio or self._mask.finds(value.decode("utf-8", "ignore")) else value
            case Mapping():
                return {self._key(key): self._value(one, (*path, str(key)), number) for key, one in value.items()}
            case list() | tuple():
                return [self._value(one, (*path, str(place)), number) for place, one in enumerate(value)]
            case bool() | None:
                return value
            case int() | float():
                return 0 if self._mask.finds(str(value), words=False) else value
            case _:  # such as a type of MessagePack's own
                return None

    def _key(self, key: Any) -> Any:
        return self._mask.replace(key) if isinstance(key, str) and key not in _KNOWN_KEYS else key

    def _hidden(self, value: Any, path: tuple[str, ...], number: int) -> Any:
        """Return what stands for a value all of which is hidden, of the same shape."""
        match value:
            case str():
                after = self._mask.hide(value) if value else value
                self._note(value, after, path, number)
                return after
            case bytes():
                return b""
            case Mapping():
                return {self._key(key): self._hidden(one, (*path, str(key)), number) for key, one in value.items()}
            case list() | tuple():
                return [self._hidden(one, (*path, str(place)), number) for place, one in enumerate(value)]
            case bool():
                return False
            case int() | float():
                return 0
            case _:
                return None

    def _is_hidden(self, path: tuple[str, ...]) -> bool:
        fitting = [wanted for wanted in self.rules.fields if _fits(wanted, path)]
        for wanted in fitting:
            self._missing.pop(wanted, None)
        return bool(fitting)

    def _note(self, before: str, after: str, path: tuple[str, ...], number: int) -> None:
        if before != after and len(self.examples) < MAX_EXAMPLES:
            self.examples.append(RedactionExample(number=number, field=".".join(path), before=before, after=after))

    def _learn_stanza(self, envelope: Mapping[Any, Any], row: Row) -> None:
        for path, said in _texts(envelope, ()):
            if self._is_hidden(path):
                self._mask.learn(said)
            if self.rules.audio and row.get("type") == Transcription.TYPE and path == _HEARD:
                self._mask.learn(said)
            if self.rules.memories and row["name"] == "MemoryTrace" and path == ("body", "content"):
                self._mask.learn(said)
                self._mask.learn_words(said)


def _fits(wanted: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Whether a value stands at a path or below it; the places of a list may be left out."""
    if not wanted:
        return True
    if not path:
        return False
    if wanted[0] in {ANY, path[0]}:
        return _fits(wanted[1:], path[1:])
    return path[0].isdecimal() and _fits(wanted, path[1:])


def _is_name(path: tuple[str, ...]) -> bool:
    return path[-1] in _NAMES


def _texts(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    match value:
        case str():
            yield path, value
        case Mapping():
            for key, one in value.items():
                yield from _texts(one, (*path, str(key)))
        case list() | tuple():
            for place, one in enumerate(value):
                yield from _texts(one, (*path, str(place)))
