"""How the sentences of an answer become its contents."""

from collections.abc import Iterable


def join_sentences(texts: Iterable[str]) -> str:
    """Join by a space where neither side brings white space of its own."""
    joined = ""
    for text in texts:
        tight = not joined or not text or joined[-1].isspace() or text[0].isspace()
        joined += text if tight else f" {text}"
    return joined
