"""What is said and is not so: made up, supposed, given as an example, or a joke."""

import re
from typing import Final

FICTION: Final = re.compile(
    r"^(?:if (?:i|we|my \w+) (?:were|was|had|could|would|ever|won|became|lived|owned)\b"
    r"|suppose|imagine|pretend|assume|assuming|let us say|let's (?:say|pretend|imagine"
    r"|assume|play)|say (?:i|we|you|my|our)\b|what if|once upon|act as|you are (?:an?|my)\b"
    r"|the (?:more|less|sooner|longer|older|bigger|better) (?:i|we|you|they|one)\b|picture this|hypothetically"
    r"|in (?:the|a|my|this) (?:book|film|movie|novel|story|song|series|show|game|play|poem"
    r"|dream|joke|podcast|episode|chapter)\b|the (?:song|book|film|movie|joke|saying"
    r"|proverb|character|hero|narrator|captain)\b|(?:a|an|two|three|some) (?:man|woman|guy"
    r"|girl|boy|farmer|priest|horse|men|people)\b|there (?:was|were)\b|[^.]*\bwalks? into a (?:bar|pub)\b"
    r"|write (?:me )?an? (?:\w+ )?(?:story|limerick|sketch|scene|dialogue|essay|novel"
    r"|letter from)\b)",
    re.IGNORECASE,
)

LASTING_FICTION: Final = re.compile(
    r"^(?:suppose|imagine|pretend|let us say|let's (?:say|pretend|imagine|play)|say (?:i"
    r"|we|you|my|our)\b|act as|once upon|you are (?:an?|my)\b|hypothetically|what if|(?:as|here is) an example"
    r"|for (?:the sake of )?(?:the )?argument)",
    re.IGNORECASE,
)
EXAMPLE: Final = re.compile(r"^for (?:example|instance)[\s,:]+", re.IGNORECASE)
"""Opens a turn that tells nothing of the person; behind something told it gives a case of it."""
_KIDDING: Final = (
    r"(?:(?:I am )?(?:(?:just|only|totally|obviously) )+(?:kidding|joking)|I am (?:kidding|joking)|jk|j/k)"
)
TAKEN_BACK: Final = re.compile(
    rf"^(?:{_KIDDING}|kidding|joking)(?:$|[\s,.!;:–—-]+(?!(?:aside|apart|about|with)\b))", re.IGNORECASE
)
"""What stands before was a joke, and what follows is not."""
JOKE: Final = re.compile(
    rf"(?:(?:[,.!?;:…(–—-]|\b(?:ha)+h?|\bl+o+l+)\s*{_KIDDING}|\b(?:I am (?:just|only) (?:kidding|joking)|jk|j/k))"
    r"(?: (?:haha|lol|of course|obviously))?\W*$",
    re.IGNORECASE,
)
