"""Connect a turn to the memory: store what a message states, and retrieve what its answer reads, with the traces."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Self

from alicia_desktop.base.clock import Clock
from alicia_desktop.context.assembly import assemble_context
from alicia_desktop.context.context_parts import ContextLimits
from alicia_desktop.context.conversation_memory import ConversationMemory
from alicia_desktop.memory import agenda, answers
from alicia_desktop.memory.aliases import by_relation
from alicia_desktop.memory.comparisons import asks_to_compare, compare_ages
from alicia_desktop.memory.facts import DEATH
from alicia_desktop.memory.quality import is_failure
from alicia_desktop.memory.retrieval.analysis import (
    asks_about_person,
    asks_for_opinion,
    names_in,
    plain_question,
    split_questions,
)
from alicia_desktop.memory.retrieval.result import Candidate, Retrieval
from alicia_desktop.memory.statements import Extractor
from alicia_desktop.memory.statements import Turn as ToldTurn
from alicia_desktop.protocol.messages import MemoryTrace
from alicia_desktop.server import small_model_guard
from alicia_desktop.server.brought_memories import BroughtMemories
from alicia_desktop.server.composed_answers import WEAKER, compose, fact_check
from alicia_desktop.server.engines.contract import LanguageModel
from alicia_desktop.server.memory_traces import trace_listed, trace_retrieved, trace_stored, trace_summary
from alicia_desktop.server.prompts import EarlierMessage, Known, PromptFact, known_from
from alicia_desktop.server.recall_contract import ContextReader, LearnResult, RecallRequest, RecallResult, joined
from alicia_desktop.store.conversations import messages, short_term
from alicia_desktop.store.memories import memories
from alicia_desktop.store.records import MemoryRecord

MAX_NEEDED: Final = 3
"""Memories without a word of the question that an answer names."""
MAX_LISTED: Final = 10
"""Memories that are told to somebody who asks what is known about them."""
MAX_BEFORE: Final = 6
"""Messages of the person before a turn that tell whom "she" means in it, and what "remember that" is of."""
MAX_LOOKED_BACK: Final = 18
"""Messages before a turn among which these are: an answer may have several versions."""
MAX_SAID_BEFORE: Final = 16
"""Messages that are looked through where somebody asks what is known of them, and nothing is."""
MAX_NAMING: Final = 200
"""Newest memories whose names are known where they are typed small."""


class MemoryRecall:
    """`Recall` over the memory system."""

    def __init__(
        self,
        *,
        conversation: ConversationMemory,
        clock: Clock,
        model: LanguageModel,
        budget: Callable[[LanguageModel], int],
        limits: Callable[[str, bool], ContextLimits],
        model_extractor: Callable[[LanguageModel], Extractor | None],
    ) -> None:
        """`budget` returns the tokens for a model, `limits` how they are shared for a question to a small one or not.

        The model is asked each time whether it is small: it may be exchanged for another one.
        """
        self._model_extractor = model_extractor
        self._conversation, self._memory, self._clock = conversation, conversation.memory, clock
        self._model = model
        self._tokens_for, self._limits_for = budget, limits
        self._brought = BroughtMemories()

    def for_reader(self, reader: ContextReader) -> Self:
        """See `Recall`."""
        other, tokens_for = copy.copy(self), self._tokens_for
        other._model = reader.model  # noqa: SLF001 - of the same class
        other._tokens_for = lambda model: reader.budget(tokens_for(model))  # noqa: SLF001 - as above
        return other

    def _limits(self, question: str) -> ContextLimits:
        return self._limits_for(question, self._model.small)

    async def read_in_context(self, message_id: str, text: str, *, remember: bool = True) -> str:
        """See `Recall`."""
        from alicia_desktop.server.dialogue.continuation import written_out  # noqa: PLC0415 - its patterns take a tenth of a second to compile
        from alicia_desktop.server.dialogue.name_casing import names_among, with_capitals  # noqa: PLC0415 - as above

        before = await self._said_before(message_id)
        told = await self._memory.newest_contents(MAX_NAMING) if remember else []
        names = names_among([*(one.text for one in before if one.role == "user"), *told])
        before = tuple(replace(one, text=with_capitals(one.text, names)) for one in before)
        return written_out(with_capitals(text, names), before)

    async def learn(self, message_id: str, text: str, *, meaning: str = "") -> LearnResult:
        """See `Recall`."""
        from alicia_desktop.extraction.extractor import is_only_to_forget  # noqa: PLC0415 - its patterns take a tenth of a second to compile

        turn = await self._turn(message_id, text)
        if meaning not in {"", text}:
            turn = replace(turn, text=meaning, heard=text)
        done = await self._memory.remember(turn)
        changes = [change for change in done if change.action != "forgotten"]
        forgotten = tuple(change.memory.id for change in done if change.action == "forgotten")
        asked = await self._conversation.database.read(messages.get, message_id) if forgotten else None
        return LearnResult(
            forgotten=forgotten,
            left=asked.contents if asked is not None else "",
            only_forgets=is_only_to_forget(text),
            traces=tuple(trace_stored(change) for change in changes),
            told=tuple(answers.second_person(change.memory) for change in changes),
            tells_death=any(change.memory.meta.get("attribute") == DEATH for change in changes),
        )

    async def learn_with_model(self, message_id: str, text: str) -> tuple[MemoryTrace, ...]:
        """See `Recall`."""
        extractor = self._model_extractor(self._model)
        if extractor is None:
            return ()
        changes = await self._memory.remember_with(extractor, await self._turn(message_id, text))
        return tuple(trace_stored(change) for change in changes)

    async def _turn(self, message_id: str, text: str) -> ToldTurn:
        place = self._conversation.conversation_id
        earlier = await self._conversation.database.read(short_term.before, place, message_id, limit=MAX_LOOKED_BACK)
        from alicia_desktop.server.dialogue.name_casing import names_among, with_capitals  # noqa: PLC0415 - its patterns take long to compile

        before = [one.text for one in earlier if one.role == "user"][-MAX_BEFORE:]
        names = names_among(before)
        return ToldTurn(
            before=tuple(with_capitals(one, names) for one in before),
            text=text,
            message_id=message_id,
            conversation_id=place,
            said_at=self._clock.now(),
        )

    async def find(self, asked: RecallRequest) -> RecallResult:
        """See `Recall`."""
        asked = replace(asked, text=plain_question(asked.text))
        if self._model.small and asked.remember and (parts := split_questions(asked.text)):
            found = [await self._find_reworded(replace(asked, text=part)) for part in parts]
            if any(one.extract is not None for one in found):
                return joined(found)
        return await self._find_reworded(asked)

    async def _find_reworded(self, asked: RecallRequest) -> RecallResult:
        """Find what is asked for, or what is said of a person by what they are to the user."""
        found = await self._find(asked)
        may_be_reworded = self._model.small and asked.remember and names_in(asked.text)
        if found.extract is not None or not (may_be_reworded and small_model_guard.wants_to_be_told(asked.text)):
            return found
        known = [one.content for one in await self._memory.list_memories() if one.id not in asked.exclude]
        other = by_relation(asked.text, known)
        again = await self._find(replace(asked, text=other)) if other is not None else found
        told = any(answers.tells_of_named(asked.text, one.memory) for one in again.used)
        return again if again.extract is not None and told else found

    async def _find(self, asked: RecallRequest) -> RecallResult:
        moment = self._conversation.source_before(
            asked.message_id, private=not asked.remember, exclude=asked.exclude, include=asked.include
        )
        tokens = self._tokens_for(self._model) - (0 if self._model.small else self._brought.tokens)
        context = await assemble_context(moment, asked.text, tokens, limits=self._limits(asked.text))
        found = RecallResult(context=context, known=known_from(context), question_id=asked.message_id)
        if context.memories is None:
            return found
        found = self._with_memories(found, context.memories, asked)
        return found if self._model.small else replace(found, known=await self._placed(found.known, asked))

    async def _placed(self, known: Known, asked: RecallRequest) -> Known:
        """Return what is known with the memories that earlier questions brought where they stood."""
        rows = await self._conversation.database.read(memories.get_memories, sorted(self._brought.memory_ids))
        current = {one.id: answers.second_person(one) for one in rows.values() if not (one.deleted_at or one.archived)}
        return self._brought.place(known, current, exclude=asked.exclude)

    async def find_about_person(self, asked: RecallRequest) -> RecallResult:
        """See `Recall`."""
        known = [one for one in await self._memory.list_memories() if one.id not in asked.exclude]
        telling = [one for one in known if not one.content.endswith("?") and not is_failure(one.content)]
        best = sorted(telling, key=lambda one: -one.importance)[:MAX_LISTED]
        found = replace(await self._listed(best, asked), count=len(telling))
        if found.used:
            return found
        return replace(found, known=replace(found.known, history=await self._said_before(asked.message_id)))

    async def find_by_rule(self, asked: RecallRequest) -> RecallResult | None:
        """See `Recall`."""
        today = self._clock.now().astimezone().date()
        days = agenda.asked_days(asked.text, today=today)
        if not asked.remember or (days is None and not asks_to_compare(asked.text)):
            return None
        known = [one for one in await self._memory.list_memories() if one.id not in asked.exclude]
        if days is None:
            compared = compare_ages(asked.text, known, today)
            if compared is None:
                return None
            found = await self._listed(compared.memories, asked)
            told = " ".join((compared.sentence, *map(answers.second_person, compared.memories)))
            return replace(found, extract=told, stands_alone=True)
        plans = agenda.plans_of(days, known)
        found = await self._listed([one.memory for one in plans], asked)
        return replace(found, extract=agenda.agenda_text(days, plans), stands_alone=True)

    async def _listed(self, listed: Sequence[MemoryRecord], asked: RecallRequest) -> RecallResult:
        """Return what an answer reads that lists these memories, in their order, however near they are."""
        places = {one.id: at for at, one in enumerate(listed)}
        retrieval = await self._memory.retrieve(asked.text, k=len(listed) or 1, budget=None, include=places)
        used = sorted(
            (one for one in retrieval.selected if one.memory.id in places), key=lambda one: places[one.memory.id]
        )
        return RecallResult(
            used=tuple(used),
            known=Known(facts=tuple(_prompt_fact(one) for one in used)),
            looked_for=retrieval,
            traces=tuple(trace_listed(retrieval, one, place) for place, one in enumerate(used, 1)),
        )

    async def _said_before(self, message_id: str | None) -> tuple[EarlierMessage, ...]:
        """Return the last messages of the conversation, of which nothing was kept."""
        place = self._conversation.conversation_id
        said = await self._conversation.database.read(short_term.before, place, message_id, limit=MAX_SAID_BEFORE)
        return tuple(EarlierMessage(role=one.role, text=one.text, id=one.id) for one in said)

    async def mark_used(self, found: RecallResult) -> None:
        """See `Recall`."""
        if found.used:
            await self._memory.mark_used(found.used)
        if found.question_id is not None and not self._model.small:
            self._brought.keep(found.question_id, found.known.facts)

    async def search(self, query: str) -> list[dict[str, object]]:
        """See `Recall`."""
        found = await self._memory.search_subject(query, k=5, most=MAX_LISTED)
        return [{"content": answers.second_person(one.memory), "relevance": round(one.relevance, 3)} for one in found]

    def _with_memories(self, found: RecallResult, retrieval: Retrieval, asked: RecallRequest) -> RecallResult:
        """Add what the answer uses: the memories in its prompt, or those that it is composed of by rule."""
        context = found.context
        assert context is not None
        selected = context.selected_memories
        found, composed, in_prompt = self._read_by_answer(found, retrieval, asked.text)
        composing = {one.id for one in composed.memories} if composed is not None else set()
        beside: tuple[Candidate, ...] = ()
        if not found.is_unknown and composed is None:
            beside = (*self._needed(selected, asked.text), *self._plans_named(retrieval, asked.text))
        chosen = [one for one in selected if one in in_prompt or one in beside or one.memory.id in composing]
        told_too = composing | {one.memory.id for one in beside}
        further = [one for one in retrieval.candidates if one.memory.id in told_too and one not in selected]
        used = (*chosen, *(replace(one, cut=None) for one in further))
        unread = {one.memory.id for one in selected} - {one.memory.id for one in used}
        retrieval = retrieval.leaving_unread(unread).with_used(told_too if further else composing)
        told_beside = tuple(_prompt_fact(one) for one in beside if one not in in_prompt)
        traced = replace(
            found,
            used=used,
            known=replace(found.known, facts=(*found.known.facts, *told_beside)),
            looked_for=retrieval,
            traces=tuple(
                trace_retrieved(retrieval, one, place, in_prompt=one in in_prompt) for place, one in enumerate(used, 1)
            ),
            summary_traces=tuple(trace_summary(retrieval, one) for one in context.context.summaries),
        )
        if composed is None:
            return traced
        told = " ".join(answers.second_person(one.memory) for one in in_prompt)
        return replace(traced, extract=composed.text, stands=fact_check(asked.text, composed, told=told))

    def _read_by_answer(
        self, found: RecallResult, retrieval: Retrieval, question: str
    ) -> tuple[RecallResult, answers.ComposedAnswer | None, tuple[Candidate, ...]]:
        """Return what is composed by rule, and what stays in the prompt: of a small model only what may answer."""
        assert found.context is not None
        selected, in_prompt = found.context.selected_memories, found.context.used_memories
        if not self._limits(question).facts_alone:
            return found, None, in_prompt
        wants, today = small_model_guard.wants_to_be_told(question), self._clock.now().astimezone().date()
        is_fact = wants and not asks_for_opinion(question)
        composed = compose(selected, retrieval, question, today=today) if is_fact else None
        if composed is not None and composed.stands_alone:
            in_prompt = tuple(one for one in in_prompt if one.memory in composed.memories)
        elif composed is None and wants:
            needed = self._needed(selected, question)
            beside = answers.is_beside if is_fact else answers.is_of_use
            in_prompt = tuple(one for one in in_prompt if one in needed or beside(question, one.memory))
        named = any(answers.speaks_of_named(question, one.memory) for one in selected)
        is_unknown = composed is None and (asks_about_person(question) or (wants and named and not in_prompt))
        if is_unknown:  # no small model is asked what only the person knows, so it reads nothing
            in_prompt = ()
        kept = {one.memory.id for one in in_prompt}
        facts = tuple(one for one in found.known.facts if one.id in kept)
        stands_alone = composed is not None and composed.stands_alone
        known = replace(found.known, facts=facts)
        return replace(found, known=known, is_unknown=is_unknown, stands_alone=stands_alone), composed, in_prompt

    def _needed(self, selected: Sequence[Candidate], question: str) -> tuple[Candidate, ...]:
        """Return what is told beside "I don't know": not only what a small model could have read without confusion."""
        if not (self._limits(question).facts_alone and small_model_guard.wants_to_be_told(question)):
            return ()
        needed = [one for one in selected if any(part.name == "needed" and part.value > 0 for part in one.parts)]
        return tuple(sorted(needed, key=lambda one: -one.relevance)[:MAX_NEEDED])

    def _plans_named(self, retrieval: Retrieval, question: str) -> tuple[Candidate, ...]:
        """Return what is planned about a place or person that advice is asked about: "What should I pack for Rome?"."""
        names = set(names_in(question))
        if not (names and self._limits(question).facts_alone and asks_for_opinion(question)):
            return ()
        today = self._clock.now().astimezone().date().isoformat()
        named = [one for one in retrieval.candidates if one.cut in WEAKER and names & set(names_in(one.memory.content))]
        ahead = [one for one in named if any(day >= today for day in one.memory.meta.get("dates", {}).values())]
        return tuple(ahead[:MAX_NEEDED])


def _prompt_fact(one: Candidate) -> PromptFact:
    return PromptFact(content=answers.second_person(one.memory), relevance=one.relevance, id=one.memory.id)
