"""What points back within its sentence: "she suggested journaling, so I do that every night", "no nuts, he's allergic".

Alone such a clause says nothing. Where it is the person's own doing, or what somebody can't have, it is told together
with what it points at.
"""

import re
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import TO_ASSISTANT, words_in
from alicia_desktop.memory.extraction.passing import has_contents
from alicia_desktop.memory.vocabulary import listed

_BACK: Final = re.compile(r"(?:(?:to|with|for|of|by|on|at) )?(?:it|them|that|this|those|these|one|there|then)\b")
_MINE: Final = re.compile(r"(?:my|our) (?!(?:question|point|problem|view|opinion|guess|idea|fault|bad)\b)\w+")
_OFTEN: Final = re.compile(
    r"\b(?:since|for (?:\w+ )?(?:weeks|months|years|decades)|these days|at (?:school|home|work|uni))\b"
)
_REFUSED: Final = frozenset(
    [
        "eat",
        "drink",
        "have",
        "stand",
        "touch",
        "digest",
        "tolerate",
        "handle",
        "wear",
        "use",
        "bear",
        "stomach",
        "take",
        "abide",
        "afford",
        "miss",
    ]
)
_WITHOUT: Final = re.compile(
    r"\b(?:without|free of|no|not contain(?:ing)?|containing no|avoid(?:s|ing)?|leave out|skip(?:s"
    r"|ping)?) (?:any |the )?"
    r"(?P<what>(?!(?:a|an|more|idea|need|my|your|too|so|longer|problem|further|time)\b)[a-z]+(?:,? (?:or"
    r"|and) [a-z]+)?)\b",
    re.IGNORECASE,
)
_NOT_FOR: Final = re.compile(
    r"^(?P<who>(?:my|our|I|we|he|she|they)\b.*?\b)(?:(?P<ill>allergic|intolerant)|(?P<cannot>(?:can't|won't"
    r"|doesn't|don't"
    r"|mustn't|not allowed to) (?:have|eat|stand|touch|digest|tolerate|drink|like|do|take))(?: any(?: of)?)? ?"
    r"(?:it|them|that|those|any))(?P<end>\s*(?:(?:,| but| and) .*)?)$",
    re.IGNORECASE,
)


def with_what_it_means(piece: str, clause: Clause, before: str) -> str:
    """Return a clause with the one before that it points at; empty where it is not the person's lasting own."""
    own = re.search(r"\b(?:I|my|we|our)\b", before, re.IGNORECASE) is not None
    of_it = clause.subject.lower() in {"it", "they"} and own and not clause.past
    is_mine = clause.subject.lower() in {"that", "this"} and _MINE.match(clause.rest) is not None
    if not before or not (is_mine or of_it or (clause.who in {"user", "owned", "kin"} and _BACK.match(clause.rest))):
        return ""
    if TO_ASSISTANT.search(f"{before} {piece}".lower()) or not words_in(before).isdisjoint(listed("passing.here")):
        return ""
    often = bool(words_in(f"{clause.lead} {clause.rest}") & listed("dates.often")) or _OFTEN.search(clause.rest)
    refused = clause.denied and clause.verb in _REFUSED
    wanted = "would" in clause.auxiliaries or clause.past
    return f"{before}; {piece}" if (often or refused or is_mine) and not wanted and has_contents(before, 1) else ""


_PLACE: Final = re.compile(
    r"\b(?:in|to|from|near|around) (?P<place>(?-i:(?!(?:Jan|Febr)uary\b|March\b|April\b|May\b|June\b|July\b"
    r"|August\b|(?:Septem|Octo|Novem|Decem)ber\b|I\b)[A-Z][\w'-]+(?: [A-Z][\w'-]+)*))(?! (?:and|or) (?-i:[A-Z]))"
)
_THERE: Final = re.compile(
    r"^(?P<head>(?:I|we|my|our)\b.*?\b(?P<verb>go|going|went|fly|flying|move|moving|moved|travel\w*|commute"
    r"|drive|driving|been"
    r"|live|lived|work|study|born|stay|staying|grew up|\w+ing)\b.*?) there\b",
    re.IGNORECASE,
)
_HAVE_IT: Final = re.compile(
    r"^(?P<head>(?:I|we|my|our)\b.*?\b(?:have|has|had|got|with|from"
    r"|for)) it\b",
    re.IGNORECASE,
)


def with_what_was_asked(clause: str, question: str) -> str:
    """Return a clause with the place or the illness that the question before it named for "there" and "it"."""
    places = [match["place"] for match in _PLACE.finditer(question)]
    if places and (there := _THERE.match(clause)) is not None:
        verb = there["verb"].lower()
        stays = verb not in {
            "go",
            "going",
            "went",
            "fly",
            "flying",
            "move",
            "moving",
            "moved",
            "commute",
            "drive",
            "driving",
            "been",
        } and not verb.startswith("travel")
        return f"{there['head']} {'in' if stays else 'to'} {places[-1]}{clause[there.end() :]}"
    ill = [word for word in re.findall(r"[a-z]+", question) if word in listed("things.health")]
    if ill and (have := _HAVE_IT.match(clause)) is not None:
        return f"{have['head']} {ill[-1]}{clause[have.end() :]}"
    return clause


def kept_out(request: str) -> str:
    """Return what a request does not want in it: "nuts" of "a cake without nuts"; empty where nothing."""
    match = _WITHOUT.search(request)
    return match["what"] if match else ""


def of_what_is_kept_out(clause: str, what: str) -> str:
    """Return "my son is allergic to nuts" for "my son is allergic" beside a request without nuts, else the clause."""
    match = _NOT_FOR.match(clause) if what else None
    if match is None:
        return clause
    return f"{match['who']}{match['ill']} to {what}" if match["ill"] else f"{match['who']}{match['cannot']} {what}"
