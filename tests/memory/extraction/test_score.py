"""How well the rules read turns, as figures: the labelled halves, and everyday sentences by kind.

Nothing of held-out turns is ever printed: whoever writes rules goes by their figures only. The floor is just under
what was seen at the last look (docs/memory.md), and above the goal of 0.85.
"""

from datetime import UTC, datetime

import pytest
from alicia_desktop.memory.extraction.turn import Turn, extract
from tests.memory.extraction.score import Kept, Label, Labelled, everyday, load, outcome_of, phrasings, score

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
GOAL = 0.85


def kept(text: str) -> Kept:
    turn = Turn(conversation_id="ac_1", message_id="am_1", text=text, said_at=NOW)
    return [(statement.content, statement.category) for statement in extract(turn).statements]


@pytest.mark.parametrize("half", ["shown", "opened", "batch_1", "batch_2", "batch_3", "batch_4"])
def test_the_halves_that_the_rules_were_written_with_are_read_well(half: str):
    result = score(load(half), kept)
    assert result.precision >= GOAL
    assert result.recall >= GOAL


def test_turns_that_nobody_looked_at_do_not_fall_back():
    result = score(load("held_out"), kept)
    assert (result.precision >= 0.92, result.recall >= 0.86) == (True, True)


def test_the_half_that_was_shown_is_put_where_it_belongs():
    assert score(load("shown"), kept).category >= GOAL


@pytest.mark.slow
def test_everyday_sentences_are_read_well():
    result = score(everyday(), kept)
    assert result.precision >= GOAL
    assert result.recall >= GOAL


def test_a_clause_is_read_in_many_wordings_and_what_is_said_in_passing_is_not():
    wordings = phrasings()
    told = [len(kept(text)) >= least for least, text in wordings if least]
    passing = [len(kept(text)) == 0 for least, text in wordings if not least]
    assert (told.count(True) / len(told) >= 0.95, passing.count(True) / len(passing) >= 0.95) == (True, True)


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
    [("allerg", "allergic", True), ("no", "nobody", False), ("21", "21st", True), ("21", "210", False)],
)
def test_words_are_matched_as_the_readme_says(entry: str, word: str, there: bool):
    turn = Labelled(text="", statements=(Label(contains=(entry,)),), allowed=(), forbidden=())
    assert outcome_of(turn, [(word, "")]).found == int(there)
