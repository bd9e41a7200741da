"""Decide which dialogue act a message is answered by, and choose the answer from the table of replies (`replies.toml`).

    act_of_message(recogniser.recognise, "Hi, my dog died. I don't know what to do.", told=True, known=False)

A greeting is split off first. What is left is read as a whole and by its parts (its sentences, and what is asked at
the end of one): a feeling comes before what was told beside it, the gravest first; then what is asked or wished, which
is what the message is for; then the whole, and then one part that surely is an act.

The answer is one that was not given yet in the conversation. Which one comes first depends on the message alone, so
that the same message is answered in the same way, and not always with the first of the table.
"""

import math
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from alicia_desktop.memory.segmentation import sentences_of
from alicia_desktop.server import small_answers
from alicia_desktop.server.acknowledgement import restate
from alicia_desktop.server.dialogue import message_parts
from alicia_desktop.server.dialogue.acts import RecognisedAct, spelled_out
from alicia_desktop.server.dialogue.question_topic import indirect_question
from alicia_desktop.server.dialogue.reply_table import (
    ABOUT_HER,
    ABOUT_PERSON,
    ACCURACY,
    ADVICE,
    BESIDE,
    BORED,
    CANNOT,
    FOLLOW_UP,
    KEPT,
    LISTENING,
    NEWS_PREFIX,
    NONE,
    RESTATED,
    SMALL_TALK,
    SURE,
    TROUBLE,
    UNKNOWN,
    UNSURE,
    WHY_LIMITS,
    WHY_PROGRAM,
    ActReplies,
    reply_table,
)

ALONE_THRESHOLD: Final = 0.3
"""Chance that an act needs where neither memory nor anything told has an answer: else a small model would guess."""
PERSONAL_THRESHOLD: Final = 0.3
"""The same for acts about the person's feelings: better gentle for nothing than blind to a grief."""
PERSONAL_TOLD_THRESHOLD: Final = 0.29
"""The same where something was told that is kept."""
FEELING_WISH_THRESHOLD: Final = 0.5
"""The same where somebody wishes for something: "recommend me a book, I could not get on with the last one"."""
SORROW_THRESHOLD: Final = 0.35
"""Sum of the chances of all sorrows from which somebody is not well, whichever it is."""
TOLD_THRESHOLD: Final = 0.8
"""Chance that another act needs where something was told that is kept: mostly that is what the message is for."""
WISH_THRESHOLD: Final = 0.4
"""The same where somebody wants something done: what was kept of it is beside the point."""
MEMORY_THRESHOLD: Final = 0.75
"""Chance that it needs where the memory has an answer."""
OWN_QUESTION_THRESHOLD: Final = 0.7
"""Chance that it needs where somebody asks what they do, are or like: that is a question to the memory."""
ABOUT_HER_THRESHOLD: Final = 0.15
"""Chance that an act about her needs where the question is surely about her."""


def act_of(recognised: RecognisedAct, text: str, *, told: bool, known: bool) -> str:
    """Return the act that a message is answered by; `none` leaves it to memory and model.

    Args:
        told: something of the message went into the memory.
        known: the memory has an answer.
    """
    if (signed := signed_act(text)) != NONE:
        return signed
    row = reply_table().get(recognised.likeliest)
    if known and row is not None and row.yields:
        return NONE
    if row is not None and recognised.chance >= max(_needed(row, text, told=told, known=known), row.least):
        return recognised.likeliest
    if known:
        return NONE
    of_facts = message_parts.asks_what_user_does(text)
    of_facts = of_facts or (message_parts.asks(text) and message_parts.is_of_others(text))
    of_facts = of_facts or message_parts.is_wish(text)
    least = OWN_QUESTION_THRESHOLD if of_facts else SORROW_THRESHOLD
    if message_parts.speaks_of_trouble(text) or sorrow(recognised) >= least:
        return TROUBLE
    *_, last = sentences_of(text) or [text]
    if message_parts.asks_about_her(last):
        return ABOUT_HER
    return CANNOT if message_parts.asks_whether_she_can(last) else NONE


def sorrow(recognised: RecognisedAct) -> float:
    """Return the sum of the chances of all sorrows: which of them it is may be unsure where it surely is one."""
    table = reply_table()
    return sum(chance for name, chance in recognised.chances.items() if name in table and table[name].sorrow)


def signed_act(text: str) -> str:
    """Return the act that a word of the message means in any case; `none` where none does."""
    lowered = text.lower().replace("’", "'")
    return next((name for name, row in reply_table().items() if any(sign in lowered for sign in row.signs)), NONE)


def _needed(row: ActReplies, text: str, *, told: bool, known: bool) -> float:
    """Return the chance that an act needs to be believed."""
    if known and row.personal and message_parts.asks_of_person(text):
        return math.inf  # "when did my husband die?" asks for what was told
    of_facts = message_parts.asks_what_user_does(text) and not row.limits
    of_facts = of_facts or (row.personal and message_parts.asks(text) and message_parts.is_of_others(text))
    own_question = OWN_QUESTION_THRESHOLD if of_facts else 0.0
    if row.personal and message_parts.is_wish(text):
        return max(FEELING_WISH_THRESHOLD, own_question)
    if row.personal:
        return max(PERSONAL_TOLD_THRESHOLD if told else PERSONAL_THRESHOLD, own_question)
    if row.about_her and message_parts.is_of_others_alone(text):
        return math.inf
    if row.about_her and not (told or known) and message_parts.asks_about_her(text):
        return ABOUT_HER_THRESHOLD
    if told and row.limits and message_parts.is_plan(text):
        return math.inf
    states = told or (message_parts.is_of_others(text) and restate(text) is not None)
    if row.requested and states and not message_parts.requests(text):
        return math.inf
    if row.momentary and message_parts.asks(text):
        return math.inf
    if told and row.momentary and not message_parts.is_of_the_moment(text):
        return math.inf
    beside = WISH_THRESHOLD if message_parts.is_wish(text) else TOLD_THRESHOLD
    return max(ALONE_THRESHOLD, own_question, beside if told else 0.0, MEMORY_THRESHOLD if known else 0.0)


class Replies:
    """Gives the replies of one conversation, and remembers which it gave."""

    def __init__(self) -> None:
        self._given: list[str] = []
        self._last = ""
        """The act that was answered last."""
        self._again = ""
        """The last one of which one can ask for another, until something else than a courtesy comes."""

    def reply(self, act: str, message: str, *, remember: bool, told: bool = False) -> str:
        """Return an answer to a message that is this act; `remember` is false in a private conversation."""
        act = self._in_context(act, message)
        row = reply_table()[act]
        self._last = act
        self._again = act if row.again else self._again if row.passing else ""
        parts = [row.particular] if row.particular and message_parts.is_particular(message) else []
        if row.about and (topic := _topic(message)) is not None:
            parts.append(self.choose(row.about, message).format(topic=topic))
        else:
            parts.append(self.choose(row.variants(mildly=message_parts.is_mild(message), remember=remember), message))
        if row.asked and message_parts.asks_of_the_world(message):
            parts.append(self.choose(reply_table()[row.asked].replies, message))
        if told and remember and row.kept:
            parts.append(row.kept[0])
        if row.limits and (larger := reply_table()["larger_model"].replies[0]) not in self._given:
            self._given.append(larger)
            parts.append(larger)
        return " ".join(parts)

    def _in_context(self, act: str, message: str) -> str:
        """Return what a message is behind the last reply: "Why?" and "another one" mean that one."""
        last = reply_table().get(self._last)
        if act == FOLLOW_UP and self._again and message_parts.wants_another(message):
            return self._again
        if act in {FOLLOW_UP, ACCURACY} and message_parts.doubts(message):
            return SURE
        if last is None:
            return act
        if last.sorrow and act in {ADVICE, UNKNOWN} and not message_parts.is_of_others(message):
            return BESIDE
        if act == FOLLOW_UP and message_parts.asks_why(message) and last.about_her:
            return WHY_PROGRAM
        if act == FOLLOW_UP and message_parts.asks_why(message) and (last.limits or last.requested):
            return WHY_LIMITS
        goes_on = act in {SMALL_TALK, LISTENING, FOLLOW_UP} and not message_parts.asks(message)
        return TROUBLE if last.sorrow and (goes_on or act in {BORED, UNSURE}) else act

    def meet(self, news: str, message: str) -> str:
        """Return how news of this kind are met."""
        return self.choose(reply_table()[f"{NEWS_PREFIX}{news}"].replies, message)

    def restated(self, told: str, inside: str, message: str, *, remember: bool) -> str:
        """Return that `told` was understood; `inside` is the same as it stands in a sentence."""
        if (last := reply_table().get(self._last)) is not None and last.sorrow:
            return self.reply(TROUBLE, message, remember=remember)
        return self.reply(RESTATED, message, remember=remember).format(told=told, inside=inside)

    def known_about(self, facts: Sequence[str], message: str, *, count: int) -> str:
        """Return the list of what is known about the person, `facts` of `count` that there are."""
        row = reply_table()[ABOUT_PERSON]
        more = [row.more[0].format(count=count)] if count > len(facts) else []
        return "\n\n".join([self.choose(row.known, message), _as_list(facts), *more])

    def told_here(self, said: Sequence[str], message: str) -> str:
        """Return what the person has said of themselves in this conversation, where nothing of it was kept."""
        return "\n\n".join([self.choose(reply_table()[ABOUT_PERSON].told, message), _as_list(said)])

    def choose(self, variants: Sequence[str], message: str) -> str:
        """Return the first of `variants` that was not given yet, beginning at one that depends on the message."""
        start = zlib.crc32(message.encode("utf-8", "replace")) % len(variants)
        turned = [*variants[start:], *variants[:start]]
        counts = [self._given.count(one) for one in turned]
        chosen = turned[counts.index(min(counts))]
        self._given.append(chosen)
        return chosen.strip()


def _as_list(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


PART_THRESHOLD: Final = 0.5
"""Chance that a part's act needs to come before that of the whole: alone, a sentence says less than in its place."""
MARGIN: Final = 0.2
"""By which a part that asks may be less sure than the whole, and still comes first; one that leans must be surer."""
FEELING_THRESHOLD: Final = 0.6
"""The same for a feeling: nobody is told that they suffer who does not."""
ASIDE_THRESHOLD: Final = 0.8
"""The same for a part that tells."""
MAX_PARTS: Final = 6
"""Parts that are read one by one, the last ones."""
_UNSURE: Final = frozenset([NONE, ABOUT_HER, CANNOT])
Recognise = Callable[[str], RecognisedAct]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Part:
    """One part of a message, read by itself."""

    text: str
    found: RecognisedAct

    @property
    def wants(self) -> bool:
        """Whether it asks or wishes."""
        return message_parts.asks(self.text) or message_parts.is_wish(self.text)


def act_of_message(recognise: Recognise, text: str, *, told: bool, known: bool) -> str:
    """Return the act that a message is answered by; `none` leaves it to memory and model.

    Args:
        recognise: reads one text, in some ten milliseconds.
        told: something of the message about the person went into the memory.
        known: the memory has an answer.
    """
    _, rest = message_parts.split_greeting(spelled_out(text))
    if not (told or known) and message_parts.is_broken_off(rest):
        return FOLLOW_UP
    whole = recognise(rest)
    act = act_of(whole, rest, told=told, known=known)
    parts = message_parts.parts_of(rest)[-MAX_PARTS:]
    if len(parts) > 1 and signed_act(rest) == NONE:
        read = [_Part(text=part, found=recognise(part)) for part in parts]
        act = _act_of_parts(read, whole=whole, act=act, told=told, known=known)
    if (
        act == NONE
        and rest != spelled_out(text)
        and not small_answers.wants_answer(rest)
        and not message_parts.tells_and_asks(rest)
    ):
        act = act_of(recognise(text), text, told=told, known=known)
        act = NONE if told and _is_passing(act) and not _is_about_her(act) else act
    return act


def _act_of_parts(parts: Sequence[_Part], *, whole: RecognisedAct, act: str, told: bool, known: bool) -> str:
    """Return the act of a message of several parts, `act` being that of the whole."""
    feeling = _gravest([one.found for one in parts if not one.wants], whole=whole if _is_personal(act) else None)
    if feeling != NONE and (_is_grave(feeling) or not _agree(parts, whole=whole, act=act)):
        return feeling
    for wanted in (one for one in reversed(parts) if one.wants):
        asked = act_of(wanted.found, wanted.text, told=False, known=known)
        if asked == NONE and _is_passing(act):
            return NONE
        if asked not in _UNSURE and not _is_passing(asked):
            if _is_about_her(asked) and _is_surely_of_person(whole, asked):
                return whole.likeliest  # "what can I do?" behind a worry does not ask what can be done here
            margin = MARGIN if message_parts.leans(wanted.text) else -MARGIN
            is_sure = wanted.found.chance >= max(PART_THRESHOLD, whole.chance + margin)
            return asked if is_sure or act in _UNSURE else act
        act = act if act not in _UNSURE and not _is_passing(act) else asked
    if act in _UNSURE or _is_passing(act):
        aside = _aside(parts)
        if aside == NONE and told and _is_passing(act) and not reply_table()[act].about_her:
            return KEPT
        return aside if aside != NONE else act
    return act


def _agree(parts: Sequence[_Part], *, whole: RecognisedAct, act: str) -> bool:
    """Return whether the whole is surely what one of its parts asks for: a feeling then is only the reason for it."""
    if whole.chance < PART_THRESHOLD or act != whole.likeliest or _is_personal(act) or _is_passing(act):
        return False
    return any(one.wants and one.found.likeliest == act and one.found.chance >= PART_THRESHOLD for one in parts)


def _is_grave(act: str) -> bool:
    row = reply_table().get(act)
    return row is not None and row.least > 0


def _is_surely_of_person(whole: RecognisedAct, asked: str) -> bool:
    """Return whether the whole is surely another act than what a part `asked`, and none about the assistant."""
    other = whole.likeliest
    return whole.chance >= PART_THRESHOLD and other != asked and not (_is_about_her(other) or _is_passing(other))


def _is_about_her(act: str) -> bool:
    row = reply_table().get(act)
    return row is not None and row.about_her


def _is_personal(act: str) -> bool:
    row = reply_table().get(act)
    return row is not None and row.personal


def _is_passing(act: str) -> bool:
    row = reply_table().get(act)
    return row is not None and row.passing


def _gravest(found: Sequence[RecognisedAct], *, whole: RecognisedAct | None) -> str:
    """Return the feeling that is answered first: a grief before a worry, else the surest."""
    table = reply_table()
    sure = [one for one in found if one.chance >= FEELING_THRESHOLD and _is_personal(one.likeliest)]
    if whole is not None:
        sure.append(whole)
    sure = [one for one in sure if one.likeliest in table and one.chance >= table[one.likeliest].least]
    if not sure:
        return TROUBLE if whole is not None else NONE
    return max(sure, key=lambda one: (table[one.likeliest].least, one.chance)).likeliest


def _aside(parts: Sequence[_Part]) -> str:
    """Return the act of a part that tells and is no mere courtesy; `none` without a sure one."""
    table = reply_table()
    sure = [
        one.found for one in parts if one.found.chance >= ASIDE_THRESHOLD and not table[one.found.likeliest].passing
    ]
    return max(sure, key=lambda one: one.chance).likeliest if sure else NONE


def _topic(message: str) -> str | None:
    """Return what a message asks as an indirect question; None where that may come out wrong."""
    return indirect_question(message_parts.wanted_part(message_parts.split_greeting(message)[1]))
