"""The plan as a function: each pair of changes, and two devices and a server in memory under random ones."""

import random
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from alicia_desktop.api.records import ServerConversation
from alicia_desktop.protocol.conversation_settings import NO_SETTINGS, ConversationSettings
from alicia_desktop.store.records import UNTITLED
from alicia_desktop.store.sync.sync_records import LocalConversation, RemoteConversation, Status, SyncHead
from alicia_desktop.sync.messages import remote_of
from alicia_desktop.sync.plan import MAX_GONE, Adopt, Merge, Plan, judge, merge, plan

AGREED = SyncHead(title="Tides", status="active", fetched="1")


def here(**changes: Any) -> LocalConversation:
    return replace(LocalConversation(id="ac_1", title="Tides", status="active", head=AGREED), **changes)


def there(**changes: Any) -> RemoteConversation:
    return replace(RemoteConversation(id="ac_1", title="Tides", status="active", version="1"), **changes)


def listed(*items: Any) -> dict[str, Any]:
    return {item.id: item for item in items}


@pytest.mark.parametrize(
    ("mine", "theirs", "base", "verdict"),
    [
        ("a", "a", "b", "same"),
        ("a", "b", "a", "take"),
        ("b", "a", "a", "push"),
        ("b", "c", "a", "conflict"),
        ("", "b", None, "take"),
        ("b", "", None, "push"),
        ("b", "c", None, "conflict"),
    ],
)
def test_what_one_side_changed_goes_to_the_other_and_what_both_changed_to_the_person(mine, theirs, base, verdict):
    assert judge(mine, theirs, base, empty="") == verdict


def test_what_a_conversation_is_called_that_nobody_has_titled_is_no_title():
    untitled = remote_of(ServerConversation(id="ac_1", title=UNTITLED, updated_at=None))
    begun = here(head=SyncHead(title=None, status="active"))
    assert merge(replace(begun, title=""), untitled).take_title is None
    assert merge(begun, untitled).push_title == "Tides"
    assert merge(replace(begun, title=""), there()).take_title == "Tides"


def test_nothing_follows_where_all_is_agreed():
    assert plan(listed(here()), listed(there())) == Plan()


def test_a_conversation_of_another_device_appears_and_its_messages_are_wanted():
    made = plan({}, listed(there()))
    assert [step.remote.id for step in made.appear] == ["ac_1"]
    assert made.fetch == ("ac_1",)


def test_a_conversation_that_was_made_and_whose_answer_was_lost_is_known_again():
    local = LocalConversation(id="local_1", title="", status="active")
    made = plan(listed(local), listed(there(local_id="local_1")))
    assert (made.adopt, made.appear) == ((Adopt(local_id="local_1", remote_id="ac_1"),), ())
    assert made.fetch == (), "nothing here has that name until it is adopted, which may be left to its session"


def test_what_is_private_or_just_deleted_is_left_alone():
    assert plan(listed(here(held=True)), listed(there(title="Other", version="2"))) == Plan()
    assert plan({}, listed(there(private=True))) == Plan()
    assert plan(listed(here(held=True)), {}) == Plan()


def test_a_rename_goes_either_way():
    taken, pushed = merge(here(), there(title="Ebb")), merge(here(title="Ebb"), there())
    assert (taken.take_title, taken.push_title) == ("Ebb", None)
    assert (pushed.take_title, pushed.push_title) == (None, "Ebb")
    assert taken.agree is not None
    assert taken.agree.title == "Ebb"


def test_a_pin_of_another_device_is_taken_unless_the_server_still_has_to_hear_of_mine():
    assert merge(here(), there(pinned=True)).take_pinned is True
    assert merge(here(pinned=True), there(pinned=False)).take_pinned is False
    assert merge(here(pinned=True, pin_owed=True), there(pinned=False)).is_nothing
    assert merge(here(pinned=True), there(pinned=None)).is_nothing, "nobody has told that server"


def test_settings_of_another_device_are_taken_unless_the_server_still_has_to_hear_of_mine():
    pirate, poet = ConversationSettings(persona="A pirate."), ConversationSettings(persona="A poet.")
    assert merge(here(), there(settings=poet)).take_settings == poet
    assert merge(here(settings=pirate), there(settings=NO_SETTINGS)).take_settings == NO_SETTINGS
    assert merge(here(settings=pirate, settings_owed=True), there(settings=poet)).is_nothing
    assert merge(here(settings=pirate), there(settings=None)).is_nothing, "nobody has told that server"
    preferences: dict[str, object] = {"settings": {"persona": "A poet."}}
    assert remote_of(ServerConversation(id="ac_1", preferences=preferences)).settings == poet
    assert remote_of(ServerConversation(id="ac_1", preferences={})).settings is None


def test_two_renames_are_a_conflict_that_is_told_once():
    made = merge(here(title="Ebb"), there(title="Flow"))
    (found,) = made.disagreements
    assert (found.kind, found.base, found.mine, found.theirs) == ("title", "Tides", "Ebb", "Flow")
    assert (made.take_title, made.push_title) == (None, None)
    assert merge(here(title="Ebb", conflicts={"title": ("Ebb", "Flow")}), there(title="Flow")).is_nothing


def test_a_conflict_ends_by_itself_where_both_say_the_same():
    made = merge(here(title="Ebb", conflicts={"title": ("Ebb", "Flow")}), there(title="Ebb"))
    assert made.settled == {"title"}


def test_a_server_that_cannot_rename_leaves_it_here():
    made = merge(here(title="Ebb"), there(), can_change=False)
    assert (made.push_title, made.kept) == (None, ("title",))


def test_a_deletion_here_waits_until_its_messages_were_looked_at():
    local, remote = here(status="deleted"), there(version="2")
    made = plan(listed(local), listed(remote))
    assert (made.merge, made.fetch) == ((), ("ac_1",))
    seen = replace(local, head=replace(AGREED, fetched="2"))
    assert merge(seen, remote).push_status == "deleted"
    (found,) = merge(replace(seen, news=True), remote).disagreements
    assert found.kind == "deletion"


def test_a_server_that_could_not_bring_it_back_is_told_only_when_it_is_purged():
    waiting = here(status="deleted", waits=True)
    assert merge(waiting, there()).is_nothing
    (found,) = merge(replace(waiting, news=True), there()).disagreements
    assert found.kind == "deletion", "what another device says in it meanwhile is the person's at once"
    assert merge(here(status="deleted", purged=True), there()).push_status == "deleted"


def test_what_was_purged_is_not_fetched_and_goes_there_unless_somebody_went_on_with_it():
    deleted_at = datetime(2026, 11, 1, tzinfo=UTC)
    purged = here(title="", status="deleted", purged=True, deleted_at=deleted_at)
    older = there(version="2", updated_at=deleted_at - timedelta(minutes=1))
    made = plan(listed(purged), listed(older))
    assert made.fetch == ()
    assert [step.push_status for step in made.merge] == ["deleted"]
    (found,) = merge(purged, there(version="2", updated_at=deleted_at + timedelta(days=1))).disagreements
    assert (found.kind, found.theirs) == ("deletion", "Tides")


def test_a_deletion_here_and_a_rename_there_are_the_persons():
    (found,) = merge(here(status="deleted"), there(title="Ebb")).disagreements
    assert (found.kind, found.theirs) == ("deletion", "Ebb")


def test_what_a_list_lacks_is_gone_only_when_the_server_says_so():
    made = plan(listed(here()), {})
    assert (made.confirm, made.merge) == (("ac_1",), ())
    (step,) = plan(listed(here()), {}, gone={"ac_1"}).merge
    assert step.take_status == "deleted"


@pytest.mark.parametrize("changed", [{"title": "Ebb"}, {"unsent": True}, {"status": "archived"}])
def test_a_deletion_there_and_a_change_here_are_the_persons(changed):
    (step,) = plan(listed(here(**changed)), {}, gone={"ac_1"}).merge
    assert [found.kind for found in step.disagreements] == ["deletion"]
    assert step.take_status is None


def test_a_title_that_nobody_chose_is_no_change_that_holds_up_a_deletion_there():
    begun = here(head=SyncHead(title=None, status="active"), has_default_title=True)
    (step,) = plan(listed(begun), {}, gone={"ac_1"}).merge
    assert (step.take_status, step.disagreements) == ("deleted", ())


def test_a_title_that_nobody_chose_makes_way_for_that_of_another_computer():
    begun = here(title="Hi", head=SyncHead(title="", status="active"), has_default_title=True)
    made = merge(begun, there(title="Ebb"))
    assert (made.take_title, made.disagreements) == ("Ebb", ())
    assert merge(replace(begun, has_default_title=False), there(title="Ebb")).disagreements


def test_what_is_wanted_back_is_made_active_there_again():
    wanted = here(head=replace(AGREED, status="deleted"))
    (step,) = plan(listed(wanted), {}).merge
    assert step.push_status == "active"
    assert plan(listed(replace(wanted, status="deleted")), {}) == Plan()


def test_a_conversation_that_nothing_was_agreed_on_stays_when_the_server_lacks_it():
    assert plan(listed(here(head=None)), {}, gone={"ac_1"}) == Plan()


def test_a_server_that_lost_everything_is_not_believed():
    many = listed(*(replace(here(), id=f"ac_{number}") for number in range(MAX_GONE + 1)))
    made = plan(many, {}, gone=set(many))
    assert (made.merge, made.lost) == ((), MAX_GONE + 1)


def test_the_open_conversation_is_fetched_first_then_what_is_to_be_deleted_then_the_latest():
    remote = [replace(there(), id=f"ac_{number}", version=f"{number + 1}") for number in range(4)]
    waiting = replace(here(), id="ac_1", status="deleted")
    assert plan(listed(waiting), listed(*remote), first="ac_2").fetch == ("ac_2", "ac_1", "ac_3", "ac_0")


@dataclass
class Model:
    """A server and devices with nothing but titles and states, to which plans are carried out at once or in part."""

    dice: random.Random
    remote: dict[str, RemoteConversation] = field(default_factory=dict)
    devices: list[dict[str, LocalConversation]] = field(default_factory=lambda: [{}, {}])
    tick: int = 0

    def change(self, item: Any) -> Any:
        """A person renames, archives, takes back or deletes."""
        self.tick += 1
        match self.dice.randrange(4):
            case 0:
                return replace(item, status=self.dice.choice(("archived", "active")))
            case 1 if self.dice.random() < 0.5:
                return replace(item, status="deleted")
            case _:
                return replace(item, title=f"{self.dice.choice('abc')}")

    def round(self, device: dict[str, LocalConversation], *, killed: bool) -> bool:
        """Carry out a plan, perhaps not to its end; returns whether there was none left."""
        gone = {name for name in device if name not in self.remote}
        made = plan(device, self.remote, gone=gone)
        steps: list[Any] = [*made.appear, *made.merge, *made.fetch]
        for step in steps:
            if killed and self.dice.random() < 0.5:
                return False
            if isinstance(step, Merge):
                self.carry_out(device, step, killed=killed)
            elif isinstance(step, str):
                mine, theirs = device.get(step), self.remote.get(step)
                if mine is not None and mine.head is not None and theirs is not None:
                    device[step] = replace(mine, head=replace(mine.head, fetched=theirs.version))
            else:
                head = SyncHead(title=step.remote.title, status=step.remote.status)
                one = step.remote
                device[one.id] = LocalConversation(id=one.id, title=one.title, status=one.status, head=head)
        return not steps

    def carry_out(self, device: dict[str, LocalConversation], step: Merge, *, killed: bool) -> None:
        mine = device[step.conversation_id]
        head = step.agree or mine.head
        assert head is not None
        if step.take_title is not None:
            assert mine.head is None or mine.title in {mine.head.title, ""}, "a title of the person's is overwritten"
        if step.take_status is not None:
            assert mine.head is None or mine.status == mine.head.status, "a state of the person's is overwritten"
        conflicts = {kind: both for kind, both in mine.conflicts.items() if kind not in step.settled}
        conflicts |= {one.kind: (one.mine, one.theirs) for one in step.disagreements}
        device[mine.id] = mine = replace(
            mine,
            title=mine.title if step.take_title is None else step.take_title,
            status=step.take_status or mine.status,
            head=head,
            conflicts=conflicts,
        )
        if step.push_title is None and step.push_status is None:
            return
        theirs = self.remote.get(mine.id)
        was = head.title, head.status
        if theirs is not None:
            assert step.push_title is None or theirs.title in {was[0], ""}, "another device's title is overwritten"
            assert step.push_status is None or theirs.status == was[1], "another device's state is overwritten"
        self.tick += 1
        if step.push_status == "deleted":
            self.remote.pop(mine.id, None)
        else:
            before = theirs or RemoteConversation(id=mine.id, title=head.title or "", status="active", version="")
            self.remote[mine.id] = replace(
                before,
                title=before.title if step.push_title is None else step.push_title,
                status=step.push_status or before.status,
                version=str(self.tick),
            )
        if killed:
            return  # it was told, and that was not written down
        title = head.title if step.push_title is None else step.push_title
        device[mine.id] = replace(mine, head=replace(head, title=title, status=step.push_status or head.status))

    def decide(self, device: dict[str, LocalConversation]) -> None:
        """The person settles all conflicts of a device, this way or that."""
        for name, mine in list(device.items()):
            decided = mine
            for kind in mine.conflicts:
                decided = self.settled(decided, kind, keep=self.dice.random() < 0.5)
            device[name] = decided

    def settled(self, mine: LocalConversation, kind: Any, *, keep: bool) -> LocalConversation:
        theirs = self.remote.get(mine.id)
        their_status: Status = "deleted" if theirs is None else theirs.status
        their_title = (mine.head.title if mine.head else "") if theirs is None else theirs.title
        assert mine.head is not None
        left = {other: both for other, both in mine.conflicts.items() if other != kind}
        head = replace(mine.head, title=their_title, status=their_status)
        if kind == "title":
            head = replace(mine.head, title=their_title)
            return replace(mine, title=mine.title if keep else their_title or "", head=head, conflicts=left)
        if kind == "status":
            head = replace(mine.head, status=their_status)
        return replace(mine, status=mine.status if keep else their_status, head=head, conflicts=left)


@pytest.mark.parametrize("seed", range(300))
def test_two_devices_and_a_server_agree_in_the_end_whatever_happens(seed: int):
    model = Model(random.Random(seed))
    dice = model.dice
    for number in range(dice.randint(1, 3)):
        model.remote[f"ac_{number}"] = replace(there(), id=f"ac_{number}", version="0")
    for _ in range(dice.randint(5, 40)):
        device = dice.choice(model.devices)
        if dice.random() < 0.5:
            model.round(device, killed=dice.random() < 0.4)
        elif device:
            name = dice.choice(list(device))
            if device[name].status != "deleted":
                device[name] = model.change(device[name])
        if dice.random() < 0.2:
            model.decide(device)
    for _ in range(30):
        for device in model.devices:
            model.decide(device)
            model.round(device, killed=False)
    for device in model.devices:
        assert model.round(device, killed=False)
        alive = {name: (one.title, one.status) for name, one in device.items() if one.status != "deleted"}
        assert alive == {name: (one.title, one.status) for name, one in model.remote.items()}
