"""What stands beside what is told: ages behind names, one of several in brackets, a share of a sum, the asker's state.

"Mia (7) and Leo (4)", "one of us coeliac (that's Jakob)", "… and 900 of that goes to the nursery", "can I fly when I'm
34 weeks pregnant?".
"""

import re
from typing import Final

from alicia_desktop.memory.extraction.refining import KIN

_STATE: Final = re.compile(
    r"\b(?P<how>when|while|if|since|because|as|now that|although|given that|considering|seeing (?:as|that)) "
    r"(?P<told>(?:I|we) (?:am|are|have|work|live|only|don't|can't|take|suffer|already|still|never)\b [^,?]+)",
)
_DURING: Final = re.compile(
    r"\b(?:while|when|if) (?P<what>(?:breastfeeding|nursing|pregnant|fasting|diabetic|on [a-z]{5,}))\b"
)
_SURE: Final = re.compile(
    r"pregnan|breastfe|allerg|diabet|intoleran|coeliac|celiac|vegan|vegetarian|asthma|blood|wheelchair"
)
_NUMBER: Final = r"(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty)"
_AGES: Final = re.compile(
    rf"(?P<name>(?-i:[A-Z][\w-]+))(?:,? \(?| is )(?P<age>{_NUMBER})(?: years?)?(?: old)?\)?(?=,|\.|;| and\b|$)"
)
_WHO_IS_MINE: Final = re.compile(
    r"(?P<name>(?:(?:Mr|Mrs|Ms|Dr|Miss)\.? )?(?-i:[A-Z][\w'-]+)), (?:he|she) is (?P<what>(?:my"
    r"|our) [\w' -]+?)(?=[,.?]|$)",
    re.IGNORECASE,
)
_ONE_OF_THEM: Final = re.compile(
    r"\bone(?: of (?:them|us|my \w+|our \w+))?,? (?P<what>[\w-]+) \((?:that is "
    r"|that would be )?(?P<who>[^)]{2,40})\)",
    re.IGNORECASE,
)
_OWN: Final = re.compile(r"\b(?:my|our|I|we)\b", re.IGNORECASE)
_KIN: Final = re.compile(rf"\b(?:{KIN})\b", re.IGNORECASE)
_SHARE: Final = re.compile(
    r"\b(?:\d[\d.,]*|half|a third|a quarter|most|all)(?: ?%| percent| per cent| euros?| pounds?| dollars?| quid)? of"
    r" (?:that|it|this|which) (?:goes|went|is|comes) [^,.;?]+",
    re.IGNORECASE,
)


def states_in(question: str) -> list[str]:
    """Return how the asker says to be beside a question: "… when I'm 34 weeks pregnant?"; "if" only of health."""
    found = [
        match["told"]
        for match in _STATE.finditer(question)
        if match["how"].lower() != "if" or _SURE.search(match["told"].lower())
    ]
    return [*found, *(f"I am {match['what']}" for match in _DURING.finditer(question))]


def marked_off(sentence: str) -> list[str]:
    """Return ages beside names, who somebody is, and which of several: "Mia (7) and Leo (4)", "one coeliac (me)"."""
    found = [
        f"I am {match['what']}" if match["who"].lower() in {"me", "i"} else f"{match['who'].strip()} is {match['what']}"
        for match in _ONE_OF_THEM.finditer(sentence)
    ]
    found += [f"{match['name']} is {match['what']}" for match in _WHO_IS_MINE.finditer(sentence)]
    ages = [f"{match['name']} is {match['age']} years old" for match in _AGES.finditer(sentence)]
    return [*found, *(ages if len(ages) > 1 and _is_of_family(sentence) else [])]


def _is_of_family(sentence: str) -> bool:
    """Return whether a word for somebody begins a sentence, or stands behind "my", "our", "I" or "we"."""
    own = _OWN.search(sentence)
    return _KIN.match(sentence) is not None or (own is not None and _KIN.search(sentence, own.end()) is not None)


def shares(sentence: str) -> list[str]:
    """Return what goes of a sum where: "900 of that goes to the nursery", told beside the sum."""
    own = re.search(r"\b(?:i|we|my|our)\b", sentence, re.IGNORECASE) is not None
    return [match.group().strip() for match in _SHARE.finditer(sentence)] if own else []
