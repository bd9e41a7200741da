"""What means nothing tomorrow: of the hour, said of this conversation, unreal, or without a word that names a thing."""

import re
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import words_in
from alicia_desktop.memory.extraction.subjects import is_adverb
from alicia_desktop.memory.vocabulary import MODALS, english, listed

_OF_THE_HOUR: Final = re.compile(
    r"\bin the meantime\b|\bat \w+ ?(?:percent|%)|\bin (?:an? )?(?:\w+ )?(?:minutes?|mins?|seconds?|hours?)\b"
    r"|\b(?:right now|just now|today|tonight|this (?:morning|afternoon|evening|minute|second"
    r"|time|one)|yesterday|last night"
    r"|for (?:an|half an|\w+) (?:hour|hours|minutes?)(?: now)?(?! (?:a|every|each|on|per|twice|daily)\b)"
    r"|a (?:minute|moment|second|bit) ago|so far|for (?:lunch|dinner|breakfast)|again|in "
    r"a (?:minute|moment|second|bit))\b"
)
_UNREAL: Final = re.compile(
    r"^(?:if|suppose|imagine|when you|whether|unless)\b|\b(?:as if|i wish|if i|would be|would have)\b"
    r"|\bso [\w-]+ (?:that )?(?:i|we) could\b"
)
_POINTS: Final = frozenset(["it", "that", "this", "them", "those", "these", "so", "what", "how", "why"])


def is_passing(clause: Clause) -> bool:
    """Return whether a clause is of the hour, of this conversation, or points at what is not said."""
    text = clause.text.lower()
    return (
        not words_in(text).isdisjoint(listed("passing.here"))
        or _OF_THE_HOUR.search(text) is not None
        or (clause.first in _POINTS and clause.verb != "let")
        or _UNREAL.search(text) is not None
        or clause.verb in MODALS
    )


def has_contents(text: str, least: int) -> bool:
    """Return whether a text has so many words that name something."""
    said = re.findall(r"[^\W_]+(?:['-][^\W_]+)*", text.lower())
    hollow = english().stop_words | listed("passing.empty")
    named = [word for word in said if word not in hollow and not is_adverb(word) and (len(word) > 2 or word.isdigit())]
    return len(named) >= least
