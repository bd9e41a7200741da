"""What would have been found for an answered question with other weights, threshold or budget: asked over HTTP."""

import pytest

from alicia_desktop.memory.retrieval.calibration import DEFAULT_WEIGHTS
from alicia_desktop.protocol.messages import MemoryTrace
from tests.support.participant import Participant

TOLD = ("My daughter Emma is allergic to walnuts.", "My dog is called Biscuit.", "My aunt Ada lives in Oslo.")
QUESTION = "What is my daughter Emma allergic to?"


@pytest.fixture
def small():
    return False


@pytest.fixture
async def answer(person):
    await person.join()
    for told in TOLD:
        await person.ask(told)
    await person.ask(QUESTION)
    return await _newest_answer(person)


async def _newest_answer(person):
    listed = await person.call("GET", f"conversations/{person.conversation_id}/messages")
    return [one["id"] for one in listed["messages"] if one["role"] == "assistant"][-1]


async def tried(person, answer, **body):
    return await person.call("POST", f"messages/{answer}/retrieval", json=body)


def ids(found):
    return [one["memoryId"] for one in found["used"]]


def of_answer(person):
    """The traces of the last question, best first."""
    retrieved = [one for one in person.of(MemoryTrace) if one.action == "retrieved"]
    last = max(at for at, one in enumerate(retrieved) if "retrieval" in one.metadata)
    return retrieved[last:]


async def test_with_nothing_changed_it_is_what_the_answer_had(person, answer):
    found = await tried(person, answer)
    traces = of_answer(person)
    assert ids(found) == [one.memory_id for one in traces]
    assert [one["relevance"] for one in found["used"]] == [one.confidence for one in traces]
    sent = traces[0].metadata["retrieval"]
    assert {one["memoryId"] for one in found["retrieval"]["missed"]} == {one["memoryId"] for one in sent["missed"]}
    assert found["defaults"] == found["tried"]
    assert found["defaults"]["weights"]["words"] == DEFAULT_WEIGHTS.words
    assert found["state"] == "found"


async def test_who_forgot_something_is_weighed_by_what_they_ask_for(person):
    await person.join()
    await person.ask("My marathon is in April.")
    await person.ask("I forgot when my marathon is")
    found = await tried(person, await _newest_answer(person))
    (tried_now,), (answered,) = found["used"], of_answer(person)
    assert tried_now["memoryId"] == answered.memory_id
    assert tried_now["relevance"] == pytest.approx(answered.confidence, abs=DEFAULT_WEIGHTS.use)  # used once since


async def test_a_threshold_of_nothing_brings_in_what_missed(person, answer):
    before, now = await tried(person, answer), await tried(person, answer, threshold=0.0)
    assert set(ids(now)) > set(ids(before))
    assert now["tried"]["threshold"] == 0.0


async def test_weights_and_budget_are_tried_and_leave_no_trace(person, answer):
    found = await tried(person, answer, weights={"words": 0.0, "meaning": 0.0, "linked": 0.0, "own": 0.0})
    assert found["used"] == []
    assert found["tried"]["weights"]["words"] == 0.0
    assert found["defaults"]["weights"]["words"] == DEFAULT_WEIGHTS.words
    none = await tried(person, answer, budget=0)
    assert none["used"] == []
    assert "over_budget" in {one["reason"] for one in none["retrieval"]["missed"]}
    assert ids(await tried(person, answer)) == [one.memory_id for one in of_answer(person)]


async def settled(person, folder):
    """Return the bytes of the database once what is kept behind a turn is written."""
    seen, same = None, 0
    while same < 20:
        await person.call("GET", "health")
        files = {one.name: one.read_bytes() for one in folder.glob("server.db*") if not one.name.endswith("-shm")}
        seen, same = files, same + 1 if files == seen else 0
    return seen


async def test_not_a_byte_of_the_database_changes(person, answer, tmp_path):
    await person.call("POST", "memories/vectors", json={})
    await tried(person, answer)
    files, stanzas = await settled(person, tmp_path), len(person.stanzas)
    for body in ({}, {"threshold": 0.0}, {"weights": {"words": 1.0}}, {"budget": 0}):
        await tried(person, answer, **body)
    assert {name: (tmp_path / name).read_bytes() for name in files} == files
    assert len(person.stanzas) == stanzas


@pytest.mark.parametrize(
    "body",
    [
        {"threshold": 1.5},
        {"threshold": "much"},
        {"budget": -1},
        {"budget": 10**12},
        {"weights": {"words": 3}},
        {"weights": {"nonsense": 0.1}},
        {"exclude": ["amem_1"] * 201},
    ],
)
async def test_what_is_out_of_bounds_is_refused(person, answer, body):
    status, said = await person.answer("POST", f"messages/{answer}/retrieval", json=body)
    assert (status, said["error"]) == (400, "bad_request")


async def test_it_is_the_callers_own_answers_only(person, answer, add_user):
    anna = await add_user("anna")
    for one in (answer, "am_none"):
        status, said = await anna.answer("POST", f"messages/{one}/retrieval", json={})
        assert (status, said["error"]) == (404, "not_found")


async def test_nothing_is_searched_for_a_private_conversation(server):
    person = Participant(server)
    person.conversation_id = (
        await person.call("POST", "conversations", json={"title": "t", "preferences": {"private": True}})
    )["id"]
    await person.join()
    await person.ask("My aunt Ada lives in Oslo.")
    answer = await _newest_answer(person)
    assert await tried(person, answer) == {"id": answer, "state": "not_searched"}
    await person.leave()
