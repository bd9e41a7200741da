"""Parse a statement into subject, attribute, value and negation, and compare two facts (docs/memory.md#duplicates).

`User's daughter Emma has a piano recital on Friday.` → (emma, has, piano recital on friday). A statement that cannot be
parsed keeps an empty attribute and is then only equal to itself. Whether a new statement repeats an old one or replaces
it is decided by what they say, never by how near their vectors are: "allergic to peanuts" and "allergic to penicillin"
are nearer to each other than many a paraphrase. Other names, numbers, dates or a negation are never the same.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from alicia_desktop.memory.own_name import introduced_name
from alicia_desktop.memory.vocabulary import english, known_words, listed, people, verb_form

_LIKES: Final = {"like", "love", "enjoy", "prefer", "adore"}
_DISLIKES: Final = {"hate", "dislike", "detest"}
_SKIPPED: Final = frozenset(
    [
        "really", "also", "usually", "always", "often", "still", "just", "currently", "now", "actually", "both",
        "recently", "already", "finally",
    ]
)  # fmt: skip
_JOB: Final = re.compile(r"^an? (?P<how>(?:[\w-]+ ){0,3}?)(?P<head>[a-z-]+)(?: (?:at|in|for|from|of|with|on)\b.+)?$")
_OCCUPATION: Final = re.compile(r".+(?:ologist|iatrist|grapher|therapist|engineer|teacher|manager|smith|maker)$")
"""Other endings are as often those of a belief, a habit or a family: "pacifist", "hiker", "grandmother"."""
_NO_JOB: Final = frozenset(
    [
        "good", "bad", "great", "terrible", "decent", "lousy", "brilliant", "hopeless", "big", "slow", "fast", "keen",
        "avid", "passionate", "enthusiastic", "hobby", "amateur", "aspiring", "former", "wannabe",
    ]
)  # fmt: skip
"""Before a word for an occupation: then it is no living."""
_WHEN: Final = re.compile(r",? (?:(?:in|since) (?:\w+ )?\d{4}|last \w+|(?:\w+ ){2}ago|recently)$", re.IGNORECASE)
_ADDITIONAL: Final = re.compile(
    r"\b(?:also|too|as well|weekends?|part[- ]time|on the side|evenings|summers?"
    r"|volunteer|second|another)\b",
    re.IGNORECASE,
)
"""Beside what somebody is or does otherwise; it takes no other's place."""
_MAX_NAME_WORDS: Final = 3
_MAX_VERB_POSITION: Final = 8
"""Words among which the verb of a statement is looked for; a longer subject is no simple statement."""
_CHANGED: Final = re.compile(
    r"\b(?:no longer|any ?more|not .+ now|moved|changed|switched|instead|rescheduled|postponed"
    r"|these days|is now|now is|now)\b",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(r"\b(?:not|never|no longer|cannot|\w+n['’]t)\b", re.IGNORECASE)
_NORMAL: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ARTICLES: Final = {"a", "an", "the", "very", "really", "just", "also", "actually", "so", "now"}
_LEADING_TIME: Final = re.compile(
    r"^(?P<lead>(?!User|[\w-]+['’]s )[\w ,-]{2,60}?),? (?P<told>User (?!and\b)(?!['’]).*)$"
)
_OWNED: Final = re.compile(r"^(?P<owner>User|[A-Z][\w-]*)['’]s? (?P<thing>.+)$")
DEATH: Final = "death"
"""The attribute of who has died, filed under their name, or else under what they were ("dog")."""
_DIED: Final = re.compile(
    r"^(?P<who>.+?),? (?:(?:has|have|had|just|sadly|suddenly|recently) )*"
    r"(?:died|passed (?:away|on)|is (?:now )?dead|(?:was|were|had to be|got) put (?:down|to sleep))\b(?P<when>.*)$"
    r"|^User (?:has |have )?had to (?:have|put) (?P<put>User['’]s .+?) (?:put )?(?:down|to sleep)\b(?P<day>.*)$"
)
Relation = Literal["same", "replaces", "other"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """The content of one statement."""

    normal: str
    """The statement in lower case without articles and marks."""
    subject: str = ""
    """Whom it is about: `user`, a name, or a relation."""
    attribute: str = ""
    value: str = ""
    denied: bool = False
    changed: bool = False
    """The statement itself says that something is other than before."""
    name: str = ""
    """Proper name of the subject, as written."""
    about: str = ""
    """All words of the subject: `daughter emma` where the subject is `emma`; `user` for the person; the owner of what
    belongs to somebody else."""

    @property
    def meta(self) -> dict[str, str | bool]:
        """Return the fact as a memory's `meta` stores it, the normal form as `statement`."""
        return {
            "statement": self.normal,
            "subject": self.subject,
            "attribute": self.attribute,
            "value": self.value,
            "denied": self.denied,
            "name": self.name,
            "about": self.about,
        }

    @property
    def single_valued(self) -> bool:
        """Return whether another value of this attribute replaces this one."""
        return self.attribute in english().single_valued or self.attribute.startswith(("favorite ", "name of "))

    @property
    def is_birth_year(self) -> bool:
        """Return whether it tells the year of a birth, and not the day."""
        return self.attribute == "birthday" and re.fullmatch(r"(?:in )?\d{4}", self.value) is not None


def fact_of(statement: str) -> Fact:
    """Parse a statement into a fact."""
    normal = normalise(statement)
    denied, changed = _DENIED.search(statement) is not None, _CHANGED.search(statement) is not None
    if not denied and (death := _death(statement, normal)) is not None:
        return death
    subject, verb, rest = _split(_move_lead_to_end(re.sub(r"\b(?:no longer|never) ", "", statement.rstrip(". !"))))
    if not verb:
        return Fact(normal=normal, denied=denied, changed=changed, name=_name(subject))
    attribute, value = _attribute(verb, rest)
    if attribute in {"job", "employer", "home"} and _ADDITIONAL.search(statement):
        attribute = f"other {attribute}"
    if introduced_name(statement) is not None:
        attribute = "name"
    owner, attribute, value = _owner(subject, attribute, value)
    return Fact(
        normal=normal,
        subject=owner,
        attribute=attribute,
        value=normalise(_CHANGED.sub(" ", value)),
        denied=denied,
        changed=changed,
        name=_name(subject),
        about=_about(subject, owner, attribute),
    )


def _death(statement: str, normal: str) -> Fact | None:
    """Return the fact that somebody named, or somebody of the user's, has died; None where a thing did, or nobody."""
    match = _DIED.match(statement.rstrip(". !"))
    if match is None:
        return None
    who = match["who"] or match["put"]
    owned = _OWNED.match(who)
    name = _name(who)
    kind = re.split(r"['’]s? ", owned["thing"] if owned is not None else "")[-1].lower().replace(name.lower(), "")
    head = (kind.split() or [""])[-1].strip(",")
    is_named = name != "" and (owned is not None or len(who.split()) <= _MAX_NAME_WORDS)
    if not (head in people() or is_named):
        return None
    value = normalise(match["when"] or match["day"] or "")
    if owned is not None and re.search(r"['’]s? ", owned["thing"]) is not None:
        head = normalise(owned["thing"])  # "boss dog": nobody of the user's own
    return Fact(normal=normal, subject=name.lower() or head, attribute=DEATH, value=value, name=name, about=head)


def subject_of(statement: str) -> str:
    """Return the words before the verb of a statement; all of them where it has none that is known."""
    return _split(_move_lead_to_end(statement.rstrip(". !")))[0]


def _about(subject: str, owner: str, attribute: str) -> str:
    """Return whom a subject is about: the first owner where it belongs to one ("boss" of "User's boss's wife").

    What somebody of the user's is called is a fact of the user, and about that somebody.
    """
    first, *belongings = re.split(r"['’]s? ", re.sub(r"^User['’]s ", "", subject), maxsplit=1)
    names = attribute.startswith("name of ") or attribute.endswith(" named")
    return normalise(first) if belongings or names or owner != "user" else owner


def normalise(text: str) -> str:
    """Return the words of `text` in lower case, contractions written out, without articles and fillers."""
    words = [word.lower().replace("’", "'") for word in _NORMAL.findall(text)]
    spread = [part for word in words for part in _written_out(word)]
    return " ".join(word for word in spread if word not in _ARTICLES)


def _written_out(word: str) -> tuple[str, ...]:
    if word.endswith("n't"):
        stem = {"ca": "can", "wo": "will", "sha": "shall"}.get(word[:-3], word[:-3])
        return (stem, "not")
    if word == "cannot":
        return ("can", "not")
    return (word.removesuffix("'s"),) if word.endswith("'s") else (word,)


def _move_lead_to_end(statement: str) -> str:
    """Return "User has choir practice on Tuesdays" for "On Tuesdays User has choir practice": the time is its value."""
    match = _LEADING_TIME.match(statement)
    return statement if match is None else f"{match['told']} {match['lead'][:1].lower()}{match['lead'][1:]}"


def _split(statement: str) -> tuple[str, str, str]:
    words = statement.split()
    for at in range(1, min(len(words), _MAX_VERB_POSITION)):
        low = words[at].lower().strip(",").replace("’", "'")
        if low in english().verbs or (words[at - 1] == "User" and verb_form(low) is not None):
            rest = [word for word in words[at + 1 :] if word.lower() not in _SKIPPED]
            subject = [word for word in words[:at] if word.lower() not in _SKIPPED]
            return " ".join(subject).strip(","), low, " ".join(rest)
    return statement, "", ""


def _attribute(verb: str, rest: str) -> tuple[str, str]:
    """Return the attribute of a verb and what follows it."""
    verb, rest = _without_perfect(*_without_negation(verb, rest))
    if verb in {"is", "are", "was", "were"}:
        return _attribute_of_be(rest)
    base = _base(verb)
    if base in {"live", "move"} and (match := re.match(r"(?:in|(?:from .+ )?to) (.+)", rest)) and _is_named(match[1]):
        return "home", _WHEN.sub("", match[1])
    if base == "work" and (match := re.match(r"(as|at|for) (.+)", rest)) and (match[1] == "as" or _is_named(match[2])):
        return ("job" if match[1] == "as" else "employer"), match[2]
    if base == "weigh":
        return "weight", rest
    if verb == "turned" and (match := re.match(r"(\d{1,3})(?: (?!hours|minutes|times|pages).*)?$", rest)):
        return "age", match[1]
    if base in _LIKES:
        return "likes", rest
    if base in _DISLIKES:
        return "dislikes", rest
    if (match := re.match(r"(?:up )?(?:in|from) (.+)", rest)) and base in {"grow", "come"} and _is_named(match[1]):
        return "origin", match[1]
    return base, rest


def _is_named(what: str) -> bool:
    """Return whether a place or a firm is meant by its name, also where no capitals are written: "rome", not "pain"."""
    words = re.findall(r"[^\W_][\w'-]*", what.removeprefix("the "))
    return bool(words) and (not words[0][0].islower() or (what.islower() and _plain_words().isdisjoint(words)))


@cache
def _plain_words() -> frozenset[str]:
    return known_words() | english().stop_words | {"themselves"}


def _attribute_of_be(rest: str) -> tuple[str, str]:
    for attribute, pattern in (
        ("allergy", r"allergic to (.+)"),
        ("name", r"(?:called|named) (.+)"),
        ("age", r"(\d+|[a-z]+(?:-[a-z]+)?)(?: years old| years of age)"),
        ("age", r"(\d{1,3})"),
        ("home", r"(?:living|based) in (.+)"),
        ("birthday", r"born on (.+)"),
        ("birthday", r"born (in (?:\w+ )?\d{4})"),
        ("origin", r"(?:born in|from|originally from) (.+)"),
        ("job", r"working as (.+)"),
        ("height", r"(\d.*) tall"),
        (
            "marital status",
            r"(?:happily |recently |newly |still )?(single|married|divorced|widowed|engaged|separated)(?: to .+)?",
        ),
    ):
        match = re.fullmatch(pattern, rest)
        if match and (attribute not in {"home", "origin"} or _is_named(match[1])):
            return attribute, match[1]
    return ("job" if _is_job(rest) else "is"), rest


def _is_job(rest: str) -> bool:
    match = _JOB.match(rest)
    if match is None or not _NO_JOB.isdisjoint(match["how"].split()):
        return False
    return match["head"] in listed("things.jobs") or _OCCUPATION.match(match["head"]) is not None


def _owner(subject: str, attribute: str, value: str) -> tuple[str, str, str]:
    """Return subject, attribute and value with "User's favorite color is blue" read as (user, favorite color, blue)."""
    match = _OWNED.match(subject)
    if match is None:
        return subject.lower(), attribute, value
    thing = match["thing"].lower().replace("favourite", "favorite")
    owner = match["owner"].lower()
    if name := _name(subject):
        return name.lower(), attribute, value
    head = thing.split()[-1]
    if attribute in {"is", "name"} and thing.endswith(" name") and (kin := re.match(r"(.+?)['’]s? name$", thing)):
        return owner, f"name of {kin[1]}" if kin[1] in english().single_relations else f"has {kin[1]} named", value
    if attribute == "name" and head in english().persons:
        return owner, f"name of {thing}" if head in english().single_relations else f"has {thing} named", value
    if head in english().persons:
        return thing if owner == "user" else f"{owner} {thing}", attribute, value
    if attribute in {"is", "job", "age", "birthday"}:
        known = {
            "hometown": "home",
            "home town": "home",
            "profession": "job",
            "occupation": "job",
            "birth date": "birthday",
        }
        return owner, known.get(thing, thing), re.sub(r"^on (?=\w)", "", value)
    return f"{owner} {thing}", attribute, value


def _without_negation(verb: str, rest: str) -> tuple[str, str]:
    """Return the verb that is denied, so that "doesn't like" and "likes" speak of the same."""
    if verb in {"doesn't", "don't", "didn't", "does", "do", "did"}:
        words = re.sub(r"^not ", "", rest).split(maxsplit=1)
        return (words[0].lower(), words[1] if len(words) > 1 else "") if words else (verb, "")
    if verb.endswith("n't"):
        return {"isn't": "is", "wasn't": "was", "aren't": "are", "hasn't": "has", "haven't": "have"}.get(
            verb, verb
        ), rest
    return verb, re.sub(r"^(?:not|never|no longer) ", "", rest)


def _without_perfect(verb: str, rest: str) -> tuple[str, str]:
    """Return "moved", "to Cork" for "has", "moved to Cork"."""
    first, _, behind = rest.partition(" ")
    form = verb_form(first) if verb in {"has", "have"} else None
    done = form is not None and form.form == "past" and first in english().verbs
    return (first, behind) if done else (verb, rest)


def _base(verb: str) -> str:
    known = {
        "has": "has",
        "have": "has",
        "had": "has",
        "goes": "go",
        "went": "go",
        "moved": "move",
        "grew": "grow",
        "came": "come",
    }
    if verb in known:
        return known[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith(("ches", "shes", "sses")):
        return verb[:-2]
    return verb.removesuffix("s")


def _name(subject: str) -> str:
    owned = _OWNED.match(subject)
    words = (owned["thing"] if owned and owned["owner"] == "User" else subject).split()
    proper = [
        word.strip(",")
        for word in words
        if word[:1].isupper() and not word.startswith("User") and word not in {"The", "My"}
    ]
    return re.sub(r"['’]s$", "", " ".join(proper)) if proper and (owned is None or owned["owner"] == "User") else ""


def compare_facts(new: Fact, old: Fact) -> Relation:
    """Return whether `new` is the same as `old`, replaces it, or is another fact."""
    if new.normal == old.normal:
        return "same"
    if not new.attribute or (new.subject, new.attribute) != (old.subject, old.attribute):
        return "other"
    equal = new.value == old.value
    if equal and new.denied == old.denied:
        return "same"
    if equal:
        return "replaces" if new.changed else "other"
    if new.is_birth_year != old.is_birth_year:
        return "other"  # the day of one birth, and the year of it
    if new.single_valued and not new.denied and not old.denied:
        # "lives in Dublin with User's girlfriend Aoife" says more than where: beside it the new home stands alone.
        return "other" if old.attribute == "home" and " with " in old.value else "replaces"
    return "other"
