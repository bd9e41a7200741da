"""Tell what says where a thing is: "the stopcock is under the stairs", "my keys are on the hook by the door".

Who tells an assistant nothing but where something is wants to ask for it later; and where it is told to be now, it is
no longer where it was.
"""

import re
from functools import cache
from typing import Final

from alicia_desktop.memory.vocabulary import english, people

_PLACED: Final = re.compile(
    r"^(?:User['’]s|my|our|the) (?P<thing>(?!name\b)(?:[\w'-]+ ){0,3}?[\w-]+) (?:is|are)"
    r" (?:(?:now|currently|always|usually|kept|stored|hidden|parked|lying|hanging|right) )*"
    r"(?:in|on|under|behind|above|below|beside|inside|between|with|at|beneath|by|next to|underneath|over|near"
    r"|on top of)"
    r" (?:the|an?|my|our|User['’]s|your|[A-ZÀ-ÖØ-Þ][\w-]*['’]s) (?!\d)(?P<where>[\w' -]+)$",
    re.IGNORECASE,
)
_NO_PLACES: Final = frozenset(
    [
        "morning", "afternoon", "evening", "way", "mood", "news", "middle", "end", "moment", "weekend", "past",
        "future", "works", "cards", "rise", "clouds", "air", "rocks", "mend", "verge", "edge",
    ]
)  # fmt: skip
"""Where nothing lies, though one says so."""
_NO_THINGS: Final = frozenset(
    [
        "meeting", "party", "appointment", "concert", "wedding", "exam", "problem", "point", "answer", "question",
        "head", "mind", "heart", "mood", "film", "movie", "match", "game", "event", "course", "class", "lesson",
        "interview", "train", "bus", "flight", "plane", "ball", "hand", "time", "work", "job", "case", "weather",
        "sun", "life", "day", "trip", "holiday", "school", "office", "company", "team", "country", "government",
        "war", "economy", "price", "prices", "future", "idea", "plan",
    ]
)  # fmt: skip
"""What takes place, is meant by it, or is in no place at all."""


def thing_placed(statement: str) -> str | None:
    """Return the thing of which a statement says where it is, in lower case; None for any other."""
    text = re.sub(r"[,\s]*\b(?:right now|now|at the moment|at present|again|today)$", "", statement.strip(" .!"))
    match = _PLACED.match(text)
    if match is None:
        return None
    thing = match["thing"].lower()
    head, where = thing.split()[-1], match["where"].lower().split()
    if head in _people() | _NO_THINGS or thing.split()[0] in _people() or where[0] in _NO_PLACES:
        return None
    return thing


@cache
def _people() -> frozenset[str]:
    return people() | english().persons
