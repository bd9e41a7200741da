"""Take a clause apart where it tells several things: what hangs on behind a comma, each allergy, name and age and home.

"I teach at a school in Kumasi, fifty-one pupils, no projector" tells three things; "my wife is expecting, due in
January" two. What says nothing without what stands before it ("240 a month", "on Tuesdays") stays where it is.
"""

import re
from typing import Final

from alicia_desktop.extraction.clause import Clause, parse_clause
from alicia_desktop.extraction.ellipsis import with_article
from alicia_desktop.extraction.subjects import is_adverb
from alicia_desktop.memory.vocabulary import KIN, NUMBER, listed, verb_form

_COMMA: Final = re.compile(r",\s+(?:and (?=now\b|also\b|no\b|formerly\b|originally\b))?| [–—-] ")
_OPENING: Final = re.compile(r"^(?:but|then) ", re.IGNORECASE)
_COUNT: Final = rf"(?:(?:about|around|over|nearly|almost|some|only|just) )?(?:\d[\d.,]*|{NUMBER}|a dozen|several)"
_AGED: Final = re.compile(
    rf"(?:now |aged? |already |just )*{_COUNT} (?:years (?:old|of age)|(?:months|weeks) old)(?: now)?$"
    rf"|aged? (?P<bare>{_COUNT})$",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(
    rf"(?:{_COUNT} (?:[\w'-]+ ){{0,3}}?(?:(?!\w*(?:ss|us|is)\b)[\w-]+s|children|people|staff|sheep|cattle)"
    r"|(?:no|one) (?:[\w'-]+ ){0,2}?[\w'-]+)(?: (?:at|in|with|from|on|behind|under|called|named) .+)?$",
    re.IGNORECASE,
)
_STATE: Final = re.compile(
    rf"(?P<was>born|diagnosed with|raised|built|founded|formerly|previously)\b.+|(?:(?:{_COUNT} (?:years?|months?"
    rf"|weeks?) )?"
    r"(?:sober|clean|pregnant|married|divorced|retired|single|widowed|engaged|vegan|vegetarian)|due|expected|based"
    r"|originally|allergic to|fluent in|hooked on|keen on|obsessed with|mad about|good at|bad at|scared of|afraid of"
    r"|currently|now|diabetic|left-handed|deaf|blind|on (?:insulin|metformin|benefits|a waiting list))\b.*",
    re.IGNORECASE,
)
_CALLED: Final = re.compile(r"(?:called|named|by the name of) (?P<name>(?-i:[A-Z]).+)", re.IGNORECASE)
_DOING: Final = re.compile(
    r"(?P<verb>\w+ing) (?:as|at|in|for|on|my|an?|part|full|with|to|next|this|from) ?.+", re.IGNORECASE
)
_WITH: Final = re.compile(rf"with (?P<what>(?:{_COUNT}|an?|no) .+)", re.IGNORECASE)
_PLACE: Final = re.compile(r"(?:in|at|for|near|as) (?:an?|the|my|our|(?-i:[A-Z])) ?\w.*", re.IGNORECASE)
_PREDICATE: Final = re.compile(
    r"(?:been (?!like\b|so\b|that\b|this\b)\w+|(?:is|was|are|were|has|had|can|can't|will|won't|doesn't|don't|(?:haven't"
    r"|hasn't)(?! since| for| in)) (?!(?:you|I|we|it|he|she|they|this|that|there)\b)\w+.*\w{3}).*",
    re.IGNORECASE,
)
_WHEN: Final = re.compile(r"(?:every|each|on|at|in|from|since|until|till|for|twice|once)\b", re.IGNORECASE)
_DATED: Final = re.compile(
    rf"(?!(?:{_COUNT}|then|and|or|but|so|been|have|has|had|after|before|\w+n't|an?|the|every|each|in|on|at|from"
    rf"|since|until"
    r"|for|by|not|even|just|only|mostly|especially|least|first|second|third|much|more|less|all|both|half|most|this|that"
    r"|last|next)\b)(?:[\w'-]+ ){1,3}?(?:until|till|since|as of|from|starting|at|on|in|for|by) (?!all\b|least\b"
    r"|fact\b).+",
    re.IGNORECASE,
)
_SOMEBODY: Final = re.compile(
    rf"\b(?:my|our|an?|one|the) (?P<what>(?:[\w-]+ ){{0,2}}?(?:{KIN}))(?P<name>(?: (?-i:[A-ZÀ-ÖØ-Þ])[\w-]+)?)$",
    re.IGNORECASE,
)
_THING: Final = re.compile(
    r"\b(?:my|our|an?|the) (?P<what>(?:(?:own|new|old|little|small|first|[\w-]+'s) )*[\w-]+)$", re.IGNORECASE
)
_NAMED: Final = re.compile(r"(?P<before>,|\b[\w']+) (?P<name>[A-ZÀ-ÖØ-Þ][\w'-]+)$")
_AGE: Final = re.compile(rf"(?:[1-9]\d|(?!\d){NUMBER})$", re.IGNORECASE)
_PREPOSITIONS: Final = frozenset(["in", "at", "from", "to", "near", "of", "around", "for", "by", "with", "on", "into"])
_ALLERGIC: Final = re.compile(r"^(?P<head>.*\ballergic to )(?P<what>[^,;]+(?:, [^,;]+)*,? and (?:to )?[^,;]+)$")
_PAIRS: Final = (
    re.compile(
        r"^(?P<head>.+? )(?P<one>(?P<prep>from|to|for|with|on|off|at|about|of|by) [\w' -]+?),? and"
        r" (?P<two>(?P=prep) [\w' -]+)(?:, .*)?$"
    ),
    re.compile(
        r"^(?P<head>I (?:want|like|prefer) .+?) (?P<one>(?:in|with|without|as) [\w' -]+?),? and (?P<two>(?:in"
        r"|with|without|as)"
        r" [\w' -]+)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?P<head>(?:I|we) have (?:got )?)(?P<one>(?:an?|one|two|three|four) [\w' ,-]+?),? and"
        r" (?P<two>(?:an?|one|two|three|four) (?:[\w-]+ )?(?:called|named) .+)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?P<head>(?:I|we|[Mm]y [\w ]+?) (?:really |always |usually )?\w+ )(?P<one>(?!to )[\w' -]+?"
        r" (?:at|on|in|for|with|during) [\w' -]+?) and (?P<two>[\w' -]+ (?:at|on|in|for|with|during) [\w' -]+)$"
    ),
    re.compile(
        r"^(?P<head>(?:I am|(?:[Mm]y |[Oo]ur )?(?:[\w'-]+ ){0,3}?[\w'-]+ (?:is|are)) )(?P<one>\w[^,;]*?),? and"
        r" (?:also |now |still )?(?P<two>(?:allergic|obsessed|mad|afraid|scared|vegan|vegetarian|diabetic"
        r"|pregnant|married"
        r"|divorced|retired|living|studying|working|training|learning|from|in (?:my|her|his|year)|on (?:my|an?|the)|an?"
        r" |keen on|good at|bad at|my )\b[^,;]*)$"
    ),
)
"""Two things of one verb: "I work on trains and on buses", "I have a cat and a dog called Rex", "she is three"
" and …"."""
_DENIED: Final = re.compile(r"^(?:[^\s,]+ ){1,4}?(?:\w+n't|not|never|no longer|neither)\b", re.IGNORECASE)
"""Behind a denial nothing is said by itself: "I am not from Oslo" never tells that somebody is from Oslo."""
_NOUN_AND_AGE: Final = re.compile(
    r"^(?P<head>(?:I am|[Mm]y (?:[\w-]+ ){1,3}is) )an? (?P<age>\d{1,3}|\w+(?:-\w+)?)[ -]year[ -]old (?P<rest>\w.*)$"
)
_AGE_FIRST: Final = re.compile(
    r"^I am (?P<age>[1-9]\d),? (?!(?:yo|yrs?|y/o|years|months|weeks|days|hours|minutes|miles|km|cm|kilos|kg|stone"
    r"|pounds"
    r"|percent|times|per|today|tomorrow|now|on|at|next|this|or|of|to|lol|already|soon|going|but|so|after|though"
    r"|by|when|if"
    r"|then|too|as)\b|%)(?:and )?(?P<rest>\w.*)$"
)
_AGE_LAST: Final = re.compile(r"^(?P<head>(?:.*\b)?I .+?),? (?:(?:and )?(?:at|aged)|at) (?P<age>[1-9]\d)$")
_FROM: Final = re.compile(
    r"^(?P<head>I am (?!\w+ing\b|born|from|originally|a fan|back|away|moving|recover|suffer)(?:[\w'-]+ ?){1,5}?),?"
    r" (?:and )?(?:originally |and I am )?from (?P<where>(?:the |an? )?(?!\w+day\b|January|February|March|April"
    r"|May|June|July"
    r"|August|\w+ember\b|October)[A-ZÀ-ÖØ-Þ].*)$"
)
_ORIGIN: Final = re.compile(r"^(?P<head>I .+?),? (?:and |but )?originally from (?P<where>.+)$")
_WITH_CHILDREN: Final = re.compile(
    rf"^(?P<who>(?:[Mm]y |[A-Z])[\w' -]*?) (?:is|lives|moved) .*\bwith (?:his|her"
    rf"|their) (?P<what>{NUMBER} (?:[\w-]+ )?(?:{KIN}))\b"
)
_LIVING_IN: Final = re.compile(r"^(?P<head>I am (?!living).+?),? (?:now |currently |and )?living in (?P<where>.+)$")
_EVENT: Final = re.compile(
    r"^(?:since|after|ever since|following) (?:my|the|our) (?P<what>(?:[\w-]+ ){0,2}(?:surgery|operation|stroke"
    r"|accident"
    r"|heart attack|divorce|burnout|miscarriage|transplant|chemo|amputation|fall)(?: (?:in|last|two|three"
    r"|\d+) [\w ]*?)?),?"
    r" (?P<then>(?:I|we) .+)$",
    re.IGNORECASE,
)


def separate(text: str) -> list[str]:
    """Return each thing that a clause tells as a clause."""
    event = _EVENT.match(text)
    told = [text] if event is None else [f"I had {_event(event['what'])}", event["then"]]
    return [single for one in told for part in _behind_commas(one) for single in _self_description(part)]


def is_event(text: str) -> bool:
    """Return whether a clause tells what has been so since something befell its speaker."""
    return _EVENT.match(text) is not None


def _event(what: str) -> str:
    return what if what.startswith(("surgery", "chemo", "burnout")) else with_article(what)


def _behind_commas(text: str) -> list[str]:
    first, *parts = _COMMA.split(text)
    clause = parse_clause(first) if parts and first.split(" ")[0].lower() not in listed("joints.whole") else None
    if clause is None or not clause.subject or clause.who == "pronoun":
        return [text]
    kept, found = [first], list[str]()
    for part in (_OPENING.sub("", one.strip()) for one in parts):
        if told := _attached(part, clause, kept[-1]) or _standalone(part, clause):
            found.append(told)
        elif found and not _WHEN.match(part):
            found[-1] = f"{found[-1]}, {part}"
        else:
            kept.append(part)
    return [", ".join(kept), *found]


def _attached(part: str, clause: Clause, before: str) -> str:
    """Return what a part tells of whom it hangs on; empty where it says nothing of anybody."""
    if called := _CALLED.match(part):
        thing = _SOMEBODY.search(before) or _THING.search(before)
        return f"my {thing['what']} is called {called['name']}" if thing else ""
    nearest = _nearest(before, clause)
    if nearest == "I" and clause.verb == "be" and (introduced := _introduced(part)):
        return introduced
    if aged := _AGED.match(part):
        return f"{_is(nearest)} {aged['bare'] + ' years old' if aged['bare'] else part}"
    if state := _STATE.match(part):
        return f"{nearest + ' was' if state['was'] else _is(nearest)} {part}"
    subject = _subject(clause)
    doing = _DOING.match(part)
    form = verb_form(doing["verb"].lower()) if doing else None
    if form is not None and form.form == "ing" and not clause.past:
        return f"{_is(subject)} {part}"
    having = _WITH.match(part)
    if having and not _is_measure(having["what"]):
        return f"{_has(subject)} {having['what']}"
    if _PLACE.match(part) and clause.verb in listed("appended.placed") and clause.rest:
        return f"{clause.text[: len(clause.text) - len(clause.rest)].strip()} {part}"
    counted = _COUNTED.match(part) and not _is_measure(part) and not _goes_on_listing(clause)
    return f"{_has(subject)} {part}" if counted else ""


def _introduced(part: str) -> str:
    """Return the age or the work that somebody adds to a name: "I am Declan, fifty-eight, bus driver out of Cork"."""
    if _AGE.match(part):
        return f"I am {part} years old"
    words = part.lower().split()
    works = not listed("things.jobs").isdisjoint(words[:2]) and len(words) < 8
    return f"I am {with_article(part)}" if works and words[0] != "the" else ""


def _standalone(part: str, clause: Clause) -> str:
    """Return a part that is a clause itself, lacks its subject only, or has a day of its own."""
    own = parse_clause(part)
    if own is not None:
        counts = re.match(_COUNT, part, re.IGNORECASE) is not None
        return part if own.subject and not counts and not own.lead.endswith(",") else ""
    first, _, rest = part.partition(" ")
    form = verb_form(first.lower())
    expected = "base" if clause.who == "user" else "s"
    acts = (
        form is not None and form.form == expected and rest.split(" ")[0] in listed("joints.goes_on") - {"it", "them"}
    )
    agrees = clause.who != "user" or first.lower() not in {"is", "has", "doesn't", "hasn't"}
    if not clause.past and (acts or (_PREDICATE.match(part) and agrees)):
        return f"{_has(_subject(clause)) if first == 'been' else _subject(clause)} {part}"
    return f"I: {part}" if _DATED.match(part) else ""


def _is_measure(what: str) -> bool:
    """Return whether a count is of a measure, or of nothing that one has."""
    return not listed("appended.not_had").isdisjoint(what.lower().split()[:4])


def _goes_on_listing(clause: Clause) -> bool:
    """Return whether what is counted is one more object of the verb: "I bought two shirts, three ties"."""
    if clause.who not in {"user", "owned", "kin", "named"} or (clause.who != "user" and clause.past):
        return True
    return re.match(rf"(?:{_COUNT}|no|an?|some|my) ", clause.rest) is not None and clause.verb not in {"have", "be"}


def _nearest(before: str, clause: Clause) -> str:
    """Return whom a part is about that stands behind `before`: who was named last, else whom the clause is about."""
    if clause.verb != "be" and (somebody := _SOMEBODY.search(before)):
        return f"my {somebody['what']}{somebody['name']}"
    subject = _subject(clause)
    named = _NAMED.search(f", {before}") if subject != "I" else None
    return subject if named is None or named["before"].lower() in _PREPOSITIONS else named["name"]


def _subject(clause: Clause) -> str:
    if clause.who == "user" or re.match(r"(?:my )?(?:full |first )?name$", clause.subject, re.IGNORECASE):
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


def _self_description(clause: str) -> list[str]:
    """Return name, age and home of "I am Ann, 30, from Leeds" each by itself, and each of a pair."""
    if _DENIED.match(clause):
        return _pair(clause)
    found: list[str] = []
    text = clause
    if aged := _NOUN_AND_AGE.match(text):
        found.append(f"{aged['head']}{aged['age']} years old")
        adds = aged["rest"].startswith(("from ", "living "))
        text = f"{aged['head']}{aged['rest'] if adds else with_article(aged['rest'])}"
    elif aged := _AGE_FIRST.match(text) or _AGE_LAST.match(text):
        found.append(f"I am {aged['age']} years old")
        text = aged["head"] if "head" in aged.groupdict() else f"I am {_in_year(aged['rest'])}"
    if origin := _ORIGIN.match(text):
        found.append(f"I am originally from {origin['where']}")
        text = origin["head"]
    if beside := _WITH_CHILDREN.match(text):
        found.append(f"{beside['who']} has {beside['what']}")
    text = _without_parts(text, found)
    if home := _FROM.match(text):
        found.append(f"I am from {home['where']}")
        text = home["head"]
    if lives := _LIVING_IN.match(text):
        found.append(f"I live in {lives['where']}")
        text = lives["head"]
    return [*_pair(text), *found]


def _in_year(rest: str) -> str:
    year = re.match(r"(?:first|second|third|fourth|final|last) (?:year|term|semester)", rest)
    return rest[2:] if rest.startswith("I am ") else f"in my {rest}" if year else rest


def _without_parts(text: str, found: list[str]) -> str:
    """Set the parts of "I am Aisha, from Lahore, a nurse" apart."""
    first, *parts = re.split(r",? and (?=an? |from |living )|, ", text)
    if not re.match(r"I am \S", first) or len(first.split()) > 8:
        return text
    for at, part in enumerate(parts):
        if lives := re.match(r"(?:now |currently )?living in (?P<where>.+)", part):
            found.append(f"I live in {lives['where']}")
        elif re.match(r"(?:originally |now |currently )?(?:from|based in|born in|working as|in my|in the|on) ", part):
            found.append(f"I {'was' if part.startswith('born') else 'am'} {part}")
        elif re.match(r"an? (?!bit|little|lot|few|couple)[\w-]+", part):
            found.append(f"I am {part}")
        else:
            return ", ".join([first, *parts[at:]]) if at else text
    return first if parts else text


def _pair(text: str) -> list[str]:
    """Return a clause once for each thing that its verb has: each allergy, or the first and the second."""
    if allergy := _ALLERGIC.match(text):
        return [f"{allergy['head']}{part}" for part in re.split(r",? and (?:to )?|, (?:to )?", allergy["what"]) if part]
    two = next((match for pattern in _PAIRS if (match := pattern.match(text))), None)
    if two is None or parse_clause(two["two"]) is not None:
        return [text]
    return [f"{two['head'].strip()} {two[part]}" for part in ("one", "two")]
