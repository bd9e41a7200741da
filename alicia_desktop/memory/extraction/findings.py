"""What doctors found, and what came before what is told: "it's coeliac disease", "since I lost my job …"."""

import re
from typing import Final

from alicia_desktop.memory.vocabulary import listed

_FINDING: Final = re.compile(
    r"\b(?:doctor|results?|diagnos\w+|test|scan|mri|x-ray|clinic|hospital|specialist"
    r"|vet)\b",
    re.IGNORECASE,
)

_FOUND: Final = re.compile(
    r"^(?:it|that) (?:is|was|turned out to be) (?P<what>(?:an? )?[\w-]+(?: [\w-]+){0,2})$", re.IGNORECASE
)

_DOCTOR: Final = (
    r"(?:(?:the|my|our) )?(?:[\w-]+ )?(?:doctors?|doc|docs|gp|specialist|dentist|surgeon|vet|physio|consultant"
    r"|optician|nurse"
    r"|midwife|therapist|counsellor|\w+ologist|\w+iatrist|\w+ician)(?: (?:at|in|from) [\w ]{2,30}?)?|they"
)
_SUSPECTED: Final = re.compile(
    rf"^(?:{_DOCTOR}) (?P<says>thinks?|says?|said|suspects?|reckons?|told me|found(?: out)?"
    r"|believes?)(?: that)? (?:it (?P<is>is|might be|could be|may be|was)|I (?P<have>have|got"
    r"|might have|may have|could have)) (?:definitely |probably |only |just |most likely )?"
    r"(?P<what>(?!(?:fine|ok|okay|nothing|normal|not|to|been|a question|good)\b).+)$",
    re.IGNORECASE,
)
_SAID_SO: Final = re.compile(
    rf"^(?:{_DOCTOR}|he|she|it) (?:(?P<sure>says?|said|diagnosed)|thinks?|suspects?|reckons?)"
    r" (?:it is )?(?P<what>[\w-]+(?: [\w-]+){0,2})$",
    re.IGNORECASE,
)

_ILLNESS: Final = re.compile(
    r"^(?:it|that|this) (?:is|was|turned out to be"
    r"|turns out to be) (?P<what>(?:\w+ )?(?:disease|diabetes|cancer|asthma|celiac|coeliac"
    r"|arthritis|adhd|autism|anaemia|anemia|migraines?|allergy|intolerance|twins|a (?:boy"
    r"|girl)|pneumonia|covid|depression|burnout|epilepsy|eczema)\b.*)$",
    re.IGNORECASE,
)

_BEFOREHAND: Final = re.compile(
    r"\b(?:since|after|because|when|before|until|till) (?P<what>I (?:(?:lost|left|broke|quit"
    r"|moved|retired|had)(?<!before I had)"
    r"(?<!before I left)(?<!when I had)(?<!when I left)(?<!when I broke)(?<!when I lost)"
    r"|got (?:divorced|married|engaged|pregnant|promoted|sober)|became|retrained|qualified"
    r"|joined|turned|met|married|converted"
    r"|gave up|sold|was diagnosed|graduated) (?:(?! (?:I|we) )[^,.])+|(?:my|our) [\w' -]{2,30}? (?:died"
    r"|passed away|left(?: me)?|was born|were born|moved (?:out|away|in)|retired|gave (?:out"
    r"|up)|failed|broke|fell ill|got (?:ill|sick)|came along))\b",
    re.IGNORECASE,
)
_BEING: Final = re.compile(
    r"(?<=\w) (?:since|because|as) (?P<what>I am (?!not\b|here\b|sure\b|in\b|on\b|at\b)[^,.?!]+)[.!]*$"
)
_NOTHING: Final = re.compile(
    r"(?:fine|ok|okay|so|that|this|it|he|she|they|i|you|yes|no|hi|hello|we|my|good|bad|normal|nothing|not|very|all|so|too|negative|positive|clear|great)\b"
)


def found_in(piece: str, sentence: str) -> str:
    """Return "I have gout" for "it's gout" in a sentence about a test or a doctor; empty where nothing was found."""
    if not _FINDING.search(sentence) or (match := _FOUND.match(piece) or _SAID_SO.match(piece)) is None:
        return ""
    if match["what"][:1].isupper() and listed("things.health").isdisjoint(match["what"].lower().split()):
        return ""
    sure = match.re is _FOUND or match["sure"]
    return "" if _NOTHING.match(match["what"]) else f"I {'have' if sure else 'may have'} {match['what']}"


def suspected_in(text: str) -> str:
    """Return the illness that a clause names or that a doctor suspects, as the person's; empty where none is."""
    if illness := _ILLNESS.match(text):
        born = " boy" in text or " girl" in text
        return f"my baby is {illness['what']}" if born else f"I have {illness['what']}"
    if suspected := _SUSPECTED.match(text):
        sure = suspected["is"] in {"is", "was"} or suspected["have"] in {"have", "got"}
        sure = sure and suspected["says"].lower().startswith(("say", "said", "told", "found"))
        return f"I {'have' if sure else 'may have'} {suspected['what']}"
    return ""


def beforehand(sentence: str) -> str:
    """Return what "since I lost my job, …" tells beside its main clause; empty where nothing."""
    match = _BEFOREHAND.search(sentence) or _BEING.search(sentence)
    return "" if match is None or sentence.endswith("?") else match["what"]
