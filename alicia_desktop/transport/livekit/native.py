"""What LiveKit's native layer says, turned into our words at the edge.

It reports refusals as free text, and logs them too, token included, as warnings about things that the transport tells
its owner anyway. So its log lines lose their tokens and their volume here.
"""

import logging
import re
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


def quiet_logs() -> None:
    """Put the filter in front of the native layer's logger, once in a process."""
    logger = logging.getLogger("livekit")
    if not any(isinstance(each, QuietFilter) for each in logger.filters):
        logger.addFilter(QuietFilter())


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
