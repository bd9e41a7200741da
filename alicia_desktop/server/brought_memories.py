"""Keep before which earlier question of a conversation each memory stands, so that a large model reads it once.

    brought = BroughtMemories()
    known = brought.place(known, current)        # earlier questions with their memories, this one with the new ones
    brought.keep(question_id, known.facts)       # once the answer has begun

A server of language models reads on where a prompt begins to differ from the last one. Were memories taken away from
the question that they came with, it would read that question and its answer anew, and at the next question on the same
subject the memories as well. So they stay where they were read as long as they are true. What is kept here is lost
with the process, and then the server has nothing of the prompt either.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.server.prompts import EarlierMessage, Known, PromptFact

MAX_TOKENS: Final = 600
"""Of all that is kept; beyond it each question brings its own again."""


class BroughtMemories:
    """The memories in the prompts of one conversation, by the id of the question that they came with."""

    def __init__(self) -> None:
        self._facts: dict[str, tuple[PromptFact, ...]] = {}

    @property
    def memory_ids(self) -> frozenset[str]:
        """Return the ids of all that are kept."""
        return frozenset(fact.id for facts in self._facts.values() for fact in facts)

    @property
    def tokens(self) -> int:
        """Return about how many tokens they take."""
        return sum(token_count(fact.content) for facts in self._facts.values() for fact in facts)

    def keep(self, question_id: str, facts: tuple[PromptFact, ...]) -> None:
        """Keep what an answer has read with its question."""
        self._facts.pop(question_id, None)
        if facts:
            self._facts[question_id] = facts
        if self.tokens > MAX_TOKENS:
            self._facts.clear()

    def place(self, known: Known, current: Mapping[str, str], *, exclude: Collection[str] = ()) -> Known:
        """Return `known` with earlier questions as they were read, and of its facts those that stand at none.

        Args:
            known: What the next answer may draw on.
            current: What each memory says now, by id; one that is missing or says something else is no longer shown.
            exclude: Memories that are not to be read this time.
        """
        self._drop_outdated(current)
        history = tuple(self._as_read(said, exclude) for said in known.history)
        above = {fact.id for said in history for fact in said.told}
        return replace(known, history=history, facts=tuple(fact for fact in known.facts if fact.id not in above))

    def _drop_outdated(self, current: Mapping[str, str]) -> None:
        for question_id, facts in list(self._facts.items()):
            if any(current.get(fact.id) != fact.content for fact in facts):
                del self._facts[question_id]

    def _as_read(self, said: EarlierMessage, exclude: Collection[str]) -> EarlierMessage:
        facts = self._facts.get(said.id, ())
        return said if any(fact.id in exclude for fact in facts) else replace(said, told=facts)
