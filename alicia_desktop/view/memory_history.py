"""What a memory said before and after each change, the newest first: from its own history, else from its traces."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from alicia_desktop.store.memory_pages import MemoryPage
from alicia_desktop.store.records import MemoryUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.inspector_rows import MemoryLink
from alicia_desktop.view.memory_rows import DiffPiece, HistoryLine
from alicia_desktop.view.payload_reader import words
from alicia_desktop.view.word_diff import word_diff

SPOKEN: Final = 400
"""Characters of a change that are told to somebody who cannot see it."""
_REASONS: Final = {
    "edited": "Edited by you",
    "merged": "Merged",
    "changed": "Updated",
    "told_again": "Told again",
}


def history_lines(page: MemoryPage, links: Mapping[str, MemoryLink]) -> tuple[HistoryLine, ...]:
    """Return a line for each change; `links` says, by message, where it was said."""
    lines = _from_versions(page, links) if page.history else _from_traces(page.uses, links)
    return tuple(reversed(lines))


def messages_of(page: MemoryPage) -> set[str]:
    """Return the messages that the lines would link to."""
    named = {version.message_id for version in page.history} | {_message(page)}
    named |= {use.message_id for use in page.uses if use.action in {"stored", "updated"}}
    return {message_id for message_id in named if message_id}


def _from_versions(page: MemoryPage, links: Mapping[str, MemoryLink]) -> list[HistoryLine]:
    """A version's `changed_at` is when the next one took its place, and its message is where it was said itself."""
    record, versions = page.record, page.history
    lines = [_stored(versions[0].content, record.created_at, links.get(versions[0].message_id or ""))]
    contents = [*(version.content for version in versions), record.content]
    said_in = [*(version.message_id for version in versions[1:]), _message(page)]
    for place, version in enumerate(versions):
        reason = _REASONS.get(version.reason, version.reason.replace("_", " ").capitalize() or "Updated")
        link = links.get(said_in[place] or "") if version.reason not in {"edited", "merged"} else None
        moment = version.changed_at
        lines.append(_changed(f"v{place}", reason, moment, (contents[place], contents[place + 1]), link))
    return lines


def _from_traces(uses: Sequence[MemoryUseRecord], links: Mapping[str, MemoryLink]) -> list[HistoryLine]:
    """Where the history did not come along, the traces of storing and updating tell it, as far as they were sent."""
    lines = []
    for use in sorted(uses, key=lambda use: use.created_at):
        link = links.get(use.message_id or "")
        before = words(use.meta, "before")
        if use.action == "stored":
            lines.append(_stored(use.content, use.created_at, link))
        elif use.action == "updated" and before:
            lines.append(_changed(use.id, "Updated", use.created_at, (before, use.content), link))
        elif use.action == "updated":
            lines.append(
                HistoryLine(
                    id=use.id,
                    action="updated",
                    time=_when(use.created_at),
                    words="Updated: what it said before was not sent",
                    pieces=(DiffPiece(kind="same", text=use.content),),
                    spoken=f"Updated, is {use.content}",
                    link=link,
                )
            )
    return lines


def _stored(content: str, moment: datetime, link: MemoryLink | None) -> HistoryLine:
    return HistoryLine(
        id="stored",
        action="stored",
        time=_when(moment),
        words="Stored",
        pieces=(DiffPiece(kind="same", text=content),),
        spoken=f"Stored {text.one_line(content, SPOKEN)}",
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
        pieces=word_diff(before, after),
        spoken=f"{reason}: was {text.one_line(before, SPOKEN)}, is {text.one_line(after, SPOKEN)}",
        link=link,
    )


def _when(moment: datetime) -> str:
    local = moment.astimezone()
    return f"{local.day} {local:%b %Y, %H:%M}"


def _message(page: MemoryPage) -> str | None:
    """Return the message that the present words came from."""
    return words(page.record.source_info, "message_id") or None
