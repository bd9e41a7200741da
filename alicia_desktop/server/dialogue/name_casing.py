"""Write names with capitals where somebody types everything small: "my kids are noah and ella".

    names = names_among(["my kids are noah and ella"])   # {"Noah", "Ella"}
    with_capitals("how old is ella?", names)             # "how old is Ella?"

Whatever reads a message knows a name by its capital. A small word is one where it stands in the place of a name (behind
"called", behind "my son", as who has something), or where memories or messages before it name somebody so, and where it
is no word of the language. Pure. What was typed stays as it is; this is only how it is read.
"""

import itertools
import re
from collections.abc import Collection, Iterable
from functools import cache
from typing import Final

from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.vocabulary import KIN, NUMBER, english, known_words, verb_form
from alicia_desktop.server.dialogue.languages import english_words

MIN_LETTERS: Final = 2
_WORD: Final = r"[a-zß-öø-ÿ][a-zß-öø-ÿ-]+"
_LISTED: Final = rf"{_WORD}(?:(?:, | and |, and | & | or ){_WORD})*"
_SEVERAL: Final = rf"{_WORD}(?:, {_WORD})*(?:,? and | & ){_WORD}"
_OWN: Final = rf"\b(?:my|our|his|her|their|an?|two|three|four) (?:[a-z-]+ ){{0,2}}?(?:{KIN})"
_PLACES: Final = (
    re.compile(rf"\b(?:called|named|nicknamed|name is|names are|name['’]s)(?: now)? (?P<names>{_LISTED})"),
    re.compile(rf"{_OWN},? (?P<names>{_WORD})(?=,|[.!?]|$|['’]s\b| (?:and|who|has|is|was|will|can|\w+s)\b)"),
    re.compile(rf"{_OWN}s?(?: are|,|:| -)? (?P<names>{_SEVERAL})"),
    re.compile(rf"(?:^|[,.;] |\band |\bbut )(?P<names>{_WORD}) (?:was born\b|(?:is|turns?) {NUMBER}(?=$|[ ,.!]))"),
    re.compile(rf"(?:^|[,.;] |\band |\bis |\bwas |\bof |\babout )(?P<names>{_WORD})['’]s (?=[a-z])"),
)
"""Where a name stands."""
_PIECE: Final = re.compile(_WORD)
_DESCRIBING: Final = re.compile(
    r"(?:.{2,}(?:ful|ous|ive|less|able|ible|ish|ing|ed|ly|est|ier)|loud|wild|crazy|smart|sweet|quick|keen|calm|cute|fit"
    r"|grown|thin|fat|blond|blonde|ginger|strict|rude|quiet|mean|nice|lazy|messy|cheeky|naughty|healthy|picky|fussy|noisy"
    r"|lovely|tidy|stubborn|energetic|adorable|teenagers|twins|adults|toddlers|vegans|vegetarians)$"
)
"""What says how somebody is, and is no name although no list of words has it."""
_NEVER: Final = frozenset(["it", "that", "this", "there", "let", "what", "who", "where", "when", "how", "here", "one"])


def names_among(texts: Iterable[str]) -> frozenset[str]:
    """Return the names that stand in some texts, with capitals whatever they were typed in."""
    found: set[str] = set()
    for text in texts:
        found.update(name for name in names_in(text) if name != "User")
        found.update(_in_places(text))
    return frozenset(found)


def with_capitals(text: str, names: Collection[str] = ()) -> str:
    """Return a message with its names in capitals: those in the places of names, and the `names` that are known."""
    meant = {name.lower(): name for name in names if not _is_word(name.lower())}
    meant |= {name.lower(): name for name in _in_places(text)}
    if not meant:
        return text
    longest_first = sorted(meant, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w@/.-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w@/-])")
    return pattern.sub(lambda match: meant[match[0]], text)


def _in_places(text: str) -> list[str]:
    """Return the names in the places of names of a text that has no capitals: else its writer sets them."""
    if any(word[0].isupper() for word in re.findall(r"[^\W\d_][\w'’-]*", text)[1:] if word not in {"I", "I'm", "I’m"}):
        return []
    small = f"{text[:1].lower()}{text[1:]}"
    found: list[str] = []
    for place in _PLACES:
        for match in place.finditer(small):
            words = [word for word in _PIECE.findall(match["names"]) if word not in {"and", "or"}]
            found += [word.title() for word in itertools.takewhile(_may_be_name, words)]
    return found


def _may_be_name(word: str) -> bool:
    return len(word) >= MIN_LETTERS and not (word in _NEVER or _is_word(word) or _DESCRIBING.match(word))


@cache
def _is_word(word: str) -> bool:
    """Return whether a word is one of the language; the few that the lists have are enough beside a place of a name."""
    known = known_words() | english_words() | english().stop_words | english().not_names
    return word in known or word.removesuffix("s") in known or verb_form(word) is not None
