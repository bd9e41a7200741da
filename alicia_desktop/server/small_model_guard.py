"""Check what a small model says, and say something true in its place. Pure: text in, text out.

A model of 135 million parameters mixes up facts that are alike, makes up names and numbers, and speaks of itself when
the person was meant. So what it says is held against the fact before anybody sees it (`recall.Found.stands`).
"""

import itertools
import re
from datetime import date
from typing import Final

from alicia_desktop.memory.grammatical_person import to_second_person
from alicia_desktop.memory.retrieval.analysis import analyse, is_question, names_in
from alicia_desktop.memory.segmentation import sentences_of
from alicia_desktop.memory.vocabulary import english, verb_form

_FIRST_PERSON: Final = re.compile(r"\b(?:I|I['’]m|my|mine|me|we|our)\b", re.IGNORECASE)
_ABOUT_PERSON: Final = re.compile(
    r"^\W*(?:where|when|who|whose|what|which|how (?:old|many|much|tall|long))\b.*"
    r"\b(?:my|our|mine|(?:am|do|did|have) i)\b",
    re.IGNORECASE,
)
_ADVICE: Final = re.compile(r"\b(?:should|could|would|can|recommend|suggest|think|mean)\b", re.IGNORECASE)
_TELL_ME: Final = re.compile(r"^\W*(?:please |can you |alicia )*(?:tell|remind) me\b.*\b(?:my|our|i)\b", re.IGNORECASE)
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
MAX_RECALLED: Final = 8
MAX_REPEATED: Final = 4
"""Things that are said back; a longer list is nothing that anybody reads."""
MAX_COMMAS: Final = 1
"""In a clause that is said back: with more of them it is a list that was not read apart."""
WORDS_BEFORE: Final = 3
"""Words before a clause that may say that it is only somebody's opinion."""
_REPORTING: Final = frozenset(["because", "if", "think", "thinks", "thought", "unless", "wish", "pretend", "whether"])
MAX_WORDS_WITHOUT_MARK: Final = 16
MAX_RUN_ON_WORDS: Final = 7
"""Of a clause out of what was written without marks: a longer one has mostly run into the next."""
_UNRESOLVED: Final = re.compile(
    r"^(?:is|are|was|were|has|have|what|that|this|it|these|those|her|his|their|its|he|she|they|from now on|testing"
    r"|i|my)\b"
    r"|^your name (?:is not|isn['’]t)\b|\b(?:is|are|was|has|have) (?:is|are|was|has|have|had)\b"
    r"|\b(?:the|an?|your|my) (?:you|i)\b|\b(?:and|or|but|so|with|of|to|the|a|an|your|because)\W*$",
    re.IGNORECASE,
)
_SECOND_CLAUSE: Final = re.compile(
    r"(?<!^)(?<!\bthat)(?<!\bwho)(?<!\bwhich)(?<!\bwhat)(?<!\bwhere)(?<!\bwhen)(?<!\bbecause)(?<!\bsince)(?<!\bif)"
    r"(?<!\bas)(?<!\bwhile)(?<!\band)(?<!\bbut)(?<!\bso)(?<!\bthan)(?<!\buntil)(?<!\bhow)(?<!\bwhy)(?<!\bbefore)"
    r"(?<!\bafter)(?<!\bor)(?<!,)(?<!\bthough)(?<!\bunless)(?<!\btill)(?<!\bwhether)"
    r"\s(?:you|he|she|it|we|they|i|this|there)(?:['’](?:re|ve|m|s|d)| (?:are|is|was|were|have|has|had|do|does|did"
    r"|can|will|drive|live|work|like|love|got|just|go|think|know|want|need|play|keep|am))\b",
    re.IGNORECASE,
)
ANY_DAY: Final = date(2000, 1, 1)
"""What sort of line it is does not hang on the day."""
NOT_TOLD: Final = "I don't know that yet. Tell me, and I will remember it."
NOT_KEPT: Final = "I will not keep that: it stays in this conversation and does not go into my memory."
KEPT: Final = "Thank you for telling me. I will remember it."
_FINITE: Final = frozenset(["is", "are", "was", "were", "has", "had", "will", "can"])
_AUXILIARY: Final = frozenset(
    ["have", "am", "be", "do", "does", "did", "would", "could", "should", "must", "may", "might", "cannot"]
)
_RELATIVE: Final = frozenset(["who", "whom", "whose", "which"])
"""Behind these goes on what was said before them."""
_FILLER: Final = re.compile(r",? \b(?:btw|by the way|tbh|lol|haha)\b", re.IGNORECASE)
_LOOSE_END: Final = re.compile(r"[ ,]+(?:so|and|but|because)$", re.IGNORECASE)
_DETERMINERS: Final = frozenset(
    [
        "yours",
        "every",
        "each",
        "all",
        "both",
        "some",
        "no",
        "any",
        "today",
        "tomorrow",
        "until",
        "since",
        "from",
        "for",
        "at",
        "in",
        "on",
        "during",
        "before",
        "after",
        "last",
        "next",
    ]
)
_CONTRACTED: Final = re.compile(r"^\w+['’](?:re|m|ve|s|d|ll)\b")
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


def asks_about_person(text: str) -> bool:
    """Return whether only the user can know the answer: nothing that a small model says of it could be true."""
    return bool(_ABOUT_PERSON.search(text)) and not _ADVICE.search(text)


def acknowledgement(told: tuple[str, ...], said: str = "") -> str:
    """Return the reply to a statement such as "Your dog is called Biscuit.", for a model too small to make one.

    Of `said`, the person's own message, only what it plainly says is repeated: a clause that was read out of a long
    sentence may say of one what is true of another.
    """
    clauses = [clause.strip().rstrip(".!") for clause in told]
    plain = [clause.strip().rstrip(".!") for clause in plainly_told(told, said)][:MAX_REPEATED]
    if not plain:
        return KEPT
    kept = [f"that {_inside_sentence(_LOOSE_END.sub('', _FILLER.sub('', clause)), said)}" for clause in plain]
    if len(plain) < len([one for one in clauses if one]):
        return f"I will remember {', '.join(kept)}, and the rest of what you told me."
    return f"I will remember {' and '.join(part for part in (', '.join(kept[:-1]), kept[-1]) if part)}."


def plainly_told(told: tuple[str, ...], said: str, *, besides: str = "") -> tuple[str, ...]:
    """Return what may be repeated of what was told: whole plain clauses, and nothing of what was asked.

    Args:
        told: clauses such as "Your dog is called Biscuit.".
        said: the person's own message; empty where it is not known.
        besides: the part of it that asks or wishes, of which nothing is repeated.
    """
    plain = [one for one in told if one.strip(" .!")]
    if said:
        plain = [one for one in plain if _is_whole(one) and _says_plainly(said, one.strip().rstrip(".!"))]
        plain = [one for one in plain if not _is_reported(one, said)]
        if _is_run_on(said):
            plain = [one for one in plain if len(_WORD.findall(one)) <= MAX_RUN_ON_WORDS]
    return tuple(one for one in plain if not besides or not words(one) <= words(besides))


def _is_whole(clause: str) -> bool:
    """Return whether a clause is one that can be said by itself: one subject with one verb, and nothing unresolved."""
    if _UNRESOLVED.search(clause) or clause.count(",") > MAX_COMMAS:
        return False
    return not _SECOND_CLAUSE.search(clause) and _has_verb(clause)


def _has_verb(clause: str) -> bool:
    """Return whether a verb stands behind the first word: "Your blood pressure readings" tells nothing."""
    _first, *others = [word.lower().replace("’", "'") for word in _WORD.findall(clause)] or [""]
    plural = clause.startswith("You ") or " and " in clause or any(word.endswith("s") for word in others[:2])
    known = _FINITE | _AUXILIARY
    return _CONTRACTED.match(clause) is not None or any(
        word in known or _is_verb(word, plural=plural) for word in others
    )


def _is_verb(word: str, *, plural: bool) -> bool:
    """Return whether a word may be the verb of a clause; a bare one only behind you, or two people."""
    form = verb_form(word)
    forms = {"s", "past", "base"} if plural else {"s", "past"}
    return word.endswith("n't") or (form is not None and form.form in forms)


def _is_reported(clause: str, said: str) -> bool:
    """Return whether a clause was only supposed by somebody: "The kids think it is because I am lazy"."""
    spoken = [word.lower() for word in _WORD.findall(said)]
    told = words(clause)
    at = next((at for at, word in enumerate(spoken) if _stem(word) in told), 0)
    return bool(_REPORTING & set(spoken[max(0, at - WORDS_BEFORE) : at]))


def _is_run_on(said: str) -> bool:
    """Return whether somebody wrote or dictated without marks between sentences."""
    return any(len(_WORD.findall(piece)) > MAX_WORDS_WITHOUT_MARK for piece in re.split(r"[.,;:!?–—\n]", said))


def _says_plainly(said: str, clause: str) -> bool:
    """Return whether each name of `clause` stands in `said` before the same word, and it ends where a clause does."""
    spoken = [word.lower() for word in _WORD.findall(said)]
    followed = set(itertools.pairwise(spoken))
    found = _WORD.findall(clause)
    names = {word for name in names_in(clause) for word in name.split()}
    if found and any((found[-1].lower(), word) in followed for word in _RELATIVE):
        return False
    return all(
        (one.lower(), other.lower()) in followed
        for one, other in itertools.pairwise(found)
        if one in names and other.lower() in _FINITE
    )


def _inside_sentence(clause: str, said: str = "") -> str:
    """Return a clause as it stands behind "that": its first word small unless it is a name, or was written so."""
    word = clause.split(maxsplit=1)[0]
    if word.lower() in said.split() and word not in said.split():
        return clause[0].lower() + clause[1:]
    first = clause.split(maxsplit=1)[0].lower().split("'")[0].split("’")[0]
    return clause[0].lower() + clause[1:] if first in _PLAIN | _DETERMINERS else clause


def wants_to_be_told(text: str) -> bool:
    """Return whether `text` asks, by a question or by "Tell me about my brother."."""
    return is_question(text) or _TELL_ME.search(text) is not None


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
    return _names_and_numbers(sentence) <= words(known)


def relations_only(sentence: str, *, known: str) -> bool:
    """Return whether every sister or dog in `sentence` is in `known`: small models guess who Emma is."""
    return words(sentence) & words(" ".join(english().persons)) <= words(known)


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
