"""Tell the parts of a message that are answered in different ways: its greeting, a wish, a question about her.

Pure: text in, text or a verdict out.
"""

import re
from typing import Final

_NAMED: Final = r"(?:[ ,]+(?:there|again|alicia|dear|love|my dear|my friend|everyone|everybody|all))*"
_GREETING: Final = re.compile(
    rf"^\W*(?:(?:(?P<day>good (?:morning|afternoon|evening))|hi+|hello+|hey+|hiya|heya|howdy|hullo|greetings){_NAMED}"
    rf"(?:\s*[,.!:;–…]+|\s+[–-]\s|\s)\s*)+"
    rf"|^\W*(?P<short>morning|afternoon|evening){_NAMED}\s*[,.!]+\s*",
    re.IGNORECASE,
)
_WISH: Final = re.compile(
    r"^\W*(?:please |alicia,? |ok(?:ay)?,? |so,? |and |can you help me |could you help me )*"
    r"(?:(?:can|could|would|will|may) (?:you|i)\b|i(?: need| want| would like|['’]d like)"
    r" (?:you|a|an|some|help|to (?:know|ask|hear|see|talk))\b|help me\b|please\b|let['’]?s\b"
    r"|(?:write|make|send|play|set|book|order|find|look|search|show|give|tell|translate|plan|draft|call|text|open|turn)\b)",
    re.IGNORECASE,
)
_PLAN: Final = re.compile(
    r"^\W*i(?: want| would like|['’]d like| need| hope| plan| have) to (?!(?:know|ask|hear|see|talk)\b)"
    r"[^,.?!;]*[.!\s]*$",
    re.IGNORECASE,
)
_MOMENT: Final = re.compile(
    r"\b(?:just|now|today|tonight|again|currently|this (?:morning|afternoon|evening)|at the moment|[a-z]+ing)\b"
    r"|\bi(?:['’]m| am) (?:hungry|thirsty|cold|hot|sleepy|full|awake|back|home)\b",
    re.IGNORECASE,
)
_REMEMBERING: Final = re.compile(r"\b(?:remember|keep in mind|note|forget|write down|save)\b", re.IGNORECASE)
_ABOUT_HER: Final = re.compile(
    r"^\W*(?:and |so |but |then |ok(?:ay)?,? )*"
    r"(?:what|who|whom|whose|where|when|why|how|which|are|do|does|did|have|were|was|is)\b"
    r"[^.!?]*\b(?:you|your|yours|yourself)\b",
    re.IGNORECASE,
)
_OF_THE_WORLD: Final = re.compile(
    r"\b(?:do|did|would) you (?:know|think|happen|have (?:any idea|an idea|the time))\b"
    r"|\bhow (?:do|can|would|should) you (?!feel|work|know|remember|like|do\b|live|learn)"
    r"|\bwhat (?:do|would) you call\b|\b(?:can|could|would) you (?:tell|explain|say)\b",
    re.IGNORECASE,
)
_DO_THIS: Final = re.compile(
    r"^\W*(?:please |just |so |and |then )*(?!call me\b)"
    r"(?:write|make|send|play|set|book|order|find|search|translate|plan|draft|open|turn|buy|print|draw|download"
    r"|convert|summari[sz]e|check|fix|call|ring|text|email|look up|switch)"
    r" (?:(?:on|off|for|up) )?(?:(?:me|us|my|our|an?|the|some|this|these|it)\b|['\"“])",
    re.IGNORECASE,
)
_CAN_YOU: Final = re.compile(
    r"^\W*(?:please |so |and |(?:a )?(?:quick |simple )?question\W+|i was wondering,? )*"
    r"(?:can|could|would|will) you\b(?! (?:please )?(?:tell|explain|say))",
    re.IGNORECASE,
)
_TROUBLE: Final = re.compile(
    r"(?<!don['’]t )(?<!not )\b(?:worr(?:y|ied|ies|ying)|scared|afraid|terrified|frightened|anxious|lonely|crying"
    r"|heartbroken|upset|overwhelmed|stressed|struggling|exhausted|depressed|ashamed|devastated|miscarriage|stillborn"
    r"|eating me up|fell out|falling apart|losing my mind|my wits?['’]? end|(?:hard|tough|rough) time"
    r"|can(?:no|['’])?t (?:cope|go on|stop (?:crying|thinking)|take (?:it|this))"
    r"|(?:a lot|so much|too much) (?:on my|on at|going on|to deal)"
    r"|(?:do not|don['’]?t) (?:really )?know"
    r" (?:what to do|if (?:it|that|i|we)|how to (?:start|go on|tell)|any(?:one|body)|a soul))\b",
    re.IGNORECASE,
)
_OF_HER: Final = re.compile(
    r"^you:|^you have an? (?:good )?(?:morning|afternoon|evening|day)\W*$|\byou\b.*\bhelp you\b"
    r"|\b(?:I|me|my|mine|myself)\b|\byou (?:need|want|wanted|asked|would like)\b.*\byou to\b",
    re.IGNORECASE,
)
MIN_WORDS_LEFT: Final = 2


def split_greeting(text: str) -> tuple[str, str]:
    """Return a greeting to give back and what follows it; an empty greeting where a message begins with none."""
    found = _GREETING.match(text)
    if found is None:
        return "", text
    rest = text[found.end() :]
    if len(re.findall(r"\w+", rest)) < MIN_WORDS_LEFT:
        return "", text
    day = (found["day"] or (f"good {found['short']}" if found["short"] else "")).lower()
    return f"{day.capitalize()}!" if day else "Hello!", rest


def is_wish(text: str) -> bool:
    """Return whether somebody wants something done, other than that it be remembered."""
    return _WISH.search(text) is not None and not _REMEMBERING.search(text)


def is_plan(text: str) -> bool:
    """Return whether somebody tells what they want to do themselves, in one clause, and asks for nothing."""
    return _PLAN.search(text) is not None


def is_of_the_moment(text: str) -> bool:
    """Return whether what is told will not hold for long: a cup of tea just now, and no liking for tea."""
    return _MOMENT.search(text) is not None


def asks_about_her(text: str) -> bool:
    """Return whether a question is about the assistant, and not one about the world that says "you"."""
    return _ABOUT_HER.search(text) is not None and not _OF_THE_WORLD.search(text)


def asks_whether_she_can(text: str) -> bool:
    """Return whether she is asked to do something, and not only to say something."""
    return _CAN_YOU.search(text) is not None or _DO_THIS.search(text) is not None


def speaks_of_trouble(text: str) -> bool:
    """Return whether somebody tells, and does not ask, with words that nobody uses who is well."""
    return _TROUBLE.search(text) is not None and not text.rstrip().endswith("?")


def about_person(told: tuple[str, ...]) -> tuple[str, ...]:
    """Return what was told about the person, without sentences in which they spoke of or to the assistant."""
    return tuple(one for one in told if not _OF_HER.search(one))
