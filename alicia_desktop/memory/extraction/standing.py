"""Orders that hold for every answer although nothing in them says "always": by what they are about.

"Give me weights in grams", "don't suggest the gym", "any activity must work with chalk". An order for one answer names
what it is to answer; these name a manner, a measure, a language, or what is to be left alone.
"""

import re
from typing import Final

_MANNER: Final = (
    r"(?:in |with |using |as )?(?:(?:very|only|just|really|more|my|plain|words) )*(?:simple|plain|short|easy|slow\w*"
    r"|simply|brief\w*|british|american|informal\w*|formal\w*|metric|imperial|celsius|fahrenheit|grams?|kilos?|ml|litres|kilomet\w+"
    r"|miles|pounds|euros|24-hour|bullet\w*|capitals|lower ?case|large print"
    r"|english|german|french|spanish|italian|dutch|portuguese|polish|turkish|arabic|hindi|tagalog|taglish|swedish|norwegian|welsh|irish)\b"
)
_OPENED: Final = r"^(?:(?:please|pls|so|and|but|just|also|then|po|can you|could you|would you|i want you to) )*"
_FORM: Final = re.compile(
    rf"{_OPENED}(?:(?:always )?(?:speak|talk|answer|reply|respond|write|explain|correct)(?: things| everything)?"
    rf"(?: to me| back| me)? {_MANNER}"
    rf"|use (?:only |the )?{_MANNER} (?:spelling|units|words|english|measure\w+|sentences|language|dates|numbers)"
    rf"|(?:give|tell|show|send|put|use|list|convert|write)(?: me| us)? (?:all |any |the |my |your )?"
    rf"(?:weights?|measure\w+|amounts?|quantit\w+|temperatures?|distances?|prices?|times|dates|numbers|units|recipes|answers"
    rf"|instructions|lists)? ?(?:in|to|as) {_MANNER})",
    re.IGNORECASE,
)
_LEFT_ALONE: Final = re.compile(
    rf"{_OPENED}(?:don't|do not|never|stop|quit|avoid|no need to)(?: ever| even)? (?:you )?"
    r"(?:suggest|recommend|ping|call|us|say|ask|send|offer|mention|assum|giv|bother|text|messag|wak|book|schedul|plan|put|talk"
    r"|remind|nag|tell|show|includ|add|sign|start|end|apologi|lectur)\w*\b(?! (?:it|this|that|here)\b)"
    r"(?! me (?:that|what|why|how|it|this)\b) .*\w{3}",
    re.IGNORECASE,
)
_WHATEVER: Final = re.compile(
    r"^(?:so |and |but )*(?:any|all|every|whatever|anything|everything|wherever|anywhere)\b.*\b(?:must|has to|have to"
    r"|needs?|should|mustn't|can't)\b.+",
    re.IGNORECASE,
)
_WHENEVER: Final = re.compile(
    r"^(?:so |and |but )*(?P<when>(?:when|whenever|if|every time) (?:I|you|we) [^,]+,?) (?:please )?(?P<order>"
    r"(?:describe|explain|tell|read|answer|reply|keep|give|use|say|write|ask|put|make|call|speak|assume|leave|skip|start|show)\b.+)",
    re.IGNORECASE,
)
_YOU_DO: Final = re.compile(
    r"^(?:please,? |so |and )*(?P<what>you (?:(?!know\b|said\b|told\b|were\b|are\b|will\b|would\b"
    r"|have\b|can\b)\w+ )?(?:always|never)\b.+)",
    re.IGNORECASE,
)
_FOR_NOW: Final = re.compile(
    r"\b(?:this|that|these|those|below|above|following|again|today|tonight|now"
    r"|the (?:text|email|essay|sentence|first|last|next|second|poem|story|letter|question|answer|list|code"
    r"|function))\b",
    re.IGNORECASE,
)
_NOT: Final = re.compile(r"^(?:don't|do not|never|no need to)(?: ever| even)? ", re.IGNORECASE)
_COURTESY: Final = re.compile(_OPENED, re.IGNORECASE)


def standing(piece: str, *, asks: bool) -> str:
    """Return an order as a wish for all answers; empty where it is for one answer only, or no order."""
    if _FOR_NOW.search(piece):
        return ""
    if _WHATEVER.match(piece) and not asks:
        return piece
    if you := _YOU_DO.match(piece):
        return f"I want {you['what']}"
    if when := _WHENEVER.match(piece):
        return f"I want you to {when['order']} {when['when'].strip(' ,')}"
    if not (_LEFT_ALONE.match(piece) or _FORM.match(piece)):
        return ""
    order = _COURTESY.sub("", piece).strip()
    refused = _NOT.match(order)
    return f"I want you not to {order[refused.end() :]}" if refused else f"I want you to {order[:1].lower()}{order[1:]}"
