"""A memory's page: what state it is in, what it says and said, and what the person did to it."""

from datetime import timedelta
from typing import Any

import pytest

from alicia_desktop.store.memories.memory_actions import MemoryVersion
from alicia_desktop.store.memories.memory_pages import MemoryAct, MemoryPage
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.view.memory_history import MemoryLink
from alicia_desktop.view.memory_page import PageContext, page_view, threshold_of, unknown_page
from alicia_desktop.view.rows import NO_VOTE
from tests.view.records import START, after, memory, use

DAY = timedelta(days=1)
LINK = MemoryLink(conversation_id="ac_1", message_id="am_2", text="Emma: Walnuts only", detail="today")


def page(record: MemoryRecord | None = None, **given: Any) -> MemoryPage:
    values: dict[str, Any] = {"history": (), "uses": (), "links_to": (), "links_from": (), "unsent": False}
    return MemoryPage(record=record or memory(), **(values | given))


def around(**given: Any) -> PageContext:
    values: dict[str, Any] = {
        "now": START + DAY,
        "origin": None,
        "uses": (),
        "use_count": 0,
        "actions": (),
        "undoable": frozenset(),
        "links": {"am_2": LINK},
        "ask": None,
        "vote": NO_VOTE,
        "voted_under": "am_2",
    }
    return PageContext(**(values | given))


def act(**given: Any) -> MemoryAct:
    values: dict[str, Any] = {"seq": 7, "at": START, "action": "update", "memory": {}, "state": "confirmed"}
    return MemoryAct(**(values | given))


def version(**given: Any) -> MemoryVersion:
    return MemoryVersion(**({"category": None} | given))


@pytest.mark.parametrize(
    ("given", "state"),
    [
        ({}, "here"),
        ({"source_type": "trace"}, "stub"),
        ({"deleted_at": START}, "deleted"),
        ({"deleted_at": START, "content": ""}, "forgotten"),
    ],
)
def test_its_state(given: dict[str, Any], state: str) -> None:
    view = page_view(page(memory(**given)), around())
    assert view.state == state
    assert bool(view.note) == (state != "here")
    assert (view.decay is not None) == (state == "here")


def test_a_memory_without_a_row_is_what_the_trace_says() -> None:
    view = unknown_page("amem_9", "A snippet", around())
    assert (view.state, view.content, view.facts) == ("stub", "A snippet", ())


def test_the_history_shows_before_and_after_the_newest_first() -> None:
    versions = (
        version(content="Emma is allergic to nuts", changed_at=after(60), reason="changed", message_id="am_1"),
        version(content="Emma is allergic to walnuts", changed_at=after(90), reason="edited", message_id="am_2"),
    )
    now = memory(content="Emma may eat nuts", source_info={"message_id": "am_2"})
    lines = page_view(page(now, history=versions), around()).history
    assert [line.words for line in lines] == ["Edited by you", "Updated", "Stored"]
    assert lines[1].spoken == "Updated: was Emma is allergic to nuts, is Emma is allergic to walnuts"
    assert [line.link for line in lines] == [None, LINK, None]


def test_traces_tell_the_history_that_did_not_come_along() -> None:
    uses = (
        use(id="b", action="updated", content="Walnuts", meta={"before": "Nuts"}, created_at=after(9)),
        use(id="c", action="updated", content="Hazelnuts", created_at=after(12)),
        use(id="a", action="stored", content="Nuts"),
        use(id="d", action="retrieved"),
    )
    lines = page_view(page(uses=uses), around()).history
    assert [line.words for line in lines] == ["Updated; the previous text was not sent", "Updated", "Stored"]
    assert [piece.kind for piece in lines[1].pieces] == ["removed", "added"]


def test_the_curve_begins_at_the_threshold_that_was_sent() -> None:
    assert threshold_of(page(uses=(use(meta={"threshold": 0.5}),))) == 0.5
    assert 0 < threshold_of(page()) < 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"action": "pin", "memory": {"pinned": True}}, "Pinned"),
        ({"action": "pin", "memory": {"pinned": False}}, "Unpinned"),
        ({"action": "archive"}, "Archived"),
        ({"memory": {"archived": False}}, "Unarchived"),
        ({"memory": {"userRating": 4}}, "Rated 4 of 5"),
        ({"memory": {"content": "Other"}}, "Edited"),
        ({"action": "delete", "memory": {"forget": True}}, "Forgotten"),
        ({"action": "delete"}, "Deleted"),
    ],
)
def test_what_was_done_is_said_in_a_word(given: dict[str, Any], said: str) -> None:
    (row,) = page_view(page(), around(actions=(act(**given),))).actions
    assert row.words.startswith(said)
    assert row.state == "done"


def test_of_many_changes_the_last_are_shown_and_that_is_said() -> None:
    five = page_view(page(), around(actions=tuple(act(seq=number) for number in range(5))))
    six = page_view(page(), around(actions=tuple(act(seq=number) for number in range(6))))
    assert (len(five.actions), five.has_more_actions) == (5, False)
    assert (len(six.actions), six.has_more_actions) == (5, True)


def test_only_what_can_be_taken_back_offers_it() -> None:
    actions = (act(seq=7, action="pin"), act(seq=8, action="pin"), act(seq=9, state="refused"))
    rows = page_view(page(), around(actions=actions, undoable=frozenset({7, 9}))).actions
    assert [row.can_undo for row in rows] == [True, False, False]


def test_a_refusal_shows_both_texts_and_why() -> None:
    refused = act(state="refused", memory={"content": "Mine"}, reason="It was changed meanwhile.", theirs="Theirs")
    (row,) = page_view(page(), around(actions=(refused,))).actions
    assert (row.state, row.mine, row.theirs, row.reason) == ("refused", "Mine", "Theirs", "It was changed meanwhile.")
    waiting = page_view(page(), around(actions=(act(state="waiting"),))).actions[0]
    assert waiting.words.endswith("waiting to be sent")


def test_numbers_have_their_meaning() -> None:
    used = memory(usage_frequency=3, last_referenced_at=START, token_count=9, embeddings_info=None)
    facts = dict(page_view(page(used), around()).facts)
    assert facts["Used"] == "3 times, last 1 day ago"
    assert facts["Length"] == "9 tokens"
    assert facts["Vector"] == "none, found by words only"
