"""Labels of answers belong to a message and an answer, letter by letter."""

from tests.bench.bench_dialogue import Label, read_labels, score, write_labels, write_unjudged

GOOD = Label(acceptable=True, invented=False)
HELLO, CHANGED = ("hi", "Hello!"), ("hi", "Hello.")


def test_a_changed_answer_counts_as_unjudged():
    assert score([HELLO], {HELLO: GOOD}).is_reached
    found = score([CHANGED], {HELLO: GOOD})
    assert (found.acceptable, found.unjudged, found.is_reached) == (0, 1, False)


def test_one_invented_fact_misses_the_goal_however_good_the_rest_is():
    answers = [(str(number), "x") for number in range(100)]
    labels = dict.fromkeys(answers, GOOD) | {answers[0]: Label(acceptable=True, invented=True)}
    assert not score(answers, labels).is_reached


def test_what_is_written_to_be_judged_is_read_back_once_it_is(tmp_path):
    path = tmp_path / "answers.jsonl"
    assert write_unjudged(path, [HELLO, CHANGED], {HELLO: GOOD}) == [CHANGED]
    assert read_labels(path) == {}
    assert "writer" not in path.read_text("utf-8")
    write_labels(path, {CHANGED: GOOD})
    assert read_labels(path) == {CHANGED: GOOD}
