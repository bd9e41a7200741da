"""What somebody wants, means or thinks of doing, and whether it is more than the next thing to do."""

import re
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import is_dated, verb_of, words_in
from alicia_desktop.memory.extraction.passing import has_contents
from alicia_desktop.memory.vocabulary import listed

_THINKING_OF: Final = re.compile(r"(?:of|about|whether to|to) (?P<what>(?:\w+ing|\w+) .+)|(?P<doing>\w+ing\b.*)")
_SUPPOSED: Final = re.compile(
    r"(?:supposed|meant|due|about|set|scheduled|expected|determined|hoping|planning) to (?P<what>\w+ .+)"
)


def aim_of(clause: Clause) -> str | None:
    """Return what somebody wants, means or thinks of doing; None where the clause says no such thing."""
    rest = clause.rest
    if clause.denied or (clause.past and not clause.perfect and not clause.progressive):
        return None
    if clause.verb in listed("passing.wanting") and re.match(r"to \w+", rest) and "will" not in clause.auxiliaries:
        return rest[3:]
    if clause.progressive and clause.verb in listed("passing.leaning") and (match := _THINKING_OF.match(rest)):
        return match["what"] or match["doing"]
    if clause.verb == "be" and (match := _SUPPOSED.match(rest)):
        return match["what"]
    return None


def is_aim(what: str) -> bool:
    """Return whether an aim is more than the next thing to do here."""
    if re.search(r"\b(?:it|that|this|them|me)\b", what.partition(" to ")[0]) and not is_dated(what):
        return False
    verb = verb_of(what)
    if done := re.match(r"have (?P<what>\w+(?:ed|en|wn|ne|ld|lt|ght)\b.*)", what):
        return has_contents(done["what"], 2)
    if what.startswith(("be a", "become")):
        return has_contents(what, 1)
    if not verb and what.split():
        verb = what.split(maxsplit=1)[0]
    if verb in listed("clauses.idle_goals") | listed("clauses.idle"):
        learns = words_in(what) & (listed("markers.learning") | listed("things.jobs"))
        return bool(is_dated(what) or learns) and has_contents(what, 2)
    return has_contents(what, 2)
