"""Extract memories from turns: by the program's own reading, and by a connected large language model.

    extractor = LearnedExtractor()
    extraction = await extractor.extract(turn)
    extraction.statements  # "User's daughter Emma has a piano recital on Friday."

Both fulfil `alicia_desktop.memory.statements.Extractor`, which a memory system is given. A selected clause is filed
as a statement of the user in the third person, with its fact, type, tags and days.

A model finds what no rule expects, and invents. So a statement of it stands only if every word that carries meaning
stands in the turn too; what the rules have found already is left out. The rules come first and never wait.

Of a turn are read its candidate clauses and what it asks to forget, and nothing of what it asks to keep silent.
Memory commands come first ("remember that …", "forget …", "off the record …"; `memory.commands`), because they decide
whether the rest is read at all.
"""

import asyncio
import copy
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Protocol

from alicia_desktop.base.logs import get_logger
from alicia_desktop.extraction.candidates import CandidateClause, candidates_in, clauses_of
from alicia_desktop.extraction.clause import parse_clause
from alicia_desktop.extraction.coreference import Discourse
from alicia_desktop.extraction.normalise import expand
from alicia_desktop.extraction.pasted import without_pasted
from alicia_desktop.extraction.select import NO_ENCODER, SelectedClause, SelectionWeights, load_weights, select
from alicia_desktop.memory import commands
from alicia_desktop.memory.corrections import Correction, parse_correction
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.own_words import MAX_TURN_CHARACTERS, PlacedSentence, own_sentences
from alicia_desktop.memory.quality import is_failure, is_pure_question
from alicia_desktop.memory.retrieval.analysis import is_small_talk
from alicia_desktop.memory.retrieval.encoders import Encoder, SharedEncoder
from alicia_desktop.memory.segmentation import stem, strip_openers, terms_of, words_of
from alicia_desktop.memory.statements import Extraction, Statement, Turn, file_statement
from alicia_desktop.memory.vocabulary import english, known_words

MAX_CANDIDATES: Final = 60
"""Of a turn that are weighed; more was pasted, and each costs an encoder milliseconds."""

EXTRACTION_PROMPT: Final = (
    "Below is one message that a person wrote to an assistant. Write down what is worth remembering about the person, "
    "their people and their things: one short statement a line, in the first person, in the person's own words "
    "(for example: My brother Tom lives in Oslo). No questions, no requests, no moods, nothing about the "
    "assistant, nothing that is not in the message. If there is nothing, write NONE."
)
MAX_STATEMENTS: Final = 8
MAX_STATEMENT_CHARACTERS: Final = 200
_ALLOWED_WORDS: Final = frozenset(
    [
        "have", "has", "called", "named", "live", "lives", "work", "works", "like", "likes", "own", "owns", "years",
        "old", "born", "name",
    ]
)  # fmt: skip
"""Words that a model may use for what the person said without them: "Anna, 34" is "Anna is 34 years old"."""
_LIST_MARK: Final = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s*")

log = get_logger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnReading:
    """What a turn holds before anything of it is selected."""

    candidates: tuple[CandidateClause, ...] = ()
    forget: tuple[str, ...] = ()
    """What to forget, in the person's words; an empty text is what was told last."""
    wishes: tuple[str, ...] = ()
    """The sentences that asked for it, letter by letter."""
    corrections: tuple[Correction, ...] = ()


def read_turn(text: str, *, before: Sequence[str] = ()) -> TurnReading:
    """Read the text of a finished turn; the same text is always read in the same way.

    Args:
        text: of the turn.
        before: the person's last messages, so that "she" is whom they spoke of, and "remember that" is of the last one.
    """
    text = text[:MAX_TURN_CHARACTERS]
    if is_failure(text):
        return TurnReading()
    own = without_pasted(text)
    sentences = own_sentences(text, own)
    hidden = commands.private_sentences([one.read for one in sentences])
    reader = _TurnReader(mentioned=_people_in("\n".join(before)), last="".join(before[-1:]))
    for place, sentence in enumerate(sentences):
        reader.read(sentence, hidden=place in hidden)
    return reader.finish(has_pasted=own != text)


class _TurnReader:
    """Reads a turn sentence by sentence; what a later sentence asks for may be about those before it."""

    def __init__(self, *, mentioned: Discourse, last: str) -> None:
        """`mentioned` are the people of whom was spoken before the turn, `last` is the message before it."""
        self._mentioned, self._last = mentioned, last
        self._forget: list[str] = []
        self._wishes: list[str] = []
        self._candidates: list[CandidateClause] = []
        self._corrections: list[Correction] = []
        self._plain: list[PlacedSentence] = []
        """The sentences since the last command."""

    def read(self, sentence: PlacedSentence, *, hidden: bool) -> None:
        """Take the next sentence; a `hidden` one is not to be remembered, or belongs to one that is not."""
        opened = strip_openers(expand(sentence.read))
        told = commands.parse_remember_command(opened)
        if (what := commands.parse_forget_command(opened)) is not None:
            self._forget.append(what)
            self._wishes.append(sentence.text)
        elif hidden and (told is None or commands.is_private(sentence.read)):
            return
        elif commands.is_remember_previous(opened):
            plain = self._take_plain() or ([] if self._candidates else _stated_in(self._last, self._mentioned))
            self._candidates += [replace(one, asked_for=True) for one in plain if one.form != "wish"]
        elif told is not None:
            self._candidates += [*self._take_plain(), *_asked_for(told, sentence)]
        else:
            self._plain.append(sentence)
            if (correction := parse_correction(sentence)) is not None:
                self._corrections.append(correction)

    def finish(self, *, has_pasted: bool) -> TurnReading:
        """Return what the sentences hold; a wish in a turn with something pasted is about that."""
        candidates = [*self._candidates, *self._take_plain()]
        if has_pasted:
            candidates = [one for one in candidates if one.form != "wish" or one.asked_for]
        return TurnReading(
            candidates=tuple(candidates[:MAX_CANDIDATES]),
            forget=tuple(self._forget),
            wishes=tuple(self._wishes),
            corrections=tuple(self._corrections),
        )

    def _take_plain(self) -> list[CandidateClause]:
        plain, self._plain = self._plain, []
        return _candidates(plain, self._mentioned)


def is_only_to_forget(text: str) -> bool:
    """Return whether a turn asks to forget something and says nothing else."""
    sentences = [strip_openers(expand(one.read)) for one in own_sentences(text[:MAX_TURN_CHARACTERS])]
    said = [one for one in sentences if len(one.split()) > 1 and not is_small_talk(one)]
    return bool(said) and all(commands.parse_forget_command(one) is not None for one in said)


def _people_in(text: str) -> Discourse:
    """Return whom a message mentions that came before: not what, because "it" is more often of this one."""
    sentences = own_sentences(text[:MAX_TURN_CHARACTERS], without_pasted(text[:MAX_TURN_CHARACTERS]))
    discourse = Discourse()
    if not commands.is_private(text):
        candidates_in(sentences, _english_words(), discourse)
    return replace(discourse, thing="")


def _stated_in(last: str, mentioned: Discourse) -> list[CandidateClause]:
    """Return the plain statements of the message before a turn that asks to remember them."""
    last = last[:MAX_TURN_CHARACTERS]
    if commands.is_private(last):
        return []
    told = [one for one in own_sentences(last, without_pasted(last)) if not one.read.endswith("?")]
    told = [one for one in told if commands.parse_forget_command(one.read) is None and not is_small_talk(one.read)]
    return [one for one in _candidates(told, mentioned) if one.form in {"clause", "completed"}]


def _candidates(sentences: Sequence[PlacedSentence], mentioned: Discourse) -> list[CandidateClause]:
    return candidates_in(sentences, _english_words(), copy.deepcopy(mentioned))


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


class StatementModel(Protocol):
    """Extracts statements from a turn by a language model."""

    async def statements(self, said: str) -> Sequence[str]:
        """Return statements in the first person; empty where it found none, failed or took too long."""
        ...


def parse_lines(written: str) -> list[str]:
    """Split what a model wrote into single statements."""
    lines = [_LIST_MARK.sub("", line).strip() for line in written.splitlines()]
    return [line for line in lines if line and not re.match(r"none\b", line, re.IGNORECASE)][:MAX_STATEMENTS]


def readable_text(turn: Turn) -> str:
    """Return what of a turn a model may read: nothing private, no quotation, no memory command."""
    if turn.private:
        return ""
    sentences = own_sentences(turn.text, without_pasted(turn.text))
    hidden = commands.private_sentences([one.read for one in sentences])
    return " ".join(
        one.read
        for place, one in enumerate(sentences)
        if place not in hidden and commands.parse_forget_command(one.read) is None
    )


def verify_statements(lines: Iterable[str], said: str, known: Extraction) -> list[str]:
    """Return the lines that the readable words of a turn support and that are not known from it."""
    stems = {stem(word) for word in words_of(said)}
    found = [_stems_of(statement.content) for statement in known.statements]
    kept: list[str] = []
    for line in lines:
        content = to_statement(line)
        meaning = _stems_of(content)
        invented = {word for word in meaning if word not in stems and word not in _allowed_stems()}
        if (
            not meaning
            or invented
            or len(line) > MAX_STATEMENT_CHARACTERS
            or is_pure_question(line)
            or "User" not in content
        ):
            continue
        if any(meaning <= other for other in found):
            continue
        found.append(meaning)
        kept.append(line)
    return kept


def _stems_of(text: str) -> frozenset[str]:
    return frozenset(stem(term.text) for term in terms_of(text))


def _allowed_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in _ALLOWED_WORDS)


class LearnedExtractor:
    """Splits a turn, and keeps what the learned choice keeps (`select`).

    The choice needs a bundled encoder, which loads in milliseconds at the first turn that has anything to weigh. Where
    none can load, or it gives no numbers, the weights of the cheap features alone decide.
    """

    def __init__(self, encoder: SharedEncoder | None = None) -> None:
        """`encoder` is shared with others; by default it is one of its own."""
        self._encoder = encoder or SharedEncoder()
        self._weights = load_weights()

    async def extract(self, turn: Turn) -> Extraction:
        """See `Extractor`."""
        return await asyncio.to_thread(self.read, turn)

    def read(self, turn: Turn) -> Extraction:
        """Extract in the caller's thread."""
        if turn.private:
            return Extraction()
        reading = read_turn(turn.text, before=turn.before)
        statements: dict[str, Statement] = {}
        for one in self._select(reading.candidates, turn.known_names):
            statement = file_statement(
                one.clause.text,
                turn,
                sentence=turn.heard or one.clause.sentence,
                category=one.category,
                asked_for=one.clause.asked_for,
            )
            statements.setdefault(statement.fact.normal, statement)
        return Extraction(
            statements=tuple(statements.values()),
            forget=reading.forget,
            wishes=reading.wishes,
            corrections=reading.corrections,
        )

    def categories_of(self, clauses: Sequence[str], sentence: str) -> list[str]:
        """Return where clauses belong that are kept in any case."""
        candidates = [CandidateClause(text=clause, sentence=sentence, asked_for=True) for clause in clauses]
        return [one.category for one in self._select(candidates)]

    def _select(
        self, candidates: Sequence[CandidateClause], known_names: frozenset[str] = frozenset()
    ) -> list[SelectedClause]:
        encoder = self._encoder.one_of(self._weights) if candidates else None
        try:
            return select(candidates, self._weights_of(encoder), encoder, known_names=known_names)
        except (OSError, RuntimeError, ValueError) as error:
            log.warning("the sentence encoder read no clauses", error=type(error).__name__)
            return select(candidates, self._weights_of(None), None, known_names=known_names)

    def _weights_of(self, encoder: Encoder | None) -> SelectionWeights:
        return self._weights[NO_ENCODER if encoder is None else encoder.name]


class ModelExtractor:
    """Asks a language model for what the own reading misses; keeps what the turn's own words support."""

    def __init__(self, model: StatementModel, *, learned: LearnedExtractor) -> None:
        self._model, self._learned = model, learned

    async def extract(self, turn: Turn) -> Extraction:
        """See `Extractor`; never what the own reading extracts already."""
        said = readable_text(turn)
        lines = await self._model.statements(said) if said else ()
        if not lines:
            return Extraction()
        known = await self._learned.extract(turn)
        clauses = verify_statements(lines, said, known)
        categories = await asyncio.to_thread(self._learned.categories_of, clauses, said)
        return Extraction(
            statements=tuple(
                file_statement(clause, turn, sentence=said, category=category, extracted_by="model")
                for clause, category in zip(clauses, categories, strict=True)
            )
        )
