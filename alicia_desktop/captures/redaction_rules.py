"""Read the rules by which a capture is redacted, as they are written on the command line and in the window.

parse_rules(["memories", "field:body.content", "/[0-9]{4} [0-9]{4}/", "Emma"])
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.filtering.conditions import ROOTS
from alicia_desktop.filtering.patterns import PatternError, compiled
from alicia_desktop.view import text

MEMORIES: Final = "memories"
AUDIO: Final = "audio"
FIELD: Final = "field:"
ANY: Final = "*"
"""In a path, any key or place in a list."""


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
        """Which kinds of rules there are, without what they look for."""
        counts = ((self.fields, "field"), (self.patterns, "pattern"), (self.words, "text"))
        named = [name for rule, name in ((self.memories, "memories"), (self.audio, "audio")) if rule]
        return (*named, *(text.plural(len(rules), name) for rules, name in counts if rules))


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
        sentence = f"“{text.one_line(written, 60)}” is no field such as body.content or meta.source."
        raise WorldError(sentence=sentence, code="bad_rule")
    return path


def _pattern(source: str) -> Any:
    try:
        pattern = compiled(source)
    except PatternError as error:
        raise WorldError(sentence=str(error), code="bad_rule") from error
    if pattern.search(b""):
        raise WorldError(sentence="This pattern fits nothing at all, which stands everywhere.", code="bad_rule")
    return pattern
