"""How well turns are read, as figures: authors held out of the training, held-out turns, pastes, and how it is counted.

Nothing of held-out turns and pastes is ever printed: whoever changes the reading goes by their figures only.
"""

import pytest

from tests.bench.train_extraction import cross_validated, labelled_turns, pastes
from tests.extraction.reader import kept
from tests.extraction.score import Label, Labelled, Score, load, outcome_of, score


@pytest.fixture(scope="module")
def held_out() -> Score:
    return score(load("held_out"), kept)


@pytest.mark.slow
def test_turns_that_nobody_looked_at_do_not_fall_back(held_out: Score):
    assert (held_out.precision >= 0.91, held_out.recall >= 0.86) == (True, True)


@pytest.mark.slow
@pytest.mark.xfail(
    reason="the goal for turns that nobody looked at: precision is 0.916 (tests/data/extraction/README.md)"
)
def test_turns_that_nobody_looked_at_are_read_as_well_as_the_goal_asks(held_out: Score):
    assert (held_out.precision >= 0.92, held_out.recall >= 0.86) == (True, True)


@pytest.mark.slow
def test_turns_of_an_author_who_was_not_learned_from_are_read_without_an_encoder():
    found = cross_validated(labelled_turns(None))
    assert (found.chosen_by.precision >= 0.90, found.chosen_by.recall >= 0.85) == (True, True)
    assert (found.others.precision >= 0.72, found.others.recall >= 0.70) == (True, True)


def test_pasted_text_is_not_telling():
    assert sum(len(kept(text)) for text in pastes("ABCD")) <= 1


LISTED = Labelled(
    text="",
    statements=(Label(contains=("tom|brother", "chef")), Label(contains=("tom|brother", "oslo"))),
    allowed=(("brother", "tom"),),
    forbidden=("secret",),
)


@pytest.mark.parametrize(
    ("contents", "found", "right", "false"),
    [
        (["User's brother Tom is a chef.", "Tom lives in Oslo."], 2, 2, 0),
        (["User's brother Tom is a chef and lives in Oslo."], 1, 1, 0),
        (["User's brother is called Tom."], 0, 0, 0),
        (["User likes tea."], 0, 0, 1),
        (["Tom is a secret chef."], 0, 0, 1),
        (["Tom is a chef.", "User's brother is a chef."], 1, 2, 0),
    ],
)
def test_it_is_counted_as_the_readme_says(contents: list[str], found: int, right: int, false: int):
    outcome = outcome_of(LISTED, [(content, "") for content in contents])
    assert (outcome.found, outcome.right, len(outcome.false)) == (found, right, false)


@pytest.mark.parametrize(
    ("entry", "word", "there"),
    [
        ("allerg", "allergic", True),
        ("no", "nobody", False),
        ("21", "21st", True),
        ("21", "210", False),
        ("half past four", "at half past four", True),
        ("half past four", "half four", False),
        ("8,500", "owes 8,500", True),
        ("n't", "can't", True),
    ],
)
def test_words_are_matched_as_the_readme_says(entry: str, word: str, there: bool):
    turn = Labelled(text="", statements=(Label(contains=(entry,)),), allowed=(), forbidden=())
    assert outcome_of(turn, [(word, "")]).found == int(there)
