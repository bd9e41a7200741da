"""What only the in-process transport has: a hub, and bad days from a seed."""

import pytest

from alicia_desktop.base.clock import JumpingClock, settle
from alicia_desktop.base.errors import WorldError
from alicia_desktop.transport.contract import ConnectionChanged, ConnectionState
from alicia_desktop.transport.memory import Faults, MemoryHub, MemoryTransport
from tests.transport.worlds import Heard, TwoEndedWorld


@pytest.fixture
async def world():
    here = TwoEndedWorld("memory")
    yield here
    await here.close()


def in_hub(world, **options):
    world.hub = MemoryHub(**options)
    world.leave_hub = world.hub.serve(world.accept)


async def carried(world, stanzas):
    """What arrives of `stanzas` at the agent."""
    person, agent = await world.meet()
    for each in stanzas:
        await person.transport.send(each)
    await person.transport.close()
    return agent.heard.stanzas


SENT = [bytes([number]) for number in range(200)]


async def test_nothing_arrives_inside_the_call_that_sends_it(world):
    person, agent = await world.meet()
    await person.transport.send(b"one")
    assert agent.heard.stanzas == []
    await settle()
    assert agent.heard.stanzas == [b"one"]


async def test_dropped_stanzas_are_missing(world):
    in_hub(world, faults=Faults(drop=0.2))
    arrived = await carried(world, SENT)
    assert 100 < len(arrived) < 200
    assert arrived == sorted(arrived)


async def test_duplicated_stanzas_come_twice(world):
    in_hub(world, faults=Faults(duplicate=0.2))
    arrived = await carried(world, SENT)
    assert len(arrived) > len(SENT)
    assert sorted(set(arrived)) == SENT


async def test_reordered_stanzas_all_arrive_but_not_in_order(world):
    in_hub(world, faults=Faults(reorder=0.2))
    arrived = await carried(world, SENT)
    assert arrived != SENT
    assert sorted(arrived) == SENT


async def test_the_same_seed_is_the_same_day():
    days = []
    for seed in (1, 1, 2):
        world = TwoEndedWorld("memory")
        in_hub(world, faults=Faults(drop=0.1, duplicate=0.1, reorder=0.1), seed=seed)
        days.append(await carried(world, SENT))
        await world.close()
    assert days[0] == days[1] != days[2]


async def test_a_cut_ends_both_sides(world):
    in_hub(world, faults=Faults(cut=1.0))
    person, agent = await world.meet()
    await person.transport.send(b"lost")
    await settle()
    for end in (person, agent):
        last = end.heard.of(ConnectionChanged)[-1]
        assert (last.state, last.code, last.retry) == (ConnectionState.CLOSED, "connection_lost", True)
    assert agent.heard.stanzas == []


async def test_delayed_stanzas_come_in_order_when_their_time_is_there(world):
    clock = JumpingClock()
    in_hub(world, faults=Faults(delay=2.0), clock=clock)
    person, agent = await world.meet()
    for each in SENT[:10]:
        await person.transport.send(each)
    await settle()
    assert agent.heard.stanzas == []
    await clock.advance(20)
    assert agent.heard.stanzas == SENT[:10]


async def test_a_second_device_is_told_that_the_room_is_in_use(world):
    await world.meet()
    second = world.client()
    with pytest.raises(WorldError) as refusal:
        await second.transport.connect(world.address(), second.heard)
    assert (refusal.value.code, refusal.value.retry) == ("room_in_use", True)


async def test_a_server_that_closes_while_somebody_enters_is_unreachable(world):
    async def accept(_address, _transport):
        world.leave_hub()
        raise RuntimeError("the database is closed")

    world.leave_hub = world.hub.serve(accept)
    person = world.client()
    with pytest.raises(WorldError) as refusal:
        await person.transport.connect(world.address(), person.heard)
    assert refusal.value.code == "unreachable"


async def test_a_hub_that_nobody_serves_is_unreachable(world):
    end = MemoryTransport(hub=MemoryHub())
    with pytest.raises(WorldError, match="cannot be reached"):
        await end.connect(world.address(), Heard())
    await end.close()
