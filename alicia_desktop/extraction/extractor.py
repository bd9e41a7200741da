"""Extract memories from turns: by the program's own reading, and by a connected large language model.

    extractor = LearnedExtractor()
    extraction = await extractor.extract(turn)
    extraction.statements  # "User's daughter Emma has a piano recital on Friday."

Both fulfil `alicia_desktop.memory.statements.Extractor`, which a memory system is given.
"""

import asyncio
from collections.abc import Sequence

from alicia_desktop.base.logs import get_logger
from alicia_desktop.extraction.candidates import CandidateClause
from alicia_desktop.extraction.model_statements import StatementModel, readable_text, verify_statements
from alicia_desktop.extraction.select import NO_ENCODER, SelectedClause, SelectionWeights, load_weights, select
from alicia_desktop.extraction.statement_fields import file_statement
from alicia_desktop.extraction.turn_reader import read_turn
from alicia_desktop.memory.retrieval.encoders import Encoder, SharedEncoder
from alicia_desktop.memory.statements import Extraction, Statement, Turn

log = get_logger(__name__)


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
        reading = read_turn(turn.text)
        statements: dict[str, Statement] = {}
        for one in self._select(reading.candidates):
            statement = file_statement(
                one.clause.text,
                turn,
                sentence=one.clause.sentence,
                category=one.category,
                asked_for=one.clause.asked_for,
            )
            statements.setdefault(statement.fact.normal, statement)
        return Extraction(statements=tuple(statements.values()), forget=reading.forget, wishes=reading.wishes)

    def categories_of(self, clauses: Sequence[str], sentence: str) -> list[str]:
        """Return where clauses belong that are kept in any case."""
        candidates = [CandidateClause(text=clause, sentence=sentence, asked_for=True) for clause in clauses]
        return [one.category for one in self._select(candidates)]

    def _select(self, candidates: Sequence[CandidateClause]) -> list[SelectedClause]:
        encoder = self._encoder.one_of(self._weights) if candidates else None
        try:
            return select(candidates, self._weights_of(encoder), encoder)
        except (OSError, RuntimeError, ValueError) as error:
            log.warning("the sentence encoder read no clauses", error=type(error).__name__)
            return select(candidates, self._weights_of(None), None)

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
