"""Decide which dialogue act a whole message is answered by, where it may hold several.

    act_of_message(recogniser.recognise, "Hi, my dog died. I don't know what to do.", told=True, known=False)

A greeting is split off first. What is left is read as a whole and by its parts (its sentences, and what is asked at
the end of one): a feeling comes before what was told beside it, the gravest first; then what is asked or wished, which
is what the message is for; then the whole, and then one part that surely is an act.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from alicia_desktop.server import small_answers
from alicia_desktop.server.dialogue import message_parts
from alicia_desktop.server.dialogue.acts import NONE, RecognisedAct, spelled_out
from alicia_desktop.server.dialogue.replies import (
    ABOUT_HER,
    CANNOT,
    FOLLOW_UP,
    TROUBLE,
    act_of,
    reply_table,
    signed_act,
)

PART_THRESHOLD: Final = 0.5
"""Chance that a part's act needs to come before that of the whole: alone, a sentence says less than in its place."""
MARGIN: Final = 0.2
"""By which a part that asks may be less sure than the whole, and still comes first; one that leans must be surer."""
FEELING_THRESHOLD: Final = 0.6
"""The same for a feeling: nobody is told that they suffer who does not."""
ASIDE_THRESHOLD: Final = 0.8
"""The same for a part that tells."""
KEPT: Final = "kept"
"""No act of the table: what is told is taken up, and a courtesy beside it needs no other answer."""
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
