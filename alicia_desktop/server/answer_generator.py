"""Generate the sentences of an answer: choose who answers, a tool, the memory, a table of replies or the model.

A large model is trusted: it gets the facts and the tools and its words go out as they come (`tool_answers`). A small
one gets one fact and is held to it (`checked_answers`): its first sentence goes out only if it gives that fact; where
it does not, or where there is no model at all, the plain extractive answer from the memory does. What no model is asked
is answered from `built_in_replies`. Which of them answered is sent (`AnswerLine.origin`), and why, as sentences shown
folded under the answer.
"""

import asyncio
import contextlib
import copy
from collections.abc import AsyncGenerator, Mapping
from dataclasses import replace
from typing import Self

from alicia_desktop.memory.own_name import asks_name_alone
from alicia_desktop.server.answer_lines import AnswerLine, CutEarly, fixed_answer, limit_sentences, split_sentences
from alicia_desktop.server.built_in_replies import OTHER_LANGUAGE, BuiltInReplies
from alicia_desktop.server.checked_answers import CheckedAnswers
from alicia_desktop.server.dialogue import message_parts
from alicia_desktop.server.dialogue.acts import ActRecogniser
from alicia_desktop.server.dialogue.languages import other_language
from alicia_desktop.server.dialogue.news import NO_NEWS, act_beside, news_of
from alicia_desktop.server.dialogue.replies import act_of_message
from alicia_desktop.server.dialogue.reply_table import (
    ABOUT_PERSON,
    BEREAVED,
    CANNOT,
    FORGETTING,
    GREETING,
    KEPT,
    NONE,
    NONSENSE,
    NOTE_THAT,
    UNREAD,
    reply_table,
)
from alicia_desktop.server.engines.contract import ChatMessage, LanguageModel
from alicia_desktop.server.engines.prompt_reading import ReadAhead
from alicia_desktop.server.question import AnswerTask, OnReasoning, Question, UseTool, asks_for_recap
from alicia_desktop.server.recall_contract import LearnResult, RecallResult
from alicia_desktop.server.speech.speakable import cut_for_speech
from alicia_desktop.server.tool_answers import (
    ToolAnswer,
    answer_by_tool,
    asks_for_tool,
    by_tool,
    large_prompt,
    tool_intent,
)
from alicia_desktop.server.tools.server_tools import Tool


class AnswerGenerator:
    """Generates answers with one model and its tools."""

    def __init__(
        self,
        *,
        model: LanguageModel,
        tools: Mapping[str, Tool],
        acts: ActRecogniser | None = None,
        extractive: bool = True,
        replies: BuiltInReplies | None = None,
    ) -> None:
        """Take `acts` for a small model, which cannot do small talk; `extractive` false shows what it does alone."""
        self._model, self._tools, self._extractive = model, tools, extractive
        self._acts = acts if extractive else None
        self._replies = replies or BuiltInReplies()
        self._checked = CheckedAnswers(model, self._replies, extractive=extractive)
        self._ahead = ReadAhead(model)

    def with_model(self, model: LanguageModel) -> Self:
        """Return a generator that asks another model, and goes on with the same replies."""
        return type(self)(
            model=model, tools=self._tools, acts=self._acts, extractive=self._extractive, replies=self._replies
        )

    def rehearsing(self, model: LanguageModel) -> Self:
        """Return a generator that asks another model, and leaves no trace in the replies that were given."""
        replies = copy.deepcopy(self._replies)
        return type(self)(model=model, tools=self._tools, acts=self._acts, extractive=self._extractive, replies=replies)

    def prepare(self, text: str) -> None:
        """Have the encoder read a message that has just come, beside what else is done before the turn needs that."""
        if self._acts is not None and self._model.small:
            asyncio.get_running_loop().run_in_executor(None, self._acts.prepare, text)

    async def recognise(self, question: Question, learned: LearnResult, found: RecallResult) -> str:
        """Return the dialogue act that a message is answered by; `none` for what memory, tools or model answer."""
        text = question.content
        if self._acts is None or not self._model.small or question.continues or learned.forgotten:
            return NONE
        if asks_for_tool(text) or asks_for_recap(text, found.known):
            return NONE
        if other_language(text) is not None:
            return OTHER_LANGUAGE
        told, known = bool(message_parts.about_person(learned.told)), found.extract is not None
        act = await asyncio.to_thread(act_of_message, self._acts.recognise, text, told=told, known=known)
        if learned.tells_death and not message_parts.requests(text):
            return BEREAVED
        if act == NONSENSE and message_parts.is_hardly_english(text):
            return UNREAD
        row = reply_table().get(act)
        if told and not (row is not None and row.personal) and message_parts.asks_to_keep(text):
            if not message_parts.asks_besides(text):
                return KEPT
            act = NONE if act in {CANNOT, NOTE_THAT} else act
        if row is not None and row.about_her and message_parts.asks_what_user_does(text):
            return NONE
        if act == ABOUT_PERSON and asks_name_alone(text):
            return NONE
        return NONE if learned.only_forgets and act != FORGETTING else act

    async def read_news(self, question: Question, act: str) -> tuple[str, str]:
        """Return the act that a message is answered by beside the news that it tells, and these (`dialogue.news`)."""
        if self._acts is None or not self._model.small or question.continues or act in {OTHER_LANGUAGE, UNREAD}:
            return act, NO_NEWS
        if asks_for_tool(question.content):
            return act, NO_NEWS
        return act_beside(act, await asyncio.to_thread(news_of, self._acts.news, question.content))

    def prompt(self, task: AnswerTask) -> tuple[ChatMessage, ...]:
        """Return the prompt, for a task that the model answers."""
        return self._checked.prompt(task) if self._model.small else large_prompt(task)

    async def generate(
        self, task: AnswerTask, use_tool: UseTool, reason: OnReasoning, cut_early: CutEarly | None = None
    ) -> AsyncGenerator[AnswerLine, None]:
        """Yield the sentences, the last one marked; reasoning steps are reported before what they led to.

        With `cut_early`, for an answer that is spoken, parts of sentences come as soon as they can be.

        Raises:
            WorldError: the model failed and nothing else can answer.
        """
        if (fixed := self._fixed_text(task)) is not None:
            lines = fixed_answer(fixed)
        elif self._model.small:
            lines = self._small_answer(task, use_tool, reason)
        else:
            answer = ToolAnswer(self._model, self._tools, self._ahead, task=task, use_tool=use_tool, reason=reason)
            lines = split_sentences(answer.stream(), origin="model", cut_early=cut_early)
        if cut_early is not None:
            lines = cut_for_speech(lines)
        opening = self._opening(task)
        async with contextlib.aclosing(lines):
            async for line in lines:
                yield replace(line, text=f"{opening} {line.text}") if opening else line
                opening = ""

    async def read_ahead(self) -> None:
        """Have the model read what the next prompt begins with; called after an answer, and cancelled at will."""
        await self._ahead.run()

    def _small_answer(
        self, task: AnswerTask, use_tool: UseTool, reason: OnReasoning
    ) -> AsyncGenerator[AnswerLine, None]:
        """Return the answer where the model is small: it is asked last, and what it says is checked."""
        if (wish := tool_intent(task, self._tools)) is not None:
            reason(by_tool(wish.name))
            return answer_by_tool(wish, self._tools, use_tool)
        if (reply := self._replies.before_memory(task, reason, recaps=self._extractive)) is not None:
            return fixed_answer(reply, reads=True)
        if task.extract is not None:
            return self._checked.by_fact(task, task.extract, reason)
        if self._extractive and (reply := self._replies.instead_of_model(task, reason)) is not None:
            return fixed_answer(reply)
        if task.continues or not self._extractive:
            return limit_sentences(self._checked.sayable(task))
        return self._checked.by_draft(task, reason)

    def _fixed_text(self, task: AnswerTask) -> str | None:
        """Return the whole answer where no model makes it: also where a small one is shown files, which it cannot read.

        What a tool or the memory can answer beside the files is answered.
        """
        if task.fixed is not None or not (self._model.small and task.files.names):
            return task.fixed
        is_answered = task.extract is not None or tool_intent(task, self._tools) is not None
        return None if is_answered else self._replies.about_files(task)

    def _opening(self, task: AnswerTask) -> str:
        """Return the greeting that is given back before an answer to more than a greeting."""
        if self._acts is None or task.continues or task.act in {GREETING, OTHER_LANGUAGE}:
            return ""
        return message_parts.split_greeting(task.question)[0]
