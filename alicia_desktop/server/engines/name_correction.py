"""Put right names in a transcript that the recogniser does not know: "Siapen" was "Siobhan", who is in the memories.

A recogniser that is told names beforehand writes twice as many of them rightly, but hears them where nobody said them,
and changes other words (docs/decisions/0024-names-in-transcripts.md). So a transcript is made without them, and only
where the recogniser was unsure of words that sound like a name, the sound decides between the two.

    spans = find_candidates(words, log_probabilities, names)
    # [Candidate(start=2, stop=3, name="Siobhan", distance=0.16)]

How much two spellings sound alike is a weighted edit distance of letters after what most languages of Europe make of
them: vowels are near each other, voiced and unvoiced consonants are, and silent letters cost little.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

MAX_NAMES: Final = 200
"""Names that one transcript is compared with."""
MAX_CANDIDATES: Final = 4
MAX_SPANS: Final = 24
"""Places that are compared with the names; in speech that was hardly understood there would be hundreds."""
MAX_WORDS: Final = 3
"""Recognised words that may have been one name."""
MAX_DISTANCE: Final = 0.18
UNSURE: Final = -0.2
"""Mean log probability of the tokens of words that may be a name; words that were understood are nearer to 0."""
MIN_GAIN: Final = -1.0
"""Log probability of the sound with the name less that with the words, for the name to be taken: names are rare words,
so it may be a little less probable. Of 30 names and sentences, right ones had −4 to 17, nearly all others under −8."""
MIN_LETTERS: Final = 3

_SPELLINGS: Final = (
    *(("szcz", "S"), ("sch", "S"), ("tch", "C"), ("cz", "C"), ("sz", "S"), ("sh", "S"), ("ch", "C"), ("ph", "f")),
    *(("th", "t"), ("gh", "g"), ("kh", "k"), ("ck", "k"), ("qu", "kw"), ("zh", "S"), ("dz", "z"), ("tz", "z")),
    *(("ts", "z"), ("wh", "w"), ("kn", "n"), ("wr", "r"), ("x", "ks")),
)
_LETTERS: Final = str.maketrans({"ł": "l", "ß": "ss", "ø": "o", "æ": "e", "đ": "d", "þ": "t", "ð": "d"})
_VOWELS: Final = frozenset("aeiouy")
_KINDS: Final = ("bp", "dt", "gkqcC", "fvw", "szSjC", "mn", "lr")
_KINDS_APART: Final = ("bp", "dt", "gkqcCszSj", "fv", "mn", "lr")
_GLIDES: Final = (frozenset("yj"), frozenset("ij"), frozenset("uw"))


@dataclass(frozen=True, kw_only=True, slots=True)
class NameCandidate:
    """Words of a transcript that may have been a name."""

    start: int
    stop: int
    """Words from `start` to before `stop`."""
    name: str
    distance: float


def find_candidates(
    words: Sequence[str], log_probabilities: Sequence[Sequence[float]], names: Iterable[str]
) -> list[NameCandidate]:
    """Return words that sound like names and were not understood well, the most alike first.

    Args:
        log_probabilities: Of the tokens of each word.
    """
    keys = {name: sound_of(name) for name in list(dict.fromkeys(names))[:MAX_NAMES]}
    found = []
    for start, stop in _unsure_spans(log_probabilities):
        heard = sound_of("".join(bare(word)[0] for word in words[start:stop]))
        found += [
            NameCandidate(start=start, stop=stop, name=name, distance=distance)
            for name, key in keys.items()
            if len(key) >= MIN_LETTERS
            and _may_be_near(heard, key)
            and (distance := sound_distance(heard, key, limit=MAX_DISTANCE)) <= MAX_DISTANCE
        ]
    return sorted(found, key=lambda one: one.distance)[:MAX_CANDIDATES]


def _unsure_spans(log_probabilities: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Return where each few words begin and end that were not understood well, the worst first."""
    spans = []
    for start in range(len(log_probabilities)):
        for stop in range(start + 1, min(start + MAX_WORDS, len(log_probabilities)) + 1):
            tokens = [one for word in log_probabilities[start:stop] for one in word]
            if tokens and (mean := sum(tokens) / len(tokens)) <= UNSURE:
                spans.append((mean, start, stop))
    return [(start, stop) for _, start, stop in sorted(spans)[:MAX_SPANS]]


def replaced(words: Sequence[str], candidate: NameCandidate) -> str:
    """Return the text with the name in the place of the words, which leave it their ending ("Siapen's,")."""
    _, ending = bare(words[candidate.stop - 1])
    return "".join((*words[: candidate.start], f" {candidate.name}{ending}", *words[candidate.stop :])).strip()


def bare(word: str) -> tuple[str, str]:
    """Split a word into itself and what is behind it: punctuation and the ending of a possessive."""
    stem = word.strip().rstrip('.,;:!?…"”»)')
    stem = stem[:-2] if stem.lower().endswith(("'s", "’s")) else stem
    return stem.lstrip('"“«('), word.strip()[word.strip().find(stem) + len(stem) :]


@lru_cache(maxsize=4096)
def sound_of(text: str) -> str:
    """Return letters that stand for the sound of a spelling, without doubles."""
    letters = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    sound = "".join(filter(str.isalpha, letters))
    for spelling, letter in _SPELLINGS:
        sound = sound.replace(spelling, letter)
    return "".join(letter for letter, _ in groupby(sound))


@lru_cache(maxsize=4096)
def _consonants(sound: str) -> tuple[int, ...]:
    """Return how many consonants of each kind there are."""
    return tuple(sum(map(sound.count, kind)) for kind in _KINDS_APART)


def _may_be_near(one: str, other: str) -> bool:
    """Whether the consonants allow that two sounds are within `MAX_DISTANCE`: each without a partner costs half."""
    apart = sum(abs(mine - theirs) for mine, theirs in zip(_consonants(one), _consonants(other), strict=True))
    return 0.5 * apart <= MAX_DISTANCE * max(len(one), len(other))


def sound_distance(one: str, other: str, *, limit: float = 1.0) -> float:
    """Return how far two sounds are from each other, from 0 for the same to 1; 1 as soon as it is above `limit`."""
    longest = max(len(one), len(other))
    if not longest or abs(len(one) - len(other)) > 0.5 * longest:
        return 1.0
    row = [0.0]
    for letter in other:
        row.append(row[-1] + _gap(letter))
    for heard in one:
        new = [row[0] + _gap(heard)]
        for place, letter in enumerate(other):
            new.append(
                min(new[place] + _gap(letter), row[place + 1] + _gap(heard), row[place] + _difference(heard, letter))
            )
        row = new
        if min(row) > limit * longest:
            return 1.0
    return row[-1] / longest


def _gap(letter: str) -> float:
    return 0.3 if letter in _VOWELS or letter in "hw" else 0.75


def _difference(one: str, other: str) -> float:
    if one == other:
        return 0.0
    if {one, other} in _GLIDES:
        return 0.2
    if one in _VOWELS and other in _VOWELS:
        return 0.25
    return 0.35 if any(one in kind and other in kind for kind in _KINDS) else 1.0
