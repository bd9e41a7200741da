"""Log what sync did and why; the last thousand lines are stored."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, insert, select

from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.changes import note
from alicia_desktop.store.schema import conversations, sync_log


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


KEPT: Final = 1_000


def add(conn: Connection, server: str, about: str | None, what: str, *, why: str, at: datetime) -> None:
    """Write a line down. No words of the person's in it: a title is looked up when it is read."""
    values = {"at": at, "server": server, "about": about, "what": what, "why": why}
    seq: int = conn.execute(insert(sync_log).values(values).returning(sync_log.c.seq)).scalar_one()
    conn.execute(sync_log.delete().where(sync_log.c.seq <= seq - KEPT))
    note(conn, "sync", about, str(seq))


def read(conn: Connection, account: Account, *, limit: int = 200) -> list[LoggedStep]:
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
