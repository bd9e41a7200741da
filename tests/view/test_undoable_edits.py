from datetime import UTC, datetime
from typing import Any

import pytest

from alicia_desktop.session.message_factory import MemoryRequest
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.view import undoable_edits as deeds

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def remembered(memory_id: str, **more: Any):
    plain: dict[str, Any] = {"content": f"{memory_id}.", "created_at": NOW, "updated_at": NOW, "user_id": "user"}
    return MemoryRecord(id=memory_id, **(plain | more))


def request(memory_id, action, **memory):
    return MemoryRequest(memory_id=memory_id, action=action, memory=memory)


def test_what_is_so_already_is_left_out():
    done = deeds.pin([remembered("a"), remembered("b", pinned=True)], pinned=True)
    assert done.text == "1 memory pinned"
    assert done.requests == (request("a", "pin", pinned=True),)
    assert done.undo == (request("a", "pin", pinned=False),)


CASES = [
    (
        "archive",
        lambda memories: deeds.archive(memories, archived=True),
        request("a", "archive"),
        request("a", "update", archived=False),
    ),
    ("delete", deeds.delete, request("a", "delete"), request("a", "create")),
    (
        "category",
        lambda memories: deeds.recategorise(memories, "work_career"),
        request("a", "update", category="work_career"),
        request("a", "update", category=""),
    ),
    (
        "tag",
        lambda memories: deeds.tag(memories, "boat"),
        request("a", "update", tags=["old", "boat"]),
        request("a", "update", tags=["old"]),
    ),
]


@pytest.mark.parametrize(("do", "forth", "back"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_every_deed_has_what_takes_it_back(do, forth, back):
    done = do([remembered("a", tags=["old"])])
    assert (done.requests, done.undo) == ((forth,), (back,))
    assert (done.reversed().requests, done.reversed().undo) == (done.undo, done.requests)


def test_a_merge_keeps_the_tags_of_both_and_lets_the_other_refer_to_the_one_that_stays():
    kept = remembered("a", tags=["x"], importance=0.3)
    gone = remembered("b", tags=["y", "x"], importance=0.8, pinned=True, reference_to="c", kind="hard")
    merged = deeds.merge(kept, gone, "both")
    assert merged.requests == (
        request(
            "a", "update", content="both", category="", tags=["x", "y"], importance=0.8, pinned=True, kind="hybrid"
        ),
        request("b", "update", referenceTo="a"),
        request("b", "delete"),
    )
    assert merged.undo == (
        request("b", "create"),
        request("b", "update", referenceTo="c"),
        request("a", "update", content="a.", category="", tags=["x"], importance=0.3, pinned=False, kind="semantic"),
    )


@pytest.mark.parametrize(
    ("action", "values", "back"),
    [
        ("update", {"content": "b"}, request("a", "update", content="a.", category="", tags=["old"])),
        ("update", {"userRating": 4, "tags": []}, request("a", "update", userRating=None, tags=["old"])),
        ("pin", {"pinned": True}, request("a", "pin", pinned=False)),
        ("archive", {}, request("a", "update", archived=False)),
        ("delete", {}, request("a", "create")),
        ("create", {}, request("a", "delete")),
    ],
)
def test_an_act_on_one_memory_can_be_taken_back(action, values, back):
    done = deeds.act(remembered("a", tags=["old"]), action, values)
    assert done.requests == (MemoryRequest(memory_id="a", action=action, memory=values),)
    assert done.undo == (back,)
    assert done.text.startswith("Memory ")


def test_nothing_takes_back_what_was_forgotten():
    assert deeds.act(remembered("a"), "delete", {"forget": True}).undo == ()
