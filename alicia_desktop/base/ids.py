"""Ids: NanoIDs of 21 characters behind a prefix that helps people and is never parsed (docs/protocol.md#identity)."""

import secrets
from base64 import urlsafe_b64encode
from typing import Final

LENGTH: Final = 21
"""Characters behind the prefix."""

CONVERSATION: Final = "ac_"
MESSAGE: Final = "am_"
SENTENCE: Final = "ams_"
AUDIO: Final = "aa_"
MEMORY: Final = "amem_"
MEMORY_USE: Final = "amu_"
TOOL_USE: Final = "atu_"
ATTACHMENT: Final = "aat_"
REASONING: Final = "ar_"
COMMENTARY: Final = "aucc_"
META: Final = "amt_"
SUMMARY: Final = "acs_"
PIN: Final = "asp_"
LOCAL: Final = "local_"


def new_id(prefix: str) -> str:
    """Return a fresh id of 126 random bits, such as `am_V1StGXR8_Z5jdHi6B-myT`."""
    return prefix + secrets.token_urlsafe(16)[:LENGTH]


def new_ids(prefix: str, count: int) -> list[str]:
    """Return many fresh ids, cut from one draw: a burst of stanzas needs thousands."""
    drawn = urlsafe_b64encode(secrets.token_bytes(16 * count)).decode()
    return [prefix + drawn[start : start + LENGTH] for start in range(0, LENGTH * count, LENGTH)]


def new_trace_id() -> str:
    """Return 16 random bytes as hex: a W3C trace id, one a turn."""
    return secrets.token_hex(16)


def new_span_id() -> str:
    """Return 8 random bytes as hex: a W3C span id, one a stanza."""
    return secrets.token_hex(8)
