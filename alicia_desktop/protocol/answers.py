"""The text of an answer: its sentences joined, and whether one copy of it says less than another."""

from collections.abc import Iterable


def join_sentences(texts: Iterable[str]) -> str:
    """Return the texts of an answer as one, with a space where neither side brings white space."""
    parts: list[str] = []
    for text in filter(None, texts):
        if parts and not parts[-1][-1].isspace() and not text[0].isspace():
            parts.append(" ")
        parts.append(text)
    return "".join(parts)


def says_less(text: str, received: str) -> bool:
    """Return whether a copy of an answer is empty, or only the beginning of what was received of it.

    White space says nothing: two servers, and two looks at one of them, may join sentences in other ways.
    """
    words, known = text.split(), received.split()
    return len(words) < len(known) and words == known[: len(words)]
