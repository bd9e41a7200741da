"""One clause taken apart where it tells several things of the person: name, age, home, each allergy."""

import re
from typing import Final

from alicia_desktop.memory.vocabulary import listed

KIN: Final = "|".join(
    sorted(
        (one for one in listed("people.kin") | listed("people.others") | listed("people.pets")), key=len, reverse=True
    )
)


_AGED_HEAD: Final = re.compile(
    r"^(?P<head>(?:I am|[Mm]y (?:[\w-]+ ){1,3}is) )(?P<art>an? )(?P<age>\d{1,3}"
    r"|\w+(?:-\w+)?)[ -]year[ -]old (?P<rest>\w.*)$"
)
_AGE_FIRST: Final = re.compile(
    r"^I am (?P<age>[1-9]\d),? (?!(?:yo|yrs?|y/o|years|months|weeks|days|hours|minutes|miles|km|metres"
    r"|meters|cm|kilos|kg|stone|pounds|percent|times|per"
    r"|today|tomorrow|now|on|in|at|next|this|and|or|of|to|lol|already|soon|going|with|but"
    r"|so|after|though|by|when|if|then|too|as)\b|%)(?P<rest>\w.*)$"
)
_AGE_AT: Final = re.compile(r"^(?P<head>I am (?:already |now )?(?:an?|the) [\w -]+?) at (?P<age>[1-9]\d)$")
_AGE_LAST: Final = re.compile(r"^(?P<head>(?:.*\b)?I .+), (?:and )?(?:at|aged) (?P<age>\d{2})$")
_ORIGIN: Final = re.compile(
    r"^(?P<head>I (?:am|study|live|work) .+?),? (?:and |but )?(?:originally from (?P<where>.+)"
    r"|from (?P<home>.+) originally)$"
)
_DICTATED_FROM: Final = re.compile(
    r"^(?P<head>I am (?!from|in|at|on|not|so|very|just"
    r"|an?\b)[a-z]+) (?:(?P<age>\d{2}) ?(?:years old )?)?(?:and )?from (?P<where>[a-z]+(?: [a-z]+)?)$"
)
_FROM: Final = re.compile(
    r"^(?P<head>I am (?!\w+ing\b|born|from|originally|a fan|back|away|moving|recover"
    r"|suffer)(?:[\w'-]+ ?){1,5}?),? (?:and )?(?:originally "
    r"|and I am )?from (?!\w+day\b|January|February|March|April|May|June|July|August|\w+ember\b"
    r"|October)(?P<where>(?:the |a |an )?[A-ZÀ-ÖØ-Þ].*)$"
)
_LIVING_IN: Final = re.compile(r"^(?P<head>I am (?!living).+?),? (?:now |currently |and )?living in (?P<where>.+)$")
_ALLERGIC: Final = re.compile(r"^(?P<head>.*\ballergic to )(?P<what>[^,;]+(?:, [^,;]+)*,? and (?:to )?[^,;]+)$")
_WITH_THEIRS: Final = re.compile(
    rf"^(?P<who>(?:[Mm]y |[A-Z])[\w' -]*?) (?:is|lives|moved) .*\bwith (?:his|her|their) (?P<what>(?:two|three"
    rf"|four|five|six|\d+) (?:[\w-]+ )?(?:{KIN}))\b"
)
_TWO: Final = (
    re.compile(
        r"^(?P<head>.+? )(?P<one>(?P<prep>from|to|for|with|on|off|at|about|of"
        r"|by) [\w' -]+?),? and (?P<two>(?P=prep) [\w' -]+)(?:, .*)?$"
    ),
    re.compile(
        r"^(?P<head>(?:I|we) have (?:got )?)(?P<one>(?:an?|one|two|three"
        r"|four) [\w' ,-]+?),? and (?P<two>(?:an?|one|two|three|four) (?:[\w-]+ )?(?:called"
        r"|named) .+)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?P<head>(?:I|we|[Mm]y [\w ]+?) (?:really |always |usually )?(?:prefers?|likes?"
        r"|loves?|uses?|hates?|drinks?|eats?|works?|speaks?|takes?|sits?|sleeps?|plays?|buys?"
        r"|wears?|goes|go|have|has|keeps?) )(?P<one>(?!to )[\w' -]+? (?:at|on|in|for|with"
        r"|during) [\w' -]+?) and (?P<two>[\w' -]+ (?:at|on|in|for|with|during) [\w' -]+)$"
    ),
)
"""Two things of one verb: "I work on trains and on buses", "I have a cat and a dog called Rex", "tea at ten and …"."""
_DENIED: Final = re.compile(r"^(?:[^\s,]+ ){1,4}?(?:\w+n't|not|never|no longer|neither)\b", re.IGNORECASE)
"""Behind a denial nothing is said by itself: "I am not from Oslo" never tells that somebody is from Oslo."""


def refined(clause: str) -> list[str]:
    """Return one clause as several where it tells several things of the person: name, age, home; each allergy."""
    found: list[str] = []
    if _DENIED.match(clause):
        return _each(clause)
    if origin := _ORIGIN.match(clause):
        found.append(f"I am originally from {origin['where'] or origin['home']}")
        clause = origin["head"]
    if beside := _WITH_THEIRS.match(clause):
        found.append(f"{beside['who']} has {beside['what']}")
    text = _introduced(_dictated(_aged(clause, found), found), found)
    if home := _FROM.match(text):
        found.append(_lived(f"I am from {home['where']}", found))
        text = home["head"]
    text = _lived(text, found)
    return [*found, *_each(text)]


def _aged(text: str, found: list[str]) -> str:
    """Set the age apart from who somebody is: "a 30-year-old nurse", "I am Ann, 30"."""
    if aged := _AGED_HEAD.match(text):
        found.append(f"{aged['head']}{aged['age']} years old")
        rest = aged["rest"]
        article = "" if rest.startswith(("from ", "living ")) else "an " if rest[0] in "aeiou" else "a "
        text = f"{aged['head']}{article}{rest}"
    if aged := _AGE_FIRST.match(text):
        found.append(f"I am {aged['age']}")
        year = re.match(r"(?:first|second|third|fourth|final|last) (?:year|term|semester)", aged["rest"])
        text = f"I am {'in my ' if year else ''}{aged['rest']}"
    if aged := _AGE_AT.match(text):
        found.append(f"I am {aged['age']} years old")
        return aged["head"]
    if aged := _AGE_LAST.match(text):
        found.append(f"I am {aged['age']} years old")
        return aged["head"]
    return text


def _dictated(text: str, found: list[str]) -> str:
    """Set home and age apart from a name without capitals and commas: "I am ann 30 from york"."""
    plain = _DICTATED_FROM.match(text)
    if plain is None:
        return text
    found.append(f"I am from {plain['where']}")
    if plain["age"]:
        found.append(f"I am {plain['age']} years old")
    return plain["head"]


def _each(text: str) -> list[str]:
    """Return a clause once for each thing that its verb has: each allergy, or the first and the second."""
    if allergy := _ALLERGIC.match(text):
        parts = [part for part in re.split(r",? and (?:to )?|, (?:to )?", allergy["what"]) if part]
        return [f"{allergy['head']}{part}" for part in parts]
    if both := _BOTH_OF.match(text):
        return [f"{both['head']} {both['one']}", f"{both['head']} {both['two']}"]
    two = next((match for pattern in _TWO if (match := pattern.match(text))), None)
    return [text] if two is None else [f"{two['head']}{two['one']}", f"{two['head']}{two['two']}"]


_ADJECTIVE: Final = (
    r"(?:allergic|obsessed|mad|crazy|afraid|scared|terrified|vegan|vegetarian|pescatarian"
    r"|diabetic|dyslexic|autistic|asthmatic|pregnant|married|single"
    r"|divorced|widowed|retired|unemployed|self-employed|deaf|blind|colou?r-?blind|left-handed"
    r"|right-handed|engaged|lactose|gluten|coeliac|celiac"
    r"|based|originally|currently|living|studying|working|training|learning|in (?:my|her"
    r"|his|year|class|the)|from|on (?:my|a|the|insulin)|into"
    r"|keen on|fond of|good at|bad at|an? |the (?:eldest|youngest|oldest|only)|my |quite "
    r"|very |really |almost |nearly |\d)"
)
_BOTH_OF: Final = re.compile(
    rf"^(?P<head>(?:I am|(?:[Mm]y |[Oo]ur )?(?:[\w'-]+ ){{0,3}}?[\w'-]+ (?:is|are))) (?P<one>(?:{_ADJECTIVE}"
    rf"|[a-z]+(?:-[a-z]+)?(?= and|,))(?:(?! and )[^,;])*?),?"
    rf" and (?:also |now |still )?(?P<two>(?!\d){_ADJECTIVE}[^,;]*)$"
)
"""Two things that somebody is: "she is three and mad about diggers"."""


def _introduced(text: str, found: list[str]) -> str:
    """Set the parts of "I am Aisha, 27, from Lahore, a nurse" apart."""
    first, *parts = re.split(r",? and (?=an? |from |living )|, ", text)
    if not re.match(r"I am \S", first) or len(first.split()) > 8:
        return text
    for part in parts:
        if re.match(r"an? ", part) and part.split()[1].lower() in listed("things.jobs"):
            found.append(f"I am {part}")
        elif re.match(
            r"(?:originally |now |currently )?(?:from|living in|based in|born in|working as"
            r"|married|divorced|single|retired|in my|in the|on) |(?:married|divorced|single"
            r"|retired)$",
            part,
        ):
            found.append(
                f"I {'was' if part.startswith('born') else 'am'} {part}"
                if "living in" not in part
                else f"I live in {part.split('living in ')[1]}"
            )
        elif re.match(r"(?:an? )(?!bit|little|lot|few|couple)[\w-]+", part) and re.search(r"\d|[A-Z]", first[4:]):
            found.append(f"I am {part}")
        else:
            return text if not found else f"{first}, {', '.join(parts[parts.index(part) :])}"
    return first if parts else text


def _lived(text: str, found: list[str]) -> str:
    """Set "living in …" apart from what somebody is."""
    match = _LIVING_IN.match(text)
    if match is None:
        return text
    found.append(f"I live in {match['where']}")
    return match["head"]
