import pytest

from alicia_desktop.memory.system import MemorySystem
from tests.memory.conftest import Tell


async def left(memory: MemorySystem) -> list[str]:
    return sorted(row.content for row in await memory.list_memories())


@pytest.mark.parametrize(
    ("told", "wish"),
    [
        ("I live in Rome. I work in Paris.", "Forget that I live in Paris."),
        ("My brother Tom is a chef.", "Forget that my brother is a nurse."),
        ("I owe Tom 500 euros.", "Forget that I owe Ann a favour."),
    ],
)
async def test_what_is_only_near_to_a_clause_stays(memory: MemorySystem, tell: Tell, told: str, wish: str):
    await tell(told)
    before = await left(memory)
    assert await tell(wish) == []
    assert await left(memory) == before


@pytest.mark.parametrize(
    ("told", "wish"),
    [
        ("I live in Rome.", "Forget that I live in Rome."),
        ("I moved to Rome last year.", "Forget that I live in Rome."),
        ("I drive a red Toyota.", "Forget that I drive a Toyota."),
        ("My wife Ana is pregnant.", "Forget that Ana is pregnant."),
        ("My boss is a jerk.", "Forget what I said about my boss."),
        ("My locker code is 4417.", "Forget my locker code."),
    ],
)
@pytest.mark.slow
async def test_what_says_it_goes_and_nothing_else(memory: MemorySystem, tell: Tell, told: str, wish: str):
    await tell("My sister likes tea.")
    await tell(told)
    assert [change.action for change in await tell(wish)] == ["forgotten"]
    assert await left(memory) == ["User's sister likes tea."]
