"""One answer as a value: what is known of it, its text so far, and what is missing in it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from alicia_desktop.protocol.messages import AssistantSentence


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """One answer as far as it is known."""

    id: str
    question_id: str | None = None
    """The user's message; None while no StartAnswer or AssistantMessage told it."""
    started: bool = False
    """Whether a StartAnswer or AssistantMessage was seen; without, it may yet turn out to be part of another."""
    answer_type: str | None = None
    planned: int | None = None
    """How many sentences the server said it would send."""
    sentences: Mapping[int, AssistantSentence] = field(default_factory=dict)
    """By sequence number, in its order."""
    whole: str | None = None
    """The text of an AssistantMessage, which goes before that of the sentences."""
    stopped: bool = False
    """The person stopped it: what comes after is kept elsewhere, never shown or spoken."""
    after_stop: int = 0
    """Sentences that came after the stop."""
    ended: bool = False
    """Nothing more is expected: a final sentence or the whole message was seen, or `Answers.end` said so."""

    @property
    def text(self) -> str:
        """The answer as far as it is known, sentences joined by a space where neither side brings white space."""
        if self.whole is not None:
            return self.whole
        return join_sentences(sentence.text for sentence in self.sentences.values())

    @property
    def missing(self) -> tuple[int, ...]:
        """Sequence numbers that did not come although a later one did; counted from 1, or from 0 where there is a 0."""
        if not self.sentences or self.whole is not None:
            return ()
        last = max(self.sentences)
        return tuple(number for number in range(min(1, *self.sentences), last) if number not in self.sentences)

    @property
    def complete(self) -> bool:
        """Whether all of it is here."""
        return self.ended and not self.stopped and not self.missing


def join_sentences(texts: Iterable[str]) -> str:
    """Return the texts of an answer as one, with a space where neither side brings white space."""
    parts: list[str] = []
    for text in filter(None, texts):
        if parts and not parts[-1][-1].isspace() and not text[0].isspace():
            parts.append(" ")
        parts.append(text)
    return "".join(parts)
