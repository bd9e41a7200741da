"""Read a turn: its candidate clauses, what it asks to forget, and nothing of what it asks to keep silent.

Memory commands come first ("remember that …", "forget …", "off the record …"; `memory.commands`), because they decide
whether the rest is read at all.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from alicia_desktop.extraction.candidates import CandidateClause, candidates_in, clauses_of
from alicia_desktop.extraction.clause import parse_clause
from alicia_desktop.extraction.coreference import Discourse
from alicia_desktop.extraction.normalise import expand
from alicia_desktop.extraction.pasted import without_pasted
from alicia_desktop.memory import commands
from alicia_desktop.memory.own_words import MAX_TURN_CHARACTERS, PlacedSentence, own_sentences
from alicia_desktop.memory.quality import is_failure
from alicia_desktop.memory.retrieval.analysis import is_small_talk
from alicia_desktop.memory.segmentation import strip_openers
from alicia_desktop.memory.vocabulary import english, known_words

MAX_CANDIDATES: Final = 60
"""Of a turn that are weighed; more was pasted, and each costs an encoder milliseconds."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnReading:
    """What a turn holds before anything of it is selected."""

    candidates: tuple[CandidateClause, ...] = ()
    forget: tuple[str, ...] = ()
    """What to forget, in the person's words; an empty text is what was told last."""
    wishes: tuple[str, ...] = ()
    """The sentences that asked for it, letter by letter."""


def read_turn(text: str) -> TurnReading:
    """Read the text of a finished turn; the same text is always read in the same way."""
    text = text[:MAX_TURN_CHARACTERS]
    if is_failure(text):
        return TurnReading()
    own = without_pasted(text)
    sentences = own_sentences(text, own)
    hidden = commands.private_sentences([one.read for one in sentences])
    forget: list[str] = []
    wishes: list[str] = []
    candidates: list[CandidateClause] = []
    plain: list[PlacedSentence] = []
    for place, sentence in enumerate(sentences):
        opened = strip_openers(expand(sentence.read))
        if (what := commands.parse_forget_command(opened)) is not None:
            forget.append(what)
            wishes.append(sentence.text)
        elif place in hidden and (
            commands.is_private(sentence.read) or commands.parse_remember_command(opened) is None
        ):
            continue
        elif (told := commands.parse_remember_command(opened)) is not None:
            candidates += [*_candidates(plain), *_asked_for(told, sentence)]
            plain = []
        elif commands.is_remember_previous(opened):
            candidates += [replace(one, asked_for=True) for one in _candidates(plain) if one.form != "wish"]
            plain = []
        else:
            plain.append(sentence)
    candidates += _candidates(plain)
    if own != text:
        candidates = [one for one in candidates if one.form != "wish" or one.asked_for]  # it is about what was pasted
    return TurnReading(candidates=tuple(candidates[:MAX_CANDIDATES]), forget=tuple(forget), wishes=tuple(wishes))


def is_only_to_forget(text: str) -> bool:
    """Return whether a turn asks to forget something and says nothing else."""
    sentences = [strip_openers(expand(one.read)) for one in own_sentences(text[:MAX_TURN_CHARACTERS])]
    said = [one for one in sentences if len(one.split()) > 1 and not is_small_talk(one)]
    return bool(said) and all(commands.parse_forget_command(one) is not None for one in said)


def _candidates(sentences: Sequence[PlacedSentence]) -> list[CandidateClause]:
    return candidates_in(sentences, _english_words())


def _asked_for(told: str, sentence: PlacedSentence) -> list[CandidateClause]:
    """Return the clauses of what is to be remembered, all of which are kept."""
    clauses = [one for one, form in clauses_of(strip_openers(told), Discourse()) if form != "presupposed"]
    if sentence.read.endswith("?") and not any(map(parse_clause, clauses)) and not re.search(r"\d", told):
        return []  # "will you remember my name?" asks
    return [
        CandidateClause(text=one.removeprefix("I: "), sentence=sentence.text, asked_for=True)
        for one in clauses or [strip_openers(told)]
    ]


@cache
def _english_words() -> frozenset[str]:
    words = english()
    topics = frozenset(words.topics) | frozenset(words.others)
    return known_words() | words.stop_words | words.verbs | words.persons | topics
