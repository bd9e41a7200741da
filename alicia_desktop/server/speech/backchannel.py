"""Tells what is only said to show that one listens ("mhm", "yes", "I see") from what is said to her.

While she speaks, an aside is no turn: it neither stops her nor is answered. When she is silent it is an answer like any
other. The line has decided by sound and time (`audio/interruption.py`); this decides by words, and so finds a short
"Stop."
"""

import re
from typing import Final

ASIDES: Final = frozenset(
    {"yes", "yeah", "yep", "yup", "okay", "ok", "right", "sure", "good", "great", "nice", "really", "wow", "i see"}
    | {"all right", "alright", "got it", "of course", "exactly", "true", "cool", "fine", "interesting", "mhm", "uh huh"}
)
_HUM: Final = re.compile(r"(m+ ?h*m*|h+m+|u+h+( huh)?|a+h+a*|o+h+|hu+h|e+h+)", re.ASCII)
_BETWEEN: Final = re.compile(r"[^\w\s'-]+")
MAX_PHRASES: Final = 3


def is_aside(text: str) -> bool:
    """Return whether somebody who said this only listens; no words at all say nothing."""
    phrases = [" ".join(phrase.replace("-", " ").split()) for phrase in _BETWEEN.split(text.casefold())]
    said = [phrase for phrase in phrases if phrase]
    return 0 < len(said) <= MAX_PHRASES and all(phrase in ASIDES or _HUM.fullmatch(phrase) for phrase in said)
