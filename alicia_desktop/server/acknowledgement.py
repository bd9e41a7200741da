"""Say what was told and kept, for a model too small to: "I will remember that your dog is called Biscuit.".

Pure: text in, text out. Only what somebody plainly said is said back. What was read out of a long or unmarked sentence
may be true of another, only supposed, or cut off in the middle; it is kept all the same, but not repeated.
"""

import itertools
import re
from typing import Final

from alicia_desktop.memory.grammatical_person import to_second_person
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.vocabulary import verb_form
from alicia_desktop.server.small_model_guard import PLAIN_WORDS, word_stem, words

KEPT: Final = "Thank you for telling me. I will remember it."
MAX_REPEATED: Final = 4
"""Things that are said back; a longer list is nothing that anybody reads."""
MAX_COMMAS: Final = 1
"""In a clause that is said back: with more of them it is a list that was not read apart."""
MAX_WORDS_WITHOUT_MARK: Final = 16
"""In a sentence: in a longer one, clauses have mostly run into each other."""
WORDS_BEFORE: Final = 3
"""Words before a clause that may say that it is only somebody's opinion."""
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_REPORTING: Final = frozenset(
    ["because", "if", "so", "think", "thinks", "thought", "unless", "wish", "pretend", "whether"]
)
_FINITE: Final = frozenset(["is", "are", "was", "were", "has", "had", "will", "can"])
_AUXILIARY: Final = frozenset(
    ["have", "am", "be", "do", "does", "did", "would", "could", "should", "must", "may", "might", "cannot"]
)
_QUESTION_WORDS: Final = frozenset(["what", "who", "where", "when", "how", "which"])
_RELATIVE: Final = frozenset(["who", "whom", "whose", "which"])
"""Behind these goes on what was said before them."""
_CONTRACTED: Final = re.compile(r"^\w+['’](?:re|m|ve|s|d|ll)\b")
_FILLER: Final = re.compile(r",? \b(?:btw|by the way|tbh|lol|haha)\b", re.IGNORECASE)
_LOOSE_END: Final = re.compile(r"[ ,]+(?:so|and|but|because)$", re.IGNORECASE)
_PLAIN_SENTENCE: Final = re.compile(
    r"(?!(?:it|that|this|these|those|he|she|they|there|his|her|hers|their|its|who|what|which|if|when)\b)"
    r"(?!.*\b(?:you|your|yours|yourself|u)\b)[^\W\d_]",
    re.IGNORECASE,
)
"""Says itself whom or what it is about, and does not speak to the assistant."""
_SMALL_WORDS: Final = PLAIN_WORDS | frozenset(
    [
        "yours",
        "someone",
        "somebody",
        "everyone",
        "everybody",
        "nobody",
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
        "during",
        "before",
        "after",
        "last",
        "next",
    ]
)
"""Words that are no names wherever a clause begins with them."""
_UNRESOLVED: Final = re.compile(
    r"^(?:is|are|was|were|has|have|what|that|this|it|these|those|her|his|their|its|he|she|they|from now on|testing"
    r"|i|my|you (?:would|['’]d)(?: really)? like|[a-z]+ing (?:your|my))\b"
    r"|^your \w+s \w+ing\b|^(?!you\b)[a-z]+ (?:this|these|me) "
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


def acknowledgement(told: tuple[str, ...], said: str = "") -> str:
    """Return the reply to a statement such as "Your dog is called Biscuit.".

    Args:
        told: clauses of what was kept.
        said: the person's own message; empty where it is not known, and the clauses are repeated as they are.
    """
    clauses = [clause.strip().rstrip(".!") for clause in told]
    plain = [clause.strip().rstrip(".!") for clause in plainly_told(told, said)][:MAX_REPEATED]
    if not plain:
        return KEPT
    kept = [f"that {_inside_sentence(_LOOSE_END.sub('', _FILLER.sub('', clause)), said)}" for clause in plain]
    if len(plain) < len([one for one in clauses if one]):
        return f"I will remember {', '.join(kept)}, and the rest of what you told me."
    return f"I will remember {' and '.join(part for part in (', '.join(kept[:-1]), kept[-1]) if part)}."


def answer_told(told: tuple[str, ...], said: str, question: str) -> str | None:
    """Return the clause that answers a question of the same message, such as "What's my favourite number?"."""
    asked = words(question) - _QUESTION_WORDS
    return next((one for one in plainly_told(told, said) if asked and asked <= words(one)), None)


def restate(said: str) -> tuple[str, str] | None:
    """Return one plain sentence as one says it to the person, alone and inside another sentence."""
    from alicia_desktop.extraction.normalise import expand  # noqa: PLC0415 - its patterns take long to compile

    plain = expand(said).strip().rstrip(".!")
    if _PLAIN_SENTENCE.match(plain) is None or len(_WORD.findall(plain)) > MAX_WORDS_WITHOUT_MARK:
        return None
    clause = to_second_person(plain)
    clause = f"{clause[:1].upper()}{clause[1:]}"
    if re.search(r"[.,;:!?–—…\n\"]", plain) or not _is_plain(clause, plain):
        return None
    return clause, _inside_sentence(clause, said)


def plainly_told(told: tuple[str, ...], said: str, *, besides: str = "") -> tuple[str, ...]:
    """Return what may be repeated of what was told: whole plain clauses, and nothing of what was asked.

    Args:
        told: clauses such as "Your dog is called Biscuit.".
        said: the person's own message; empty where it is not known.
        besides: the part of it that asks or wishes, of which nothing is repeated.
    """
    plain = [one for one in told if one.strip(" .!")]
    if said:
        plain = [] if _is_run_on(said) else [one for one in plain if _is_plain(one.strip().rstrip(".!"), said)]
    return tuple(one for one in plain if not besides or not words(one) <= words(besides))


def _is_plain(clause: str, said: str) -> bool:
    spoken = [word.lower() for word in _WORD.findall(said)]
    is_whole = not (_UNRESOLVED.search(clause) or _SECOND_CLAUSE.search(clause)) and clause.count(",") <= MAX_COMMAS
    return is_whole and has_verb(clause) and _says_plainly(spoken, clause) and not _is_reported(spoken, clause)


def _says_plainly(spoken: list[str], clause: str) -> bool:
    """Return whether `clause` stands in what was said: its names before the same words, its end where a clause ends."""
    followed = set(itertools.pairwise(spoken))
    found = _WORD.findall(clause)
    names = {word for name in names_in(clause) for word in name.split()}
    if found and any((found[-1].lower(), word) in followed for word in (*_RELATIVE, "here")):
        return False
    return _is_subject_kept(spoken, clause) and all(
        (one.lower(), other.lower()) in followed
        for one, other in itertools.pairwise(found)
        if one in names and other.lower() in _FINITE
    )


def _is_subject_kept(spoken: list[str], clause: str) -> bool:
    """Return whether a clause such as "Your wife has gone" was not said of "she", who may be somebody else."""
    found = re.match(r"your (\w+) (?:has|had|was|will|can)\b", clause, re.IGNORECASE)
    if found is None or found[1].lower() not in spoken:
        return True
    behind = [after for one, after in itertools.pairwise(spoken) if one == found[1].lower()]
    return clause.split()[2].lower() in behind


def _is_reported(spoken: list[str], clause: str) -> bool:
    """Return whether a clause was only supposed by somebody: "The kids think it is because I am lazy"."""
    told = words(clause)
    at = next((at for at, word in enumerate(spoken) if word_stem(word) in told), 0)
    return bool(_REPORTING & set(spoken[max(0, at - WORDS_BEFORE) : at]))


def has_verb(clause: str) -> bool:
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
    return word.endswith(("n't", "ed")) or (form is not None and form.form in forms)


def _is_run_on(said: str) -> bool:
    """Return whether somebody wrote or dictated without marks between sentences."""
    return any(len(_WORD.findall(piece)) > MAX_WORDS_WITHOUT_MARK for piece in re.split(r"[.,;:!?–—\n]", said))


def _inside_sentence(clause: str, said: str) -> str:
    """Return a clause as it stands behind "that": its first word small unless it is a name, or was written so."""
    word, *_ = clause.split(maxsplit=1)
    first = word.lower().split("'")[0].split("’")[0]
    is_small = first in _SMALL_WORDS or (word.lower() in said.split() and word not in said.split())
    return clause[0].lower() + clause[1:] if is_small else clause
