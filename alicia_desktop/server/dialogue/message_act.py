"""Decide which dialogue act a whole message is answered by, where it may hold several.

    act_of_message(recogniser.recognise, "Hi, my dog died. I don't know what to do.", told=True, known=False)

A greeting is split off first. What is left is read as a whole; where that is no act, its sentences are read one by one:
a feeling among them comes before what was told beside it, and a question or a wish at the end is what the message is for.
"""

from collections.abc import Callable, Sequence
from typing import Final

from alicia_desktop.memory.retrieval.analysis import is_question
from alicia_desktop.memory.segmentation import sentences_of
from alicia_desktop.server import small_answers
from alicia_desktop.server.dialogue import message_parts
from alicia_desktop.server.dialogue.acts import NONE, RecognisedAct
from alicia_desktop.server.dialogue.replies import act_of, reply_table

PART_THRESHOLD: Final = 0.5
"""Chance that a feeling in one of several sentences needs: alone, a sentence says less than in its place."""
MAX_PARTS: Final = 8
"""Sentences that are read one by one, the last ones."""
Recognise = Callable[[str], RecognisedAct]


def act_of_message(recognise: Recognise, text: str, *, told: bool, known: bool) -> str:
    """Return the act that a message is answered by; `none` leaves it to memory and model.

    Args:
        recognise: reads one text, in some ten milliseconds.
        told: something of the message about the person went into the memory.
        known: the memory has an answer.
    """
    _, rest = message_parts.split_greeting(text)
    act = act_of(recognise(rest), rest, told=told, known=known)
    if act == NONE:
        act = _act_of_part(recognise, sentences_of(rest)[-MAX_PARTS:], told=told, known=known)
    if act == NONE and rest != text and not small_answers.wants_answer(rest):
        act = act_of(recognise(text), text, told=told, known=known)
    return act


def _act_of_part(recognise: Recognise, sentences: Sequence[str], *, told: bool, known: bool) -> str:
    """Return the act of a feeling among several sentences, else that of the last one if it asks or wishes."""
    if len(sentences) < 2:  # noqa: PLR2004 - one was read as the whole
        return NONE
    read = [(sentence, recognise(sentence)) for sentence in sentences]
    for _, found in read:
        if found.chance >= PART_THRESHOLD and (row := reply_table().get(found.likeliest)) is not None and row.personal:
            return found.likeliest
    last, found = read[-1]
    asks = is_question(last) or last.rstrip().endswith("?")
    if not asks and not message_parts.is_wish(last):
        return NONE
    return act_of(found, last, told=told and not asks, known=known)
