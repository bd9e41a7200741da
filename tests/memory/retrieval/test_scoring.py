from dataclasses import fields
from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.dates import DateHint
from alicia_desktop.memory.retrieval.analysis import analyse
from alicia_desktop.memory.retrieval.calibration import ScoreWeights
from alicia_desktop.memory.retrieval.catalogue import Catalogue
from alicia_desktop.memory.retrieval.routing import route_query
from alicia_desktop.memory.retrieval.score_features import dated_part
from alicia_desktop.memory.retrieval.scoring import Scores, score_memories
from alicia_desktop.memory.retrieval.vectors import Cosines
from alicia_desktop.memory.retrieval.word_lookup import LocatedHit
from tests.memory.encoder import WordEncoder
from tests.memory.retrieval.test_catalogue import catalogue, entry

TODAY = date(2026, 11, 18)
SCALE = WordEncoder.scale


def hit(*positions: int) -> LocatedHit:
    none = np.zeros(0, np.int64)
    exact = np.array(positions, np.int64)
    return LocatedHit(weight=1.0, found=len(exact), exact=exact, other=none, exact_outside=none, other_outside=none)


def scored(made: Catalogue, *hits: LocatedHit, cosines: dict[int, float] | None = None, query: str = "x?") -> Scores:
    near = None
    if cosines is not None:
        near = Cosines(
            keys=np.array(list(cosines), np.int64), values=np.array(list(cosines.values()), np.float32), scale=SCALE
        )
    analysis = analyse(query, today=TODAY)
    return score_memories(analysis, route_query(analysis), made, hits, near, today=TODAY.toordinal())


def test_a_rare_word_counts_more_than_a_common_one():
    made = catalogue(*(entry(number, f"User likes thing {number}.") for number in range(1, 11)))
    relevance = scored(made, hit(0), hit(*range(1, 10))).relevance
    assert relevance[0] > relevance[1]


def test_a_word_of_the_turn_before_counts_for_a_turn_and_not_for_a_statement():
    made = catalogue(entry(1, "Ann: the recital"), entry(2, "Bob: on Friday"), entry(3, "User likes jazz."))
    relevance = scored(made, hit(0)).relevance
    assert 0 < relevance[1] < relevance[0]
    assert relevance[2] == 0


def test_a_question_never_outranks_the_fact():
    made = catalogue(entry(1, "Do you remember my kids' names?"), entry(2, "I have two kids named Alex and Jordan."))
    relevance = scored(made, hit(0, 1), hit(0), cosines={0: 0.95, 1: 0.8}).relevance
    assert scored(made, hit(0, 1), hit(0, 1), cosines={0: 0.9, 1: 0.9}).relevance[1] > relevance[0] - 0.2
    assert scored(made, hit(0, 1), hit(0, 1), cosines={0: 0.9, 1: 0.85}).relevance.argmax() == 1


def test_a_failure_answer_is_worth_nothing():
    made = catalogue(entry(1, "I don't have any information about your kids' names."))
    assert scored(made, hit(0), cosines={0: 1.0}).relevance.tolist() == [0]


def test_without_a_vector_words_speak_for_the_meaning_too():
    made = catalogue(entry(1, "User likes jazz."))
    assert scored(made, hit(0)).relevance[0] > scored(made, hit(0), cosines={0: 0.1}).relevance[0]


def test_somebody_elses_affairs_step_back_in_a_question_about_oneself():
    made = catalogue(entry(1, "a", about="boss"), entry(2, "b", about="user"))
    relevance = scored(made, hit(0, 1), query="Where do I live?").relevance
    assert relevance[1] > relevance[0]


@pytest.mark.parametrize(
    ("hint", "near"),
    [
        (DateHint(year=2023, month=5, day=7), [1.0, pytest.approx(0.3), 0.0, 0.0]),
        (DateHint(month=5), [1.0, 1.0, 0.5, 1.0]),
        (DateHint(year=2022, month=5), [0.0, 0.0, 0.0, 1.0]),
    ],
)
def test_what_was_said_near_a_named_day_counts(hint: DateHint, near: list[float]):
    days = ("2023-05-08", "2023-05-01", "2023-06-02", "2022-05-01")
    made = catalogue(*(entry(number, "x", day=day) for number, day in enumerate(days, start=1)))
    assert dated_part([hint], made.columns()).tolist() == near


@given(
    st.lists(st.lists(st.integers(0, 4), unique=True, max_size=5), max_size=6),
    st.dictionaries(st.integers(0, 4), st.floats(-1, 1, width=32)),
)
def test_relevance_stays_between_0_and_1_and_is_the_sum_of_its_parts(found: list[list[int]], cosines: dict[int, float]):
    made = catalogue(*(entry(number, f"Ann: thing {number}") for number in range(5)))
    scores = scored(made, *(hit(*positions) for positions in found), cosines=cosines)
    assert ((scores.relevance >= 0) & (scores.relevance <= 1)).all()
    assert set(scores.parts) <= {field.name for field in fields(ScoreWeights)}
    for position in cosines:
        total = sum(part.value * part.weight for part in scores.parts_of([position])[0])
        assert (
            scores.relevance[position] == pytest.approx(min(max(total, 0), 1), abs=0.01)
            or not scores.relevance[position]
        )


def test_the_whole_query_word_for_word_adds_three_tenths_and_ends_at_one():
    made = catalogue(
        entry(1, "User keeps the blue bicycle."),
        entry(2, "User's bicycle is blue."),
        entry(3, "What is the blue bicycle?"),
    )
    analysis = analyse("the blue bicycle", today=TODAY)

    def score(phrase: list[int]) -> Scores:
        route, hits = route_query(analysis), [hit(0, 1, 2)]
        return score_memories(
            analysis, route, made, hits, None, today=TODAY.toordinal(), phrase=np.array(phrase, np.int64)
        )

    bare, boosted = score([]), score([1, 3, 99])
    assert "phrase" not in bare.parts
    assert boosted.parts["phrase"].tolist() == [1.0, 0.0, 0.0]
    assert boosted.total[0] - bare.total[0] == pytest.approx(0.3)
    assert boosted.total[1] == bare.total[1]
    assert boosted.relevance.max() == min(1.0, float(boosted.total[0]))


def test_what_names_another_is_hollow_where_the_own_name_is_asked_for():
    made = catalogue(entry(1, "User's dog is called Rex."), entry(2, "User is called Bea."))
    parts = [scored(made, hit(0, 1), query=query).parts["hollow"] for query in ("What am I called?", "What's Rex?")]
    assert [part.tolist() for part in parts] == [[1, 0], [0, 0]]
