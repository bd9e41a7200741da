"""Check what a small model says, and say something true in its place. Pure: text in, text out.

A model of 135 million parameters mixes up facts that are alike, makes up names and numbers, and speaks of itself when
the person was meant. So what it says is held against the fact before anybody sees it (`recall.Found.stands`).
"""

import re
from datetime import date
from typing import Final

from alicia_desktop.memory.grammatical_person import to_second_person
from alicia_desktop.memory.retrieval.analysis import analyse, asks_indirectly, is_question
from alicia_desktop.memory.segmentation import sentences_of
from alicia_desktop.memory.vocabulary import english

_FIRST_PERSON: Final = re.compile(r"\b(?:I|I['’]m|my|mine|me|we|our)\b", re.IGNORECASE)
_TELL_ME: Final = re.compile(
    r"^\W*(?:please |can you |alicia )*(?:(?:tell|remind) me\b.*\b(?:my|our|i)\b"
    r"|(?:name|list) (?:me |all |of )*(?:my|our)\b)",
    re.IGNORECASE,
)
_RECAP: Final = re.compile(
    r"\bwhat (?:did|have|were|was) (?:we|i) (?:\w+ )?(?:talk|discuss|speak|spoke|spoken|said|say|tell|told|chat)"
    r"|\b(?:sum|summari[sz]e|recap)\b[^.?!]{0,20}\b(?:conversation|talk|chat|discussion|so far)\b|\bwhere were we\b"
    r"|\bwhat (?:is|was) (?:this|our) (?:conversation|chat|talk) about\b",
    re.IGNORECASE,
)
_PARTICULAR: Final = re.compile(r"\babout (?!\s*$|so far|today|earlier|before)\w+", re.IGNORECASE)
_KEEP_IN_MIND: Final = re.compile(
    r"^(?:please |alicia,? )*(?:remember|don['’]t forget|keep in mind|note)(?: that)? ", re.IGNORECASE
)
_OF_PERSON: Final = re.compile(r"^You(?:r|['’](?:re|ve|ll|d))?\b(?! asked:)(?! are (?:a |an )?(?:bot|program|machine))")
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_NUMBER: Final = re.compile(r"\d+(?:[.,:/-]\d+)*")
MAX_RECALLED: Final = 8
ANY_DAY: Final = date(2000, 1, 1)
"""What sort of line it is does not hang on the day."""
JUST_TOLD: Final = "You have just told me, and I will remember it."
NOT_KEPT: Final = "I will not keep that: it stays in this conversation and does not go into my memory."
PLAIN_WORDS: Final = frozenset(
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


def wants_to_be_told(text: str) -> bool:
    """Return whether `text` asks: a question, "Tell me about my brother.", "I forgot where I parked."."""
    return is_question(text) or asks_indirectly(text) or _TELL_ME.search(text) is not None


def asks_for_recap(text: str) -> bool:
    """Return whether the whole conversation is asked about; a question about one thing in it goes to the memory."""
    return _RECAP.search(text) is not None and not _PARTICULAR.search(text.rstrip(" ?.!"))


def recap(summaries: tuple[str, ...], said: tuple[str, ...]) -> str:
    """Summarise the conversation: lines of its summaries, then what the user said since, each once.

    A line of a summary made without a model names its speaker; only the person's own count.
    """
    lines = [line for summary in summaries for line in summary.splitlines() if not line.startswith("Alicia: ")]
    sentences = (sentence for line in [*lines, *said] for sentence in sentences_of(line.removeprefix("User: ")))
    spoken = dict.fromkeys(told for sentence in sentences if (told := _recalled(sentence)))
    return "So far you told me:\n\n" + "\n".join(f"- {told}" for told in [*spoken][-MAX_RECALLED:])


def told_of_self(said: tuple[str, ...]) -> list[str]:
    """Return what the person told of themselves and their own in these messages, each as said to them."""
    recalled = (_recalled(sentence) for text in said for sentence in sentences_of(text))
    return [*dict.fromkeys(told for told in recalled if _OF_PERSON.match(told))][-MAX_RECALLED:]


def said_of(question: str, said: tuple[str, ...]) -> str | None:
    """Return the last sentence in these messages, no question, that has every word of what is asked; else None."""
    asked = words(question)
    told = [sentence for text in said for sentence in sentences_of(text) if not is_question(sentence)]
    return next((one for one in reversed(told) if asked and asked <= words(one)), None)


def _recalled(sentence: str) -> str:
    """Rephrase a sentence of the user for the recap; empty for requests and small talk."""
    plain = _KEEP_IN_MIND.sub("", sentence.strip())
    intent = analyse(plain, today=ANY_DAY).intent
    if intent in {"information_request", "memory_recall"}:
        return "" if asks_for_recap(plain) else f"You asked: {plain}"
    if not plain or intent not in {"statement", "general"}:
        return ""
    told = to_second_person(plain).rstrip(".!")
    return f"{told[:1].upper()}{told[1:]}." if told else ""


def forgotten(count: int, *, both: bool = True) -> str:
    """Return the reply after `count` memories were forgotten; nothing of them is named again.

    `both` says whether the user's device forgets them, too: then it has before this is shown.
    """
    if not count:
        return "I found nothing of that in my memory, so there was nothing to forget."
    what = "it" if count == 1 else f"those {count} things"
    if not both:
        return f"I have forgotten {what} here. Your device may still have the words in its copy of our conversation."
    return f"I have forgotten {what}. The words are gone from our conversation, its history and the search, too."


def speaks_as_user(sentence: str) -> bool:
    """Return whether `sentence` says of the assistant what is true of the user, as small models do ("I'm a nurse")."""
    return _FIRST_PERSON.search(sentence) is not None


def names_only(sentence: str, *, known: str) -> bool:
    """Return whether every name and number in `sentence` is one of those in `known`: small models invent both."""
    return _names_and_numbers(sentence) <= words(known) and _numbers(sentence) <= _numbers(known)


def in_order(sentence: str, *, fact: str) -> bool:
    """Return whether the words of `fact` come in `sentence` as they do there, each at most as often.

    "Max is Lena" has only words of "Lena's brother Max is ten", and is not what it says.
    """
    left = iter(_plain_words(fact))
    told = frozenset(_plain_words(fact)) - PLAIN_WORDS
    return all(word in left for word in _plain_words(sentence) if word in told)


def _plain_words(text: str) -> list[str]:
    return [word.lower().replace("’", "'").removesuffix("'s") for word in _WORD.findall(text)]


def relations_only(sentence: str, *, known: str) -> bool:
    """Return whether every sister or dog in `sentence` is in `known`: small models guess who Emma is."""
    return words(sentence) & words(" ".join(english().persons)) <= words(known)


def words(text: str) -> frozenset[str]:
    """Return the content words of `text`, without their endings."""
    found = (word.lower().replace("’", "'") for word in _WORD.findall(text))
    return frozenset(word_stem(word) for word in found if word not in PLAIN_WORDS)


def word_stem(word: str) -> str:
    """Return a word in lower case without the endings of its forms, roughly."""
    word = word.removesuffix("'s")
    for ending in ("ing", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def _numbers(text: str) -> frozenset[str]:
    """Return the numbers of `text`, each whole: a time is no two numbers."""
    return frozenset(_NUMBER.findall(text))


def _names_and_numbers(sentence: str) -> frozenset[str]:
    """Return what looks like a name (a capital that does not begin the sentence) or a number."""
    found = _WORD.findall(sentence)
    marked = [word for at, word in enumerate(found) if word[0].isdigit() or (at > 0 and word[0].isupper())]
    return words(" ".join(marked))
