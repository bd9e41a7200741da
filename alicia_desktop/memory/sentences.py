"""A turn taken apart into sentences; `splitting` takes these apart into clauses.

Words that only open a sentence ("Well, by the way, I wanted to tell you that …") fall away.
"""

import re
from typing import Final

_BREAK: Final = re.compile(
    r"(?<!\bMr\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bMrs\.)(?<!\bvs\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\b[ap]\.m\.)"
    r"(?<=[.!?])[\"')]*\s+|\n+"
)
_OPENERS: Final = re.compile(
    r"^(?:(?:well|so|oh|ah|hm+|um+|uh|hey there|hi there|hello there|hey|hi|hello|okay|ok"
    r"|yes|yeah|yep|no|nope|anyway|also|and|but"
    r"|plus|actually|honestly"
    r"|basically|by the way|btw|fyi|scrap that|(?:just )?(?:to correct (?:you|that|myself)"
    r"|(?:an?|one)? ?(?:small|tiny|little|quick|minor|one|slight)? ?correction)"
    r"|for your info|for your information|just so you know|you know|you know what"
    r"|guess what|good news"
    r"|bad news|i mean|to be honest|as i said|like i said|thanks|thank you|sorry|right|sure|great|cool|in fact|oh and"
    r"|first|second|finally|alicia)\b[\s,.!:–-]*)+",
    re.IGNORECASE,
)
_FRAMES: Final = re.compile(
    r"^(?:i (?:just |also |really )?(?:want(?:ed)? to|would like to|['’]d like to|should|need to"
    r"|have to|must|forgot to|can)"
    r" (?:tell you|let you know|say|mention|share|add)(?: you)?(?: about)?(?: that)?|i want you to know(?: that)?"
    r"|you should know(?: that)?|let me tell you(?: that)?|did you know(?: that)?|it (?:turns|turned) out(?: that)?"
    r"|the (?:thing|fact|truth) is(?: that)?|i (?:think|guess|believe|suppose)(?: that)?|i told you(?: that)?)[\s,:]+"
    r"(?=(?:i|my|we|our)\b)",
    re.IGNORECASE,
)


def sentences_of(text: str) -> list[str]:
    """Return the sentences with their final marks."""
    return [sentence.strip() for sentence in _BREAK.split(text.strip()) if sentence and sentence.strip()]


def without_openers(sentence: str) -> str:
    """Return the sentence without greetings, fillers and frames such as "I wanted to tell you that"."""
    before = ""
    text = sentence.strip()
    while text != before:
        before = text
        text = _FRAMES.sub("", _OPENERS.sub("", text)).strip()
    return text
