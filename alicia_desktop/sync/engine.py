"""Carry out sync plans: this computer and a server come to say the same, whatever happened while they were apart.

One round lists what the server has, makes a plan, does one thing after the other and plans again, until nothing is left
but messages to fetch; those follow, the open conversation first. What is written here is one transaction a step; what
is told the server names what it is believed to be, so that a change that came between is refused and not overwritten.
So a round can end anywhere (a kill, a lost line), and the next one goes on from what is so then.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from typing import Final

from alicia_desktop.api.records import JsonObject
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import LOCAL
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.translation import translate
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.sync import pending_changes, sync_records, sync_state
from alicia_desktop.store.sync.history import adopt
from alicia_desktop.store.sync.sync_records import ConflictKind, RemoteConversation, SyncHead
from alicia_desktop.sync.contract import REFUSALS, Abilities, RefusedChange, Round, SyncSource
from alicia_desktop.sync.messages import Fetcher, Sender, fetch_files, remote_of
from alicia_desktop.sync.plan import Merge, Plan, plan

LISTED: Final = 200
"""Conversations of one call."""
FETCHED_A_PLAN: Final = 8
MAX_PLANS: Final = 200
"""Of one round before messages are fetched; a server that always changes its mind is left until the next round."""
UNDO_SECONDS: Final = 12.0
"""A deletion is told when nobody can undo it any more."""
log = get_logger(__name__)


class SyncEngine:
    """Does rounds for one person at one server."""

    def __init__(
        self,
        *,
        database: Database,
        source: Callable[[], Awaitable[SyncSource]],
        account: Account,
        clock: Clock,
        is_live: Callable[[str], bool] = lambda _: False,
        is_open: Callable[[str], bool] = lambda _: False,
        first: Callable[[], str] = lambda: "",
        progress: Callable[[int, int], None] = lambda *_: None,
        restored: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Take what tells that a conversation is live in its room, which brings its messages, and which is looked at.

        What is open in a session gets its id from there.

        `progress` hears how many conversations' messages were fetched and how many are left, `restored` the id of a
        deleted conversation that the server has taken back.
        """
        self._database, self._source, self._account, self._server = database, source, account, account.server
        self._clock, self._is_live, self._first, self._progress = clock, is_live, first, progress
        self._is_open, self._restored = is_open, restored
        self._able = Abilities()
        self._began = clock.now()
        self._told: set[tuple[str, str]] = set()
        """What was logged once a run: conversation and what is kept of it."""

    async def round(self) -> Round:
        """Do one round.

        Raises:
            WorldError: the server cannot be asked; what was done stays done.
        """
        done, gone = Round(), set[str]()
        self._able.refused = {name: one for name, one in self._able.refused.items() if one.is_final}
        source = await self._source()
        fetcher = Fetcher(
            database=self._database, source=source, server=self._server, clock=self._clock, progress=self._progress
        )
        remote = await self._mine(await self._list(source))
        for _ in range(MAX_PLANS):
            made = await self._plan(remote, gone)
            if await self._settle(source, made, remote, gone, done):
                done.changed = True
                continue
            wanted = [one for one in made.fetch if not self._is_live(one)]
            done.left = len(wanted)
            if not wanted:
                break
            lacking = await fetcher.fetch({name: remote[name].version for name in wanted[:FETCHED_A_PLAN]}, done)
            gone |= lacking
            remote = {name: one for name, one in remote.items() if name not in lacking}
        sender = Sender(database=self._database, source=source, able=self._able, clock=self._clock, log_step=self._log)
        done.changed |= await sender.send(self._account)
        await self._send_purges(source)
        await fetch_files(self._database, source, self._account, self._clock)
        if not done.left:
            await self._database.write(sync_state.note_synced, self._account, self._clock.now())
        return done

    async def _list(self, source: SyncSource) -> dict[str, RemoteConversation]:
        """Return all that the server lists; some servers do not tell how many there are.

        See docs/protocol.md#http-there.
        """
        found: dict[str, RemoteConversation] = {}
        offset = 0
        while True:
            page = await source.conversations(limit=LISTED, offset=offset)
            fresh = [one for one in page.conversations if one.id not in found]
            found |= {one.id: remote_of(one) for one in fresh if one.status != "deleted"}
            offset += len(page.conversations)
            if len(page.conversations) < LISTED or not fresh:
                return found

    async def _mine(self, listed: dict[str, RemoteConversation]) -> dict[str, RemoteConversation]:
        """Return what the server lists without that in which something of another user's waits."""
        others = await self._database.write(accounts.claim_listed, tuple(listed), self._account)
        for name, user_id in others.items():
            await self._log_once(
                name,
                translate("Left to {user}").format(user=user_id),
                translate("Something waits in it until they are signed in again."),
            )
        return {name: one for name, one in listed.items() if name not in others}

    async def _plan(self, remote: dict[str, RemoteConversation], gone: set[str]) -> Plan:
        since = max(self._clock.now() - timedelta(seconds=UNDO_SECONDS), self._began)  # no undo outlives a run
        local = await self._database.read(sync_state.local_conversations, self._account, undoable_since=since)
        known = {name: one for name, one in local.items() if not name.startswith(LOCAL) or _is_begun(name, remote)}
        return plan(known, remote, gone=gone, can_change=self._able.change, first=self._first())

    async def _settle(
        self, source: SyncSource, made: Plan, remote: dict[str, RemoteConversation], gone: set[str], done: Round
    ) -> bool:
        """Do all of a plan but the fetching; returns whether anything was to be done."""
        found = [step for step in made.adopt if not self._is_open(step.local_id)]
        for step in found:
            await self._database.write(adopt, step.local_id, step.remote_id)
            await self._log(
                step.remote_id,
                translate("Found again"),
                translate("It was begun here, and the server's answer was lost."),
            )
        if made.appear:
            await self._database.write(self._appear, [step.remote for step in made.appear])
        for name in made.confirm:
            await self._confirm(source, name, remote, gone)
        if made.lost:
            await self._log_once(
                "",
                translate("Not believed: {count} conversations gone at once").format(count=made.lost),
                translate("They stay here."),
            )
        moved = False
        for merge in made.merge:
            moved |= await self._merge(source, merge, remote, done)
        return bool(found or made.appear or made.confirm or moved)

    def _appear(self, conn: Connection, fresh: Sequence[RemoteConversation]) -> None:
        at = self._clock.now()
        sync_state.appear(conn, fresh, account=self._account, at=at)
        for one in fresh:
            sync_records.log_step(
                conn,
                self._server,
                one.id,
                translate("Came from the server"),
                why=translate("It was begun elsewhere."),
                at=at,
            )

    async def _confirm(
        self, source: SyncSource, name: str, remote: dict[str, RemoteConversation], gone: set[str]
    ) -> None:
        try:
            found = await source.conversation(name)
        except WorldError as error:
            if error.code not in {"not_found", "not_supported"}:
                raise
            gone.add(name)
        else:
            if found.status == "deleted":
                gone.add(name)
            else:
                remote[name] = remote_of(found)

    async def _merge(self, source: SyncSource, step: Merge, remote: dict[str, RemoteConversation], done: Round) -> bool:
        """Write down what follows here, then tell the server what follows there."""
        if step.kept and not self._is_default_title(step):
            done.kept.add(step.conversation_id)
            await self._log_once(
                step.conversation_id, translate("Kept on this computer"), translate("This server cannot change it.")
            )
            if step.remote is None:
                await self._database.write(sync_state.forget, step.conversation_id)
        if not await self._database.write(self._apply, step):
            return True
        pushed = step.push_title is not None or step.push_status is not None
        if pushed and self._may_push(step):
            await self._push(source, step, remote)
        elif pushed:
            done.kept.add(step.conversation_id)
            return False
        head, has_moved = step.seen.head, pushed or step.take_pinned is not None or step.take_settings is not None
        return has_moved or bool(step.disagreements or step.settled) or (step.agree is not None and step.agree != head)

    @staticmethod
    def _is_default_title(step: Merge) -> bool:
        """Whether all that stays here is a title that everybody makes of the first question by themselves."""
        if step.kept != ("title",) or step.remote is None or step.remote.title:
            return False
        return step.seen.has_default_title

    def _may_push(self, step: Merge) -> bool:
        """Whether the server may take it: nothing is offered twice that it has refused."""
        refused = self._able.refused.get(step.conversation_id)
        if refused is not None and (refused.title, refused.status) == (step.seen.title, step.seen.status):
            return False
        return step.push_status != "deleted" or self._able.delete

    def _apply(self, conn: Connection, step: Merge) -> bool:
        at = self._clock.now()
        done = sync_state.apply(
            conn,
            step.seen,
            at,
            title=step.take_title,
            status=step.take_status,
            pinned=step.take_pinned,
            settings=step.take_settings,
            agree=step.agree,
            disagreements=step.disagreements,
            settled=step.settled,
        )
        if done:
            for what, why in told(step):
                sync_records.log_step(conn, self._server, step.conversation_id, what, why=why, at=at)
        return done

    async def _push(self, source: SyncSource, step: Merge, remote: dict[str, RemoteConversation]) -> None:
        name, head = step.conversation_id, step.agree or step.seen.head or SyncHead(title=None, status="active")
        try:
            if step.push_status == "deleted":
                await source.delete_conversation(name, version=step.remote.version if step.remote else "")
                remote.pop(name, None)
            else:
                expected: JsonObject = {}
                if step.push_title is not None:
                    expected["title"] = step.remote.title if step.remote else head.title
                if step.push_status is not None:
                    expected["status"] = head.status
                changed = await source.change_conversation(
                    name, title=step.push_title, status=step.push_status, expected=expected
                )
                remote[name] = remote_of(changed)
        except WorldError as error:
            await self._not_pushed(source, step, remote, error)
            return
        await self._database.write(sync_state.agree, name, title=step.push_title, status=step.push_status)
        if head.status == "deleted" and step.push_status is not None:
            self._restored(name)
        what = (
            translate("Deleted on the server") if step.push_status == "deleted" else translate("Changed on the server")
        )
        await self._log(name, what, translate("It was changed here."))

    async def _not_pushed(
        self, source: SyncSource, step: Merge, remote: dict[str, RemoteConversation], error: WorldError
    ) -> None:
        name = step.conversation_id
        match error.code:
            case "changed_meanwhile" | "not_found" if step.remote is not None:
                remote.pop(name, None)
                await self._confirm(source, name, remote, set())  # as it is now, for the next plan
            case "not_found":  # the server does not take it back: it lives on here
                await self._database.write(sync_state.forget, name)
                await self._log(
                    name, translate("Kept on this computer"), translate("The server does not have it any more.")
                )
            case "not_supported" if step.push_status == "deleted":
                self._able.delete = False
                await self._log_once(name, translate("Deleted only here"), translate("This server cannot delete."))
            case "not_supported":
                self._able.change = False
            case code if code in REFUSALS:  # it stays on this computer, and holds up nothing else
                self._able.refused[name] = RefusedChange(
                    title=step.seen.title, status=step.seen.status, is_final=not error.retry
                )
                await self._log_once(name, translate("Not changed on the server"), error.sentence)
            case _:
                raise error

    async def _send_purges(self, source: SyncSource) -> None:
        """Have the server let go for good what was purged here; one that keeps no deleted ones has nothing to do."""
        for name in await self._database.read(pending_changes.pending_purges, account=self._account):
            try:
                await source.delete_conversation(name, permanent=True)
            except WorldError as error:
                if error.code not in {"not_found", "not_supported", "changed_meanwhile"} | REFUSALS:
                    raise
            await self._database.write(pending_changes.settle_purge, name)

    async def _log(self, about: str, what: str, why: str) -> None:
        at = self._clock.now()
        await self._database.write(sync_records.log_step, self._server, about or None, what, why=why, at=at)

    async def _log_once(self, about: str, what: str, why: str) -> None:
        if (about, what) not in self._told:
            self._told.add((about, what))
            await self._log(about, what, why)


_CONFLICTS: Final[Mapping[ConflictKind, tuple[str, str]]] = {
    "message": (translate("Conflict about the message"), translate("Conflict about the message ended")),
    "title": (translate("Conflict about the title"), translate("Conflict about the title ended")),
    "status": (translate("Conflict about the status"), translate("Conflict about the status ended")),
    "deletion": (translate("Conflict about the deletion"), translate("Conflict about the deletion ended")),
}
"""What begins, and what ends."""


def told(step: Merge) -> list[tuple[str, str]]:
    """Return what a step does on this computer, and why, for the log."""
    lines = [(_CONFLICTS[one.kind][0], one.reason) for one in step.disagreements]
    if step.take_title is not None:
        lines.append((translate("Renamed here"), translate("It was renamed on the server.")))
    if step.take_status is not None:
        names = {
            "deleted": translate("Deleted here"),
            "archived": translate("Archived here"),
            "active": translate("Taken back here"),
        }
        lines.append((names[step.take_status], translate("That was done on the server.")))
    if step.take_pinned is not None:
        lines.append(
            (
                translate("Pinned here") if step.take_pinned else translate("No longer pinned here"),
                translate("That was done elsewhere."),
            )
        )
    if step.take_settings is not None:
        lines.append((translate("Model, persona or temperature changed here"), translate("That was done elsewhere.")))
    lines += [(_CONFLICTS[kind][1], translate("Both sides say the same.")) for kind in sorted(step.settled)]
    return lines


def _is_begun(local_id: str, remote: dict[str, RemoteConversation]) -> bool:
    return any(one.local_id == local_id for one in remote.values())
