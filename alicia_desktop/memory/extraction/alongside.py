"""What is kept only beside something else that is told: who tells one thing of themselves mostly tells more with it.

"We had an offer accepted on the house" may be anybody's small talk; behind "settlement is 12 March" it is not. So a
clause that no rule knows as lasting is kept in the company of one that is, as long as it says something and is not of
the hour.
"""

from typing import Final

from alicia_desktop.memory.analysis import is_small_talk
from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import words_in
from alicia_desktop.memory.extraction.marks import is_idle_fragment, is_marked
from alicia_desktop.memory.extraction.passing import has_contents, is_passing
from alicia_desktop.memory.vocabulary import listed

_HOLLOW: Final = frozenset(
    ["", "it", "that", "this", "they", "you", "which", "these", "those", "there", "everything", "nothing", "something"]
)
"""Subjects that name nobody and nothing: what is said of them needs a name, a number, a day or the like."""


def may_go_along(clause: Clause) -> bool:
    """Return whether a clause says enough to be kept beside what is told."""
    if is_passing(clause):
        return False
    marked = is_marked(clause.rest, clause.text)
    if clause.subject.lower() in _HOLLOW and not marked:
        return False
    return has_contents(clause.rest, 1 if marked else 2)


def may_go_along_in_half(text: str) -> bool:
    """Return whether a half sentence says enough for that: "Cardiac ward.", "founder of Mavuno"."""
    if is_idle_fragment(text) or is_small_talk(text) or not words_in(text).isdisjoint(listed("passing.here")):
        return False
    return has_contents(text, 1 if is_marked(text, text) else 2)
