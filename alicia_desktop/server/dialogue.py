"""What the model is told, and whether what it says may stand. Pure: text in, text out.

A model of 135 million parameters follows an example better than a rule, believes the fact that stands nearest to the
question, and mixes up facts that are alike. So its prompt is one worked example, the few facts that are nearly as
good as the best one, the best of them last, and the question. Measured on ten questions with two wrong facts beside
the right one: this form has 10 of 10, facts in the system prompt 5, facts as earlier turns 0. What it says is held
against the fact before anybody sees it (`recall.Found.stands`).
"""

import re
from dataclasses import dataclass
from typing import Final

from alicia_desktop.server.engines.contract import ChatMessage

FACTS_SMALL: Final = 2
FACTS_LARGE: Final = 8
NEARLY: Final = 0.75
"""A fact joins the best one when its relevance is at least this part of the best one's."""
HISTORY_SMALL: Final = 2
"""Earlier messages that a small model is shown, where no fact is in play."""
HISTORY_CHARACTERS_SMALL: Final = 600

_SMALL: Final = "You are Alicia, a friendly assistant. You answer in one or two short sentences."
_SMALL_FACTS: Final = "You are Alicia, a friendly assistant. You answer in one short sentence."
_LARGE: Final = (
    "You are Alicia, a warm and attentive assistant in a conversation that may be spoken: answer briefly and plainly, "
    "in the language of the user. What follows under Known is what the user told you earlier; use it where it helps, "
    "never invent more."
)
_EXAMPLE: Final = (
    ChatMessage(
        role="user",
        content="You said: My sister Ann plays chess on Sundays.\nWhen does my sister play chess?",
    ),
    ChatMessage(role="assistant", content="Your sister Ann plays chess on Sundays."),
)
_EXAMPLE_CHAT: Final = (
    ChatMessage(role="user", content="Hi!"),
    ChatMessage(role="assistant", content="Hello! How can I help you today?"),
    ChatMessage(role="user", content="What is the capital of Italy?"),
    ChatMessage(role="assistant", content="The capital of Italy is Rome."),
)
_FIRST_PERSON: Final = re.compile(r"\b(?:I|I['’]m|my|mine|me|we|our)\b", re.IGNORECASE)
_ABOUT_PERSON: Final = re.compile(
    r"^\W*(?:where|when|who|whose|what|which|how (?:old|many|much|tall|long))\b.*"
    r"\b(?:my|our|mine|(?:am|do|did|have) i)\b",
    re.IGNORECASE,
)
_ADVICE: Final = re.compile(r"\b(?:should|could|would|can|recommend|suggest|think|mean)\b", re.IGNORECASE)
NOT_TOLD: Final = "I don't know that yet. Tell me, and I will remember it."
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_PLAIN: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "am",
        "do",
        "does",
        "did",
        "have",
        "has",
        "had",
        "will",
        "would",
        "can",
        "could",
        "may",
        "might",
        "must",
        "shall",
        "should",
        "i",
        "you",
        "he",
        "she",
        "it",
        "we",
        "they",
        "me",
        "him",
        "her",
        "us",
        "them",
        "my",
        "your",
        "his",
        "its",
        "our",
        "their",
        "mine",
        "yours",
        "this",
        "that",
        "these",
        "those",
        "and",
        "or",
        "but",
        "if",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "from",
        "by",
        "with",
        "about",
        "as",
        "into",
        "than",
        "then",
        "so",
        "not",
        "no",
        "yes",
        "what",
        "who",
        "whom",
        "whose",
        "which",
        "when",
        "where",
        "why",
        "how",
        "there",
        "here",
        "said",
        "told",
        "also",
        "very",
        "just",
        "called",
        "name",
        "user",
        "know",
        "tell",
        "i'm",
        "you're",
        "that's",
    ]
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """Something remembered that may answer the question."""

    content: str
    relevance: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """An earlier message of the conversation."""

    role: str
    text: str


def asks_about_person(text: str) -> bool:
    """Whether only the person can have told the answer: nothing that a small model says of it could be true."""
    return bool(_ABOUT_PERSON.search(text)) and not _ADVICE.search(text)


def small_prompt(question: str, facts: tuple[Fact, ...], history: tuple[Said, ...]) -> tuple[ChatMessage, ...]:
    """Return the prompt for a small model."""
    if not facts:
        return (
            ChatMessage(role="system", content=_SMALL),
            *_EXAMPLE_CHAT,
            *_recent(history),
            ChatMessage(role="user", content=question),
        )
    close = [fact.content for fact in closest(facts, FACTS_SMALL)]
    told = " ".join(_as_sentence(content) for content in reversed(close))
    return (
        ChatMessage(role="system", content=_SMALL_FACTS),
        *_EXAMPLE,
        ChatMessage(role="user", content=f"You said: {told}\n{question}"),
    )


def large_prompt(question: str, facts: tuple[Fact, ...], history: tuple[Said, ...]) -> tuple[ChatMessage, ...]:
    """Return the prompt for a model that can read."""
    known = "\n".join(f"{at}. {fact.content}" for at, fact in enumerate(facts[:FACTS_LARGE], 1))
    return (
        ChatMessage(role="system", content=f"{_LARGE}\n\nKnown:\n{known or 'Nothing that bears on this.'}"),
        *(_message(said) for said in history),
        ChatMessage(role="user", content=question),
    )


def closest(facts: tuple[Fact, ...], most: int) -> tuple[Fact, ...]:
    """Return the best fact and those nearly as good, best first."""
    best = max((fact.relevance for fact in facts), default=0.0)
    near = [fact for fact in facts if fact.relevance >= best * NEARLY]
    return tuple(sorted(near, key=lambda fact: -fact.relevance)[:most])


def acknowledgement(told: tuple[str, ...]) -> str:
    """Return what is said to news such as "Your dog is called Biscuit.", for a model too small to answer it well."""
    clauses = [clause.strip().rstrip(".!") for clause in told]
    lowered = [clause[0].lower() + clause[1:] if clause.startswith("You") else clause for clause in clauses if clause]
    return f"I will remember that {' and that '.join(lowered)}."


def speaks_as_user(sentence: str) -> bool:
    """Whether `sentence` says of the speaker what was asked about the user, as small models do ("I'm a nurse")."""
    return _FIRST_PERSON.search(sentence) is not None


def names_only(sentence: str, *, known: str) -> bool:
    """Whether every name and number in `sentence` is one of those in `known`: small models make up both."""
    return _names_and_numbers(sentence) <= words(known)


def words(text: str) -> frozenset[str]:
    """Return the content words of `text`, without their endings."""
    found = (word.lower().replace("’", "'") for word in _WORD.findall(text))
    return frozenset(_stem(word) for word in found if word not in _PLAIN)


def _stem(word: str) -> str:
    word = word.removesuffix("'s")
    for ending in ("ing", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def _names_and_numbers(sentence: str) -> frozenset[str]:
    """Return what looks like a name (a capital that does not begin the sentence) or a number."""
    found = _WORD.findall(sentence)
    marked = [word for at, word in enumerate(found) if word[0].isdigit() or (at > 0 and word[0].isupper())]
    return words(" ".join(marked))


def _recent(history: tuple[Said, ...]) -> tuple[ChatMessage, ...]:
    recent = history[-HISTORY_SMALL:]
    return tuple(_message(said) for said in recent if len(said.text) <= HISTORY_CHARACTERS_SMALL)


def _message(said: Said) -> ChatMessage:
    return ChatMessage(role="assistant" if said.role == "assistant" else "user", content=said.text)


def _as_sentence(content: str) -> str:
    content = content.strip()
    return content if content.endswith((".", "!", "?")) else content + "."
