"""Tell what says when something is: "bin day is Thursday", "the meeting with Jo is on Monday at nine".

Who tells an assistant nothing but that wants to ask for it later, whatever the thing is. Pure.
"""

import re
from typing import Final

from alicia_desktop.memory.dates import MONTHS, WEEKDAYS

_MONTH: Final = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in MONTHS)
_DAY: Final = (
    rf"(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTH})|(?:{_MONTH}) (?:the )?\d{{1,2}}(?:st|nd|rd|th)?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)|(?:(?:this|next) )?(?:{'|'.join(WEEKDAYS)})s?|tomorrow|(?:\d{{1,2}}[:.]\d\d)"
    r"|\d{1,2} ?[ap]m|half past \w+)"
)
_WHEN: Final = re.compile(
    r"^(?!(?:it|that|this|there|today|tomorrow|yesterday|what|when|christmas|easter|halloween|thanksgiving"
    r"|new year)\b)"
    r"(?P<thing>(?:[\w'’-]+ ){1,6}?)(?:is|are) (?:(?:now|always|usually|still) )*"
    r"(?:(?:coming|arriving|visiting|starting|leaving|due)(?: (?:over|home|back|round|here))? )?"
    r"(?:(?:on|at|every|from|by|until|till) )*"
    rf"{_DAY}(?:$|[ ,](?:(?:at|on|in|from|to|until|till|and|the|of|or|every|next|morning|afternoon|evening|night"
    r"|noon)\b"
    rf"|\d|{_DAY}).*$)",
    re.IGNORECASE,
)


def tells_when(statement: str) -> bool:
    """Return whether a statement says on which day or at what time something is."""
    return _WHEN.match(statement.strip(" .!")) is not None
