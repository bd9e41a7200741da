"""Read corrections out of a turn, "it's in July, not June", and choose the memory in which the old words stand.

    correction = parse_correction(sentence)  # old "June", new "July"
    choose_target(correction, memories, turn.conversation_id)  # "User is getting married in June in Porto."

Who corrects names the wrong words, and seldom the sentence in which they stood. So it is looked for: what shares
another word with the correction, else, where the sentence only makes sense as a correction ("no, I mean …", "it's …"),
what this conversation told last with the old words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from alicia_desktop.memory.facts import Fact, fact_of
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.own_words import PlacedSentence
from alicia_desktop.memory.segmentation import stem, strip_openers, terms_of, words_of
from alicia_desktop.memory.vocabulary import people
from alicia_desktop.store.records import MemoryRecord

_SPOKEN: Final = r"(?:[^\s,.;:!?]|(?<=\d)[.:](?=\d))+"
_PHRASE: Final = rf"{_SPOKEN}(?: {_SPOKEN}){{0,3}}"
_AFTER: Final = re.compile(
    rf"^(?P<told>.+?)(?P<mark>,| [–—-])? (?:and |so )?not (?P<old>{_PHRASE})[.!]*$", re.IGNORECASE
)
"""The right words come first: "in July, not June"."""
_BEFORE: Final = re.compile(
    rf"^(?P<told>.*?)(?:\bnot|n['’]t) (?P<old>{_PHRASE}),? but (?P<new>{_PHRASE})[.!]*$", re.IGNORECASE
)
"""The wrong words come first: "not in June but in July"."""
_CORRECTING: Final = re.compile(
    r"^(?:(?:oh|sorry|oops|well|wait|hang on|hold on|no|nope|actually|i mean|i meant|correction)\b[\s,.:;!–-]*)+"
    r"|^(?:it|that|this|she|he|they)(?:['’]s|['’]re|\b)",
    re.IGNORECASE,
)
"""How a sentence begins that changes what was said, or means what the one before meant."""
_PRONOUNS: Final = frozenset(["it", "that", "this", "she", "he", "they"])


@dataclass(frozen=True, kw_only=True, slots=True)
class Correction:
    """Words that stand for others which were told before."""

    old: str
    new: str
    told: str
    """What the sentence says beside the two."""
    sentence: str
    """Letter by letter."""
    is_bare: bool
    """Whether it makes sense only as a correction of something just told."""

    def apply(self, text: str) -> str:
        """Return `text` with the new words where the old ones stood."""
        return self._old_words().sub(lambda _: self.new, text)

    def concerns(self, text: str) -> bool:
        """Return whether the old words stand in `text`."""
        return self._old_words().search(text) is not None

    def _old_words(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w-]){re.escape(self.old)}(?![\w-])", re.IGNORECASE)


def parse_correction(sentence: PlacedSentence) -> Correction | None:
    """Return what a sentence corrects; None where it names no wrong words beside the right ones."""
    text = " ".join(sentence.read.replace("’", "'").split())
    if text.endswith("?"):
        return None
    if (match := _BEFORE.match(text)) is not None:
        told, old, new = match["told"], match["old"], match["new"]
    elif (match := _AFTER.match(text)) is not None:
        old, words = match["old"], match["told"].split()
        count = len(old.split())
        told, new = " ".join(words[:-count]), " ".join(words[-count:])
        if not told or not (match["mark"] or _are_alike(old, new)):
            return None
    else:
        return None
    is_bare = _CORRECTING.match(text) is not None
    return Correction(old=old, new=new, told=strip_openers(told), sentence=sentence.text, is_bare=is_bare)


def _are_alike(old: str, new: str) -> bool:
    """Return whether both are names or both are numbers, which no comma needs to part: "in July not June"."""
    return (old[0].isupper() and new[0].isupper()) or (old[0].isdigit() and new[0].isdigit())


def choose_target(
    correction: Correction, memories: Sequence[MemoryRecord], *, conversation_id: str
) -> MemoryRecord | None:
    """Return the memory that a correction is of; None where none has the old words and is likely to be meant.

    Args:
        correction: what is to be replaced.
        memories: of the person, the newest first.
        conversation_id: where it was said.
    """
    said = _stems(correction.told)
    about = fact_of(to_statement(f"{correction.told} {correction.new}"))
    having = [one for one in memories if correction.concerns(one.content) and _may_be_about(about, one)]
    best = max(having, key=lambda one: len(said & _stems(one.content)), default=None)
    if best is not None and said & _stems(best.content):
        return best
    here = (one for one in having if one.source_chat_id == conversation_id)
    return next(here, None) if correction.is_bare else None


def _may_be_about(about: Fact, memory: MemoryRecord) -> bool:
    """Return whether a memory may have the same subject: what a brother likes corrects nothing of the user's."""
    subject, name = str(memory.meta.get("subject", "")), str(memory.meta.get("name", ""))
    if not (about.subject and subject) or about.subject in _PRONOUNS or about.subject == subject:
        return True
    return not (about.name or name or people() & {*about.subject.split(), *subject.split()})


def _stems(text: str) -> frozenset[str]:
    meaning = {term.text for term in terms_of(text)}
    return frozenset(stem(word) for word in words_of(text) if word in meaning)
