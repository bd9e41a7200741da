"""Sentences that leave "I" out: "moved here in May", "type one diabetic here", "can't swim"."""

import re
from typing import Final

from alicia_desktop.memory.vocabulary import listed, verb_form

_HERE: Final = re.compile(
    r"^(?P<what>(?:an? )?(?!(?:i|we|it|not|is|am|all|back|up|down|over|out|right|come|look"
    r"|anybody|anyone|nothing|error)\b)[\w ,-]{3,40}?) here(?:,.*)?$",
    re.IGNORECASE,
)
_NONE: Final = re.compile(
    r"^no (?P<what>(?:kids|children|pets|siblings|car|allerg\w+|partner|job|tv|telly|garden"
    r"|brothers|sisters|family|religion|debts?|smartphone|licence)\b[^.?!]*)$",
    re.IGNORECASE,
)
_CANNOT: Final = re.compile(
    r"^(?:(?:really|just|still|also|personally|sadly) )*(?:(?:can't|couldn't|can only|could "
    r"never|never could|never can) (?!you\b|i\b|we\b|wait\b|believe\b|complain\b|find\b|open\b"
    r"|see\b)\w+"
    r"|haven't (?:had|got|been|eaten|drunk|smoked|seen my|driven|worked|spoken) |didn't "
    r"(?:grow|go to|finish|learn|have) "
    r"|don't (?:really |usually |often |ever |even )*(?:like|eat|drink|smoke|drive|own|have"
    r"|speak|wear|sleep|work|cook|believe in|vote|celebrate|mind)\b"
    r"|won't (?:eat|drink|fly|drive|touch)\b)",
    re.IGNORECASE,
)
_SORT_OF_PERSON: Final = re.compile(
    r"^(?:an? )?(?:[\w'-]+ ){0,3}(?:nerd|geek|enthusiast|addict|buff|fanatic|household|family"
    r"|hater|sceptic|believer|survivor|sufferer|carer|rider|runner|swimmer"
    r"|gamer|hoarder|collector|insomniac|introvert|extrovert|night owl|early bird|lefty|parent"
    r"|immigrant|expat|student|trainee|apprentice|veteran|pensioner"
    r"|(?:dog|cat|morning|evening|night|outdoor|tea|coffee|beach|city|country|people) person)$",
    re.IGNORECASE,
)
_FINITE: Final = re.compile(r"\b(?:is|are|was|were|has|can|would|should|will|does|do|did)\b")
_LEFT: Final = re.compile(
    r"left (?:school|home|my|the (?:army|navy|church|country|police)|university|college|uni|work|teaching)\b",
    re.IGNORECASE,
)


def with_i(sentence: str) -> str:
    """Return a sentence that begins with what was done, "sold the flat and …", with its subject; any other as it is."""
    words = sentence.split()
    place = next((at for at, word in enumerate(words[:3]) if word.lower() not in listed("forms.before_verb")), 0)
    form = verb_form(words[place].lower().strip(",")) if words else None
    if _CANNOT.match(sentence) and not sentence.endswith("?"):
        return f"I {lowered(sentence)}"
    told = form is not None and form.form == "past" and form.lemma not in {"be", "can", "will", "shall"}
    return (without_i(sentence) or sentence) if told and not sentence.endswith("?") else sentence


def without_i(piece: str) -> str:
    """Return "I moved here in May" for "Moved here in May"; empty where a piece does not begin with what was done."""
    if re.match(r"used to \w+", piece, re.IGNORECASE):
        return f"I {lowered(piece)}"
    words = piece.split()
    place = next((at for at, word in enumerate(words[:4]) if word.lower() not in listed("forms.before_verb")), 0)
    form = verb_form(words[place].lower().strip(","))
    if form is None or form.form != "past" or form.lemma == "be" or len(words) < place + 2:
        return ""
    first, after = words[place].lower(), words[place + 1].lower()
    if (
        first in listed("forms.not_done")
        or after in {"by", "from", "is", "are"}
        or (first == "left" and not _LEFT.match(piece))
    ):
        return ""
    is_so = {"to", "with", "for", "since", "twice", "and", "on"} | listed("things.jobs") | listed("people.kin")
    state = first in listed("forms.states") and after.strip(",") in is_so
    return "" if state else f"I {lowered(piece)}"


def doing(piece: str) -> str:
    """Return "I am saving for a van" for "Saving for a van"; empty where nothing is going on."""
    words = piece.split()
    place = next((at for at, word in enumerate(words[:4]) if word.lower() not in listed("forms.before_verb")), 0)
    form = verb_form(words[place].lower().strip(","))
    after = words[place + 1].lower().strip(",") if len(words) > place + 1 else ""
    if form is None or form.form != "ing" or not after or after in listed("forms.named_by_doing"):
        return ""
    waits = re.match(r"(?:looking forward|hoping for the best)", piece, re.IGNORECASE)
    return "" if waits or _FINITE.search(piece.lower()) else f"I am {lowered(piece)}"


def somebody(piece: str) -> str:
    """Return who "Big Tolkien nerd", "age 52", "type one diabetic here" is; empty where it is nobody."""
    if _SORT_OF_PERSON.match(piece) and not _FINITE.search(piece.lower()):
        return f"I am {article(piece)}"
    stands = re.match(r"(?:retired|divorced|married|widowed|single) [\w-]+", piece, re.IGNORECASE)
    if stands and _is_somebody(stands.group()):
        return f"I am {article(piece)}"
    if aged := re.match(r"aged? (?P<years>\d\d)\b", piece, re.IGNORECASE):
        return f"I am {aged['years']} years old"
    here = _HERE.match(piece)
    return f"I am {article(here['what'])}" if here and _is_somebody(here["what"]) else ""


def unable(piece: str) -> str:
    """Return what somebody cannot do or has none of: "can't swim", "no kids"."""
    if none := _NONE.match(piece):
        return f"I have no {none['what']}"
    return f"I {lowered(piece)}" if _CANNOT.match(piece) else ""


def _is_somebody(what: str) -> bool:
    """Return whether "type one diabetic", "mum of three" says who somebody is."""
    words = re.findall(r"[\w-]+", what.lower())
    lists = ("things.jobs", "things.health", "things.diets", "people.kin", "people.others")
    known = any(word in listed(name) for word in words for name in lists)
    return (
        known
        or re.search(r"(?:ist|ian|ic|er|or|owl|bird|person|fan|veteran|insomniac)$", words[-1] if words else "")
        is not None
    )


def article(piece: str) -> str:
    """Return a noun with its article."""
    text = lowered(piece)
    first = text.split()[0].lower()
    if first in {"a", "an", "the", "my", "our"} or first.endswith("'s") or first[0].isdigit():
        return text
    second = text.split()[1].lower() if len(text.split()) > 1 else ""
    if first in {
        "dentist",
        "doctor",
        "gp",
        "vet",
        "physio",
        "optician",
        "hairdresser",
        "plumber",
        "electrician",
    } and second not in {"appointment", "appt"}:
        return f"the {text}"
    return f"{'an' if first[0] in 'aeiou' else 'a'} {text}"


def lowered(piece: str) -> str:
    """Return a piece as it stands in a sentence."""
    first = piece.split(maxsplit=1)[0]
    return piece if first.isupper() and len(first) > 1 else f"{piece[:1].lower()}{piece[1:]}"
