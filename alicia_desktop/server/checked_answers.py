"""Answer with a small model whose sentences are checked before they go out.

    checked = CheckedAnswers(model, replies, extractive=True)
    checked.by_fact(task, extract, reason)       # one sentence, which must give the fact that the memory holds
    checked.by_draft(task, reason)               # one sentence about the world, which it must be sure of
    checked.sayable(task)                        # sentences up to the first that may not be said

What fails the check is replaced: by the fact itself, or by the reply that she does not know.
"""

import contextlib
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server import prompts, small_answers
from alicia_desktop.server.answer_lines import AnswerLine, split_sentences
from alicia_desktop.server.built_in_replies import BuiltInReplies
from alicia_desktop.server.dialogue import message_parts
from alicia_desktop.server.dialogue.reply_table import UNKNOWN
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, LanguageModel, TextPiece
from alicia_desktop.server.question import AnswerTask, OnReasoning, own_messages

BY_FACT: Final = "My memory holds the fact that was asked for, and the model's sentence gives it."
COMPOSED: Final = "Several of my memories answer together, or one by counting, so no model is asked."
MISSED_FACT: Final = "The model's sentence did not give the fact that my memory holds, so my memory answers."
SURE: Final = "The model is sure of each word that it adds to the question, so its answer is passed on."
NOT_SURE: Final = "The model is not sure of its own words here; a guess would be made up."
NO_MODEL: Final = "The language model did not answer, so my memory answers without it."
MAX_SMALL_TOKENS: Final = 160
MAX_FACT_TOKENS: Final = 60


class CheckedAnswers:
    """The answers of one small model."""

    def __init__(self, model: LanguageModel, replies: BuiltInReplies, *, extractive: bool) -> None:
        """Check nothing unless `extractive`: what the model does alone."""
        self._model, self._replies, self._extractive = model, replies, extractive

    def prompt(self, task: AnswerTask) -> tuple[ChatMessage, ...]:
        """Return a small model's prompt: at most one fact, and only the question where there is none."""
        if self._extractive and not task.known.facts and not task.continues:
            return prompts.draft_prompt(message_parts.split_greeting(task.question)[1])
        return prompts.small_prompt(task.question, task.known)

    async def by_fact(self, task: AnswerTask, extract: str, reason: OnReasoning) -> AsyncGenerator[AnswerLine, None]:
        """Yield one sentence that gives the best fact: the model's if it does, else the extractive one.

        Raises:
            WorldError: the model failed, and nothing is to answer in its place.
        """
        fallback = AnswerLine(text=extract, final=True, origin="extractive")
        if self._extractive and task.stands_alone:
            reason(COMPOSED)
            yield fallback
            return
        try:
            first = await self._first_sentence(task)
        except WorldError:
            if not self._extractive:
                raise
            reason(NO_MODEL)
            yield fallback
            return
        if self._extractive and not (task.stands(first) and _is_sayable(first, task)):
            reason(MISSED_FACT)
            yield fallback
        else:
            reason(BY_FACT)
            yield AnswerLine(text=first, final=True, origin="model")

    async def by_draft(self, task: AnswerTask, reason: OnReasoning) -> AsyncGenerator[AnswerLine, None]:
        """Yield the model's sentence about the world where it is sure of it; else say that she does not know."""
        if (reply := self._replies.before_draft(task)) is not None:
            yield reply
            return
        question = message_parts.asked_part(message_parts.split_greeting(task.question)[1])
        try:
            said = await self._sure_draft(question, task) if small_answers.may_be_known(question) else None
        except WorldError:
            reason(NO_MODEL)
            said = None
        else:
            reason(SURE if said is not None else NOT_SURE)
        line = self._replies.unknown(task) if said is None else AnswerLine(text=said, final=True, origin="model")
        yield replace(line, text=self._replies.with_told(line.text, task))

    async def sayable(self, task: AnswerTask) -> AsyncGenerator[AnswerLine, None]:
        """Yield the model's sentences up to the first that may not be said."""
        known = " ".join((*(fact.content for fact in task.known.facts), *own_messages(task.known)))
        said: list[str] = []
        async with contextlib.aclosing(split_sentences(self._stream(task), origin="model")) as lines:
            async for line in lines:
                reason = small_answers.unsayable(
                    line.text, question=task.question, known=known, before=said, example=prompts.EXAMPLE_TEXT
                )
                if self._extractive and reason is not None:
                    unknown = replace(self._replies.from_table(UNKNOWN, task), reads=True)  # its prompt was read
                    yield replace(line, text="", final=True) if said else unknown
                    return
                said.append(line.text)
                yield line

    async def _first_sentence(self, task: AnswerTask) -> str:
        async with contextlib.aclosing(split_sentences(self._stream(task), origin="model")) as lines:
            async for line in lines:
                return line.text.strip()
        return ""

    async def _sure_draft(self, question: str, task: AnswerTask) -> str | None:
        """Return the model's sentence; None as soon as it is unsure of a word, which it mostly is at once."""
        request = replace(_request(task, prompts.draft_prompt(question)), logprobs=True)
        draft = small_answers.Draft(question)
        async with contextlib.aclosing(self._model.answer(request)) as pieces:
            async for piece in pieces:
                if isinstance(piece, TextPiece) and not draft.add(piece.text, piece.logprob):
                    break
        sentence = draft.sentence
        return sentence if sentence and small_answers.unsayable(sentence, question=question) is None else None

    async def _stream(self, task: AnswerTask) -> AsyncGenerator[str, None]:
        async with contextlib.aclosing(self._model.answer(_request(task, self.prompt(task)))) as pieces:
            async for piece in pieces:
                if isinstance(piece, TextPiece):
                    yield piece.text


def _is_sayable(sentence: str, task: AnswerTask) -> bool:
    known = " ".join(fact.content for fact in task.known.facts)
    reason = small_answers.unsayable(sentence, question=task.question, known=known, example=prompts.EXAMPLE_TEXT)
    return reason in {None, "echo", "claim"}  # whether it claims too much, `stands` knows better


def _request(task: AnswerTask, messages: tuple[ChatMessage, ...]) -> ChatRequest:
    return ChatRequest(
        messages=messages,
        max_tokens=MAX_FACT_TOKENS if task.known.facts else MAX_SMALL_TOKENS,
        temperature=task.temperature,
        seed=task.seed,
        notify=task.notify,
    )
