"""Tell apart what a sentence tells in passing: names between commas, "who …", ages in brackets, "as a nurse, …".

"What could I cook for my four-year-old twins?" asks, and takes for granted that there are twins and that they are four.
"""

import re
from dataclasses import dataclass
from typing import Final

from alicia_desktop.memory.vocabulary import AUXILIARIES, KIN, NUMBER, listed, verb_form

_NAME: Final = r"[A-ZÀ-ÖØ-Þ][\w'-]+(?: [A-ZÀ-ÖØ-Þ][\w'-]+)?"
_NAMES: Final = rf"{_NAME}(?:, {_NAME})*(?:,? and {_NAME})?"
_BETWEEN: Final = re.compile(
    rf"\b(?P<whose>[Mm]y|[Oo]ur) (?P<kin>(?:[\w-]+ ){{0,2}}?(?:{KIN}))(?: (?:since|from) [^,]{{2,30}})?,"
    rf" (?P<name>{_NAMES}),"
)
_AGE_BETWEEN: Final = re.compile(
    rf"\b(?P<who>(?:my|our) (?:[\w-]+ ){{0,2}}?(?:{KIN})(?: (?-i:{_NAME}))?)(?:, (?:aged? |who is )?| \()"
    rf"(?P<age>{NUMBER})(?: years old)?(?:,|\)) (?!and\b|or\b|\d|years\b|but\b)(?=\w+)",
    re.IGNORECASE,
)
_APPOSED: Final = re.compile(
    rf"\b(?P<who>[Mm]y (?:[\w-]+ ){{0,2}}?(?:{KIN})(?: {_NAME})?), (?P<what>(?:also )?an? "
    r"(?!(?:bit|few|lot|little|couple)\b)[^,.?!;–]+)(?=$|[,.?!;–])(?!, (?:an? |and ))"
)
_WHO: Final = re.compile(
    r"(?<!not )(?<!n't )\b(?P<whose>my|our|(?<!for )(?<!find )(?<!need )(?<!want )an?|two|three)"
    rf" (?P<kin>(?:[\w-]+ ){{0,2}}?(?:{KIN}))(?:,? (?P<name>(?-i:{_NAMES})))?,? (?:who|that) "
    r"(?P<what>(?!I\b)[\w']+ [^,?.]+)(?:,(?= (?:[a-z]+(?:s|ed)|is|has|was|had|will|just|can|can't|won't) ))?",
    re.IGNORECASE,
)
_HYPOTHETICAL: Final = re.compile(
    r"\b(?:\w+n't|not|never|wish|would|if|whether|without|any|looking)\b|^(?:\w+, )?(?:do|does|is|are|can|could|should"
    r"|would|will|have|has)\b",
    re.IGNORECASE,
)
"""Before "a doctor who speaks Polish" these mean that there is none, or that one is asked for."""
_AGES: Final = re.compile(
    rf"(?P<name>(?-i:[A-Z][\w-]+))(?:,? \(?| is )(?P<age>{NUMBER})(?: years?)?(?: old)?\)?(?=,|\.|;| and\b|$)"
)
_WHICH: Final = re.compile(
    r"\b(?P<what>(?:my|our) (?:[\w-]+ ){0,3}?[\w-]+),? which (?P<told>(?:is|are|was|has|have|costs|needs|runs"
    r"|lives|goes|comes"
    r"|starts|ends) (?!why|where|when|how|what|because)[^,;?]+)",
    re.IGNORECASE,
)
_IDENTITY: Final = re.compile(
    r"(?P<name>(?:(?:Mr|Mrs|Ms|Dr|Miss)\.? )?(?-i:[A-Z][\w'-]+)), (?:he|she) is (?P<what>(?:my"
    r"|our) [\w' -]+?)(?=[,.?]|$)",
    re.IGNORECASE,
)
_ONE_OF_THEM: Final = re.compile(
    r"\bone(?: of (?:them|us|my \w+|our \w+))?,? (?P<what>[\w-]+) \((?:that is |that would be )?(?P<who>[^)]{2,40})\)",
    re.IGNORECASE,
)
_CHRISTENED: Final = re.compile(
    rf"\b(?:we|i|everyone|everybody|(?:the|my|our) [\w-]+) (?:have |has )?(?:just |always |only )?(?:call(?:s|ed)?"
    rf"|named?)"
    rf" (?P<whom>her|him|it) (?P<name>(?-i:{_NAME}))(?=[,.!]|$| and | but )",
    re.IGNORECASE,
)
_AT_AGE: Final = re.compile(
    r"\b(?:at|aged) (?P<age>[1-9]\d|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty)(?:-\w+)?)\W*$", re.IGNORECASE
)
_OF_NO_AGE: Final = re.compile(r"^(?:is|was) (?:it|that|this|he|she)\b(?!.*(?:\bto \w|ing\b))", re.IGNORECASE)
"""What asks about a measure, and not whether to do something at an age: "is it cold at 20?"."""
_OWN: Final = re.compile(r"\b(?:my|our|I|we)\b", re.IGNORECASE)
_KIN: Final = re.compile(rf"\b(?:{KIN})\b", re.IGNORECASE)
_AS: Final = re.compile(
    r"^(?:speaking |and |but |so |well,? )*(?P<how>as|being|working as) (?P<what>(?:an? |the )(?P<noun>[\w'-]+)[^,?]*?)"
    r"(?:,| (?=(?:how|what|where|when|which|who|why|is|are|do|does|can|could|should|would|will|I|we|my|our)\b))",
    re.IGNORECASE,
)
_NO_ROLES: Final = frozenset(
    [
        "result", "rule", "matter", "whole", "fact", "reminder", "test", "joke", "start", "last", "consequence",
        "side", "bonus", "general",
    ]
)  # fmt: skip
_AGED: Final = re.compile(
    rf"\b(?P<whose>my|our) (?P<age>(?:\d{{1,3}}|[a-z]+(?:-[a-z]+)??)[ -](?P<unit>year|month)s?[ -]olds?) ?"
    rf"(?P<kin>(?:[\w-]+ )?(?:{KIN})\b)?(?: (?P<name>(?-i:{_NAME})))?",
    re.IGNORECASE,
)
_BESIDE: Final = re.compile(
    rf"\b(?P<whose>my|our) (?P<kin>(?:(?!and\b)[\w-]+ ){{0,2}}?(?:{KIN})) (?P<name>(?-i:{_NAME}))(?=$|[ ,.?!;:])(?!'s)",
    re.IGNORECASE,
)
_ILL: Final = re.compile(
    r"\bwith my (?P<what>(?:(?:bad|broken|sore|weak|sprained|injured|dodgy|replaced|torn|high|low|chronic) [\w -]*?)?"
    rf"(?P<noun>{'|'.join(sorted(listed('things.health'), key=len, reverse=True))}|back|knees?|hips?|shoulders?|wrists?"
    r"|ankles?|necks?|legs?|feet|foot|eyesight|disc))\b",
    re.IGNORECASE,
)
_STATE: Final = re.compile(
    r"\b(?:when|while|since|because|as|now that|although|given that|considering) "
    r"(?P<told>(?:I|we) (?:am|are|have|work|live|only|don't|can't|take|suffer|already|still|never)\b [^,?]+)"
)
_LIKE_ME: Final = re.compile(
    r"\b(?P<art>an?|our) (?P<what>(?:(?!(?:an?|the|for|that|which|to|is|are|do|does|who|fit|suits?|find)\b)[\w-]+ "
    r"|(?:without|with) (?:an? )?){2,9}?)like (?P<whose>ours|mine|me|us)\b",
    re.IGNORECASE,
)
_SUBJECT: Final = {"her": "she", "him": "he", "it": "it"}
_RECALLING: Final = re.compile(
    r"\b(?:remember|recall|know about|told you|tell you|do you (?:still )?know|forgotten|(?:what|who|when|where"
    r"|how old)"
    r" is my)\b",
    re.IGNORECASE,
)
_GIVEN_TO: Final = re.compile(
    r"\b(?:for|to|with|from|give|get|tell|ask|invite|visit|buy|cook) (?P<who>(?:my|our) .+)", re.IGNORECASE
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Unfolded:
    """A sentence without what it tells in passing, and that as clauses."""

    sentence: str
    clauses: tuple[str, ...] = ()


def unfold(sentence: str) -> Unfolded:
    """Take out names and ages between commas, what somebody is, and what "who …" says of them."""
    clauses: list[str] = []

    def name(match: re.Match[str]) -> str:
        kin, who = match["kin"], f"{match['whose'].lower()} {match['kin']}"
        clauses.append(
            f"{who} {'are' if kin.endswith('s') and ' and ' in match['name'] else 'is'} called {match['name']}"
        )
        return f"{who} {match['name']}"

    def age(match: re.Match[str]) -> str:
        clauses.append(f"{_lowered(match['who'])} is {match['age']} years old")
        return f"{match['who']} "

    def noun(match: re.Match[str]) -> str:
        clauses.append(f"{_lowered(match['who'])} is {match['what']}")
        return match["who"]

    def relative(match: re.Match[str]) -> str:
        own = match["whose"].lower() in {"my", "our"}
        if not own and _HYPOTHETICAL.search(match.string[: match.start()]):
            return match.group()
        person = f"{match['kin']} {match['name'] or ''}".strip()
        told = _until_main_verb(match["what"])
        clauses.append(f"{match['whose'].lower() if own else 'my'} {person} {told}")
        return f"{match['whose']} {person} {match['what'][len(told) :].strip()}".strip()

    text = _APPOSED.sub(noun, _BETWEEN.sub(name, _AGE_BETWEEN.sub(age, sentence)))
    if not re.search(r"\b(?:someone|somebody) who\b", text):
        text = _WHO.sub(relative, text)
    clauses += [f"{match['what']} {match['told'].strip(' .!')}" for match in _WHICH.finditer(text) if text[-1:] != "?"]
    clauses += [f"{match['name']} is {match['what']}" for match in _IDENTITY.finditer(text)]
    for match in _ONE_OF_THEM.finditer(text):
        clauses.append(f"{'I am' if match['who'].lower() in {'me', 'i'} else match['who'] + ' is'} {match['what']}")
    text = _CHRISTENED.sub(lambda match: f"; {_SUBJECT[match['whom'].lower()]} is called {match['name']}", text)
    return Unfolded(sentence=text, clauses=(*clauses, *_ages_beside_names(text)))


def split_role(sentence: str) -> tuple[str, str]:
    """Return "I am a nurse" and the rest of "As a nurse, …"; both empty where no role leads a sentence."""
    match = _AS.match(sentence)
    if match is None or match["noun"].lower() in _NO_ROLES:
        return "", ""
    verb = "work as" if match["how"].lower().startswith("w") else "am"
    return f"I {verb} {match['what'].strip()}", sentence[match.end() :].strip(" ,")


def presuppositions(request: str) -> list[str]:
    """Return what a question or a request takes for granted of whoever asks."""
    if _RECALLING.search(request):
        return []
    ages = [] if _OF_NO_AGE.match(request) else _AT_AGE.finditer(request)
    found = [f"I am {match['age']} years old" for match in ages]
    found += [_with_age(match) for match in _AGED.finditer(request)]
    found += [match["told"] for match in _STATE.finditer(request)]
    found += [_likened(match) for match in _LIKE_ME.finditer(request)]
    for match in _ILL.finditer(request):
        counted = match["noun"].endswith("s") or match["noun"].lower() == match["what"].lower()
        found.append(f"I have {match['what'] if counted else 'a ' + match['what']}")
    return [
        *found,
        *(name for given in _GIVEN_TO.finditer(_AGED.sub(" ", request)) for name in names_beside(given["who"])),
    ]


def names_beside(text: str) -> list[str]:
    """Return who is called what, of "my brother Tom"."""
    return [
        f"{match['whose'].lower()} {match['kin']} is called {match['name']}"
        for match in _BESIDE.finditer(text)
        if not match["kin"].lower().endswith(("team", "company"))
    ]


def _ages_beside_names(sentence: str) -> list[str]:
    """Return the ages of several who are named in a row: "Mia (7) and Leo (4)"."""
    own = _OWN.search(sentence)
    family = _KIN.match(sentence) or (own is not None and _KIN.search(sentence, own.end()))
    ages = [f"{match['name']} is {match['age']} years old" for match in _AGES.finditer(sentence)] if family else []
    return ages if len(ages) > 1 else []


def _until_main_verb(what: str) -> str:
    """Return what "who …" says of somebody, without the verb of the clause that it stands in."""
    words = what.split()
    for at in range(3, len(words) - 1):
        word, before = words[at].lower(), words[at - 1].lower()
        form = verb_form(word)
        acts = word in AUXILIARIES or (form is not None and form.form == "s")
        bound = before in listed("forms.no_end") | {"about", "into", "from", "by", "than", "under", "over", "after"}
        if acts and not bound and verb_form(before) is None and not before.endswith(","):
            return " ".join(words[:at])
    return what


def _likened(match: re.Match[str]) -> str:
    """Return "I am a complete beginner" for "a complete beginner like me", "my flat is …" for "a … flat like ours"."""
    what = match["what"].strip()
    noun = f"{'an' if what[0] in 'aeiou' else 'a'} {what}"
    if match["whose"].lower() in {"me", "us"}:
        return f"I am {noun}"
    head = re.split(r" (?:without|with|on|in) ", what)[0].split()[-1]
    return f"my {head} is {noun}"


def _with_age(match: re.Match[str]) -> str:
    whose, kin, name = match["whose"].lower(), match["kin"], match["name"]
    number = re.split(r"[ -](?:year|month)", match["age"].lower())[0]
    if kin is None and not name:
        return f"I have {'an' if number[0] in 'aeiou8' else 'a'} {number} {match['unit'].lower()} old child"
    who = " ".join(part for part in (whose, kin or "child", name) if part)
    plural = kin is not None and (kin.endswith("s") or kin == "children")
    return f"{who} {'are' if plural else 'is'} {number} {match['unit'].lower()}s old"


def _lowered(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
