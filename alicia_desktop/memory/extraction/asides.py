"""What is told in passing: names and ages beside a word for somebody, and what a question takes for granted.

"What could I cook for my four-year-old twins?" tells that there are twins and that they are four.
"""

import re
from dataclasses import dataclass
from typing import Final

from alicia_desktop.memory.extraction.askers import of_the_asker
from alicia_desktop.memory.extraction.refining import KIN
from alicia_desktop.memory.vocabulary import AUXILIARIES, listed, verb_form

_NAME: Final = r"[A-ZÀ-ÖØ-Þ][\w'-]+(?: [A-ZÀ-ÖØ-Þ][\w'-]+)?"

_NAMES: Final = rf"{_NAME}(?:, {_NAME})*(?:,? and {_NAME})?"

_BETWEEN: Final = re.compile(
    rf"\b(?P<whose>[Mm]y|[Oo]ur) (?P<kin>(?:[\w-]+ ){{0,2}}?(?:{KIN}))(?P<more> (?:since"
    rf"|from) [^,]{{2,30}})?, (?P<name>{_NAMES}),"
)

_AGE_BETWEEN: Final = re.compile(
    rf"\b(?P<who>(?:my|our) (?:[\w-]+ ){{0,2}}?(?:{KIN})(?: (?-i:{_NAME}))?)(?:, (?:aged? |who is )?"
    rf"| \()(?P<age>\d{{1,2}}|two|three|four|five"
    r"|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?)(?: years old)?(?:,|\)) (?!and\b|or\b|\d"
    r"|years\b|but\b)(?=\w+)",
    re.IGNORECASE,
)

_BESIDE: Final = re.compile(
    r"\b(?P<whose>my"
    rf"|our) (?P<kin>(?:(?!and\b)[\w-]+ ){{0,2}}?(?:{KIN})) (?P<name>(?-i:{_NAME}))(?=$"
    r"|[ ,.?!;:])(?!'s)",
    re.IGNORECASE,
)

_POSSESSED: Final = "|".join(sorted(listed("things.possessions"), key=len, reverse=True))

_APPOSED: Final = re.compile(
    rf"\b(?P<who>[Mm]y (?:[\w-]+ ){{0,2}}?(?:{KIN})(?: {_NAME})?), (?P<what>(?:also )?an? "
    rf"(?!(?:bit|few|lot|little|couple)\b)[^,.?!;–]+)(?=$|[,.?!;–])"
    r"(?!, (?:an? |and ))"
)

_THING: Final = re.compile(
    rf"\b(?P<whose>my|our) (?P<thing>(?:\w+ )?(?:{_POSSESSED}"
    rf"|{KIN})),? (?P<what>an? (?:[\w-]+ ){{0,2}}[\w-]+),? (?=(?:has|is|was|have|are|needs"
    r"|got|broke|keeps|makes|won't|doesn't|started|does)\b)",
    re.IGNORECASE,
)

_AGED: Final = re.compile(
    rf"\b(?P<whose>my|our) (?P<age>(?:\d{{1,3}}|[a-z]+(?:-[a-z]+)??)[ -](?:year"
    rf"|month)s?[ -]olds?) ?(?P<kin>(?:[\w-]+ )?(?:{KIN})\b)?(?: (?P<name>(?-i:{_NAME})))?",
    re.IGNORECASE,
)

_LIKE: Final = re.compile(
    r"\b(?:an?|our|the) (?P<what>(?:(?!(?:an?|the|for|that|which|to|is|are|do|does|who|fit"
    r"|suits?|find)\b)[\w-]+ |(?:without|with) (?:an? )?){1,9}?)like (?P<whose>ours|mine"
    r"|me|us)\b",
    re.IGNORECASE,
)

_AS: Final = re.compile(
    r"^(?:speaking |and |but |so |well,? )*(?P<how>as|being|working as) (?P<what>(?:an? "
    r"|the )?(?P<noun>[\w'-]+)[^,?]*?)(?:,| (?=(?:how|what|where|when|which|who|why|is|are"
    r"|do|does|can|could|should|would|will|I|we|my|our)\b))",
    re.IGNORECASE,
)

_SOMEONE: Final = re.compile(
    r"\bas (?:someone|somebody|a person|one) (?P<how>who|with) (?P<what>[^,?]+?)(?:,| (?=(?:how|what"
    r"|where|when|which|why|is|are|do|does|can|could|should|would|will)\b)|$)",
    re.IGNORECASE,
)

_HAVING: Final = re.compile(
    r"^with (?P<what>(?:two|three|four|five|six|an?|\d"
    rf"|no) (?:[\w-]+ ){{0,3}}?(?:{KIN}))\b(?: at home| in the house| and (?:an?|two"
    r"|\w+) (?:job|dog|cat))?,?(?= (?:i|we|how|what|where|when|which|is|do|can|should)\b)",
    re.IGNORECASE,
)

_WITH: Final = re.compile(
    r"\bwith my (?P<what>(?:bad|broken|sore|weak|sprained|injured|arthritic|dodgy|stiff"
    r"|replaced|new|bulging|slipped|torn|high|low|chronic)[\w -]*? (?P<noun>back|knees?"
    r"|hips?|shoulders?|wrists?|ankles?|necks?|hearts?|legs?|arms?|feet|foot|eyesight|eyes"
    r"|hearing|disc|pressure|lungs|asthma|hands?|elbow|tendon|memory))\b",
    re.IGNORECASE,
)

_ILL: Final = re.compile(
    r"\bwith my (?P<what>asthma|diabetes|migraines?|arthritis|adhd|celiac|coeliac"
    r"|allergies|(?:\w+ )?allergy|epilepsy|anxiety|depression|ibs|eczema|hay fever"
    r"|pacemaker|wheelchair)\b",
    re.IGNORECASE,
)

_WHO: Final = re.compile(
    r"(?<!not )(?<!n't )\b(?P<whose>my|our|(?<!for )(?<!find )(?<!need )(?<!want )an?|two"
    rf"|three) (?P<kin>(?:[\w-]+ ){{0,2}}?(?:{KIN}))(?:,? (?P<name>(?-i:{_NAMES})))?,? (?:who"
    r"|that) (?P<what>(?!I\b)[\w']+ [^,?.]+)(?:,(?= (?:[a-z]+(?:s|ed)|is|has|was|had|will|just|can|can't|won't) ))?",
    re.IGNORECASE,
)

_NOBODY_YET: Final = re.compile(
    r"\b(?:\w+n't|not|never|wish|would|if|whether|without|any|looking)\b|^(?:\w+, )?(?:do|does|is|are|can|could|should"
    r"|would|will|have|has)\b",
    re.IGNORECASE,
)
"""Before "a doctor who speaks Polish" these mean that there is none, or that one is asked for."""

_LIVING: Final = re.compile(
    r"\b(?P<whose>my|our) (?P<thing>house|home|flat|apartment|place"
    r"|cottage) in (?P<where>(?-i:[A-Z][\w-]+(?: [A-Z][\w-]+)*))"
)


_RECALLING: Final = re.compile(
    r"\b(?:remember|recall|know about|told you|tell you|do you (?:still )?know|forgotten"
    r"|what is my|who is my|when is my|where is my|how old is my)\b",
    re.IGNORECASE,
)

_GIVEN_TO: Final = re.compile(
    r"\b(?:for|to|with|from|give|get|tell|ask|invite|visit|buy|cook) (?P<who>(?:my"
    r"|our) .+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Unfolded:
    """A sentence without what it told in passing, and that."""

    sentence: str
    told: tuple[str, ...] = ()


def unfolded(sentence: str) -> Unfolded:
    """Take out names set between commas, "my brother, Tom, is …", and what a thing is, "my car, a Skoda, is …"."""
    told: list[str] = []

    def beside(match: re.Match[str]) -> str:
        whose, kin, name = match["whose"].lower(), match["kin"], match["name"]
        told.append(f"{whose} {kin} {'are' if kin.endswith('s') and ' and ' in name else 'is'} called {name}")
        return f"{whose} {kin} {name}"

    def apposed(match: re.Match[str]) -> str:
        told.append(f"{match['who'][:1].lower()}{match['who'][1:]} is {match['what']}")
        return match["who"]

    def aged(match: re.Match[str]) -> str:
        told.append(f"{match['who'][:1].lower()}{match['who'][1:]} is {match['age']} years old")
        return f"{match['who']} "

    sentence = _AGE_BETWEEN.sub(aged, sentence)
    text = _APPOSED.sub(apposed, _BETWEEN.sub(beside, sentence))

    def thing(match: re.Match[str]) -> str:
        told.append(f"{match['whose'].lower()} {match['thing']} is {match['what']}")
        return f"{match['whose']} {match['thing']} "

    text = _THING.sub(thing, text)

    def who(match: re.Match[str]) -> str:
        whose, kin, name = match["whose"].lower(), match["kin"], match["name"] or ""
        if whose not in {"my", "our"} and _NOBODY_YET.search(match.string[: match.start()]):
            return match.group()
        subject = f"{whose if whose in {'my', 'our'} else 'my'} {kin} {name}".strip()
        what = _ended(match["what"])
        told.append(f"{subject} {what}")
        return f"{match['whose']} {kin} {name} {match['what'][len(what) :].strip()}".strip().replace("  ", " ")

    if not re.search(r"\b(?:someone|somebody) who\b", text):
        text = _WHO.sub(who, text)
    return Unfolded(sentence=text, told=tuple(told))


def _ended(what: str) -> str:
    """Return what "who …" says of somebody, without the verb of the clause that it stands in."""
    words = what.split()
    for at in range(3, len(words) - 1):
        word, before = words[at].lower(), words[at - 1].lower()
        form = verb_form(word)
        acts = word in AUXILIARIES or (form is not None and form.form == "s")
        if (
            acts
            and before not in listed("forms.no_end") | {"about", "into", "from", "by", "than", "under", "over", "after"}
            and verb_form(before) is None
            and not before.endswith(",")
        ):
            return " ".join(words[:at])
    return what


def names_beside(text: str) -> list[str]:
    """Return who is called what, of "my brother Tom": for where nothing else of it is kept."""
    return [
        f"{match['whose'].lower()} {match['kin']} is called {match['name']}"
        for match in _BESIDE.finditer(text)
        if not match["kin"].lower().endswith(("team", "company"))
    ]


def taken_for_granted(text: str) -> list[str]:
    """Return what a question or a request takes for granted of the person."""
    found: list[str] = []
    if _RECALLING.search(text):
        return found
    found += of_the_asker(text)
    found += [_aged(match) for match in _AGED.finditer(text)]
    for match in _LIKE.finditer(text):
        found += _likened(match)
    for match in _WITH.finditer(text):
        found.append(f"I have {match['what'] if match['noun'].endswith('s') else 'a ' + match['what']}")
    found += [f"I have {match['what']}" for match in _ILL.finditer(text)]
    found += [f"{match['whose'].lower()} {match['thing']} is in {match['where']}" for match in _LIVING.finditer(text)]
    named = [name for match in _GIVEN_TO.finditer(_AGED.sub(" ", text)) for name in names_beside(match["who"])]
    return found + named


def as_what(sentence: str) -> tuple[str, str]:
    """Return "I am a nurse" and the rest of "As a nurse, …", both empty where nothing of the kind is said."""
    having = _HAVING.match(sentence)
    if having is not None:
        return f"I have {having['what'].strip()}", sentence[having.end() :].strip(" ,")
    someone = _SOMEONE.search(sentence)
    if someone is not None:
        return f"I am someone {someone['how']} {someone['what'].strip()}", sentence[someone.end() :].strip(" ,")
    match = _AS.match(sentence)
    if match is None or match["noun"].lower() in listed("clauses.not_as") | {
        "long",
        "far",
        "soon",
        "well",
        "much",
        "many",
        "you",
        "i",
        "we",
        "he",
        "she",
        "it",
        "they",
        "if",
        "though",
        "always",
        "usual",
        "my",
        "our",
        "said",
    }:
        return "", ""
    rest = sentence[match.end() :].strip(" ,")
    begins = sentence.lower().split()[0]
    if begins == "as" and not re.match(r"(?:an? |the )", match["what"]):
        return "", ""
    return f"I {'work as' if match['how'].lower().startswith('w') else 'am'} {match['what'].strip()}", rest


def _aged(match: re.Match[str]) -> str:
    whose, kin, name = match["whose"].lower(), match["kin"], match["name"]
    age = match["age"].lower().replace("-", " ").removesuffix("s")
    age = re.sub(r"^(\w+) (\w+) (year|month) old$", r"\1-\2 \3 old", age)
    years = re.sub(r"(year|month) old$", r"\1s old", age)
    if kin is None:
        return (
            f"I have {'an' if age[0] in 'aeiou8' else 'a'} {age} child"
            if not name
            else f"{whose} child {name} is {years}"
        )
    return (
        f"{whose} {kin}{' ' + name if name else ''} {'are' if kin.endswith('s') or kin == 'children' else 'is'} {years}"
    )


def _likened(match: re.Match[str]) -> list[str]:
    what = match["what"].strip()
    if not what:
        return []
    if match["whose"].lower() in {"me", "us"}:
        return (
            [f"I am {'an' if what[0] in 'aeiou' else 'a'} {what}"]
            if re.search(r"\w{4,}", what)
            and what.lower() not in {"person", "people", "guy", "girl", "someone", "man", "woman"}
            else []
        )
    head = re.split(r" (?:without|with|on|in) ", what)[0].split()[-1]
    if head == what:
        return []
    return [
        f"{'our' if match['whose'].lower() == 'ours' else 'my'} {head} is {'an' if what[0] in 'aeiou' else 'a'} {what}"
    ]
