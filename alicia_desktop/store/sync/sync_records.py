"""Declare what offline sync reads and writes: a conversation here, on the server, as last agreed on; and log its steps.

The last thousand lines of what sync did and why are stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from sqlalchemy import Connection, insert, select

from alicia_desktop.protocol.conversation_settings import NO_SETTINGS, ConversationSettings
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.changes import note
from alicia_desktop.store.schema import conversations, sync_log

Status = Literal["active", "archived", "deleted"]
ConflictKind = Literal["message", "title", "status", "deletion"]
Resolution = Literal["mine", "theirs", "both", "merged", "agreed"]
"""What the person chose; `agreed` where both sides came to say the same by themselves."""
MAX_STEPS: Final = 1_000


@dataclass(frozen=True, kw_only=True, slots=True)
class SyncHead:
    """What this computer and the server last agreed on of one conversation."""

    title: str | None
    """None: both had one before anything was agreed on."""
    status: Status
    fetched: str | None = None
    """The server's `updated_at` for which all messages are here; None where they were never fetched."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LocalConversation:
    """One conversation as it is on this computer."""

    id: str
    title: str
    has_default_title: bool = False
    """Whether its title is the one that was made here of the first question, and that was never agreed on."""
    status: Status
    held: bool = False
    """Left alone: it is private, was deleted so lately that the person may undo it, or was begun under another name of
    theirs and the server does not list it under this one."""
    head: SyncHead | None = None
    """None: nothing was ever agreed on."""
    unsent: bool = False
    """Whether something that was written here has not come to the server."""
    news: bool = False
    """Of a deleted one: whether somebody said something in it on the server that was not known when it was deleted."""
    waits: bool = False
    """Of a deleted one: whether the server is told only when it is purged, because it could not bring it back."""
    purged: bool = False
    """Of a deleted one: whether nothing of it is left here but this."""
    deleted_at: datetime | None = None
    pinned: bool = False
    pin_owed: bool = False
    """Whether the server has not heard yet that it was pinned here, or is not any more."""
    settings: ConversationSettings = NO_SETTINGS
    settings_owed: bool = False
    """Whether the server has not heard yet that it was given other settings here."""
    conflicts: Mapping[ConflictKind, tuple[str, str]] = field(default_factory=dict)
    """What waits for the person: mine and theirs."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RemoteConversation:
    """One conversation as the server lists it."""

    id: str
    title: str
    status: Status
    version: str
    """Its `updated_at` as it was sent: grows with each change and each message; empty where a server does not say."""
    created_at: datetime | None = None
    updated_at: datetime | None = None
    private: bool = False
    pinned: bool | None = None
    """None where nobody ever told the server."""
    settings: ConversationSettings | None = None
    """None where nobody ever told the server."""
    local_id: str = ""
    """The name that it was begun under on a device, where that device has said so."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Disagreement:
    """Something for the person to decide, that was just found."""

    kind: ConflictKind
    message_id: str | None = None
    base: str | None = None
    mine: str
    theirs: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Unsent:
    """A message of the person's that no room carries: it goes by `POST sync`."""

    id: str
    about: str
    sequence_number: int
    previous_id: str | None
    contents: str
    created_at: datetime
    superseded_at: datetime | None = None
    """When it gave way to another branch, while it waited."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Conflict:
    """Something that both sides changed while apart."""

    id: str
    about: str
    """The conversation."""
    kind: ConflictKind
    message_id: str | None
    base: str | None
    """What both last agreed on, where that is known."""
    mine: str
    theirs: str
    reason: str
    created_at: datetime
    title: str = ""
    """The conversation's title here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LoggedStep:
    """One line of the log of what sync did and why."""

    seq: int
    at: datetime
    about: str | None
    what: str
    why: str
    title: str
    """The conversation's title now; empty where it has none."""


def log_step(conn: Connection, server: str, about: str | None, what: str, *, why: str, at: datetime) -> None:
    """Write a line down. No words of the person's in it: a title is looked up when it is read."""
    values = {"at": at, "server": server, "about": about, "what": what, "why": why}
    seq: int = conn.execute(insert(sync_log).values(values).returning(sync_log.c.seq)).scalar_one()
    conn.execute(sync_log.delete().where(sync_log.c.seq <= seq - MAX_STEPS))
    note(conn, "sync", about, str(seq))


def logged_steps(conn: Connection, account: Account, *, limit: int = 200) -> list[LoggedStep]:
    """Return the latest lines, the newest first."""
    query = (
        select(sync_log, conversations.c.title)
        .join(conversations, conversations.c.id == sync_log.c.about, isouter=True)
        .where(sync_log.c.server == account.server, sync_log.c.about.is_(None) | accounts.is_of(account))
        .order_by(sync_log.c.seq.desc())
        .limit(limit)
    )
    return [
        LoggedStep(seq=row.seq, at=row.at, about=row.about, what=row.what, why=row.why, title=row.title or "")
        for row in conn.execute(query)
    ]
