"""Rate a text: failure answers, pure questions, facts, and the importance of a message, by rules without a model.

The same signs that make a statement worth storing make a message worth keeping in view: what somebody says of
themselves, names and numbers, decisions, code. Small talk and an assistant that does not know are worth least.
"""

import re
from typing import Final

from alicia_desktop.memory.retrieval.analysis import is_small_talk
from alicia_desktop.store.records import Role

UNKNOWN_IMPORTANCE: Final = 0.5
"""Of what nothing and nobody has judged."""

_FAILURE: Final = re.compile(
    r"\bno specific mention\b|\bno previous conversation history\b|\bas an AI\b|\bI(?:['’]m| am) an AI\b"
    r"|\bI (?:don['’]t|do not) (?:have|know|recall|remember) any(?:thing about"
    r"| (?:\w+ )?(?:information|record|details?))\b"
    r"|\bI (?:don['’]t|do not) have (?:access to|(?:that|this|enough|specific|any specific) information)\b"
    r"|\bI(?:['’]m| am) (?:sorry, but I|(?:not able|unable) to (?:find|recall|access|provide|remember))\b",
    re.IGNORECASE,
)
"""What assistants say when they do not know."""
_SPEAKER: Final = re.compile(r"^[^\W\d_][\w .'’-]{0,30}:\s+")
_RECALLING: Final = re.compile(
    r"\b(?:do you remember|can you recall|what did i tell|remember anything)\b", re.IGNORECASE
)
_TELLING: Final = re.compile(
    r"\b(?:i have|i own|i['’]m|i am|my \w+(?:\s\w+)? (?:is|are|was|has)|name is|user(?:['’]s)? \w+)\b", re.IGNORECASE
)
_NAME: Final = re.compile(r"(?<=[\w,] )[A-Z][a-z]+")
_NUMBER: Final = re.compile(r"\d")
_PARTNER: Final = re.compile(r"\b(?:wife|husband|spouse|fianc[eé]e?)\b", re.IGNORECASE)
"""Whoever is nearest to somebody is asked about most."""
SMALL_TALK_IMPORTANCE: Final = 0.1
FAILURE_IMPORTANCE: Final = 0.15
AUTO_PIN_IMPORTANCE: Final = 0.8
"""Importance from which a message is pinned by itself (docs/memory.md#context-for-an-answer)."""
MAX_SCORED_CHARACTERS: Final = 4_000
"""Characters of a message that are read; a pasted text does not become important by its length."""
_ASKED_TO_KEEP: Final = re.compile(
    r"\b(?:remember (?:that|this|my|the)|don['’]t forget|never forget|keep in mind|note that|(?:this is|it['’]s) "
    r"(?:very |really )?important|important(?:ly)?:|from now on|always (?:call|use|answer|write))\b",
    re.IGNORECASE,
)
_DECIDED: Final = re.compile(
    r"\b(?:we (?:decided|agreed)|i(?:['’]ve| have)? decided|the (?:plan|decision|deadline|goal|budget|address|password)"
    r" is|let['’]s go with|i(?:['’]m| am) (?:allergic|pregnant|getting married|moving)|must (?:not|never))\b",
    re.IGNORECASE,
)
_OF_ONESELF: Final = re.compile(
    r"\b(?:i(?:['’]m| am)|i (?:have|own|live|work|like|love|hate|prefer|need|want)|my \w+)\b", re.IGNORECASE
)
_CODE: Final = re.compile(r"```")
_ASIDES: Final = re.compile(r"\b(?:maybe|perhaps|whatever|never mind|just kidding|by the way)\b", re.IGNORECASE)


def is_failure(text: str) -> bool:
    """Return whether `text` is an assistant saying that it does not know."""
    return _FAILURE.search(text) is not None


def is_pure_question(text: str) -> bool:
    """Return whether `text` only asks, and states nothing that would answer."""
    return is_hollow(text) or text.rstrip().endswith("?")


def is_hollow(text: str) -> bool:
    """Return whether `text` only asks whether something is remembered, which is never an answer."""
    return _RECALLING.search(text) is not None and not _TELLING.search(text)


def fact_density(text: str) -> float:
    """Return how many facts a text states, 0-1: names, numbers, a spouse, what is first-hand, its length."""
    said = _SPEAKER.sub("", text)
    names = min(len(_NAME.findall(said)), 2)
    signs = sum(pattern.search(said) is not None for pattern in (_NUMBER, _TELLING, _PARTNER))
    return min(1.0, 0.2 * (names + signs) + len(said) / 800)


def importance_of(text: str, role: Role) -> float:
    """Return the importance of a message, 0-1; only the user's own words can reach what is pinned automatically."""
    read = text[:MAX_SCORED_CHARACTERS].strip()
    if not read:
        return 0.0
    if role == "assistant" and is_failure(read):
        return FAILURE_IMPORTANCE
    if is_small_talk(read):
        return SMALL_TALK_IMPORTANCE
    return round(min(1.0, max(0.0, _asked(read) if is_pure_question(read) else _told(read, role))), 3)


def _asked(text: str) -> float:
    return 0.3 + 0.2 * fact_density(text)


def _told(text: str, role: Role) -> float:
    score = UNKNOWN_IMPORTANCE - 0.15 + 0.3 * fact_density(text)
    if _CODE.search(text):
        score += 0.15
    if role != "user":
        return min(score, AUTO_PIN_IMPORTANCE - 0.05)
    score += 0.1 * bool(_OF_ONESELF.search(text)) + 0.3 * bool(_DECIDED.search(text))
    score -= 0.1 * bool(_ASIDES.search(text))
    return max(score, 0.9) if _ASKED_TO_KEEP.search(text) else score
