"""What memories are retrieved by, set over HTTP: the next answer has it, what is out of bounds is refused."""

import msgspec
import pytest

from alicia_desktop.api.answers import WhatIfApi
from alicia_desktop.memory.retrieval.calibration import DEFAULT_WEIGHTS
from alicia_desktop.protocol.messages import MemoryTrace
from alicia_desktop.view.trial_controls import trial_controls

TOLD = ("My daughter Emma is allergic to walnuts.", "My dog is called Biscuit.", "My aunt Ada lives in Oslo.")
QUESTION = "What is my daughter Emma allergic to?"
BUILT_IN = {"threshold": 0.34, "budget": 2_400, "weights": {}}


@pytest.fixture
def small():
    return False


async def recalled(person):
    """Ask the question, and return what was looked for, and the memories that were used."""
    before = len(person.of(MemoryTrace))
    await person.ask(QUESTION)
    traces = [one for one in person.of(MemoryTrace)[before:] if one.action == "retrieved"]
    return [one.memory_id for one in traces], next((one.metadata["retrieval"] for one in traces), None)


async def test_at_first_it_is_what_was_fitted(person):
    assert await person.call("GET", "retrieval") == BUILT_IN


async def test_the_next_answer_is_recalled_by_what_was_set_in_a_conversation_that_is_open(person):
    await person.join()
    for told in TOLD:
        await person.ask(told)
    few, sent = await recalled(person)
    assert sent["threshold"] == pytest.approx(0.34)
    wanted = {"threshold": 0.0, "budget": 700, "weights": {"words": 0.6}}
    assert await person.call("PUT", "retrieval", json=wanted) == wanted
    many, sent = await recalled(person)
    assert set(many) > set(few)
    assert (sent["threshold"], sent["budget"]["tokens"]) == (0.0, 700)
    await person.call("PUT", "retrieval", json={"budget": 0})
    assert (await recalled(person))[0] == []
    assert await person.call("PUT", "retrieval", json={}) == BUILT_IN


async def test_what_is_set_is_what_a_trial_begins_with(person, server):
    await person.join()
    await person.ask(TOLD[0])
    listed = await person.call("GET", f"conversations/{person.conversation_id}/messages")
    answer = next(one["id"] for one in listed["messages"] if one["role"] == "assistant")
    await person.call("PUT", "retrieval", json={"threshold": 0.2, "weights": {"words": 0.6}})
    found = await person.call("POST", f"messages/{answer}/retrieval", json={"weights": {"meaning": 0.4}})
    assert found["defaults"]["threshold"] == found["tried"]["threshold"] == 0.2
    assert (found["defaults"]["weights"]["words"], found["tried"]["weights"]["words"]) == (0.6, 0.6)
    assert (found["defaults"]["weights"]["meaning"], found["tried"]["weights"]["meaning"]) == (0.45, 0.4)
    assert found["builtIn"]["threshold"] == 0.34
    assert found["builtIn"]["weights"]["words"] == DEFAULT_WEIGHTS.words
    async with WhatIfApi(url=server.address, user_id="user", token=server.token) as api:
        read = msgspec.to_builtins(await api.try_retrieval(answer, {}))
    controls = {one.name: one for one in trial_controls(read)}
    assert (controls["words"].value, controls["words"].built_in) == (0.6, DEFAULT_WEIGHTS.words)


@pytest.mark.parametrize(
    "body", [{"threshold": 1.5}, {"budget": -1}, {"weights": {"words": 3}}, {"weights": {"nonsense": 0.1}}]
)
async def test_what_is_out_of_bounds_is_refused(person, body):
    status, said = await person.answer("PUT", "retrieval", json=body)
    assert (status, said["error"]) == (400, "bad_request")
    assert await person.call("GET", "retrieval") == BUILT_IN


async def test_it_is_the_owners_alone(person, add_user):
    anna = await add_user("anna")
    assert (await anna.answer("PUT", "retrieval", json={"budget": 0}))[0] == 403
