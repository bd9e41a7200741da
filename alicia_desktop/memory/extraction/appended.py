"""What hangs on a clause behind a comma and says something of its own, as a clause with its subject.

"I teach at a school in Kumasi, fifty-one pupils, no projector" tells three things; "my wife is expecting, due in
January" two. What says nothing without what stands before it ("240 a month", "on Tuesdays") stays where it is.
"""

import re
from typing import Final

from alicia_desktop.memory.extraction.alongside import may_go_along
from alicia_desktop.memory.extraction.grammar import Clause, parse
from alicia_desktop.memory.extraction.marks import is_marked
from alicia_desktop.memory.extraction.refining import KIN
from alicia_desktop.memory.extraction.subjects import is_adverb
from alicia_desktop.memory.vocabulary import listed, verb_form

_COMMA: Final = re.compile(r",\s+(?:and (?=now\b|also\b|no\b|formerly\b|originally\b))?| [–—-] ")
_OPENING: Final = re.compile(r"^(?:but|then) ", re.IGNORECASE)
_COUNT: Final = (
    r"(?:(?:about|around|over|nearly|almost|some|only|just) )?(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine"
    r"|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?|a dozen|several)"
)
_AGED: Final = re.compile(
    rf"(?:now |aged? |already |just )*{_COUNT} (?:years (?:old|of age)|(?:months|weeks) old)(?: now)?$"
    rf"|aged? (?P<bare>{_COUNT})$",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(
    rf"(?:{_COUNT} (?:[\w'-]+ ){{0,3}}?(?:(?!\w*(?:ss|us|is)\b)[\w-]+s|children|people|staff|kids|sheep|cattle)"
    r"|(?:no|one) (?:[\w'-]+ ){0,2}?[\w'-]+)(?: (?:at|in|with|from|on|behind|under|called|named) .+)?$",
    re.IGNORECASE,
)
_FOR_SO_LONG: Final = re.compile(
    rf"{_COUNT} (?:years?|months?|weeks?) (?:sober|clean|pregnant|married|divorced|retired|along|in remission"
    r"|smoke-free|single|widowed|vegan|vegetarian)\b.*",
    re.IGNORECASE,
)
_STATE: Final = re.compile(
    r"(?P<was>born|diagnosed with|raised|built|founded|formerly|previously)\b.+|(?:due|expected|based|originally"
    r"|allergic to|married|divorced|widowed|retired|engaged|single|fluent in|hooked on|keen on|obsessed with"
    r"|mad about|good at|bad at|scared of|afraid of|registered|enrolled|currently|now"
    r"|pregnant|diabetic|vegan|vegetarian|left-handed|deaf|blind|on (?:insulin|metformin|benefits|a waiting list))\b.*",
    re.IGNORECASE,
)
_CALLED: Final = re.compile(r"(?:called|named|by the name of) (?P<name>(?-i:[A-Z]).+)", re.IGNORECASE)
_BEEN: Final = re.compile(r"been (?!like\b|so\b|that\b|this\b)\w+.*", re.IGNORECASE)
_DOING: Final = re.compile(
    r"(?P<verb>\w+ing) (?:as|at|in|for|on|my|an?|part|full|with|to|next|this|from) ?.+",
    re.IGNORECASE,
)
_WITH: Final = re.compile(rf"with (?P<what>(?:{_COUNT}|an?|no) .+)", re.IGNORECASE)
_PLACE: Final = re.compile(r"(?:in|at|for|near|as) (?:an?|the|my|our|(?-i:[A-Z])) ?\w.*", re.IGNORECASE)
_INTRODUCED: Final = re.compile(r"(?:my )?(?:full |first )?name$", re.IGNORECASE)
_AGE: Final = re.compile(
    r"(?:[1-9]\d|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?|\w+teen)$",
    re.IGNORECASE,
)
_LONGEST: Final = 8
"""Words in which somebody names their work."""
_IS: Final = re.compile(
    r"(?:is|was|are|were|has|had|can|can't|will|won't|doesn't|don't|(?:haven't|hasn't)(?! since| for"
    r"| in)) (?!(?:you|I|we|it|he|she|they|this|that)\b)"
    r"\w+.*\w{3}",
    re.IGNORECASE,
)
_WHEN: Final = re.compile(r"(?:every|each|on|at|in|from|since|until|till|for|twice|once)\b", re.IGNORECASE)
_DATED: Final = re.compile(
    rf"(?!(?:{_COUNT}|then|and|or|but|so|been|have|has|had|after|before|\w+n't|an?|the|every|each|in|on|at|from|since|until|for|by|not|even|just"
    r"|only|mostly|especially|least|first|second|third|much|more|less|all|both|half|most|this|that|last|next)\b)"
    r"(?:[\w'-]+ ){1,3}?(?:until|till|since|as of|from|starting|at|on|in|for|by) (?!all\b|least\b|fact\b).+",
    re.IGNORECASE,
)
_SOMEBODY: Final = re.compile(
    rf"\b(?:my|our|an?|one|the) (?P<what>(?:[\w-]+ ){{0,2}}?(?:{KIN}))(?P<name>(?: (?-i:[A-ZÀ-ÖØ-Þ])[\w-]+)?)$",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(r"(?P<before>,|\b[\w']+) (?P<name>[A-ZÀ-ÖØ-Þ][\w'-]+)$")
_THING: Final = re.compile(
    r"\b(?:my|our|an?|the) (?P<what>(?:(?:own|new|old|little|small|first|[\w-]+'s) )*[\w-]+)$", re.IGNORECASE
)
_PLACED: Final = frozenset(["in", "at", "from", "to", "near", "of", "around", "for", "by", "with", "on", "into"])


def apart(text: str) -> list[str]:
    """Return a clause, and each part that hangs on it and tells something of its own."""
    first, *parts = _COMMA.split(text)
    clause = parse(first) if parts and first.split(" ")[0].lower() not in listed("joints.whole") else None
    if clause is None or not clause.subject or clause.who == "pronoun":
        return [text]
    kept, found = [first], list[str]()
    for part in (_OPENING.sub("", one.strip()) for one in parts):
        if told := _hanging_on(part, clause, kept[-1]) or _alone(part, clause):
            found.append(told)
        elif found and not _WHEN.match(part):
            found[-1] = f"{found[-1]}, {part}"
        else:
            kept.append(part)
    return [", ".join(kept), *found]


def _hanging_on(part: str, clause: Clause, before: str) -> str:
    """Return what a part tells of whom it hangs on; empty where it says nothing of anybody."""
    if called := _CALLED.match(part):
        thing = _SOMEBODY.search(before) or _THING.search(before)
        return f"my {thing['what']} is called {called['name']}" if thing else ""
    nearest = _nearest(before, clause)
    if nearest == "I" and clause.verb == "be" and (told := _introduced(part)):
        return told
    if aged := _AGED.match(part):
        return f"{_is(nearest)} {aged['bare'] + ' years old' if aged['bare'] else part}"
    if state := _STATE.match(part):
        return f"{nearest + ' was' if state['was'] else _is(nearest)} {part}"
    subject = _subject(clause)
    if _FOR_SO_LONG.match(part) or _goes_on(part, clause):
        return f"{_is(subject)} {part}"
    having = _WITH.match(part)
    if having and not _measures(having["what"]):
        return f"{_has(subject)} {having['what']}"
    if _PLACE.match(part) and clause.verb in listed("appended.placed") and clause.rest:
        return f"{clause.text[: len(clause.text) - len(clause.rest)].strip()} {part}"
    counted = _COUNTED.match(part) and not _measures(part) and not _lists(clause)
    return f"{_has(subject)} {part}" if counted or _BEEN.match(part) else ""


def _introduced(part: str) -> str:
    """Return the age or the work that somebody adds to a name: "I am Declan, fifty-eight, bus driver out of Cork"."""
    if _AGE.match(part):
        return f"I am {part} years old"
    words = part.lower().split()
    if words[0] not in {"a", "an", "the"} and not listed("things.jobs").isdisjoint(words[:2]) and len(words) < _LONGEST:
        return f"I am {'an' if part[0].lower() in 'aeiou' else 'a'} {part}"
    return ""


def _alone(part: str, clause: Clause) -> str:
    """Return a part that is a clause itself, lacks its subject only, or has a day or a place of its own."""
    own = parse(part)
    if own is not None:
        counts = re.match(_COUNT, part, re.IGNORECASE) is not None
        return part if own.subject and not counts and not own.lead.endswith(",") and may_go_along(own) else ""
    first, _, rest = part.partition(" ")
    form = verb_form(first.lower())
    here = "base" if clause.who == "user" else "s"
    follows = rest.split(" ")[0] in listed("joints.goes_on") - {"it", "them"} | {"alone", "together"}
    acts = form is not None and form.form == here and follows
    agrees = clause.who != "user" or first.lower() not in {"is", "has", "doesn't", "hasn't"}
    if not clause.past and (acts or (_IS.match(part) and agrees)):
        return f"{_subject(clause)} {part}"
    return f"I: {part}" if _DATED.match(part) and is_marked(part, f"x {part}") else ""


def _goes_on(part: str, clause: Clause) -> bool:
    """Return whether a part says what somebody is doing: "…, working as a nurse"."""
    doing = _DOING.match(part)
    form = verb_form(doing["verb"].lower()) if doing else None
    return form is not None and form.form == "ing" and form.lemma not in listed("clauses.idle") and not clause.past


def _measures(what: str) -> bool:
    """Return whether a count is of a measure, or of nothing that one has."""
    return not listed("appended.not_had").isdisjoint(what.lower().split()[:4])


def _lists(clause: Clause) -> bool:
    """Return whether what is counted is one more object of the verb: "I bought two shirts, three ties"."""
    if clause.who not in {"user", "owned", "kin", "named"} or clause.verb in listed("appended.taking"):
        return True
    if clause.who != "user" and (clause.past or clause.verb in listed("clauses.events") - {"work", "live"}):
        return True
    return re.match(rf"(?:{_COUNT}|no|an?|some|my) ", clause.rest) is not None and clause.verb not in {"have", "be"}


def _nearest(before: str, clause: Clause) -> str:
    """Return whom a part is about that stands behind `before`: who was named last, else whom the clause is about."""
    if clause.verb != "be" and (somebody := _SOMEBODY.search(before)):
        return f"my {somebody['what']}{somebody['name']}"
    subject = _subject(clause)
    named = _NAMED.search(f", {before}") if subject != "I" else None
    return subject if named is None or named["before"].lower() in _PLACED else named["name"]


def _subject(clause: Clause) -> str:
    if clause.who == "user" or _INTRODUCED.match(clause.subject):
        return "I"
    words = clause.subject.split()
    while len(words) > 1 and is_adverb(words[-1].lower()):
        words.pop()
    return " ".join(words)


def _is(subject: str) -> str:
    return f"{subject} {'am' if subject == 'I' else 'are' if _is_plural(subject) else 'is'}"


def _has(subject: str) -> str:
    return f"{subject} {'have' if subject == 'I' or _is_plural(subject) else 'has'}"


def _is_plural(subject: str) -> bool:
    words = subject.lower().split()
    return "and" in words or words[-1] in listed("subjects.plurals") or words[0] == "both"
