"""Recognise what kind of news a message tells: good, bad, a nuisance, a big change, what somebody is doing right now.

    news_of(recogniser.news, "They're closing our factory.")    # "setback"

A softmax over the kinds of `tests/data/dialogue/told.txt`, learned by `make train-dialogue` from the same inputs as the
dialogue acts and from their log-odds. It says how what is told is met, not what is done with it: the reply of the kind
comes before the note that it was kept. It counts only where it is sure; where several kinds of one group are likely,
the group's reply is given, which says less.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.server.dialogue import message_parts
from alicia_desktop.server.dialogue.reply_table import (
    ANGRY,
    FINE,
    FOLLOW_UP,
    GLAD,
    GRUMBLE,
    LISTENING,
    NONE,
    TROUBLE,
    reply_table,
)

Numbers = NDArray[np.float64]
NEWS_WEIGHTS_FILE: Final = "news_weights.npz"
NO_NEWS: Final = ""
SOME_NEWS: Final = "some_news"
"""News of which it is not sure whether they are good or bad."""
TREAT: Final = "treat"
PLAIN: Final = "plain"
"""The kind of what is told and is no news: an address, a liking."""
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "good": ("achieved", "celebrated", "relieved", "treat"),
    "bad": ("died", "ill", "setback", "rift", "nuisance", "pain"),
    "big": ("change",),
    "ahead": ("ahead",),
    "daily": ("making", "pleasure", "outing", "waiting", "done", "busy", "eaten", "weather", "bedtime"),
    "new": ("new_here",),
    PLAIN: (PLAIN,),
}
GRAVEST_FIRST: Final = (
    *("died", "ill", "setback", "rift", "bad", "celebrated", "achieved", "relieved", "good", "change", "ahead"),
    *("pain", "nuisance", "treat", SOME_NEWS, "new_here"),
    *GROUPS["daily"],
)
"""Which part of a message is met first."""
LIGHT: Final = frozenset([*GROUPS["daily"], "new_here"])
"""Kinds of what will soon be over."""
SAID_BACK: Final = frozenset(["making", "eaten", "busy", "done", "waiting"])
"""Those of them that a reply takes up in the person's own words."""
OF_SORROW: Final = frozenset([*GROUPS["bad"], "bad"])
SMALL_SORROWS: Final = frozenset(["nuisance", "pain"])
OF_JOY: Final = frozenset([*GROUPS["good"], "good"])
MET_BESIDE: Final = frozenset(["died", "ill", "setback", "rift", "celebrated", "relieved", "change", "ahead"])
"""Kinds that are met where something is asked or wished for beside them."""
KIND_THRESHOLD: Final = 0.6
"""Chance that one kind needs, unless it is one of the next table."""
KIND_THRESHOLDS: Final[Mapping[str, float]] = {
    **dict.fromkeys(OF_JOY, 0.7),  # to be congratulated on a grief is worse than to be pitied for a joy
    "died": 0.8,
    "nuisance": 0.8,  # to call a thing annoying that is none supposes what nobody said
    "new_here": 0.92,  # a welcome is no answer to who is not well
    **dict.fromkeys(["change", "ahead", "setback", "ill"], 0.52),  # what is said to these fits much else
}
PART_MARGIN: Final = 0.14
"""By which the chance has to be greater where only one part of a message tells it."""
GROUP_THRESHOLD: Final = 0.85
"""Chance that the kinds of one group need together where those of its opposite are as likely as not."""
CLEAR_BONUS: Final = 0.4
"""How much of it goes by how unlikely these are."""
OPPOSITE: Final[Mapping[str, str]] = {"good": "bad", "bad": "good"}
BESIDE_THRESHOLD: Final = 0.88
"""Chance that a kind needs where something is asked or wished for beside it: then that is what the message is for."""
MAX_MIXED_PARTS: Final = 3
"""Parts up to which a message with good and bad news tells some news; in more, somebody tells of their life."""
SOME_NEWS_THRESHOLD: Final = 0.85
"""Chance of good, bad and big news together from which a message tells some news, whichever it is."""
MAX_ODDS: Final = 8.0
ODDS_SCALE: Final = 5.0 / MAX_ODDS
"""How the log-odds of the acts are clipped, and how much they weigh beside the other inputs."""


_NEEDS: Final = re.compile(r"^\W*(?:i(?:['’]m| am)? )?(?:need|want|looking for)\b", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class NewsWeights:
    """What was learned with one encoder."""

    columns: Numbers
    """A row an input of the acts, a row an act, the bias last; a column a kind."""
    names: tuple[str, ...]

    def chances(self, inputs: Numbers, odds: Numbers) -> dict[str, float]:
        """Return the chance of each kind, from the inputs of the acts and the log-odds that these gave."""
        return self.softmax(np.concatenate((inputs, scaled_odds(odds))))

    def softmax(self, inputs: Numbers) -> dict[str, float]:
        """Return the chance of each kind."""
        logits = inputs @ self.columns[:-1] + self.columns[-1]
        chances = np.exp(logits - logits.max())
        return dict(zip(self.names, (chances / chances.sum()).tolist(), strict=True))


def scaled_odds(odds: Numbers) -> Numbers:
    """Return log-odds of acts as inputs."""
    scaled: Numbers = np.clip(odds, -MAX_ODDS, MAX_ODDS) * ODDS_SCALE
    return scaled


@cache
def load_news_weights() -> Mapping[str, NewsWeights]:
    """Read the weights by the name of the encoder they belong to, once a process."""
    opened_file = files("alicia_desktop.server.dialogue").joinpath(NEWS_WEIGHTS_FILE)
    with opened_file.open("rb") as opened, np.load(opened) as stored:
        return {
            name: NewsWeights(
                columns=np.asarray(stored[f"{name}.columns"], np.float64),
                names=tuple(str(one) for one in stored[f"{name}.names"]),
            )
            for name in sorted({key.split(".")[0] for key in stored.files})
        }


def news_of(read: Callable[[str], Mapping[str, float]], text: str) -> str:
    """Return the kind of news, or the group, that a message tells beside what it asks; empty for none that is sure."""
    _, rest = message_parts.split_greeting(text)
    if message_parts.asks_to_keep(rest):
        return NO_NEWS
    parts = message_parts.parts_of(rest)
    telling = [part for part in parts if not _wants(part)]
    if len(telling) < len(parts):
        sure = [_kind_of(read(part), least=BESIDE_THRESHOLD) for part in telling]
        found = [kind for kind in sure if kind in MET_BESIDE]
    else:
        found = [_sure(read(part), margin=0.0 if len(parts) == 1 else PART_MARGIN) for part in telling]
        found += [_sure(read(rest), margin=0.0)] if len(parts) > 1 else []
    if _contradict(found):
        return SOME_NEWS if len(telling) <= MAX_MIXED_PARTS else NO_NEWS
    return next((kind for kind in GRAVEST_FIRST if kind in found), NO_NEWS)


def _wants(part: str) -> bool:
    """Return whether a part asks or wishes for something."""
    return message_parts.asks(part) or message_parts.is_wish(part) or _NEEDS.match(part) is not None


def _kind_of(chances: Mapping[str, float], *, least: float) -> str:
    """Return the likeliest kind, if its chance is at least that; empty for what is no news."""
    kind = max(chances, key=lambda one: chances[one], default=PLAIN)
    return kind if kind != PLAIN and chances[kind] >= least else NO_NEWS


def _sure(chances: Mapping[str, float], *, margin: float) -> str:
    """Return the kind that is sure, else the group; empty for neither, and for what is no news."""
    if not chances:
        return NO_NEWS
    kind = max(chances, key=lambda one: chances[one])
    if chances[kind] >= KIND_THRESHOLDS.get(kind, KIND_THRESHOLD) + margin:
        return NO_NEWS if kind == PLAIN else kind
    groups = {group: sum(chances.get(one, 0.0) for one in kinds) for group, kinds in GROUPS.items()}
    group = max(groups, key=lambda one: groups[one])
    if group in OPPOSITE and groups[group] >= GROUP_THRESHOLD + margin - (0.5 - groups[OPPOSITE[group]]) * CLEAR_BONUS:
        return group
    return SOME_NEWS if groups["good"] + groups["bad"] + groups["big"] >= SOME_NEWS_THRESHOLD else NO_NEWS


def _contradict(found: Sequence[str]) -> bool:
    """Return whether one part tells good news and another bad: then neither congratulation nor condolence fits."""
    return not OF_JOY.isdisjoint(found) and not (OF_SORROW - SMALL_SORROWS).isdisjoint(found)


def act_beside(act: str, news: str) -> tuple[str, str]:
    """Return the act that a message is answered by where it tells `news`, and what is left of them to be met.

    An act that meets what is told by itself leaves nothing; one that fits less well than the news gives way.
    """
    row = reply_table().get(act)
    if not news or row is None:
        return act, news
    if row.signs or row.about_her:
        return act, NO_NEWS
    if row.personal:
        return _beside_feeling(act, news)
    if row.momentary or act in {FINE, FOLLOW_UP, LISTENING}:
        return NONE, news
    return act, news if news in MET_BESIDE and not row.passing else NO_NEWS


def _beside_feeling(act: str, news: str) -> tuple[str, str]:
    row = reply_table()[act]
    if row.sorrow and news in OF_JOY:
        return NONE, SOME_NEWS  # one of the two has misread it, and nothing is worse than to congratulate on a grief
    if act == GLAD and news in OF_SORROW - SMALL_SORROWS | {SOME_NEWS}:
        return NONE, SOME_NEWS
    if (act in {GRUMBLE, TROUBLE} and news in {"nuisance", "setback"}) or (act == ANGRY and news == "setback"):
        return NONE, news
    return act, NO_NEWS
