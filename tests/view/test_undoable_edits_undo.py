"""What takes an act on a memory back, from what was shown before it."""

import pytest

from alicia_desktop.session.message_factory import MemoryRequest
from alicia_desktop.view.undoable_edits import undo_request
from tests.ui.inspector.memory_samples import page


def wish(action, **memory):
    return MemoryRequest(memory_id="amem_1", action=action, memory=memory)


@pytest.mark.parametrize(
    ("done", "undone"),
    [
        (
            wish("update", content="Other"),
            wish(
                "update",
                content="Emma is allergic to walnuts",
                category="health_wellness",
                tags=["Emma", "allergy", "food"],
            ),
        ),
        (
            wish("update", category="x", tags=[]),
            wish("update", category="health_wellness", tags=["Emma", "allergy", "food"]),
        ),
        (wish("update", userRating=1, importance=0.1), wish("update", userRating=4, importance=0.9)),
        (wish("pin", pinned=False), wish("pin", pinned=True)),
        (wish("archive"), wish("update", archived=False)),
        (wish("update", archived=False), wish("update", archived=False)),
        (wish("delete"), wish("create")),
        (wish("delete", forget=True), None),
        (wish("create"), None),
        (wish("update"), None),
    ],
)
def test_the_opposite_of_an_act(done, undone):
    assert undo_request(done, page()) == undone


def test_what_was_not_there_before_is_taken_away_again():
    before = page(rating=0, category_id="", tags=())
    undone = undo_request(wish("update", userRating=5, category="work_career", tags=["a"]), before)
    assert undone is not None
    assert undone.memory == {"userRating": None, "category": None, "tags": []}


def test_bringing_back_is_undone_by_deleting():
    assert undo_request(wish("create"), page(state="deleted")) == wish("delete")
