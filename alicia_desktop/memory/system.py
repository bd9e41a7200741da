"""The entry to the memory: remember a turn, retrieve for a query, search, import, list, forget."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Final, Self

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.memory import answers, commands, json_import, storing
from alicia_desktop.memory.corrections import Correction
from alicia_desktop.memory.facts import compare_facts, fact_of
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.json_import import ImportProgress, ImportReport
from alicia_desktop.memory.own_words import MAX_TURN_CHARACTERS
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.retrieval.embedder import LOADING
from alicia_desktop.memory.retrieval.encoders import Encoder, load_encoder
from alicia_desktop.memory.retrieval.result import Candidate, Retrieval, has_word, nothing_retrieved
from alicia_desktop.memory.retrieval.routing import subject_category
from alicia_desktop.memory.retrieval.search_filter import NO_FILTER, SearchFilter
from alicia_desktop.memory.retrieval.search_service import SearchService
from alicia_desktop.memory.retrieval.selection import (
    DEFAULT_MAX_MEMORIES,
    DEFAULT_THRESHOLD,
    DEFAULT_TOKEN_BUDGET,
    RetrievalOptions,
)
from alicia_desktop.memory.segmentation import stem, terms_of, words_of
from alicia_desktop.memory.statements import Extractor, NoExtractor, Statement, Turn
from alicia_desktop.memory.storing import StoredChange, fact_from_meta
from alicia_desktop.memory.vocabulary import AUXILIARIES, verb_form
from alicia_desktop.store import accounts
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import forgetting, memories, memory_search
from alicia_desktop.store.records import MemoryRecord

log = get_logger(__name__)

MIN_FORGET_RELEVANCE: Final = 0.5
"""Higher than for an answer, because it cannot be undone."""
MIN_SHARE_OF_BEST_MATCH: Final = 0.9
"""Share of the best one's relevance from which another memory is forgotten as well."""
MAX_NAMES: Final = 12
"""Names of a turn that are looked up: a text with more of them was pasted."""
_MIN_SHARE_OF_WORDS: Final = 0.6
"""Share of the words of a whole clause that a memory must say: "I live in Paris" does not mean "works in Paris"."""


def select_forget_targets(what: str, found: Sequence[Candidate]) -> list[MemoryRecord]:
    """Return those of `found`, best first, that `what` means: a clause ("I live in Paris") or a topic ("my job")."""
    near = [one for one in found if one.relevance >= MIN_FORGET_RELEVANCE]
    if _is_clause(what):
        asked = fact_of(to_statement(what))
        if same := [one.memory for one in near if compare_facts(asked, fact_from_meta(one.memory.meta)) == "same"]:
            return same
        near = [one for one in near if _states(one.memory.content, what)]
    best = max((one.relevance for one in near), default=0.0)
    return [one.memory for one in near if one.relevance >= MIN_SHARE_OF_BEST_MATCH * best]


def _is_clause(what: str) -> bool:
    """Return whether words have a subject with a verb, as "I live in Paris" has and "my job" has not."""
    first, *rest = what.lower().replace("’", "'").split() or [""]
    if first.startswith(("i'", "we'")):
        return True
    forms = [form.form for word in rest[:6] if (form := verb_form(word.strip(".,!"))) is not None]
    finite = {"base", "s", "past"} if first in {"i", "we", "they"} else {"s", "past"}
    return any(word in AUXILIARIES for word in rest[:6]) or not finite.isdisjoint(forms)


def _states(content: str, what: str) -> bool:
    said = {stem(word) for word in words_of(content)}
    asked = [{stem(word) for word in (term.text, *term.others)} for term in terms_of(what)]
    return sum(not said.isdisjoint(words) for words in asked) >= _MIN_SHARE_OF_WORDS * len(asked)


class MemorySystem:
    """The memories of one user in one database; an async context manager.

    Words are searchable once it is entered; the sentence encoder loads behind it, and vectors follow in the background.
    """

    def __init__(
        self,
        *,
        database: Database,
        clock: Clock,
        user_id: str = "user",
        encoder: Callable[[], Encoder] = load_encoder,
        extractor: Extractor | None = None,
        keeps_vectors: bool = True,
    ) -> None:
        """Take `extractor`, which reads turns; without one nothing is read out of them.

        With `keeps_vectors` all vectors stay in memory, which pays where every turn is retrieved for.
        """
        self._extractor: Extractor = extractor or NoExtractor()
        self._database = database
        self._clock = clock
        self._user_ids: tuple[str, ...] = (user_id,)
        self._search = SearchService(database=database, clock=clock, load=encoder, keeps_vectors=keeps_vectors)

    async def __aenter__(self) -> Self:
        self._user_ids = await self._database.read(accounts.names_of, self._user_ids[0])
        await self._search.index.start(self._user_ids)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._search.index.close()

    async def refresh_aliases(self) -> None:
        """Load the names of the user anew, and find what was stored under a new one."""
        self._user_ids = await self._database.read(accounts.names_of, self._user_ids[0])
        await self._search.index.set_user_ids(self._user_ids)

    @property
    def encoder(self) -> str | None:
        """Return the encoder's name and version; None until it is loaded, and when there is none."""
        return self._search.encoder

    @property
    def note(self) -> str:
        """Return why memories are found by words only; empty when they are found by meaning too."""
        return self._search.index.note

    @property
    def words_only(self) -> str:
        """Return the `note`, but nothing while the encoder is only loading."""
        return "" if self.note == LOADING else self.note

    @property
    def note_changed(self) -> Signal[str]:
        """Announces another `note`."""
        return self._search.index.note_changed

    async def remember(self, turn: Turn) -> list[StoredChange]:
        """Store what a finished turn states or corrects, and obey its commands ("remember that …", "forget that …")."""
        extraction = await self._extractor.extract(replace(turn, known_names=await self._known_names(turn.text)))
        changes: list[StoredChange] = []
        for what in extraction.forget:
            changes += await self._forget(what, turn, also=extraction.wishes)
        corrected = await self._correct(extraction.corrections, turn)
        said = {change.memory.meta["heard"] for change in corrected}
        told = [one for one in extraction.statements if one.heard not in said]
        changes += [*corrected, *await self._store(told, turn)]
        await self._search.index.wait_for_changes()
        return changes

    async def _known_names(self, text: str) -> frozenset[str]:
        """Return the names in a text of which memories hold every word."""
        names = names_in(text[:MAX_TURN_CHARACTERS])[:MAX_NAMES]
        words = {word for name in names for word in name.split()}
        if not words:
            return frozenset()
        known = await self._database.read(memory_search.words_in_memories, self._user_ids, sorted(words))
        return frozenset(name for name in names if known.issuperset(name.split()))

    async def remember_with(self, extractor: Extractor, turn: Turn) -> list[StoredChange]:
        """Store what another extractor finds in a turn beyond what was remembered of it."""
        changes = await self._store((await extractor.extract(turn)).statements, turn)
        await self._search.index.wait_for_changes()
        return changes

    async def retrieve(
        self,
        query: str,
        *,
        k: int = DEFAULT_MAX_MEMORIES,
        threshold: float = DEFAULT_THRESHOLD,
        previous_turn: str = "",
        budget: int | None = DEFAULT_TOKEN_BUDGET,
        exclude: Iterable[str] = (),
        include: Iterable[str] = (),
        filters: SearchFilter = NO_FILTER,
        developer: bool = False,
        weights: Mapping[str, float] | None = None,
    ) -> Retrieval:
        """Find the memories for an answer with what is ready by now; marks nothing as used.

        Where that fails there are none, and `note` says why: an answer without memories is better than no answer.

        `budget` is in tokens; memories of `exclude` are not used whatever they score, those of `include` as if they
        were pinned. A `developer` also hears that somebody else's memory was near, by its id. `weights` are tried in
        place of the fitted ones, by the names of `ScoreWeights`.
        """
        options = RetrievalOptions(
            threshold=threshold,
            limit=k,
            budget=budget,
            exclude=frozenset(exclude),
            include=frozenset(include),
            weights=weights or {},
        )
        try:
            return await self._search.find(
                query, previous_turn=previous_turn, options=options, filters=filters, developer=developer
            )
        except WorldError as error:
            log.warning("memories not retrieved", code=error.code)
            return nothing_retrieved(query, options, today=self._clock.now().date(), note=error.sentence)

    async def search(
        self, query: str, *, k: int = 10, filters: SearchFilter = NO_FILTER, developer: bool = False
    ) -> Retrieval:
        """Find the best `k` memories however weak, by the vectors in the database.

        Waits until the encoder is loaded, or known to be missing.
        """
        await self._search.index.wait_for_encoder()
        options = RetrievalOptions(threshold=0.0, limit=k, budget=None)
        return await self._search.find(query, options=options, filters=filters, developer=developer, in_database=True)

    async def search_subject(self, subject: str, *, k: int, most: int) -> list[Candidate]:
        """Find the best `k` memories of a subject that pass the threshold; of a whole category all, up to `most`.

        "My health" is nowhere in "User has a bad knee."; what is in no such category must have the word.
        """
        found = await self.search(subject, k=k)
        above = [one for one in found.candidates if one.relevance >= DEFAULT_THRESHOLD]
        category = subject_category(subject, today=self._clock.now().date())
        if category is None:
            return above
        whole = await self.search(subject, k=most, filters=SearchFilter(categories=(category,)))
        named = [one for one in above if one.memory.category != category and has_word(one)]
        return [*whole.candidates, *named]

    async def mark_used(self, used: Sequence[Candidate]) -> None:
        """Count one use of each; its trace is a stanza, which the journal stores."""
        await self._database.write(memories.mark_used, [one.memory.id for one in used], self._clock.now())

    async def list_memories(self) -> tuple[MemoryRecord, ...]:
        """Return all memories that are not archived, the newest first."""
        return await self._database.read(memories.list_memories, user_ids=self._user_ids)

    async def newest_contents(self, limit: int) -> list[str]:
        """Return what the newest memories say that are not archived."""
        return await self._database.read(memory_search.newest_contents, self._user_ids, limit=limit)

    async def import_lines(
        self, lines: Iterable[str], *, progress: Callable[[ImportProgress], None] | None = None
    ) -> ImportReport:
        """Store memories from JSON lines; words are searchable at once, `wait_for_vectors` waits for the rest."""
        async with self._search.index.pause_embedding():
            return await json_import.import_lines(
                lines,
                database=self._database,
                user_id=self._user_ids[0],
                now=self._clock.now(),
                on_stored=lambda _: self._search.index.wait_for_changes(),
                progress=progress,
            )

    async def wait_for_vectors(self, progress: Callable[[int], None] | None = None) -> None:
        """Wait until every memory has a vector, or none can be made; `progress` gets the number that is left."""
        await self._search.index.wait_for_vectors(progress)

    async def _correct(self, corrections: Sequence[Correction], turn: Turn) -> list[StoredChange]:
        if not corrections:
            return []
        now = self._clock.now()
        return await self._database.write(
            storing.apply_corrections, corrections, turn, user_ids=self._user_ids, now=now
        )

    async def _store(self, statements: Sequence[Statement], turn: Turn) -> list[StoredChange]:
        if not statements:
            return []
        now = self._clock.now()
        return await self._database.write(storing.store_statements, statements, turn, user_ids=self._user_ids, now=now)

    async def _forget(self, what: str, turn: Turn, *, also: Sequence[str]) -> list[StoredChange]:
        """Forget what a command names; `also` are the sentences of the command, which repeat it."""
        targets = await self._find_forget_targets(what, turn)
        now = self._clock.now()
        repeated = also if what else ()
        answered = [answers.second_person(memory) for memory in targets]
        spoken = [form for text in answered for form in (text, f"{text[:1].lower()}{text[1:]}")]
        await self._database.write(
            forgetting.forget,
            [memory.id for memory in targets],
            now,
            also=[*repeated, *spoken] if targets else [],
        )
        return [StoredChange(action="forgotten", reason="asked_to_forget", memory=memory) for memory in targets]

    async def _find_forget_targets(self, what: str, turn: Turn) -> list[MemoryRecord]:
        if what == commands.FORGET_ALL:
            return list(await self.list_memories())
        if what == commands.FORGET_CONVERSATION:
            return [one for one in await self.list_memories() if one.source_chat_id == turn.conversation_id]
        return await self._find_described(what) if what else await self._last_stored(turn)

    async def _find_described(self, what: str) -> list[MemoryRecord]:
        found = await self._search.find(
            what, options=RetrievalOptions(threshold=0.0, limit=DEFAULT_MAX_MEMORIES, budget=None)
        )
        return select_forget_targets(what, found.selected)

    async def _last_stored(self, turn: Turn) -> list[MemoryRecord]:
        ids = await self._database.read(memory_search.last_stated, self._user_ids, conversation_id=turn.conversation_id)
        return list((await self._database.read(memories.get_memories, ids)).values())
