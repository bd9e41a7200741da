"""A clause as a statement of its own: without what leads to it, and taken apart where it tells several things."""

import re
from typing import Final

from alicia_desktop.memory.extraction import refining
from alicia_desktop.memory.extraction.appended import apart
from alicia_desktop.memory.extraction.subjectless import article
from alicia_desktop.memory.extraction.subjects import head_at, tokens_of

_UNDER: Final = re.compile(
    r"^(?:since|because|as|now(?: that)?|given(?: that| the fact that)?|seeing (?:that|as"
    r"|how)|considering(?: that)?|being that|although|though|even though|while|as long as"
    r"|in case|knowing(?: that)?|especially as|especially since|thing is|the thing is"
    r"|so)\s+(?=(?:i|my|we|our|he|she|both)\b)",
    re.IGNORECASE,
)

_COURTESY: Final = re.compile(
    r"(?:,| [–—-])? (?:but )?(?:sorry (?:for|about|if)|thanks|thank you|cheers|lol|haha+|send help|bless (?:her|him"
    r"|them|it)"
    r"|hehe)\b.*$",
    re.IGNORECASE,
)
_EVENT: Final = re.compile(
    r"^(?:since|after|ever since|following|before|until) (?:my|the"
    r"|our) (?P<what>(?:[\w-]+ ){0,2}(?:surgery|operation|stroke|accident|heart attack"
    r"|divorce|burnout|miscarriage|transplant|chemo|amputation|fall)(?: (?:in|last|on|two"
    r"|three|\d+) [\w ]*?)?),? (?P<then>(?:I|we) .+)$",
    re.IGNORECASE,
)


def trimmed(text: str) -> str:
    """Return a clause without "because" before it, and without what is said to the assistant behind a comma."""
    under = _UNDER.match(text)
    if under is not None and head_at(tokens_of(text[under.end() :]), 0) is not None:
        text = text[under.end() :]
    text = re.sub(r",? so (?:(?!\b(?:i|we|my)\b).)*\bplease\b.*$", "", text, flags=re.IGNORECASE)
    text = re.sub(
        r"(?<=\w{3}) (?:since|like|as|the way|because) you (?:last|said|told|suggested|asked|helped|recommended"
        r"|know)\b.*$",
        "",
        text,
    )
    text = re.sub(r" so \w+ that$", "", _COURTESY.sub("", text))
    aside = re.match(r"^(?P<told>[^,]*(?:,[^,]*)*?), (?:[^,]*\b(?:you|your)\b.*)$", text)
    return aside["told"] if aside is not None and not re.search(r"\byou\b", aside["told"]) else text


def singly(text: str) -> list[str]:
    """Return each thing that a clause tells: of "since my operation I can't run" the operation and what came of it."""
    match = _EVENT.match(text)
    told = [text] if match is None else [f"I had {_event(match['what'])}", match["then"]]
    return [part for one in told for segment in apart(one) for part in refining.refined(segment)]


def _event(what: str) -> str:
    return what if what.startswith(("surgery", "chemo", "burnout")) else article(what)
