"""MemoryActions as devices send them, against a whole server."""

from typing import Any

import pytest

from alicia_desktop.protocol import codec
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import ErrorMessage, MemoryAction, MemoryConfirmation
from alicia_desktop.store.memories.memory_edits import digest
from tests.support.participant import Participant

TEA = "User likes green tea."


class Device(Participant):
    """A participant who acts on the memory `m1`."""

    moment = 0

    async def act(self, action, *, moment=None, saw=None, **memory):
        """Do something and return whether the server did it."""
        Device.moment += 1
        body = MemoryAction(id="m1", action=action, memory=memory, timestamp=moment or Device.moment)
        done = len(self.of(MemoryConfirmation))
        meta: dict[str, Any] = {"expectedDigest": digest(saw)} if saw else {}
        await self.send(body, **meta)
        await self.until(lambda: len(self.of(MemoryConfirmation)) > done)
        return self.of(MemoryConfirmation)[-1].success

    async def memory(self):
        """Return `m1` as the server lists it, or None."""
        listed = await self.call("GET", "memories")
        return next((one for one in listed["memories"] if one["id"] == "m1"), None)


@pytest.fixture
async def device(server):
    someone = Device(server, user="ann")
    await someone.join()
    yield someone
    await someone.leave()


async def test_a_memory_is_made_changed_pinned_deleted_and_brought_back(device):
    assert await device.act("create", content=TEA)
    made = await device.memory()
    assert (made["content"], made["user_id"], made["pinned"]) == (TEA, "ann", False)
    assert made["tags"]
    assert await device.act("update", content="User likes black coffee.", tags=["coffee"], saw=TEA)
    assert (await device.memory())["tags"] == ["coffee"]
    assert await device.act("pin")
    assert (await device.memory())["pinned"]
    assert await device.act("delete")
    assert await device.memory() is None
    assert await device.act("create")
    assert (await device.memory())["content"] == "User likes black coffee."


async def test_what_was_made_is_found_and_answered_with_at_once(device):
    await device.act("create", content="User's dog is called Biscuit.")
    found = await device.call("POST", "memories/search", json={"queries": ["dog"], "k": 3})
    assert [one["id"] for one in found["results"][0]["results"]] == ["m1"]
    await device.act("update", content="User's cat is called Biscuit.")
    found = await device.call("POST", "memories/search", json={"queries": ["cat"], "k": 3})
    assert found["results"][0]["results"][0]["content"] == "User's cat is called Biscuit."


async def test_a_conflict_is_refused_with_both_texts(device):
    await device.act("create", content=TEA)
    await device.act("update", content="User likes coffee.", saw=TEA)
    assert not await device.act("update", content="User likes cocoa.", saw=TEA)
    (error,) = device.of(ErrorMessage)
    assert (error.code, error.originating_id, error.recoverable) == (202, "m1", True)
    told = next(one.meta["memory"] for one in device.stanzas if one.body is error)
    assert (told["refusal"], told["theirs"], told["yours"]) == ("changed", "User likes coffee.", "User likes cocoa.")
    assert (await device.memory())["content"] == "User likes coffee."


async def test_what_means_nothing_is_malformed(device):
    assert not await device.act("create", content="   ")
    assert device.of(ErrorMessage)[0].code == 101
    assert not await device.act("create", content="x" * 30_000)
    assert "20,000 characters" in device.of(ErrorMessage)[1].message
    assert not await device.act("pin")
    assert device.of(ErrorMessage)[2].code == 202


async def test_an_action_that_comes_again_is_confirmed_again_and_done_once(device):
    await device.act("create", content=TEA)
    await device.act("update", moment=500, content="User likes coffee.", saw=TEA)
    await device.act("update", content="User likes cocoa.")
    assert await device.act("update", moment=500, content="User likes coffee.", saw=TEA)
    assert (await device.memory())["content"] == "User likes cocoa."
    assert not await device.act("update", moment=501, content="User likes milk.", saw=TEA)
    assert not await device.act("update", moment=501, content="User likes milk.", saw=TEA)


async def test_what_is_forgotten_is_replayed_to_nobody_and_cannot_be_brought_back(device):
    await device.act("create", content=TEA)
    assert await device.act("delete", forget=True)
    await device.leave()
    device.last_seen, device.stanzas = 0, []
    await device.join()
    await device.until(lambda: len(device.of(MemoryConfirmation)) == 2)  # what it had missed
    said = [codec.encode(one) for one in device.stanzas if isinstance(one, Stanza)]
    assert not any(b"green tea" in one for one in said)
    assert not await device.act("create")


async def test_a_memory_of_somebody_else_cannot_be_touched(server, device):
    await device.act("create", content=TEA)
    stranger = Device(server, identity="phone", user="bob")
    await stranger.join()
    for action in ("update", "delete", "pin", "create"):
        assert not await stranger.act(action, content="Mine.")
    await stranger.leave()
    assert (await device.memory())["content"] == TEA


async def test_many_that_come_at_once_are_done_in_their_order_and_each_is_told_of(device):
    contents = [f"User likes tea number {number}." for number in range(60)]
    await device.send(MemoryAction(id="m1", action="create", memory={"content": contents[0]}, timestamp=1_000_000))
    for place, content in enumerate(contents[1:], 1_000_001):
        await device.send(MemoryAction(id="m1", action="update", memory={"content": content}, timestamp=place))
    await device.send(MemoryAction(id="m2", action="pin", timestamp=1))
    await device.until(lambda: len(device.of(MemoryConfirmation)) == len(contents) + 1)
    assert [one.success for one in device.of(MemoryConfirmation)] == [True] * len(contents) + [False]
    assert (await device.memory())["content"] == contents[-1]
