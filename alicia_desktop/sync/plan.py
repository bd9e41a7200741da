"""Plan what to do so that this computer and a server say the same, from three states: mine, theirs, last agreed.

Pure: no clock, no disk, no network. A change of one side is taken over by the other; the same change of both is agreed
on; different changes of both are a conflict, which waits for the person. Nothing is ever settled by who came last. The
engine carries a plan out step by step and makes a new one after each round, so a step that was not done, or was done
and not written down, is simply planned again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from alicia_desktop.base.translation import translate
from alicia_desktop.protocol.conversation_settings import ConversationSettings
from alicia_desktop.store.sync.sync_records import (
    ConflictKind,
    Disagreement,
    LocalConversation,
    RemoteConversation,
    Status,
    SyncHead,
)

Verdict = Literal["same", "take", "push", "conflict"]
MAX_GONE: Final = 5
"""So many conversations may vanish from a server at once, or half of all, before that is taken for its accident."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Appear:
    """Pull: a conversation that is not here."""

    remote: RemoteConversation


@dataclass(frozen=True, kw_only=True, slots=True)
class Adopt:
    """Settle: the server made this conversation of ours, and its answer was lost on the way."""

    local_id: str
    remote_id: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Merge:
    """What follows for one conversation: `take` changes it here, `agree` is written down, `push` is told the server."""

    conversation_id: str
    seen: LocalConversation
    """As it was when this was planned: where it is different by now, nothing is done and a new plan is made."""
    remote: RemoteConversation | None
    take_title: str | None = None
    take_status: Status | None = None
    take_pinned: bool | None = None
    """Never a conflict: where only one side can have changed it since both had the same, that side is right."""
    take_settings: ConversationSettings | None = None
    """As a pin."""
    agree: SyncHead | None = None
    disagreements: tuple[Disagreement, ...] = ()
    settled: frozenset[ConflictKind] = frozenset()
    """Conflicts that both sides have since ended by saying the same."""
    push_title: str | None = None
    push_status: Status | None = None
    kept: tuple[str, ...] = ()
    """What stays on this computer, because this server cannot take it."""

    @property
    def is_nothing(self) -> bool:
        """Whether all is as it should be."""
        head = self.seen.head
        taken = (self.take_title, self.take_status, self.take_pinned, self.take_settings)
        wanted = (*taken, self.push_title, self.push_status)
        return not any(value is not None for value in wanted) and not (
            self.disagreements or self.settled or self.kept or (self.agree is not None and self.agree != head)
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """All that is to be done, in this order."""

    adopt: tuple[Adopt, ...] = ()
    appear: tuple[Appear, ...] = ()
    confirm: tuple[str, ...] = ()
    """Conversations that the list lacks: only when the server says that each is gone, it is."""
    merge: tuple[Merge, ...] = ()
    fetch: tuple[str, ...] = ()
    """Conversations whose messages are to be fetched, the first soonest; they are here, or appear by this plan."""
    lost: int = 0
    """So many conversations vanished at once that the server is not believed; they stay."""


def plan(
    local: Mapping[str, LocalConversation],
    remote: Mapping[str, RemoteConversation],
    *,
    gone: Collection[str] = (),
    can_change: bool = True,
    first: str = "",
) -> Plan:
    """Return what follows from a whole list of the server's.

    `gone` is what the server has confirmed not to have any more; `can_change` whether it takes titles and archiving at
    all (docs/protocol.md#http-there); `first` the conversation that the person looks at.
    """
    adopted = _adoptions(local, remote)
    taken = {step.remote_id for step in adopted}
    appear = (one for one in remote.values() if one.id not in local and one.id not in taken and not one.private)
    absent = [one for one in local.values() if one.id not in remote and not one.held and _was_there(one)]
    unsure = [one.id for one in absent if one.id not in gone and not _was_deleted(one)]
    vanished = {one.id for one in absent if one.id in gone}
    lost = len(vanished) if _is_accident(vanished, local) else 0
    merges = [
        merge(one, remote.get(one.id), can_change=can_change)
        for one in local.values()
        if not one.held and (one.id in remote or (one in absent and one.id not in unsure and not lost))
    ]
    return Plan(
        adopt=adopted,
        appear=tuple(Appear(remote=one) for one in appear),
        confirm=tuple(unsure),
        merge=tuple(step for step in merges if not step.is_nothing),
        fetch=_to_fetch(local, [one for one in remote.values() if one.id not in taken], first),
        lost=lost,
    )


def merge(mine: LocalConversation, theirs: RemoteConversation | None, *, can_change: bool = True) -> Merge:
    """Return what follows for one conversation; `theirs` is None where the server has it no more."""
    base = mine.head or SyncHead(title=None, status="active")
    their_status: Status = "deleted" if theirs is None else theirs.status
    their_title = mine.title if theirs is None else theirs.title
    title = judge(mine.title, their_title, base.title, empty="")
    if title == "conflict" and mine.has_default_title:  # nobody chose it
        title = "take"
    status = judge(mine.status, their_status, base.status)
    if theirs is None and mine.status != "deleted":
        return _deleted_there(mine, base, status, can_change=can_change)
    if mine.status == "deleted" and theirs is not None:
        return _deleted_here(mine, theirs, base, title=title, status=status)
    found: list[Disagreement] = []
    if title == "conflict":
        found.append(_differing("title", base.title, mine.title, their_title))
    if status == "conflict":
        found.append(_differing("status", base.status, mine.status, their_status))
    wanted = {"title": title == "push", "status": status == "push"}
    kept = () if can_change else tuple(name for name, is_wanted in wanted.items() if is_wanted)
    agreed_title = their_title if title in {"same", "take"} or (title == "push" and base.title is None) else base.title
    return _merge(
        mine,
        theirs,
        found,
        take_title=their_title if title == "take" else None,
        take_status=their_status if status == "take" else None,
        take_pinned=_pin_taken(mine, theirs),
        take_settings=_settings_taken(mine, theirs),
        agree=replace(base, title=agreed_title, status=their_status if status in {"same", "take"} else base.status),
        push_title=mine.title if wanted["title"] and can_change else None,
        push_status=mine.status if wanted["status"] and can_change else None,
        kept=kept,
    )


def judge(mine: str, theirs: str, base: str | None, *, empty: str | None = None) -> Verdict:
    """Return what follows for one value; `empty` is what nobody ever chose."""
    if mine == theirs:
        return "same"
    if mine == base or (base is None and mine == empty):
        return "take"
    if theirs == base or (base is None and theirs == empty):
        return "push"
    return "conflict"


def _deleted_here(
    mine: LocalConversation, theirs: RemoteConversation, base: SyncHead, *, title: Verdict, status: Verdict
) -> Merge:
    """It holds where nothing happened there since, for which its messages are looked at; else the person decides."""
    if status == "take":  # another device wanted it back
        return _merge(mine, theirs, take_status=theirs.status, agree=replace(base, status=theirs.status))
    is_renamed = base.title is not None and title in {"take", "conflict"}
    if _has_news(mine, theirs, base) or is_renamed or status == "conflict":
        reason = translate("It was deleted here, and changed on the server.")
        return _merge(
            mine,
            theirs,
            [Disagreement(kind="deletion", base=theirs.status, mine="", theirs=theirs.title, reason=reason)],
        )
    if mine.waits or (not mine.purged and (mine.head is None or theirs.version != base.fetched)):
        return _merge(mine, theirs)
    return _merge(mine, theirs, push_status="deleted")


def _has_news(mine: LocalConversation, theirs: RemoteConversation, base: SyncHead) -> bool:
    """Whether something happened there since; where nothing is left here to compare, by the server's own times."""
    if not mine.purged or theirs.version == base.fetched:
        return mine.news
    is_older = theirs.updated_at is not None and mine.deleted_at is not None and theirs.updated_at <= mine.deleted_at
    return not is_older


def _deleted_there(mine: LocalConversation, base: SyncHead, status: Verdict, *, can_change: bool) -> Merge:
    """It holds where nothing happened here since; else the person decides, and may want it back there."""
    if status == "push":
        return _merge(mine, None, push_status=mine.status if can_change else None, kept=() if can_change else ("all",))
    is_renamed = mine.title != base.title and not mine.has_default_title
    if status == "conflict" or mine.unsent or is_renamed:
        reason = translate("It was deleted on the server, and changed here.")
        return _merge(mine, None, [Disagreement(kind="deletion", mine=mine.title, theirs="", reason=reason)])
    return _merge(mine, None, take_status="deleted", agree=replace(base, status="deleted"))


def _merge(
    mine: LocalConversation,
    theirs: RemoteConversation | None,
    found: Sequence[Disagreement] = (),
    *,
    take_title: str | None = None,
    take_status: Status | None = None,
    take_pinned: bool | None = None,
    take_settings: ConversationSettings | None = None,
    agree: SyncHead | None = None,
    push_title: str | None = None,
    push_status: Status | None = None,
    kept: tuple[str, ...] = (),
) -> Merge:
    """Return the step; a conflict that is told already is not told again, and one that is over is settled."""
    kinds = {one.kind for one in found}
    return Merge(
        conversation_id=mine.id,
        seen=mine,
        remote=theirs,
        take_title=take_title,
        take_status=take_status,
        take_pinned=take_pinned,
        take_settings=take_settings,
        agree=agree,
        disagreements=tuple(one for one in found if mine.conflicts.get(one.kind) != (one.mine, one.theirs)),
        settled=frozenset(kind for kind in mine.conflicts if kind not in kinds and kind != "message"),
        push_title=push_title,
        push_status=push_status,
        kept=kept,
    )


def _pin_taken(mine: LocalConversation, theirs: RemoteConversation | None) -> bool | None:
    """Return how it is pinned there, where it is to be so here too."""
    if theirs is None or mine.pin_owed or theirs.pinned == mine.pinned:
        return None
    return theirs.pinned


def _settings_taken(mine: LocalConversation, theirs: RemoteConversation | None) -> ConversationSettings | None:
    """Return the settings that it has there, where it is to have them here too."""
    if theirs is None or mine.settings_owed or theirs.settings == mine.settings:
        return None
    return theirs.settings


def _differing(kind: ConflictKind, base: str | None, mine: str, theirs: str) -> Disagreement:
    renamed = translate("It was renamed here and on the server.")
    reason = renamed if kind == "title" else translate("It was archived or taken back here and on the server.")
    return Disagreement(kind=kind, base=base, mine=mine, theirs=theirs, reason=reason)


def _adoptions(local: Mapping[str, LocalConversation], remote: Mapping[str, RemoteConversation]) -> tuple[Adopt, ...]:
    return tuple(
        Adopt(local_id=one.local_id, remote_id=one.id)
        for one in remote.values()
        if one.local_id in local and one.id not in local
    )


def _was_there(mine: LocalConversation) -> bool:
    return mine.head is not None and not (mine.status == "deleted" and mine.head.status == "deleted")


def _was_deleted(mine: LocalConversation) -> bool:
    """Whether both have agreed that the server has it no more."""
    return mine.head is not None and mine.head.status == "deleted"


def _is_accident(vanished: Collection[str], local: Mapping[str, LocalConversation]) -> bool:
    known = sum(1 for one in local.values() if one.head is not None and one.head.status != "deleted")
    return len(vanished) > MAX_GONE and len(vanished) * 2 > known


def _to_fetch(
    local: Mapping[str, LocalConversation], remote: Sequence[RemoteConversation], first: str
) -> tuple[str, ...]:
    """Return whose messages are not all here: the open one, what waits for it to be deleted, then the latest."""

    def urgency(one: RemoteConversation) -> tuple[bool, bool]:
        known = local.get(one.id)
        return one.id != first, known is None or known.status != "deleted"

    behind = [one for one in remote if not one.private and not _is_fetched(local.get(one.id), one)]
    behind.sort(key=lambda one: one.version, reverse=True)
    return tuple(one.id for one in sorted(behind, key=urgency))


def _is_fetched(known: LocalConversation | None, theirs: RemoteConversation) -> bool:
    if known is None:
        return False
    return known.held or known.purged or (known.head is not None and known.head.fetched == theirs.version)
