"""What is kept only beside something else that is told: who tells one thing of themselves mostly tells more with it.

"We had an offer accepted on the house" may be anybody's small talk; behind "settlement is 12 March" it is not. So a
clause that no rule knows as lasting is kept in the company of one that is, as long as it says something and is not of
the hour.
"""

import re
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import words_in
from alicia_desktop.memory.extraction.marks import is_idle_fragment, is_marked
from alicia_desktop.memory.extraction.passing import has_contents, is_passing
from alicia_desktop.memory.retrieval.analysis import is_small_talk
from alicia_desktop.memory.vocabulary import listed

_HOLLOW: Final = frozenset(
    ["", "it", "that", "this", "they", "you", "which", "these", "those", "there", "everything", "nothing", "something"]
)
"""Subjects that name nobody and nothing: what is said of them needs a name, a number, a day or the like."""
_DANGLING: Final = re.compile(r"\b(?:of|about|with|for|to|at|that|which|who)$")
"""What is left of "… is the one I am scared of"."""
_SOON_OVER: Final = re.compile(r"\btomorrow\b")
"""What is said of anything else for the next day, such as the weather."""


def may_go_along(clause: Clause) -> bool:
    """Return whether a clause says enough to be kept beside what is told."""
    if is_passing(clause):
        return False
    theirs = clause.who in {"other", "named"}
    if clause.who in {"other", "pronoun"} and clause.verb in listed("clauses.idle_of_others"):
        return False
    told = f"{clause.subject} {clause.rest}" if theirs else clause.rest
    marked = is_marked(told, clause.text)
    if clause.subject.lower() in _HOLLOW and not marked:
        return False
    if _DANGLING.search(clause.rest) or (theirs and _SOON_OVER.search(clause.rest)):
        return False
    return has_contents(told, 1 if marked else 2)


def may_go_along_in_half(text: str) -> bool:
    """Return whether a half sentence says enough for that: "Cardiac ward.", "founder of Mavuno"."""
    if is_idle_fragment(text) or is_small_talk(text) or not words_in(text).isdisjoint(listed("passing.here")):
        return False
    return has_contents(text, 1 if is_marked(text, text) else 2)
