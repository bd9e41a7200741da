"""What a half sentence tells that no rule can complete: as it stands, where it says enough of the person."""

import re

from alicia_desktop.memory.extraction import asides, marks
from alicia_desktop.memory.retrieval.analysis import names_in


def told_in_half(text: str, *, asked_for: bool) -> list[str]:
    """Return what a half sentence tells that no rule can complete."""
    if asked_for and len(text.split()) > 1:
        return [text]
    granted = list(dict.fromkeys([*asides.taken_for_granted(text), *asides.names_beside(text)]))
    if granted and text.lower().startswith("with "):
        return granted
    if marks.is_telling_fragment(text):
        return [
            text
            if _mentions(text)
            else f"I: {text[:1].lower()}{text[1:]}"
            if text.split(maxsplit=1)[0] not in _names(text)
            else f"I: {text}"
        ]
    return granted if _mentions(text) else []


def _names(text: str) -> set[str]:
    return {word for name in names_in(text) for word in name.split()}


def _mentions(text: str) -> bool:
    return re.search(r"\b(?:my|our|mine|ours)\b", text, re.IGNORECASE) is not None
