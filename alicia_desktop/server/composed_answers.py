"""Compose an answer from the memories that were found, and hold a small model's sentence against it."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Final

from alicia_desktop.memory import answers
from alicia_desktop.memory.facts import DEATH
from alicia_desktop.memory.missing_facts import fact_is_missing
from alicia_desktop.memory.retrieval.analysis import asks_about_person
from alicia_desktop.memory.retrieval.result import Candidate, Retrieval
from alicia_desktop.memory.retrieval.scoring import says_nearly_the_same
from alicia_desktop.server import small_model_guard
from alicia_desktop.server.acknowledgement import has_verb

WEAKER: Final = frozenset({"far_below_best", "below_threshold"})
"""Why memories are left out that may still tell what a better one leads to, that one more is there, or a death."""


def compose(
    selected: Sequence[Candidate], retrieval: Retrieval, question: str, *, today: date
) -> answers.ComposedAnswer | None:
    """Compose an answer of `selected` by rule, for a model so small that it gets facts alone."""
    # Pinned ones come first among the selected, and may have nothing to do with the question.
    own = [one for one in sorted(selected, key=lambda one: -one.relevance) if not _is_of_a_stranger(one)]
    weaker = [one for one in retrieval.candidates if one.cut in WEAKER]
    return answers.compose_answer(
        question,
        [one.memory for one in own],
        bearing=_bearing(own) if asks_about_person(question) else (),
        further=[one.memory for one in weaker],
        gone=[one.memory for one in (*own, *weaker) if one.memory.meta.get("attribute") == DEATH],
        today=today,
    )


def _bearing(selected: Sequence[Candidate]) -> tuple[str, ...]:
    """Return the ids of the memories that say what was asked for in other words, or of what it names by the way."""
    return tuple(one.memory.id for one in selected if _is_linked(one) or says_nearly_the_same(one.parts))


def _is_of_a_stranger(one: Candidate) -> bool:
    """Return whether a memory is about somebody else than was asked about: it is no answer, however near it is."""
    return any(part.name == "stranger" and part.value > 0 for part in one.parts)


def _is_linked(one: Candidate) -> bool:
    return any(part.name == "linked" and part.value > 0 for part in one.parts)


def fact_check(question: str, composed: answers.ComposedAnswer, *, told: str) -> Callable[[str], bool]:
    """Return a check of a model's answer against what answers; `told` is everything that the model read.

    None stands that has a word of its own ("You used to smoke in 2019." of two memories, each of which is true). What
    takes several memories is not asked of a small model at all (`ComposedAnswer.stands_alone`).
    """
    best = composed.memories[0]
    best_told = answers.second_person(best)

    def stands(answer: str) -> bool:
        if fact_is_missing(answer, best, question) or small_model_guard.speaks_as_user(answer):
            return False
        if not small_model_guard.relations_only(answer, known=f"{told} {question}"):
            return False
        if (":" in answer and ":" not in best_told) or not has_verb(answer):
            return False
        if answer.rstrip().endswith("?") or not small_model_guard.in_order(answer, fact=best_told):
            return False
        known = f"{best_told} {question}"
        return small_model_guard.words(answer) <= small_model_guard.words(known) and small_model_guard.names_only(
            answer, known=known
        )

    return stands
