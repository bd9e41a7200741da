"""Shorten a prompt that a model cannot read whole. Pure: messages in, fewer or shorter messages out.

What was said longest ago goes first, then the middle of the longest text: its beginning (instructions, the mark that
opens quotations) and its end (the question, the mark that closes them) stay.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from alicia_desktop.server.engines.contract import ChatMessage

LEFT_OUT: Final = "\n[…]\n"
MIN_CHARACTERS: Final = 400
"""Of the longest message: a prompt of shorter ones is not what is too long."""


def shorten(messages: Sequence[ChatMessage]) -> tuple[ChatMessage, ...] | None:
    """Return about half of a prompt; None where nothing of it can be spared."""
    begin = next((at for at, one in enumerate(messages) if one.role != "system"), len(messages))
    end = max((at for at, one in enumerate(messages) if one.role == "user"), default=begin)
    if end > begin:
        kept = begin + (end - begin + 1) // 2
        while kept < end and messages[kept].role != "user":
            kept += 1  # an answer without its question, or a result without its call, says nothing
        return (*messages[:begin], *messages[kept:])
    longest = max(range(len(messages)), key=lambda at: len(messages[at].content), default=-1)
    if longest < 0 or len(messages[longest].content) < MIN_CHARACTERS:
        return None
    shorter = replace(messages[longest], content=_without_middle(messages[longest].content))
    return (*messages[:longest], shorter, *messages[longest + 1 :])


def _without_middle(text: str) -> str:
    quarter = len(text) // 4
    return text[:quarter] + LEFT_OUT + text[-quarter:]
