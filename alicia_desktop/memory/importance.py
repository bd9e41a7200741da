"""How much of what comes later may depend on a message: 0-1, by rules that need no model.

The same signs that make a statement worth storing make a message worth keeping in view: what somebody says of
themselves, names and numbers, decisions, code. Small talk and an assistant that does not know are worth least.
"""

import re
from typing import Final

from alicia_desktop.memory.api_types import UNKNOWN_IMPORTANCE
from alicia_desktop.memory.quality import fact_density, is_failure, is_pure_question
from alicia_desktop.memory.retrieval.analysis import is_small_talk
from alicia_desktop.store.records import Role

SMALL_TALK: Final = 0.1
FAILURE: Final = 0.15
PINNED_FROM: Final = 0.8
"""Importance from which a message is pinned by itself (docs/memory.md#context-for-an-answer)."""
READ: Final = 4_000
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


def importance_of(text: str, role: Role) -> float:
    """Return the importance of a message; only the person's own words can reach what is pinned by itself."""
    read = text[:READ].strip()
    if not read:
        return 0.0
    if role == "assistant" and is_failure(read):
        return FAILURE
    if is_small_talk(read):
        return SMALL_TALK
    return round(min(1.0, max(0.0, _asked(read) if is_pure_question(read) else _told(read, role))), 3)


def _asked(text: str) -> float:
    return 0.3 + 0.2 * fact_density(text)


def _told(text: str, role: Role) -> float:
    score = UNKNOWN_IMPORTANCE - 0.15 + 0.3 * fact_density(text)
    if _CODE.search(text):
        score += 0.15
    if role != "user":
        return min(score, PINNED_FROM - 0.05)
    score += 0.1 * bool(_OF_ONESELF.search(text)) + 0.3 * bool(_DECIDED.search(text))
    score -= 0.1 * bool(_ASIDES.search(text))
    return max(score, 0.9) if _ASKED_TO_KEEP.search(text) else score
