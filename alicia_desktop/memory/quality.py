"""What a memory's text is worth as an answer: facts above plain talk, questions below, failures nothing."""

import re
from typing import Final

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


def is_failure(text: str) -> bool:
    """Return whether `text` is an assistant saying that it does not know."""
    return _FAILURE.search(text) is not None


def is_pure_question(text: str) -> bool:
    """Return whether `text` asks and tells nothing that would answer."""
    return is_hollow(text) or text.rstrip().endswith("?")


def is_hollow(text: str) -> bool:
    """Return whether `text` only asks whether something is remembered, which is never given as an answer."""
    return _RECALLING.search(text) is not None and not _TELLING.search(text)


def fact_density(text: str) -> float:
    """Return 0-1: names, numbers and first-hand statements each count, a longer text a little."""
    said = _SPEAKER.sub("", text)
    names = min(len(_NAME.findall(said)), 2)
    return min(
        1.0, 0.2 * names + 0.2 * bool(_NUMBER.search(said)) + 0.2 * bool(_TELLING.search(said)) + len(said) / 800
    )
