"""Show how a memory changed, the newest change first, and how fast it fades while it is not used.

Changes come from the memory's own versions, else from its traces. The formula of the decay curve is that of the
retrieval (`memory.retrieval.selection`), so that the picture cannot say something else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.memory.retrieval.selection import decayed_threshold
from alicia_desktop.store.memories.memory_actions import history_of
from alicia_desktop.store.memories.memory_pages import MemoryPage
from alicia_desktop.store.records import MemoryRecord, MemoryUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.memory_text import memory_text
from alicia_desktop.view.payload_reader import get_text
from alicia_desktop.view.word_diff import DiffPiece, word_diff

SPOKEN: Final = 400
"""Characters of a change that a screen reader gets."""

_REASONS: Final = {
    "edited": translate("Edited by you"),
    "merged": translate("Merged"),
    "changed": translate("Updated"),
    "told_again": translate("Repeated"),
}

POINTS: Final = 61

MIN_SPAN_DAYS: Final = 365.0
"""Days that the curve shows at least."""

AIR: Final = 1.25
"""The curve goes on this much beyond today."""

SECONDS_A_DAY: Final = 86_400


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryLink:
    """A place to jump to: a turn that a memory came from, or an answer that used it."""

    conversation_id: str
    message_id: str
    text: str
    detail: str


@dataclass(frozen=True, kw_only=True, slots=True)
class HistoryLine:
    """One change of a memory, with what it said before and after."""

    id: str
    action: Literal["stored", "updated"]
    time: str
    words: str
    """`Repeated`, `Edited by you`, `Stored`."""
    pieces: tuple[DiffPiece, ...]
    spoken: str
    """The change for a screen reader: `was …, is …`."""
    link: MemoryLink | None


def history_lines(page: MemoryPage, links: Mapping[str, MemoryLink]) -> tuple[HistoryLine, ...]:
    """Return a line for each change, the newest first; `links` maps message ids to where they can be shown."""
    lines = _from_versions(page, links) if page.history else _from_traces(page.uses, links)
    return tuple(reversed(lines))


def messages_of(page: MemoryPage) -> set[str]:
    """Return the messages that the lines would link to."""
    named = {version.message_id for version in page.history} | {_message(page)}
    named |= {use.message_id for use in page.uses if use.action in {"stored", "updated"}}
    return {message_id for message_id in named if message_id}


@dataclass(frozen=True, kw_only=True, slots=True)
class ThenAndNow:
    """What a memory said for an answer, and what it says now."""

    time: str
    """Of the answer."""
    then: str
    now: str
    pieces: tuple[DiffPiece, ...]
    spoken: str


def then_and_now(record: MemoryRecord | None, use: MemoryUseRecord) -> ThenAndNow | None:
    """Return what a memory said when it was used beside what it says now; None where that is the same, or gone.

    The history tells it; where that did not come along, the trace does, which has the first 500 characters.
    """
    if record is None or not record.content or not use.content:
        return None
    used_at = use.created_at
    later = (one.content for one in history_of(record) if one.changed_at is not None and one.changed_at > used_at)
    before = next(later, "") or (record.content if record.content.startswith(use.content) else use.content)
    then, now = memory_text(before), memory_text(record.content)
    if then == now:
        return None
    time = _when(used_at)
    spoken = translate("At {time} {before}, now {now}").format(
        time=time, before=_shown(before), now=_shown(record.content)
    )
    return ThenAndNow(time=time, then=then, now=now, pieces=word_diff(then, now), spoken=spoken)


def _from_versions(page: MemoryPage, links: Mapping[str, MemoryLink]) -> list[HistoryLine]:
    """A version's `changed_at` is when the next one took its place, and its message is where it was said itself."""
    record, versions = page.record, page.history
    lines = [_stored(versions[0].content, record.created_at, links.get(versions[0].message_id or ""))]
    contents = [*(version.content for version in versions), record.content]
    said_in = [*(version.message_id for version in versions[1:]), _message(page)]
    for place, version in enumerate(versions):
        reason = _REASONS.get(version.reason, version.reason.replace("_", " ").capitalize() or translate("Updated"))
        link = links.get(said_in[place] or "") if version.reason not in {"edited", "merged"} else None
        moment = version.changed_at
        lines.append(_changed(f"v{place}", reason, moment, (contents[place], contents[place + 1]), link))
    return lines


def _from_traces(uses: Sequence[MemoryUseRecord], links: Mapping[str, MemoryLink]) -> list[HistoryLine]:
    """Where the history did not come along, the traces of storing and updating tell it, as far as they were sent."""
    lines = []
    for use in sorted(uses, key=lambda use: use.created_at):
        link = links.get(use.message_id or "")
        before = get_text(use.meta, "before")
        if use.action == "stored":
            lines.append(_stored(use.content, use.created_at, link))
        elif use.action == "updated" and before:
            lines.append(_changed(use.id, translate("Updated"), use.created_at, (before, use.content), link))
        elif use.action == "updated":
            lines.append(
                HistoryLine(
                    id=use.id,
                    action="updated",
                    time=_when(use.created_at),
                    words=translate("Updated; the previous text was not sent"),
                    pieces=(DiffPiece(kind="same", text=memory_text(use.content)),),
                    spoken=translate("Updated, is {memory}").format(memory=memory_text(use.content)),
                    link=link,
                )
            )
    return lines


def _stored(content: str, moment: datetime, link: MemoryLink | None) -> HistoryLine:
    return HistoryLine(
        id="stored",
        action="stored",
        time=_when(moment),
        words=translate("Stored"),
        pieces=(DiffPiece(kind="same", text=memory_text(content)),),
        spoken=translate("Stored {memory}").format(memory=_shown(content)),
        link=link,
    )


def _changed(
    line_id: str, reason: str, moment: datetime | None, contents: tuple[str, str], link: MemoryLink | None
) -> HistoryLine:
    before, after = contents
    return HistoryLine(
        id=line_id,
        action="updated",
        time="" if moment is None else _when(moment),
        words=reason,
        pieces=word_diff(memory_text(before), memory_text(after)),
        spoken=translate("{reason}: was {before}, is {after}").format(
            reason=reason, before=_shown(before), after=_shown(after)
        ),
        link=link,
    )


def _shown(content: str) -> str:
    return memory_text(text.one_line(content, SPOKEN))


def _when(moment: datetime) -> str:
    local = moment.astimezone()
    return f"{text.short_date(local)}, {local:%H:%M}"


def _message(page: MemoryPage) -> str | None:
    """Return the message that the present words came from."""
    return get_text(page.record.source_info, "message_id") or None


@dataclass(frozen=True, kw_only=True, slots=True)
class DecayPoint:
    """A place on the curve."""

    days: float
    threshold: float


@dataclass(frozen=True, kw_only=True, slots=True)
class DecayView:
    """What a memory must score to be used, by the days since it was last used, and where it stands today."""

    points: tuple[DecayPoint, ...]
    now: DecayPoint
    least: float
    """The threshold of a memory that was used just now, for the foot of the axis."""
    most: float
    """The highest threshold that the curve reaches."""
    words: str
    """`Unused for 12 days: needs 0.36 relevance, 0.34 when fresh`."""
    bypassed: bool
    """Pinned: it passes any threshold."""


def decay_view(record: MemoryRecord, *, threshold: float, now: datetime) -> DecayView:
    """Return the curve of one memory; `threshold` is what one that was used just now must score."""
    last = max(record.created_at, record.updated_at, record.last_referenced_at or record.created_at)
    days = max(0.0, round((now - last).total_seconds() / SECONDS_A_DAY, 1))
    span = max(MIN_SPAN_DAYS, days * AIR)

    def at(when: float) -> DecayPoint:
        risen = decayed_threshold(threshold, when, importance=record.importance, uses=record.usage_frequency)
        return DecayPoint(days=when, threshold=risen)

    points = tuple(at(span * place / (POINTS - 1)) for place in range(POINTS))
    here = at(days)
    return DecayView(
        points=points,
        now=here,
        least=points[0].threshold,
        most=points[-1].threshold,
        words=_words(here, points[0].threshold, pinned=record.pinned),
        bypassed=record.pinned,
    )


def _words(here: DecayPoint, fresh: float, *, pinned: bool) -> str:
    unused = translate("Last used {time} ago").format(time=text.span(here.days))
    if pinned:
        return translate("{used}: pinned, so no threshold applies").format(used=unused)
    return translate("{used}: threshold {threshold}, {threshold_when_fresh} for a recently used one").format(
        used=unused, threshold=format_number(here.threshold, ".2f"), threshold_when_fresh=format_number(fresh, ".2f")
    )
