"""Answer without a model: small talk, thanks for what was told, and what a small model would only make up.

Sentences come from the table of replies (`server/dialogue/reply_table.py`), the memory and the message itself.
A message that these answer never comes to the model.
"""

import re
from dataclasses import replace
from typing import Final

from alicia_desktop.memory.commands import is_private
from alicia_desktop.memory.own_name import introduced_name
from alicia_desktop.memory.retrieval.analysis import asks_about_person, is_question
from alicia_desktop.server import small_answers, small_model_guard
from alicia_desktop.server.acknowledgement import KEPT as NOTED
from alicia_desktop.server.acknowledgement import acknowledgement, answer_told, plainly_told, restate
from alicia_desktop.server.answer_lines import AnswerLine
from alicia_desktop.server.attached_files import built_in_reply
from alicia_desktop.server.dialogue import message_parts
from alicia_desktop.server.dialogue.languages import languages, other_language
from alicia_desktop.server.dialogue.news import LIGHT, SAID_BACK, TREAT
from alicia_desktop.server.dialogue.replies import Replies
from alicia_desktop.server.dialogue.reply_table import (
    ABOUT_PERSON,
    CANNOT,
    FOLLOW_UP,
    KEPT,
    LISTENING,
    MANNER,
    NEWS_KEPT,
    NEWS_MORE,
    NONE,
    NOTE_THAT,
    OWN_MATTER,
    TOLD_BEFORE,
    UNKNOWN,
    UNREAD,
    reply_table,
)
from alicia_desktop.server.question import AnswerTask, OnReasoning, asks_for_recap, own_messages

BY_RECAP: Final = "The question asks what we talked about, so the answer is put together from the conversation itself."
NOT_TOLD: Final = "Only you can have told me this, and my memory has nothing of it; a guess would be made up."
SAID_HERE: Final = "In this conversation you told me:"
RELATED: Final = "What you told me about it:"
OTHER_LANGUAGE: Final = "other_language"
INTRODUCED: Final = "introduced"
MAX_FRAGMENT_WORDS: Final = 3
"""Words that say too little to be told anything."""
AGAIN_WELCOME: Final = "Welcome! "
"""How a reply begins to who is new here; said once is enough."""
_OWN_NAME: Final = re.compile(
    r"^Your (?:first )?name is ([^\W\d_][\w'’-]*)|^You(?:['’]re| are| (?:want|prefer) to be) called ([^\W\d_][\w'’-]*)"
)


class BuiltInReplies:
    """The replies of one conversation that no model makes; those of the table change from time to time."""

    def __init__(self) -> None:
        self._replies = Replies()

    def before_memory(self, task: AnswerTask, reason: OnReasoning, *, recaps: bool) -> str | None:
        """Return the reply to what is no question for the memory: small talk, and a recap where `recaps`."""
        if recaps and asks_for_recap(task.question, task.known):
            reason(BY_RECAP)
            # A small model would make up what the conversation was about.
            return small_model_guard.recap(task.known.summaries, own_messages(task.known))
        if task.act in {OWN_MATTER, TOLD_BEFORE}:
            return self._only_told(task, reason)
        return self._act_reply(task) if task.act != NONE else None

    def instead_of_model(self, task: AnswerTask, reason: OnReasoning) -> str | None:
        """Return the reply to what only the person knows, has just told, or has said in confidence."""
        names_known = task.is_unknown and is_question(task.question) and not asks_about_person(task.question)
        if message_parts.asks_of_person(task.question) or names_known:
            return self._only_told(task, reason)
        asks = is_question(task.question) or message_parts.tells_and_asks(task.question)
        if task.told and not asks:
            return self.acknowledgement(task)
        if is_private(task.question) and "?" not in task.question:
            return small_model_guard.NOT_KEPT
        return None

    def before_draft(self, task: AnswerTask) -> AnswerLine | None:
        """Return the reply to what no model may draft an answer to: no question, or one that memories come near."""
        question = message_parts.split_greeting(task.question)[1]
        if task.news and not message_parts.requests(question):
            return AnswerLine(text=self._met(task), final=True, origin="extractive", reads=False)
        if not task.remember and message_parts.is_order_to_keep(question):
            return self.from_table(NOTE_THAT, task)
        wants = small_answers.wants_answer(question) or message_parts.asks(question)
        wants = wants or message_parts.wants_of_her(question)
        if not (wants or message_parts.tells_and_asks(question)):
            return self._told_in_passing(question, task)
        if message_parts.is_hardly_english(question):
            return self.from_table(UNREAD, task)
        if not task.known.facts:
            return None
        line = self.from_table(UNKNOWN, task)
        return replace(line, text=_with_related(line.text, task), reads=True)

    def _told_in_passing(self, text: str, task: AnswerTask) -> AnswerLine:
        """Return the reply to what is told, is no act, and is not kept: a plain sentence is said back."""
        if (told := restate(text)) is None:
            return self.from_table(_not_understood(text), task)
        clause, inside = told
        reply = self._replies.restated(clause, inside, task.question, remember=task.remember)
        return AnswerLine(text=reply, final=True, origin="extractive", reads=False)

    def unknown(self, task: AnswerTask) -> AnswerLine:
        """Return that the answer is not known, or that what is wanted cannot be done."""
        asked = message_parts.asked_part(message_parts.split_greeting(task.question)[1])
        is_asked = message_parts.asks(asked) or message_parts.tells_and_asks(task.question)
        is_asked = is_asked or message_parts.asks_to_be_told(asked)
        return self.from_table(UNKNOWN if is_asked else CANNOT, task)

    def about_files(self, task: AnswerTask) -> str:
        """Return the reply to files, which a small model cannot read, with thanks for what was told beside them."""
        reply = built_in_reply(task.files)
        return f"{reply} {self.acknowledgement(task)}" if task.told and task.remember else reply

    def from_table(self, name: str, task: AnswerTask) -> AnswerLine:
        """Return the table's reply `name` as the whole answer."""
        text = self._replies.reply(name, task.question, remember=task.remember)
        return AnswerLine(text=text, final=True, origin="extractive", reads=False)

    def acknowledgement(self, task: AnswerTask) -> str:
        """Return the reply to what was told and kept, with a welcome for who says their name, and how news are met."""
        welcome, kept = self._welcome(task), acknowledgement(task.told, task.question)
        met = self._replies.meet(task.news, task.question) if task.news else ""
        if met and kept == NOTED:
            kept = "" if task.news in LIGHT else reply_table()[NEWS_KEPT].replies[0]
        if welcome:  # who says their name mostly tells of their life, and nothing that has just happened
            met = "" if task.news == TREAT else met.removeprefix(AGAIN_WELCOME)
        return " ".join(one for one in (welcome, met, kept) if one)

    def _met(self, task: AnswerTask) -> str:
        """Return the reply to news of which nothing was kept; a doing is taken up in the person's own words."""
        met = self._replies.meet(task.news, task.question)
        if task.news not in LIGHT:
            return f"{met} {self._replies.choose(reply_table()[NEWS_MORE].replies, task.question)}"
        told = restate(message_parts.split_greeting(task.question)[1]) if task.news in SAID_BACK else None
        return met if told is None else f"So {told[1]}. {met}"

    def with_told(self, reply: str, task: AnswerTask, *, first: bool = False) -> str:
        """Return a reply to a wish or a question with what the message told of the person, behind it or `first`."""
        wanted = message_parts.wanted_part(task.question)
        told = plainly_told(task.told, task.question, besides=wanted)
        about_person = task.remember and any(one.startswith(("You", "Your")) for one in told)
        kept = acknowledgement(told, task.question) if about_person else ""
        said = [kept, reply] if first else [reply, kept]
        met = self._replies.meet(task.news, task.question) if task.news else ""
        return " ".join(one for one in (self._welcome(task), met, *said) if one)

    def _act_reply(self, task: AnswerTask) -> str:
        """Return the answer to a dialogue act."""
        name = other_language(task.question)
        if task.act == OTHER_LANGUAGE and name is not None:
            return languages()[name].reply
        if task.act == KEPT or (task.act == MANNER and _own_name(task.told, task.question)):
            return self.acknowledgement(task)
        facts = [fact.content for fact in task.known.facts]
        if task.act == ABOUT_PERSON and facts:
            return self._replies.known_about(facts, task.question, count=task.count)
        if task.act == ABOUT_PERSON and (said := small_model_guard.told_of_self(own_messages(task.known))):
            return self._replies.told_here(said, task.question)
        reply = self._replies.reply(task.act, task.question, remember=task.remember, told=bool(task.told))
        row = reply_table()[task.act]
        if row.limits:
            reply = _with_related(reply, task)
        return self.with_told(reply, task, first=row.about_her) if row.limits or row.about_her else reply

    def _only_told(self, task: AnswerTask, reason: OnReasoning) -> str:
        """Return what the same message told of what it asks; else that nobody has told it yet."""
        asked = message_parts.asked_part(task.question)
        if (told := answer_told(task.told, task.question, asked)) is not None:
            return f"{told} {small_model_guard.JUST_TOLD}"
        if (here := small_model_guard.said_of(task.question, own_messages(task.known))) is not None:
            return f'{SAID_HERE} "{here}"'
        reason(NOT_TOLD)
        act = TOLD_BEFORE if task.act == TOLD_BEFORE else OWN_MATTER
        return self._replies.reply(act, task.question, remember=task.remember)

    def _welcome(self, task: AnswerTask) -> str:
        """Return a welcome for who says their name; empty without one."""
        name = _own_name(task.told, task.question) if task.remember else None
        if name is None:
            return ""
        welcome = self._replies.reply(INTRODUCED, task.question, remember=True)
        return welcome.format(name=f"{name[0].upper()}{name[1:]}")


def _with_related(reply: str, task: AnswerTask) -> str:
    """Return a reply to who wants more than she can do, with the memories that whoever decides for themselves needs."""
    told = " ".join(fact.content for fact in task.known.facts)
    return f"{reply} {RELATED} {told}" if told else reply


def _own_name(told: tuple[str, ...], said: str) -> str | None:
    """Return the name that somebody told of themselves; "Truckie here" may be one or not."""
    for one in told:
        if (found := _OWN_NAME.match(one)) is not None:
            return found[1] or found[2]
        if (name := introduced_name(one)) is not None and re.search(
            rf"\b(?:I(?:['’]?m| am)|it(?:['’]?s| is)) {re.escape(name)}\b", said, re.IGNORECASE
        ):
            return name
    return None


def _not_understood(text: str) -> str:
    """Return the reply to what tells something that is no act, and of which nothing was kept."""
    if message_parts.is_hardly_english(text):
        return UNREAD
    return FOLLOW_UP if len(text.split()) <= MAX_FRAGMENT_WORDS else LISTENING
