"""A turn taken apart: sentences, then the clauses that each tell one thing.

Words that only open a sentence ("Well, by the way, I wanted to tell you that …") fall away.
"""

import re
from typing import Final

_BREAK: Final = re.compile(
    r"(?<!\bMr\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bMrs\.)(?<!\bvs\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\b[ap]\.m\.)"
    r"(?<=[.!?])[\"')]*\s+|\n+"
)
_OPENERS: Final = re.compile(
    r"^(?:(?:well|so|oh|ah|hm+|um+|uh|hey|hi|hello|okay|ok|yes|yeah|yep|no|nope|anyway|also|and|but"
    r"|plus|actually|honestly"
    r"|basically|by the way|btw|fyi|for your information|just so you know|you know|you know what|guess what|good news"
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
_VERBS: Final = (
    r"(?:have|work|live|like|love|enjoy|hate|play|study|want|need|own|drive|prefer|teach|speak"
    r"|collect|run|am|was|eat|drink"
    r"|went|moved|got|bought|started)"
)
_CLAUSES: Final = re.compile(
    r"\s*;\s*|,?\s+(?:and|but|so|while)\s+(?=(?:i|i['’]m|i['’]ve|my|we|our|she|he|they)\b"
    r"|(?-i:[A-Z][\w-]+) (?:is|has|was|lives|works|loves|likes|plays)\b)"
    r"|,\s+(?=(?:my|i|i['’]m|i['’]ve|we|our)\s+\w+)",
    re.IGNORECASE,
)
_SECOND_VERB: Final = re.compile(rf",?\s+and\s+(?=(?:(?:also|usually|now|really) )?{_VERBS}\b)", re.IGNORECASE)
_ASIDE: Final = re.compile(
    r"(?:,\s+(?:(?:so|and|but)\s+)?|\s+(?:so|and|but)\s+)(?=(?:can|could|would|will|do|did|should"
    r"|what|when|where|who|how|why|is|are|any)\b[^,]*\?$)",
    re.IGNORECASE,
)
_BEGINS: Final = re.compile(r"^(?:i|i['’]m|i['’]ve)\b", re.IGNORECASE)
_SUBORDINATE: Final = re.compile(
    r"^(?:if|when|while|because|since|although|after|before|as|unless|once)\b", re.IGNORECASE
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


def telling_part(sentence: str) -> str:
    """Return what a sentence tells before it turns into a question, empty when it only asks."""
    if not sentence.rstrip().endswith("?"):
        return sentence
    parts = _ASIDE.split(sentence.rstrip(), maxsplit=1)
    if len(parts) > 1 and parts[0].strip():
        return parts[0].strip()
    tag = re.match(r"^(.*\S),\s*(?:right|you know|okay|ok|isn['’]t it|remember)\?$", sentence.rstrip(), re.IGNORECASE)
    return tag[1] if tag else ""


def clauses_of(sentence: str) -> list[str]:
    """Return the clauses that each have a subject of their own; one that begins with "if" or "when" stays whole."""
    if _SUBORDINATE.match(sentence):
        return [sentence]
    clauses: list[str] = []
    for clause in _CLAUSES.split(sentence):
        parts = _SECOND_VERB.split(clause) if _BEGINS.match(clause) else [clause]
        clauses += [parts[0], *(f"I {part}" for part in parts[1:])]
    return [clause.strip() for clause in clauses if clause.strip()]
