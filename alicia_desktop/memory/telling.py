"""What a person wants of the memory, and what is worth keeping at all: the rules behind `extraction`.

Never kept: questions, small talk, what is said to the assistant about the conversation itself, passing moods, opinions
on the world, and whatever the person asks not to be remembered.
"""

import re
from typing import Final

from alicia_desktop.memory.analysis import is_small_talk, names_in
from alicia_desktop.memory.facts import fact_of
from alicia_desktop.memory.language import english
from alicia_desktop.memory.voice import to_statement
from alicia_desktop.memory.words import terms_of, words_of

LONGEST_STATEMENT: Final = 400
"""Characters; a longer clause is a text that was pasted, not something told."""

_POLITE: Final = r"(?:please |can you |could you |i want you to |i['’]d like you to |you should |you can |always )*"
PRIVATE: Final = re.compile(
    r"\b(?:don['’]t|do not|never) (?:remember|store|save|keep|memori[sz]e|write down|record) (?:this|that|it|any)"
    r"|\boff the record\b|\bthis is private\b|\bkeep this (?:private|between us)\b|\bbetween you and me\b",
    re.IGNORECASE,
)
REMEMBER: Final = re.compile(
    rf"^{_POLITE}(?:remember|note|keep in mind|don['’]t forget|do not forget|make a note|memori[sz]e|save|store)"
    r"(?: (?:this|that|down|the fact|it))*[\s,:–-]+(?=\S)",
    re.IGNORECASE,
)
FORGET: Final = re.compile(
    rf"^{_POLITE}(?:forget|unlearn|delete|erase)\b(?: (?:about|that|the fact|what i (?:said|told you)|everything|all"
    r"|you know|it|this))*[\s,:]*(?P<what>.*?)[.!?]*$",
    re.IGNORECASE,
)
OF_ONESELF: Final = re.compile(
    r"^(?:(?:on|in|at|every|last|next|this|since|for|from|after|before|during|by|most|these|when"
    r"|while|if|yesterday|today"
    r"|tomorrow|tonight|nowadays|sometimes|usually|recently|lately|currently|unfortunately|luckily|as)\b.{0,60}?)?"
    r"\b(?:i|my|we|our|both my|all my|one of my|some of my)\b",
    re.IGNORECASE,
)
"""A clause whose subject is the person, perhaps after a time or a place."""
_FIRST_PERSON: Final = re.compile(r"\b(?:i|my|mine|we|our|me)\b", re.IGNORECASE)
_TO_THE_ASSISTANT: Final = re.compile(
    r"^(?:i|we) (?:(?:really|just|also|still|would|do|don['’]t|do not|didn['’]t|can['’]t|cannot|can|could|might) )*"
    r"(?:wonder|ask|mean|see|understand|agree|disagree|hope so|guess|suppose|bet|know|doubt|hear"
    r"|appreciate|thank|asked|said"
    r"|think so|think not|want (?:to (?:know|ask|talk|chat|see|hear|test|try)|you)|need (?:your|you|help|to know|an? )"
    r"|like to (?:know|ask|talk)|have (?:a|another|one|some) (?:\w+ )?(?:question|request|problem with you)|told you"
    r"|was (?:wondering|asking|saying|kidding|joking)|(?:am|was) (?:talking|speaking) (?:to|with|about))\b"
    r"|^i (?:love|like|hate) (?:it|that|this|you)[.!]?$|^my (?:question|point|bad|apologies|message|request|mistake)\b"
    r"|^(?:i['’]ll|i will|let me|we['’]ll) (?:try|see|check|think|be back|wait|do that|let you know|ask)\b"
    r"|\b(?:can|could|would) you\b|^i (?:can|could)n?(?:['’]t)? (?:hear|see|understand) (?:you|that|it)\b",
    re.IGNORECASE,
)
_OPINION: Final = re.compile(
    r"^i (?:also |really |just )?(?:think|guess|suppose|believe(?! in)|imagine|assume)\b", re.IGNORECASE
)
_MOOD: Final = re.compile(
    r"^i['’]?(?:m| am) (?:just )?(?:wondering|asking|curious|sure|not sure|kidding|joking|sorry|back"
    r"|here|ready|done|fine|ok"
    r"|okay|good|great|well|listening|confused|lost|impressed|afraid (?:so|not|that))\b(?!\s+(?:at|in|with|about|to)\s)"
    r"|^i['’]?(?:m| am) (?:so |very |a bit |really |quite |pretty |just )*(?:tired|hungry|thirsty"
    r"|bored|busy|sleepy|cold|hot)"
    r"(?: (?:now|today|right now|again|tonight))?[.!]?$",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(r"^(?P<name>[A-ZÀ-Þ][\w-]+(?: [A-ZÀ-Þ][\w-]+)*)(?:['’]s? |\s)(?=\w)")
_KIN: Final = re.compile(r"^(?:mum|mom|dad|grandma|grandpa|granny)\b(?! ?,)", re.IGNORECASE)
_THING: Final = re.compile(r"^the\b", re.IGNORECASE)
_GENERAL: Final = frozenset(
    ("the", "this", "that", "these", "those", "there", "it", "what", "such", "people", "everyone")
)


def is_worth_keeping(clause: str, *, asked_for: bool) -> bool:
    """Return whether a clause tells something lasting of the person, their people or their things."""
    words = words_of(clause)
    if len(words) < 2 or len(clause) > LONGEST_STATEMENT or is_small_talk(clause):
        return False
    if asked_for:
        return True
    if clause.endswith("?") or not terms_of(clause):
        return False
    if any(pattern.search(clause) for pattern in (_TO_THE_ASSISTANT, _OPINION, _MOOD)):
        return False
    if OF_ONESELF.match(clause):
        return len(words) > 2 or bool(names_in(clause))
    return _is_of_somebody(clause)


def _is_of_somebody(clause: str) -> bool:
    if _KIN.match(clause) or (_THING.match(clause) and english().own_things & set(words_of(clause))):
        return bool(fact_of(clause).attribute)
    named = _NAMED.match(clause)
    if named is not None and named["name"].split()[0].lower() not in _GENERAL and names_in(named["name"]):
        return bool(fact_of(clause).attribute)
    return _FIRST_PERSON.search(clause) is not None and bool(fact_of(to_statement(clause)).attribute)
