"""Make one statement of a question and the short answer to it: "What's my favourite colour?", "green".

    stated("Where is my passport?", "in the top drawer")  # "My passport is in the top drawer"

Pure. A question whose order is not known, and an answer that is a whole sentence or says nothing, make none.
"""

import re
from collections.abc import Callable
from typing import Final

from alicia_desktop.extraction.ellipsis import with_article
from alicia_desktop.memory.dates import MONTHS, WEEKDAYS
from alicia_desktop.memory.grammatical_person import conjugated
from alicia_desktop.memory.retrieval.analysis import is_question, is_small_talk
from alicia_desktop.memory.vocabulary import NUMBER, known_words, listed, verb_form, verb_forms

MAX_ANSWER_WORDS: Final = 8
_LEAD: Final = re.compile(
    r"^\W*(?:(?:and|so|but|hey|ok(?:ay)?|alicia|please|then)\W+)*"
    r"(?:(?:(?:do|did|can|could|would|will) you (?:still |even |also |already )*"
    r"(?:know|remember|recall|tell me|guess|say)"
    r"|(?:tell|remind) me(?: again)?|guess)\b[\s,]*)?",
    re.IGNORECASE,
)
_SUBJECT: Final = (
    r"(?P<subject>i|we|(?:my|our|the) (?:[\w'’-]+ ){0,4}?[\w'’-]+"
    r"|(?-i:[A-ZÀ-ÖØ-Þ])[\w-]+(?:['’]s(?: [\w'’-]+){1,2}?)?)"
)
_BE: Final = r"(?P<verb>['’]?s|is|are|was|were|am)"
_REST: Final = (
    r"(?P<rest> (?:called|named|born|due|married to|allergic to|afraid of|scared of|good at|interested in|from|for"
    r"|made of|about))?"
)
_END: Final = r"(?: now| again| these days| exactly| please)*[\s?.!]*$"
_ASKED: Final = r"(?P<asked>what time|what day|what date|what colou?r|what|who|when|where|how old|how tall|how much)"
_BE_FORMS: Final = (
    re.compile(rf"{_ASKED} ?{_BE} {_SUBJECT}{_REST}{_END}", re.IGNORECASE),
    re.compile(rf"{_ASKED} {_SUBJECT} {_BE}{_REST}{_END}", re.IGNORECASE),
)
_NO_DO: Final = r"(?!(?:is|are|was|were|am|does|did|should|could|can|would)\b)(?P<verb>[a-z]+)(?P<rest>(?: [\w'’-]+)*?)"
_WHICH: Final = (
    r"(?P<asked>what time|what|which|where|when|who|how many)"
    r"(?P<noun>(?: (?!do\b|does\b|did\b|i\b|my\b|our\b)[\w'’-]+){0,3}?)"
)
_DO_FORMS: Final = (
    re.compile(rf"{_WHICH} (?P<aux>do|does|did) {_SUBJECT}(?: last)? {_NO_DO}{_END}", re.IGNORECASE),
    re.compile(rf"{_WHICH} (?P<subject>i|we) {_NO_DO}{_END}", re.IGNORECASE),
)
_OPENING: Final = re.compile(
    r"^\W*(?:(?:oh|well|u[hm]+|yes|yeah|sure|ok(?:ay)?|sorry|right)\b[\s,.!:]*)*"
    r"(?:(?:it['’]?s|it is|it was|that['’]?s|that is|they['’]?re|they are|she['’]?s|she is|he['’]?s|he is|i['’]?m|i am"
    r"|called|named|is)\b\s*)?(?:(?:called|named|spell?ed|spelt)\s+)?",
    re.IGNORECASE,
)
_CLOSING: Final = re.compile(
    r"(?:[\s,]+(?:now|btw|by the way|of course|obviously|actually|please|instead))*[\s.!]*$", re.IGNORECASE
)
_NO_ANSWER: Final = re.compile(
    r"\?|\b(?:you|your|i|me|we|is|are|was|were|do|don['’]?t|does|did|have|has|can|can['’]?t|cannot|will|would|won['’]?t"
    r"|forget|never ?mind|not sure|no idea|dunno|maybe|later|secret|nothing|because|why|what|how|who|that|this|it"
    r"|forgot|guess|correct|wrong|good|fine|no|not)\b|^\W*(?:no|yes|ok|nope|thanks?|she|he|they|there|these|those)\b",
    re.IGNORECASE,
)
"""In what is a clause of its own, refuses, or asks back."""
_PLACED: Final = re.compile(
    r"(?:in|at|on|under|behind|by|with|inside|outside|near|next|to|from|above|below|beside|between|around|upstairs"
    r"|downstairs|here|there|abroad|home|beneath|over)\b",
    re.IGNORECASE,
)
_DETERMINED: Final = re.compile(r"(?:the|an?|my|our|his|her|their|one|some)\b|\w+['’]s\b", re.IGNORECASE)
_TIMED: Final = re.compile(
    r"(?:in|at|on|by|for|from|after|before|since|until|during|tomorrow|today|tonight|yesterday|next|this|last|every|once"
    r"|twice|noon|midnight)\b",
    re.IGNORECASE,
)
_OWNED: Final = re.compile(r"(?:do|have) (?:i|we) (?:have|got) (?:any |an? )?(?P<what>[\w ]+?)[\s?.!]*$", re.IGNORECASE)
_YES: Final = re.compile(r"^\W*(?:yes|yeah|yep|sure)\b[\s,.!:–-]*", re.IGNORECASE)
_COUNTED: Final = re.compile(r"(?:an?|one|two|three|four|five|six|\d+) \w", re.IGNORECASE)
_SINCE: Final = re.compile(
    r"(?:how long|since when) (?P<has>have|has) (?P<subject>i|we|my [\w ]+?|(?-i:[A-Z])[\w-]+)"
    r" been (?P<doing>\w+ing(?: [\w ]+?)?)"
    r"(?: for)?[\s?.!]*$",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(r"(?:\d{1,2}(?:[:.]\d\d)?\s*(?:am|pm|o['’]?clock)?|half past .*|quarter .*)$", re.IGNORECASE)
_DAYTIME: Final = re.compile(
    r"\b(?:today|tomorrow|tonight|yesterday|morning|noon|afternoon|evening|night|midnight|weekend|week|month|year|spring"
    r"|summer|autumn|winter|christmas|easter|daily|o['’]?clock|half past|quarter)\b",
    re.IGNORECASE,
)
_NUMBERED: Final = re.compile(
    r"\b(?:number|code|pin|password|combination|size|age|weight|height|phone|address|bus|room|floor|flat|locker|plate"
    r"|limit|score|salary|rent|budget|year|date|birthday|wifi)\b",
    re.IGNORECASE,
)
_QUANTITIES: Final = frozenset(
    [
        "none", "both", "all", "everything", "anything", "something", "another", "half", "double", "two", "one",
        "neither", "either", "any", "every", "each", "minus", "plus", "probably", "perhaps", "possibly", "usually",
        "used", "let's", "lets", "always", "never", "often", "only", "just", "still",
    ]
)  # fmt: skip
"""What begins something else than the name of a thing."""
_SAYINGS: Final = frozenset(
    [
        "haha", "hehe", "lol", "wait", "stop", "help", "late", "complicated", "raining", "private", "personal",
        "difficult", "hard", "easy", "true", "false", "obvious", "over", "right", "silly", "great", "nice", "lovely",
        "great idea", "good idea", "cold", "hot", "cool", "enough", "up to you", "go on", "surprise", "oops", "wow",
        "hm", "hmm", "er", "answer", "nowhere", "tired", "bored", "done", "ready", "sad", "happy", "busy", "here",
        "away", "back", "alone", "with pleasure", "my pleasure",
    ]
)  # fmt: skip
"""What is said instead of an answer."""
_UNCHANGED: Final = frozenset(
    ["put", "cut", "hit", "let", "set", "read", "cost", "hurt", "quit", "shut", "spread", "bet"]
)
_CLAUSE_FORMS: Final = frozenset(["s", "past"])
_LIVING: Final = re.compile(r" for (?:a living|work|money)| as (?:a|my) job", re.IGNORECASE)


def stated(question: str, answer: str) -> str | None:
    """Return what a question and a short answer to it state together; None where they make no statement."""
    plain = " ".join(question[_end_of(_LEAD, question) :].split())
    if (owned := _OWNED.match(plain)) is not None and (yes := _YES.match(answer)) is not None:
        return _having(owned, answered_value(answer[yes.end() :]))
    value = answered_value(answer)
    if value is None:
        return None
    if (since := _SINCE.match(plain)) is not None:
        return f"{_own(since['subject'])} {since['has']} been {since['doing']} {value}" if _TIMED.match(value) else None
    for forms, state in ((_BE_FORMS, _with_be), (_DO_FORMS, _with_verb)):
        for form in forms:
            if (match := form.match(plain)) is not None:
                return state(match, value)
    return None


def answered_value(answer: str) -> str | None:
    """Return a short answer without "it's" and the like; None where it is none."""
    text = " ".join(answer.split())
    value = _CLOSING.sub("", text[_end_of(_OPENING, text) :]).strip(" ,;:)(\"'“”")
    if "," in value or value.lower().startswith(("let's", "lets ")) or value.lower() in _SAYINGS:
        return None
    is_short = 0 < len(value.split()) <= MAX_ANSWER_WORDS
    if not is_short or _NO_ANSWER.search(value) or is_small_talk(value) or is_question(text):
        return None
    if _has_verb(value):
        return None
    form = verb_form(value.split()[0].lower())
    is_order = form is not None and form.form == "base" and len(value.split()) > 1 and not value[:1].isupper()
    return None if is_order else value


def _having(owned: re.Match[str], value: str | None) -> str | None:
    """Return what somebody has who says yes and what: "Do I have any allergies?", "yes, penicillin"."""
    if value is None:
        return None
    if owned["what"].lower().startswith("allerg"):
        return f"I am allergic to {value}"
    return f"I have {value}" if _COUNTED.match(value) else None


def _has_verb(value: str) -> bool:
    """Return whether a verb follows the first word, so that it is a clause of its own: "my mum knows"."""
    behind = (verb_form(word) for word in value.split()[1:] if word.islower())
    return any(form is not None and form.form in _CLAUSE_FORMS for form in behind) or " or " in value


def _end_of(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.match(text)
    return found.end() if found is not None else 0


def _with_be(match: re.Match[str], value: str) -> str | None:
    asked, subject, rest = match["asked"].lower(), _own(match["subject"]), match["rest"] or ""
    names = rest.strip().lower() in {"called", "named"} or subject.lower().endswith("name")
    if not _is_of_kind("name" if names else asked, value, f"{subject}{rest}"):
        return None
    verb = match["verb"].lower()
    verb = "is" if verb in {"s", "'s", "’s"} else verb
    if subject in {"I", "we"} and verb not in {"am", "are", "was", "were"}:
        return None
    if rest.strip().lower() in {"called", "named"} or subject.endswith("name"):
        value = _as_name(value)
    fitted = _FITTED.get(asked, str)(value)
    return f"{subject} {verb}{rest} {fitted}"


def _with_verb(match: re.Match[str], value: str) -> str | None:
    asked, subject, verb = match["asked"].lower(), _own(match["subject"]), match["verb"]
    noun, rest = match["noun"].strip(), match["rest"]
    if not _is_of_kind(asked, value, verb.lower() if asked == "where" else noun):
        return None
    does = verb if subject in {"I", "we"} else conjugated(verb)
    if (match.groupdict().get("aux") or "").lower() == "did" and not (does := _in_past(verb)):
        return None
    if verb == "do":
        is_job = _LIVING.search(rest) is not None or (not rest and subject not in {"I", "we"})
        return f"{subject} {'am' if subject == 'I' else 'is'} {with_article(value)}" if is_job else None
    if asked == "how many":
        return f"{subject} {does} {value} {noun}{rest}" if noun else None
    if noun and value[0].isdigit():
        return None  # "what size shoes do I wear": no "I wear 42"
    if asked == "where":
        return f"{subject} {does}{rest} {value if _PLACED.match(value) else f'in {value}'}"
    if asked in _FITTED:
        return f"{subject} {does}{rest} {_FITTED[asked](value)}"
    return f"{subject} {does} {value}{rest}"


def _is_of_kind(asked: str, value: str, about: str) -> bool:
    """Return whether a value is of the kind that is asked for: a time, a place, a number, a name, or a plain thing.

    Better no statement than a false one: "haha" to "What's my name?" is no name.
    """
    words = value.split()
    if asked in {"when", "what time", "what day", "what date"}:
        is_time = _is_day(value) or re.search(r"\d", value) is not None or _DAYTIME.search(value) is not None
        return is_time and not value.lower().startswith("my ")
    if asked in {"how old", "how many", "how tall", "how much"}:
        return re.match(NUMBER, value, re.IGNORECASE) is not None
    if asked == "where":
        return not (_is_day(value) or _DAYTIME.search(value)) and _is_place(value, words, about)
    if asked == "name":
        plain = [word for word in words if word.islower()]
        return not (value[0].isdigit() or _DETERMINED.match(value) or known_words().intersection(plain))
    if asked == "who":
        return not value[0].isdigit() and (_DETERMINED.match(value) is not None or value[:1].isupper())
    return _is_plain_thing(value, words, about)


def _is_place(value: str, words: list[str], verb: str) -> bool:
    if _PLACED.match(value) or (_DETERMINED.match(value) and words[-1].lower() not in listed("people.others")):
        return True
    if verb in {"put", "keep", "leave", "hide", "park", "store"}:
        return False
    is_name = value.islower() and len(words) == 1 and value not in known_words() and verb in {"live", "work", "come"}
    return value[:1].isupper() or is_name


def _is_plain_thing(value: str, words: list[str], about: str) -> bool:
    first = words[0].lower()
    form = verb_form(first)
    is_verb = form is not None and form.form == "base" and len(words) == 1
    is_number = value[0].isdigit() and not _NUMBERED.search(about)
    is_other = _PLACED.match(value) or _TIMED.match(value) or first in {"my", "our", "with"} or first in _QUANTITIES
    return not (is_verb or is_number or is_other or value.lower() in _SAYINGS)


def _in_past(verb: str) -> str:
    """Return the past of a verb; empty for one that is not known."""
    low = verb.lower()
    if low in _UNCHANGED:
        return low
    return next((word for word, form in verb_forms().items() if form in {(low, "past"), (low, "participle")}), "")


def _own(subject: str) -> str:
    """Return a subject as it begins a sentence."""
    low = subject.lower()
    return "I" if low == "i" else f"{subject[:1].upper()}{subject[1:]}" if low != "we" else "we"


def _as_name(value: str) -> str:
    return " ".join(f"{word[:1].upper()}{word[1:]}" for word in value.split()) if value.islower() else value


def _in_place(value: str) -> str:
    if _PLACED.match(value):
        return value
    return f"in the {value}" if value.islower() and not _DETERMINED.match(value) else f"in {value}"


def _at_time(value: str) -> str:
    first, *more = value.lower().split()
    if _TIMED.match(value):
        return value
    if first in MONTHS and not more:
        return f"in {value}"
    return f"at {value}" if _CLOCK.match(value) else f"on {value}" if _is_day(value) else value


def _is_day(value: str) -> bool:
    words = re.findall(r"\w+", value.lower())
    return any(word in {*WEEKDAYS, *MONTHS} or word[:3] in {name[:3] for name in MONTHS} for word in words)


def _in_years(value: str) -> str:
    return value if re.search(r"\b(?:years?|months?|weeks?)\b", value) else f"{value} years old"


_FITTED: Final[dict[str, Callable[[str], str]]] = {
    "where": _in_place,
    "when": _at_time,
    "what time": _at_time,
    "what day": _at_time,
    "what date": _at_time,
    "how old": _in_years,
}
