"""Show offline sync in words: the line in the sidebar, the conflicts side by side, the log of each step."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from alicia_desktop.base.translation import translate, translate_count
from alicia_desktop.store.accounts import Account, WaitingAccount
from alicia_desktop.store.records import SHOWN_UNTITLED
from alicia_desktop.store.sync.sync_records import Conflict, LoggedStep, Resolution
from alicia_desktop.sync.service import SyncProgress
from alicia_desktop.view import text
from alicia_desktop.view.word_diff import DiffPiece, word_diff

HEADINGS: Final = {
    "message": translate("This message differs here and on the server"),
    "title": translate("This conversation has two titles"),
    "status": translate("This conversation is archived on one side only"),
    "deletion": translate("This conversation was deleted on one side only"),
}
STATES: Final = {"archived": translate("Archived"), "active": translate("Not archived")}
NO_CONFLICTS: Final = translate("No conflicts. A conflict is listed here when both sides changed the same thing.")
NOTHING_DONE: Final = translate("No activity yet. Each step of sync is listed here with its reason.")


@dataclass(frozen=True, kw_only=True, slots=True)
class ConflictRow:
    """One conflict as it is shown."""

    id: str
    heading: str
    about: str
    """`Tides · It was renamed here and on the server.`"""
    mine: str
    theirs: str
    mine_pieces: tuple[DiffPiece, ...]
    """What is only in mine is `removed`."""
    theirs_pieces: tuple[DiffPiece, ...]
    """What is only on the server is `added`."""
    choices: tuple[tuple[Resolution, str], ...]
    """What the user can choose, each with its label."""
    merged: str
    """What the field for a merge begins with; empty where nothing can be merged."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SyncRow:
    """The state of sync as one line, the conflicts to resolve, and the log."""

    line: str
    """Below it, a line each, what waits for another user or server."""
    busy: bool
    conflicts: tuple[ConflictRow, ...]
    log: tuple[str, ...]
    """`18:05 · Renamed here · Tides · It was renamed on the server.`"""


def sync_line(state: SyncProgress, *, conflicts: int, now: datetime) -> str:
    """Return what is going on, in one line."""
    parts = []
    match state.phase:
        case "syncing" if state.left:
            parts.append(
                translate("Fetching conversations: {fetched} of {total}").format(
                    fetched=state.fetched, total=state.fetched + state.left
                )
            )
        case "syncing":
            parts.append(translate("Syncing"))
        case "waiting":
            parts.append(translate("Not synced: {reason}").format(reason=state.sentence))
        case "idle":
            parts.append(translate("Up to date") if state.last_synced else translate("Not synced yet"))
    if conflicts:
        parts.append(translate_count("{count} conflict", "{count} conflicts", conflicts))
    if state.kept:
        parts.append(translate("{count} only on this computer").format(count=state.kept))
    if state.last_synced is not None:
        parts.append(translate("last synced {time}").format(time=text.list_time(state.last_synced, now)))
    return " · ".join(parts)


def others_line(others: Sequence[WaitingAccount], account: Account) -> str:
    """Return for whom else something waits, in few words: `2 wait for ann`."""
    names = ", ".join(dict.fromkeys(_name(one, account) for one in others))
    waiting = sum(one.messages for one in others)
    said = translate_count("{count} waits for {names}", "{count} wait for {names}", waiting, names=names)
    return said if others else ""


def others_sentence(one: WaitingAccount, account: Account) -> str:
    """Return how many messages wait for another user or server, as a sentence."""
    name = _name(one, account)
    if one.account.server == account.server:
        return translate_count(
            "{count} message written as {name} waits until {name} is signed in again.",
            "{count} messages written as {name} wait until {name} is signed in again.",
            one.messages,
            name=name,
        )
    return translate_count(
        "{count} message written for {server} waits until that server is chosen again.",
        "{count} messages written for {server} wait until that server is chosen again.",
        one.messages,
        server=name,
    )


def _name(one: WaitingAccount, account: Account) -> str:
    """Return the user, or where it is for another server, that one."""
    if one.account.server == account.server:
        return one.account.user_id
    return urlsplit(one.account.server).hostname or translate("this computer")


def conflict_row(conflict: Conflict) -> ConflictRow:
    """Return one conflict side by side."""
    mine, theirs = _sides(conflict)
    pieces = word_diff(mine, theirs)
    return ConflictRow(
        id=conflict.id,
        heading=HEADINGS[conflict.kind],
        about=f"{conflict.title or SHOWN_UNTITLED} · {conflict.reason}",
        mine=mine,
        theirs=theirs,
        mine_pieces=tuple(piece for piece in pieces if piece.kind != "added"),
        theirs_pieces=tuple(piece for piece in pieces if piece.kind != "removed"),
        choices=_choices(conflict),
        merged=mine if conflict.kind in {"message", "title"} else "",
    )


def sync_row(
    state: SyncProgress,
    conflicts: Sequence[Conflict],
    log: Sequence[LoggedStep],
    *,
    now: datetime,
    others: Sequence[str] = (),
) -> SyncRow:
    """Return all that the sync window shows; `others` are sentences about what waits for other users."""
    return SyncRow(
        line="\n".join((sync_line(state, conflicts=len(conflicts), now=now), *others)),
        busy=state.phase == "syncing",
        conflicts=tuple(conflict_row(one) for one in conflicts),
        log=tuple(_logged(step, now) for step in log),
    )


def _sides(conflict: Conflict) -> tuple[str, str]:
    match conflict.kind:
        case "status":
            return STATES.get(conflict.mine, conflict.mine), STATES.get(conflict.theirs, conflict.theirs)
        case "deletion":
            return conflict.mine or translate("Deleted"), conflict.theirs or translate("Deleted")
        case _:
            return conflict.mine, conflict.theirs


def _choices(conflict: Conflict) -> tuple[tuple[Resolution, str], ...]:
    match conflict.kind:
        case "message":
            return (
                ("mine", translate("Mine")),
                ("theirs", translate("The server’s")),
                ("both", translate("Both")),
                ("merged", translate("Edit the merge")),
            )
        case "title":
            return (
                ("mine", translate("Mine")),
                ("theirs", translate("The server’s")),
                ("merged", translate("Another title")),
            )
        case "status":
            return ("mine", translate("Mine")), ("theirs", translate("The server’s"))
        case "deletion" if conflict.mine:
            return ("mine", translate("Keep it, also on the server")), ("theirs", translate("Delete it here too"))
        case "deletion":
            return ("theirs", translate("Restore it")), ("mine", translate("Delete it on the server too"))


def _logged(step: LoggedStep, now: datetime) -> str:
    moment = f"{text.list_time(step.at, now)} {text.clock_time(step.at)}".removeprefix(f"{text.clock_time(step.at)} ")
    return " · ".join(part for part in (moment, step.what, step.title, step.why) if part)
