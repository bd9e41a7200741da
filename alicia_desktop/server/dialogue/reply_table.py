"""The table of replies: what is said without a model, by dialogue act, with what is to be known of each act.

The texts stand in `replies.toml`, which a translator can edit; its head explains the fields.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

NONE: Final = "none"
"""No act: what memory, tools or model answer."""
GLAD: Final = "glad"
ANGRY: Final = "angry"
GRUMBLE: Final = "grumble"
FINE: Final = "fine"
ABOUT_PERSON: Final = "about_me"
ABOUT_HER: Final = "about_her"
CANNOT: Final = "cannot"
GREETING: Final = "greeting"
FORGETTING: Final = "privacy_forget"
TROUBLE: Final = "trouble"
BEREAVED: Final = "bereaved"
SMALL_TALK: Final = "small_talk"
RESTATED: Final = "restated"
ACCURACY: Final = "accuracy"
ADVICE: Final = "advice"
BORED: Final = "bored"
UNSURE: Final = "unsure"
BESIDE: Final = "beside_you"
SURE: Final = "sure"
WHY_PROGRAM: Final = "why_program"
WHY_LIMITS: Final = "why_limits"
LOOKUP: Final = "lookup"
LISTENING: Final = "listening"
UNKNOWN: Final = "unknown"
UNREAD: Final = "unread"
FOLLOW_UP: Final = "followup"
MANNER: Final = "manner"
NONSENSE: Final = "nonsense"
NOTE_THAT: Final = "note_that"
OWN_MATTER: Final = "own_matter"
TOLD_BEFORE: Final = "told_before"
NEWS_PREFIX: Final = "news_"
"""Of the sections that meet a kind of news (`server.dialogue.news`)."""
NEWS_MORE: Final = "news_more"
NEWS_KEPT: Final = "news_kept"
KEPT: Final = "kept"
"""No act of the table: what is told is taken up, and a courtesy beside it needs no other answer."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ActReplies:
    """A section of the table; see its head."""

    replies: tuple[str, ...]
    mild: tuple[str, ...] = ()
    """Those for a feeling that is said to be small."""
    about: tuple[str, ...] = ()
    """Those where what is asked can be named; {topic} is a clause such as "how to make jam"."""
    private: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    asked: str = ""
    """The section that answers a question of the world beside it."""
    signs: tuple[str, ...] = ()
    """Words that mean this act wherever they stand."""
    personal: bool = False
    sorrow: bool = False
    """Whether it is one of the feelings of who is not well."""
    about_her: bool = False
    """Whether it is about the assistant."""
    least: float = 0.0
    """Chance that this act needs in any case: nobody is told of a loss that they do not have."""
    passing: bool = False
    """Whether it is often said beside what a message is for."""
    particular: str = ""
    """What stands before an answer where one about something in particular was wished for."""
    momentary: bool = False
    """Whether it answers what is kept only where that is of the moment."""
    requested: bool = False
    """Whether it answers a wish or a question, and so nothing that is only told."""
    again: bool = False  # whether one can ask for another one
    yields: bool = False
    """Whether what the memory has of it comes first."""
    limits: bool = False
    """Whether the answer is that she does not know, so that a larger model may be mentioned."""

    def variants(self, *, mildly: bool, remember: bool) -> tuple[str, ...]:
        """Return the replies to choose from, to a feeling said `mildly` or not, in a private conversation or not."""
        if mildly and self.mild:
            return self.mild
        return self.replies if remember or not self.private else self.private


@cache
def reply_table() -> Mapping[str, ActReplies]:
    """Read the table, by act."""
    table = tomllib.loads(files("alicia_desktop.server.dialogue").joinpath("replies.toml").read_text("utf-8"))
    return {name: msgspec.convert(row, ActReplies) for name, row in table.items()}


def bridges() -> tuple[str, ...]:
    """Return what is said aloud while an answer takes long."""
    return reply_table()["bridge"].replies
