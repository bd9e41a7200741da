"""What LiveKit's native layer says, turned into our words at the edge.

It reports refusals as free text, and logs them too, token included, as warnings about things that the transport tells
its owner anyway. So its log lines lose their tokens and their volume here. And it speaks from threads of its own until
the interpreter is gone, which aborts the process when the two coincide: it is given a moment to finish.
"""

import atexit
import logging
import re
import threading
from functools import cache
from typing import Final

from livekit import rtc

from alicia_desktop.base.errors import WorldError
from alicia_desktop.transport.refusals import (
    CONNECTION_LOST,
    IN_USE_SENTENCE,
    LOST_SENTENCE,
    ROOM_IN_USE,
    room_in_use,
    token_refused,
    unreachable,
)

LAST_CALLBACK_SECONDS: Final = 0.1
_TOKEN: Final = re.compile(r"\beyJ[\w-]+\.[\w-]+\.[\w-]*")
_REFUSED: Final = re.compile(r"\b40[13]\b|unauthorized|permission", re.IGNORECASE)
_IN_USE: Final = re.compile(r"max(imum)? ?participants|participants exceeded|room is full", re.IGNORECASE)


class QuietFilter(logging.Filter):
    """Takes tokens out of the native layer's log lines, and makes them information for developers."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the record; never drop it."""
        record.msg, record.args = _TOKEN.sub("[token]", record.getMessage()), None
        if record.levelno < logging.CRITICAL:
            record.levelno, record.levelname = logging.INFO, "INFO"
        return True


@cache
def tame() -> None:
    """Quiet the native layer's logger and let its last callbacks end, once in a process, before its first use."""
    logging.getLogger("livekit").addFilter(QuietFilter())
    # Exit handlers run last in, first out: LiveKit's own, which stops the layer, is registered later and runs before.
    # A callback under way then needs the interpreter once more; without it, the thread is unwound and Rust aborts.
    atexit.register(threading.Event().wait, LAST_CALLBACK_SECONDS)


def refusal(error: rtc.ConnectError, *, address: str) -> WorldError:
    """Return what kept us out of the room."""
    if _IN_USE.search(error.message):
        return room_in_use()
    if _REFUSED.search(error.message):
        return token_refused()
    return unreachable(address)


def farewell(reason: int) -> tuple[str, str, bool]:
    """Return sentence, code and whether to try again for LiveKit's reason to end the connection."""
    if reason == rtc.DisconnectReason.DUPLICATE_IDENTITY:
        return IN_USE_SENTENCE, ROOM_IN_USE, False
    return LOST_SENTENCE, CONNECTION_LOST, True
