"""Which messages are shown where a question was edited or an answer asked for again."""

from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.view.branches import Branches
from tests.view.records import answer, message

ROOT = [
    message(id="q1", sequence_number=1, previous_id=None, superseded_by="q1b"),
    answer(id="a1", sequence_number=2, previous_id="q1"),
    message(id="q2", sequence_number=3, previous_id="a1"),
    message(id="q1b", sequence_number=4, previous_id=None),
    answer(id="a1b", sequence_number=5, previous_id="q1b", superseded_by="a1c"),
    answer(id="a1c", sequence_number=6, previous_id="q1b"),
]


def shown(branches, messages=ROOT):
    return [one.id for one in messages if not branches.hides(one.id)]


def learnt(messages=ROOT):
    branches = Branches()
    for one in messages:
        branches.update([one])
    return branches


def test_the_newest_branch_is_shown_where_nothing_is_chosen():
    branches = learnt()
    assert shown(branches) == ["q1b", "a1c"]
    row = branches.branch_of("q1b")
    assert (row.number, row.count, row.before, row.after) == (2, 2, "q1", "")
    assert branches.branch_of("q2") is None


def test_an_old_branch_is_shown_with_all_that_followed_it_and_the_newest_comes_back():
    branches = learnt()
    assert branches.choose("q1")
    assert shown(branches) == ["q1", "a1", "q2"]
    assert not branches.choose("q1")
    assert branches.choose_newest()
    assert shown(branches) == ["q1b", "a1c"]


def test_any_message_of_a_branch_leads_to_it_through_the_branches_above():
    branches = learnt()
    assert branches.choose("q2")
    assert shown(branches) == ["q1", "a1", "q2"]
    assert branches.choose("a1b")
    assert shown(branches) == ["q1b", "a1b"]


def test_what_follows_a_hidden_message_later_is_hidden_too():
    branches = learnt()
    assert not branches.update([message(id="q3", sequence_number=7, previous_id="q2")])
    assert branches.hides("q3")


def test_three_versions_lead_from_one_to_the_next():
    versions = [
        message(id="q1", sequence_number=1, superseded_by="q2"),
        message(id="q2", sequence_number=2, superseded_by="q3"),
        message(id="q3", sequence_number=3),
    ]
    branches = learnt(versions)
    row = branches.branch_of("q2")
    assert (row.number, row.count, row.before, row.after) == (2, 3, "q1", "q3")
    assert shown(branches, versions) == ["q3"]


def test_links_in_a_circle_or_into_nothing_hide_nothing():
    links = {"q1": "q2", "q2": "q1", "q3": "nowhere"}
    odd = [message(id=one, superseded_by=other) for one, other in links.items()]
    branches = learnt(odd)
    assert "q3" in shown(branches, odd)
    assert branches.choose("q1") in {True, False}


@given(st.permutations(ROOT))
def test_the_order_in_which_they_are_learnt_does_not_matter(messages):
    branches = learnt(messages)
    assert shown(branches) == ["q1b", "a1c"]
    branches.choose("q2")
    assert shown(branches) == ["q1", "a1", "q2"]


@given(st.permutations(ROOT), st.integers(0, len(ROOT)))
def test_messages_may_be_learnt_together(messages, first):
    branches = Branches()
    branches.update(messages[:first])
    branches.update(messages[first:])
    one_by_one = learnt(messages)
    assert shown(branches) == shown(one_by_one)
    assert [branches.branch_of(one.id) for one in ROOT] == [one_by_one.branch_of(one.id) for one in ROOT]


TURNS = [
    message(id="q1", sequence_number=1, previous_id=None),
    answer(id="a1", sequence_number=2, previous_id="q1", superseded_by="a1b"),
    answer(id="a1b", sequence_number=3, previous_id="q1"),
    message(id="q2", sequence_number=4, previous_id="a1"),
    answer(id="a2", sequence_number=5, previous_id="q2"),
]
"""The first of two turns was answered again: the second one belongs to the first answer."""


def test_where_another_version_hides_later_turns_it_is_said_and_leads_to_them():
    branches = learnt(TURNS)
    assert shown(branches, TURNS) == ["q1", "a1b"]
    row = branches.branch_of("a1b")
    assert (row.number, row.count, row.later_in, row.later) == (2, 2, 1, "q2")
    assert branches.choose(row.later)
    assert shown(branches, TURNS) == ["q1", "a1", "q2", "a2"]
    assert branches.branch_of("a1").later == ""


def test_an_answer_of_its_own_is_no_later_turn():
    branches = learnt([one for one in ROOT if one.id != "q2"])
    assert branches.branch_of("q1b").later == ""
    assert learnt().branch_of("q1b").later == "q2"


def test_the_last_of_the_later_turns_is_led_to():
    more = [*TURNS, message(id="q3", sequence_number=6, previous_id="a2")]
    assert learnt(more).branch_of("a1b").later == "q3"


def later_turn(branches, message_id):
    row = branches.branch_of(message_id)
    return row and row.later


@given(st.permutations(ROOT))
def test_what_was_asked_before_is_no_answer_for_what_was_learnt_since(messages):
    asked = Branches()
    for count, one in enumerate(messages, start=1):
        asked.update([one])
        fresh = learnt(messages[:count])
        assert [asked.branch_of(each.id) for each in ROOT] == [fresh.branch_of(each.id) for each in ROOT]
    moved = answer(id="a1", sequence_number=20, previous_id="q1")
    later = message(id="q3", sequence_number=7, previous_id="a1")
    asked.update([moved, later])
    assert later_turn(asked, "q1b") == "q3"
    asked.update([message(id="q2", sequence_number=21, previous_id="a1")])
    assert later_turn(asked, "q1b") == "q2"


def test_the_turns_behind_a_hidden_version_are_walked_through_once(monkeypatch):
    branches, walks = learnt(TURNS), []
    walk = branches.followers

    def followers(message_id, **how):
        walks.append(message_id)
        return walk(message_id, **how)

    monkeypatch.setattr(branches, "followers", followers)
    for _ in range(3):
        assert branches.branch_of("a1b").later == "q2"
    assert walks == ["a1"]


def test_labels_count_what_is_shown():
    empty = {"contents": "", "completion_status": "completed"}
    versions = [
        message(id="q1", sequence_number=1, previous_id=None),
        answer(id="a1", sequence_number=2, previous_id="q1", superseded_by="a2"),
        answer(id="a2", sequence_number=3, previous_id="q1", superseded_by="a3", **empty),
        answer(id="a3", sequence_number=4, previous_id="q1"),
    ]
    branches = learnt(versions)
    row = branches.branch_of("a3")
    assert (row.number, row.count, row.before, row.after) == (2, 2, "a1", "")
    row = branches.branch_of("a1")
    assert (row.number, row.count, row.before, row.after) == (1, 2, "", "a3")


def test_beside_an_answer_without_words_there_is_no_other_version():
    gone = [
        answer(id="a1", sequence_number=2, previous_id="q1", superseded_by="a2", contents=""),
        answer(id="a2", sequence_number=3, previous_id="q1"),
    ]
    assert learnt(gone).branch_of("a2") is None


def test_an_answer_that_is_being_written_is_a_version_before_its_first_word():
    writing = answer(id="a2", sequence_number=3, previous_id="q1", contents="", completion_status="streaming")
    first = answer(id="a1", sequence_number=2, previous_id="q1", superseded_by="a2")
    assert learnt([first, writing]).branch_of("a2").count == 2


def test_an_answer_whose_replacement_had_no_words_is_shown_again_and_has_no_other_version():
    branches = learnt(ROOT[3:])
    assert branches.hides("a1b")
    assert branches.update([answer(id="a1b", sequence_number=5, previous_id="q1b", superseded_by=None)])
    assert not branches.hides("a1b")
    assert branches.branch_of("a1b") is None
