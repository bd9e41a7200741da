"""What a question tells of who asks it: "… for a beginner on the cello, i.e. me?", "… mad at 66?"."""

import re
from typing import Final

_AT_AGE: Final = re.compile(
    r"\b(?:mad|late|old|young|crazy|silly|possible|realistic|start|learn|begin|retrain|career"
    r"|marathon|normal|worth|still|exercise|gym|lift|take up"
    r"|course|change|dance|hope|option|sensible|wise|safe|too|enough)\b.*\b(?:at|aged) (?P<age>[1-9]\d"
    r"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ]\w+)?)$",
    re.IGNORECASE,
)
_NAMELY_ME: Final = re.compile(
    r"\b(?P<art>an?) (?P<what>(?:(?!(?:an?|the|for|suits?|fits?|is|are)\b)[\w-]+ ){1,5}?)(?:,"
    r"|\(|who is (?:already |now |just |only )?(?P<age>[1-9]\d),?) ?"
    r"(?:i\.?e\.?,?|that is|that would be|meaning|namely|as in|aka|like) (?:me|myself|yours truly)\b",
    re.IGNORECASE,
)


_BEGINNER_ON: Final = re.compile(
    r"\b(?P<art>an?) (?P<what>(?:absolute |complete |total |adult )?(?:beginner|novice|starter"
    r"|learner) (?:on|at|in|with) (?:the )?[\w -]+?)(?P<behind> who.*| \(.*|,.*)",
    re.IGNORECASE,
)
_MEANING_ME: Final = re.compile(r"(?:i\.?e\.?,?|that is|namely|meaning|as in|aka|like) (?:me|myself)\b", re.IGNORECASE)


def of_the_asker(question: str) -> list[str]:
    """Return the age and the kind of person that a question tells of the one who asks."""
    aged = _AT_AGE.search(question.rstrip("? "))
    found = [] if aged is None else [_old(aged["age"])]
    if _MEANING_ME.search(question) and (beginner := _BEGINNER_ON.search(question)):
        age = re.search(r"\b[1-9]\d\b", beginner["behind"])
        return [*found, f"I am {beginner['art']} {beginner['what']}", *([_old(age.group())] if age else [])]
    for match in _NAMELY_ME.finditer(question):
        found += [f"I am {match['art']} {match['what'].strip()}", *([_old(match["age"])] if match["age"] else [])]
    return found


def _old(age: str) -> str:
    return f"I am {age} years old"
