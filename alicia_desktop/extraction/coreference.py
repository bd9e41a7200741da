"""Resolve pronouns: whom and what a turn has mentioned so far, and whom "she", "his", "they" or "it" means."""

import re
from dataclasses import dataclass, field
from typing import Final

from alicia_desktop.extraction.clause import Clause
from alicia_desktop.extraction.subjects import is_adverb
from alicia_desktop.memory.grammatical_person import conjugated
from alicia_desktop.memory.vocabulary import KIN, listed, people, verb_form

_PRONOUN: Final = re.compile(
    r"^(?:(?:now|then|today|these days|and|but|so|apparently|unfortunately|luckily)\s+)?"
    r"(?P<who>she|he|they|it|her|his|their|its|both)\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_INSIDE: Final = re.compile(
    r"^(?:(?:so|and|but|then) )?(?:I|we)\b.*?\b(?P<who>him|her|them|his|their)\b(?P<rest>.*)$", re.IGNORECASE
)
_NO_NOUN: Final = re.compile(
    r"^ ?(?:$|[.,!?;:]|(?:an?|the|this|that|my|our|some|on|in|at|to|for|from|by|with|about|of|as|since|until|till"
    r"|before|after|when|while|if|because|and|or|but|so|every|each|once|twice|again|today|tonight|tomorrow|yesterday|last|next"
    r"|now|there|here|up|off|out|back|down|over|too|also|very|more|most|dearly|often|sometimes|regularly|daily|weekly"
    r"|monthly)\b|\w+ly\b)",
    re.IGNORECASE,
)
"""What stands behind "her" where that is whom something is done to, and not whose something is."""
_OWN_PERSON: Final = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur) (?:[a-z'-]+ ){{0,2}}?(?P<kin>{KIN})(?!['-](?!s\b)|\w)(?: (?P<name>[A-Z][\w-]+))?"
)
_NAMED: Final = re.compile(
    r"^(?P<whose>[Mm]y|[Oo]ur) (?P<kin>[\w -]+?)(?:'s name)? (?:is|are) (?:called |named )?(?P<name>[A-Z][\w-]+)$"
)
_TITLED: Final = r"(?:(?:Mrs?|Ms|Dr|Miss|Prof)\b\.? )?[A-Z][\w-]+"
_CALLED: Final = re.compile(
    r"\b(?P<kin>[\w-]+) (?:is |are )?(?:called|named)"
    rf" (?P<names>(?-i:{_TITLED})(?:(?:, | and |, and )(?-i:{_TITLED}))*)",
    re.IGNORECASE,
)
_SOMEBODY: Final = re.compile(rf"\b[Aa]n? (?:[a-z]+ )?(?P<kin>{KIN}),? (?P<name>[A-Z][\w-]+)")
_OTHER_NAME: Final = re.compile(
    r"\b(?:adopted|met|married|dating|seeing|for|with|have|and|about|love|miss|visit|had|got"
    r"|to) (?P<name>(?:(?:Mrs?|Ms|Dr|Miss)\.? )?[A-Z][a-z][\w-]+)\b"
)
_DEFINITE: Final = re.compile(rf"^[Tt]he (?P<kin>{KIN})(?= (?:is|has|was|comes?|will|wants?)\b)")
_THING: Final = re.compile(
    r"(?<![Yy]ou )(?<![Yy]ou have )\b(?:have got|have|own|bought|got|adopted|picked up|rescued|drive|ride"
    r"|moved (?:in)?to|live in|rent"
    r"|inherited|put|left|hid|keep|kept|stored|parked|lent|lost|losing|misplaced)"
    r" (?:an?|my|our|two|three|the|this) (?P<thing>(?:[\w-]+ ){0,4}?[\w-]+)"
    r"(?=$|,| (?:called|named|from|with|and|in|on|under|behind|at|to|by|that|which|who|last|since)\b)"
)
_BESIDE: Final = re.compile(r"^(?:[Mm]y|[Oo]ur) (?P<kin>[a-z][\w' -]*?) (?P<name>[A-ZÀ-ÖØ-Þ][\w-]+)$")
_SEVERAL: Final = re.compile(
    r"\b(?:kids|children|twins|parents|boys|girls|dogs|cats|(?:son|daughter|brother|sister|friend)s)\b(?! [A-Z])"
)
_ELLIPTIC: Final = re.compile(
    r"^(?P<what>(?:I|we) (?:(?:have|finally|then|only|just|also|never|recently) )*"
    r"(?:stopped|quit|started|began|gave up))"
    r"(?P<when>(?: (?:(?:in|since|from) (?:[A-Za-z]+ )?\d{4}|in (?:my )?\w+|last \w+|this \w+|(?:\w+ ){1,3}ago"
    r"|(?:when|after|before) .+|at (?:the age of )?(?:\d+|\w+teen)|recently|again|for good|yesterday|young|early"
    r"|late))*)$",
    re.IGNORECASE,
)
"""Leaves out what was stopped or begun: "I stopped in 2019"."""
_OBJECT: Final = re.compile(
    r"^(?: ?(?!(?:a lot|a bit|too|very|so|every|each|for|since|when|while|until|twice|once|daily|on|with|from|and|but"
    r"|as|all|again|now|then|back|there|here|quite|almost|regularly|often|about|around|ten|fifteen|twenty|thirty"
    r"|forty)\b|\d)[\w'-]+){0,4}",
    re.IGNORECASE,
)
_NO_DOING: Final = frozenset(
    ["be", "have", "stop", "quit", "start", "begin", "give", "love", "like", "hate", "prefer", "adore", "own", "live"]
)
"""What nobody stops or begins as one does something."""
_SEX: Final = {"she": "she", "her": "she", "he": "he", "his": "he"}
_SUBJECT_FORM: Final = {"her": "she", "him": "he", "his": "he", "them": "they", "their": "they"}
_NO_THINGS: Final = frozenset(
    ["off", "day", "days", "week", "weeks", "hour", "hours", "month", "months", "year", "years", "end", "bit", "time"]
)
"""What somebody has or gets of these is no thing that "it" means."""


@dataclass(kw_only=True, slots=True)
class Discourse:
    """Whom and what a turn has mentioned so far."""

    people: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    """Names of which nothing else was told yet."""
    thing: str = ""
    several: str = ""
    """Whom "they" means where several were named together."""
    doing: str = ""
    """What the user told last that they do or did: "smoking", "playing the violin"."""
    names: set[str] = field(default_factory=set)
    sexes: dict[str, str] = field(default_factory=dict)
    """"she" or "he" by the name that one of them stood for."""

    def resolve(self, text: str) -> str:
        """Return a clause with a pronoun replaced by whom the turn mentioned before.

        One at its beginning is, and the first one of what the user does: "I see her on Tuesdays".
        """
        match = _PRONOUN.match(text)
        if match is None:
            return self._resolve_inside(text)
        if match["who"].lower() == "both" and re.match(r" (?:my|our|of)\b", match["rest"]):
            return text
        antecedent = self._antecedent(match["who"].lower())
        if not antecedent:
            return text
        who, rest = match["who"].lower(), match["rest"]
        if who == "they" and not _is_plural(antecedent):
            rest = _of_one(rest)
        possessive = who in {"her", "his", "their", "its"}
        return f"{_short(antecedent)}{chr(39) + 's' if possessive else ''}{rest}"

    def _resolve_inside(self, text: str) -> str:
        match = _INSIDE.match(text)
        if match is None or _OWN_PERSON.search(text) or not self.names.isdisjoint(re.findall(r"[\w-]+", text)):
            return text
        who, rest = match["who"].lower(), match["rest"]
        antecedent = self._antecedent(_SUBJECT_FORM[who])
        if not antecedent:
            return text
        possessive = who in {"his", "their"} or (who == "her" and not _NO_NOUN.match(rest))
        return f"{text[: match.start('who')]}{_short(antecedent)}{chr(39) + 's' if possessive else ''}{rest}"

    def complete(self, text: str) -> str:
        """Return a clause that only says that something ended or began with what that is; empty where none was told."""
        match = _ELLIPTIC.match(text.rstrip(".! "))
        if match is None:
            return text
        return f"{match['what']} {self.doing}{match['when']}" if self.doing else ""

    def mention(self, text: str, clause: Clause | None = None) -> None:
        """Note whom and what a clause mentions, for the pronouns behind it."""
        if named := _NAMED.match(text):
            self._add(f"{named['whose'].lower()} {named['kin']} {named['name']}", named["name"])
            return
        for match in _OWN_PERSON.finditer(text):
            self._add(f"{match.group()[:1].lower()}{match.group()[1:]}", match["name"] or "")
        for match in _SOMEBODY.finditer(text):
            self._add(f"my {match['kin']} {match['name']}", match["name"])
        if definite := _DEFINITE.match(text):
            self._add(f"my {definite['kin'].lower()}")
        self._mention_names(text)
        if clause is not None and clause.who == "user" and (doing := _doing(clause)):
            self.doing = doing
        if (clause is not None and clause.who in {"kin", "named"} and clause.subject.split(" ")[0] in self.names) or (
            clause is not None and clause.who == "kin"
        ):
            self.people.append(clause.subject)
        if clause is not None and clause.who == "named" and clause.subject.isalpha():
            self._mention_name(clause.subject)
        self._mention_things(text, clause)

    def _antecedent(self, pronoun: str) -> str:
        if pronoun in {"it", "its"}:
            return self.thing
        if pronoun in {"they", "their"} and self.several:
            return self.several
        sex = _SEX.get(pronoun, "")
        for subject in reversed(self.people):
            if pronoun == "they" and not _is_plural(subject) and self._sex_of(subject):
                continue
            if sex and (_SEVERAL.search(subject) or self._sex_of(subject) not in {"", sex}):
                continue
            if sex:
                self.sexes.setdefault(subject.split()[-1], sex)
            return subject
        if not sex:
            return self.thing if self.thing and _is_plural(self.thing) else ""
        return next((name for name in reversed(self.others) if self.sexes.get(name, sex) == sex), self.thing)

    def _sex_of(self, subject: str) -> str:
        words = set(re.findall(r"[\w-]+", subject.lower()))
        if words & listed("people.female"):
            return "she"
        if words & listed("people.male"):
            return "he"
        return next((self.sexes[word] for word in subject.split() if word in self.sexes), "")

    def _add(self, person: str, name: str = "") -> None:
        self.people.append(person)
        if name:
            self.names.add(name)

    def _mention_names(self, text: str) -> None:
        for match in _CALLED.finditer(text):
            names = re.findall(_TITLED, match["names"])
            self.names.update(names)
            if len(names) > 1:
                self.people += reversed(names)
                self.several = match["names"]
            else:
                self.people.append(f"my {match['kin']} {names[0]}" if is_person({match["kin"].lower()}) else names[0])
        for match in _OTHER_NAME.finditer(text):
            self._mention_name(match["name"])

    def _mention_name(self, name: str) -> None:
        if name not in self.names:
            self.others.append(name)
            self.names.add(name)

    def _mention_things(self, text: str, clause: Clause | None) -> None:
        if clause is not None and clause.who == "owned" and clause.subject.lower().startswith(("my ", "our ")):
            noun = re.split(r" (?:with|of|at|in|from|for|about|to|on)\b", clause.subject.lower())[0]
            words = set(re.findall(r"[\w-]+", noun))
            if not is_person(words) and not words & listed("things.not_told"):
                self.thing = clause.subject
        for match in _THING.finditer(text):
            head = match["thing"].split()[-1]
            if head in _NO_THINGS:
                continue
            self.thing = f"my {match['thing']}" if len(match["thing"].split()) < 3 else f"my {head}"
            if is_person({head}):
                self.people.append(self.thing)


def _doing(clause: Clause) -> str:
    """Return what somebody does as a thing: "smoking" of "I used to smoke a lot"; empty where it is no doing."""
    verb, rest = clause.verb, clause.text.rstrip(".! ")[-len(clause.rest) :] if clause.rest else ""
    rest = rest if rest.lower() == clause.rest else clause.rest
    if verb == "use" and rest.startswith("to "):
        verb, _, rest = rest[3:].partition(" ")
    if verb in _NO_DOING or verb in listed("clauses.idle"):
        return ""
    forms = (f"{verb}ing", f"{verb[:-1]}ing", f"{verb}{verb[-1:]}ing")
    gerund = next((one for one in forms if verb_form(one) == (verb, "ing")), "")
    found = _OBJECT.match(rest)
    return f"{gerund} {found[0].strip() if found is not None else ''}".strip() if gerund else ""


def _of_one(rest: str) -> str:
    """Return " also work nights" as one person does it: " also works nights"."""
    words = rest.split(" ")
    at = next((place for place, word in enumerate(words) if word and not is_adverb(word.lower())), 0)
    return " ".join([*words[:at], conjugated(words[at]), *words[at + 1 :]]) if words[at] else rest


def _is_plural(subject: str) -> bool:
    last = subject.rsplit(maxsplit=1)[-1]
    plural = last.islower() and last.endswith("s") and not last.endswith("ss")
    return plural or _SEVERAL.search(subject) is not None or " and " in subject


def is_person(words: set[str]) -> bool:
    """Return whether a word for somebody's people or pets is among the words."""
    return not words.isdisjoint(people())


def _short(subject: str) -> str:
    """Return a name by itself; pets and things keep what they are."""
    match = _BESIDE.match(subject)
    words = set(re.findall(r"[\w-]+", subject.lower()))
    is_human = match is not None and words & (listed("people.kin") | listed("people.others"))
    return match["name"] if match is not None and is_human else subject
