"""Forgetting by word of mouth, on a real server: at once, everywhere, and told to every client."""

import asyncio

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.protocol.messages import (
    AssistantSentence,
    MemoryAction,
    MemoryConfirmation,
    MemoryTrace,
    StartAnswer,
)
from alicia_desktop.store.database import Database
from tests.support.participant import Participant


def answer(person) -> str:
    return " ".join(body.text for body in person.of(AssistantSentence))


async def everything_in(tmp_path) -> str:
    """Every text and blob of the server's database."""
    database = await Database.open(tmp_path / "server.db", clock=SystemClock())
    found = await database.read(_dump)
    await database.close()
    return found


def _dump(conn) -> str:
    names = conn.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'")
    tables = [name for (name,) in names if not name.startswith("sqlite_")]
    rows = [str(tuple(row)) for name in tables for row in conn.exec_driver_sql(f"SELECT * FROM {name}")]
    return "\n".join(rows)


async def test_what_is_to_be_forgotten_leaves_the_database_and_every_client_is_told(open_server, tmp_path):
    async with open_server() as server:
        person = Participant(server)
        await person.join("streaming", "forgetting")
        await person.ask("My daughter Emma has a piano recital on Friday.")
        stored = person.of(MemoryTrace)[0].memory_id
        await person.ask("Please forget what I said about Emma's piano recital.")
        told = [(body.memory_id, body.action, body.success) for body in person.of(MemoryConfirmation)]
        assert told == [(stored, "delete", True)]
        assert "I have forgotten it." in answer(person)
        await person.leave()
    left = (await everything_in(tmp_path)).lower()
    assert [word for word in ("piano", "recital") if word in left] == []


async def test_it_reaches_concept_pins_later_summaries_and_answers_that_gave_the_value(open_server, scripted, tmp_path):
    async with open_server(small=False) as server:
        person = Participant(server)
        await person.join("streaming", "forgetting")
        scripted.say("Noted.")
        await person.ask("My wifi password is swordfish.")
        scripted.say("Swordfish is what you type to get into your wifi.")
        await person.ask("What is swordfish?")
        scripted.say("Sure: swordfish! Anything else?")
        await person.ask("What is my wifi password?")
        scripted.say("The user has a router whose key is swordfish.")
        path = f"conversations/{person.conversation_id}"
        told = (await person.call("GET", f"{path}/messages"))["messages"]
        span = {"start_message_id": told[0]["id"], "end_message_id": told[-1]["id"]}
        status, _ = await person.answer("POST", f"{path}/summaries", json=span)
        assert status < 300
        pins: dict[str, list[dict[str, str]]] = {"pins": []}
        while not any(pin["pin_type"] == "concept" for pin in pins["pins"]):  # it is made behind the answer
            await asyncio.sleep(0.05)
            pins = await person.call("GET", f"{path}/pins")
        assert any("swordfish" in pin["content"] for pin in pins["pins"])
        await person.ask("Forget my wifi password.")
        assert "I have forgotten it. The words are gone" in answer(person)
        await person.leave()
    left = (await everything_in(tmp_path)).lower()
    assert "swordfish" not in left
    assert "anything else?" in left


async def test_a_client_is_told_what_is_left_of_the_message_that_asked_for_it(person):
    await person.join("streaming", "forgetting")
    await person.ask("My wifi password is otter-42.")
    question = await person.ask("Forget that my wifi password is otter-42.")
    [told] = [one for one in person.stanzas if isinstance(one.body, MemoryConfirmation)]
    assert told.meta["forgotten"] == {"question": question, "left": ""}
    assert "I have forgotten it. The words are gone from our conversation" in answer(person)
    kinds = [type(stanza.body) for stanza in person.stanzas]
    begun = [at for at, kind in enumerate(kinds) if kind is StartAnswer]
    assert kinds.index(MemoryConfirmation) < begun[-1]


async def test_where_the_client_cannot_forget_it_is_not_said_that_all_is_gone(person):
    await person.join("streaming")
    await person.ask("My wifi password is otter-42.")
    await person.ask("Forget my wifi password.")
    assert "I have forgotten it here. Your device may still have the words" in answer(person)


async def test_other_devices_forget_what_was_forgotten_in_a_list(person):
    await person.join()
    await person.ask("My wifi password is otter-42.")
    memory_id = person.of(MemoryTrace)[0].memory_id
    await person.send(MemoryAction(id=memory_id, action="delete", memory={"forget": True}, timestamp=1))
    await person.until(lambda: person.of(MemoryConfirmation))
    [told] = [one for one in person.stanzas if isinstance(one.body, MemoryConfirmation)]
    assert told.meta["forgotten"] == {}


async def test_where_nothing_is_found_it_is_said(person):
    await person.join()
    await person.ask("Forget what I told you about my submarine.")
    assert "nothing to forget" in answer(person)
    assert not person.of(MemoryConfirmation)


async def test_a_private_word_is_answered_and_never_stored(person):
    await person.join()
    await person.ask("Off the record: my salary is 1900.")
    assert not person.of(MemoryTrace)
