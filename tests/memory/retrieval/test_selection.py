from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.retrieval.selection import (
    Cut,
    RetrievalOptions,
    ScoredMemory,
    SelectionOutcome,
    select_memories,
)


def scored(memory_id: str, relevance: float, **more: object) -> ScoredMemory:
    values = {"tokens": 10, "pinned": False, "failed": False, "days": 0, "importance": 0.5, "uses": 0, **more}
    return ScoredMemory(id=memory_id, relevance=relevance, **values)  # type: ignore[arg-type]  # by name, as each test needs


def cuts(choices: dict[str, SelectionOutcome]) -> dict[str, Cut | None]:
    return {memory_id: choice.cut for memory_id, choice in choices.items()}


def test_every_reason_has_its_memory():
    selected = select_memories(
        [
            scored("best", 0.9),
            scored("without", 0.85),
            scored("long", 0.8, tokens=100),
            scored("second", 0.7),
            scored("third", 0.65),
            scored("far", 0.45),
            scored("old", 0.4, days=1_000, importance=0.0),
            scored("weak", 0.2),
            scored("failure", 0.0, failed=True),
        ],
        RetrievalOptions(threshold=0.34, limit=2, budget=50, exclude=frozenset({"without"})),
    )
    assert cuts(selected) == {
        "best": None,
        "without": "excluded",
        "long": "over_budget",
        "second": None,
        "third": "over_limit",
        "far": "far_below_best",
        "old": "decayed",
        "weak": "below_threshold",
        "failure": "failure_answer",
    }
    assert selected["old"].decay.threshold > 0.4


def test_pinned_memories_come_first_and_pass_every_threshold():
    selected = select_memories(
        [scored("best", 0.9), scored("pinned", 0.0, pinned=True, days=9_000, tokens=45)],
        RetrievalOptions(limit=1, budget=50),
    )
    assert cuts(selected) == {"best": "over_budget", "pinned": None}


def test_what_is_asked_for_is_used_as_if_pinned_and_what_is_left_out_stays_out():
    memories = [scored("a", 0.9), scored("b", 0.1), scored("c", 0.8, pinned=True)]
    terms = RetrievalOptions(include=frozenset({"b"}), exclude=frozenset({"a", "c"}))
    assert cuts(select_memories(memories, terms)) == {"a": "excluded", "b": None, "c": "excluded"}


def test_what_is_left_out_makes_no_other_look_far_below_it():
    memories = [scored("a", 1.0), scored("b", 0.4)]
    assert cuts(select_memories(memories, RetrievalOptions(exclude=frozenset({"a"}))))["b"] is None


def test_a_memory_that_does_not_fit_is_skipped_and_the_next_is_tried():
    memories = [scored("a", 0.9, tokens=40), scored("b", 0.8, tokens=40), scored("c", 0.7, tokens=10)]
    assert cuts(select_memories(memories, RetrievalOptions(budget=50))) == {"a": None, "b": "over_budget", "c": None}


def test_what_was_skipped_takes_no_place():
    memories = [scored("a", 0.9, tokens=99), scored("b", 0.8)]
    assert cuts(select_memories(memories, RetrievalOptions(limit=1, budget=50))) == {"a": "over_budget", "b": None}


def test_budgets_of_0_and_1():
    memories = [scored("pinned", 0.9, pinned=True), scored("a", 0.9), scored("tiny", 0.8, tokens=1)]
    assert set(cuts(select_memories(memories, RetrievalOptions(budget=0))).values()) == {"over_budget"}
    assert cuts(select_memories(memories, RetrievalOptions(budget=1))) == {
        "pinned": "over_budget",
        "a": "over_budget",
        "tiny": None,
    }


def test_a_search_for_everything_knows_no_decay():
    memories = [scored("a", 0.9), scored("old", 0.05, days=100_000, importance=0.0)]
    assert set(cuts(select_memories(memories, RetrievalOptions(threshold=0.0, budget=None))).values()) == {None}


@given(
    st.lists(st.tuples(st.floats(0, 1), st.integers(1, 3_000), st.booleans(), st.booleans()), max_size=20),
    st.integers(0, 5_000),
    st.integers(0, 8),
)
def test_neither_budget_nor_limit_is_ever_exceeded(raw: list[tuple[float, int, bool, bool]], budget: int, limit: int):
    memories = [
        scored(str(number), relevance, tokens=tokens, pinned=pinned, failed=failed)
        for number, (relevance, tokens, pinned, failed) in enumerate(sorted(raw, key=lambda one: -one[0]))
    ]
    kept = [
        one
        for one in memories
        if select_memories(memories, RetrievalOptions(budget=budget, limit=limit))[one.id].cut is None
    ]
    assert sum(one.tokens for one in kept) <= budget
    assert sum(not one.pinned for one in kept) <= limit
